CREATE TABLE "bank_accounts" (
	"project_id" uuid NOT NULL,
	"bank" text NOT NULL,
	"account" text NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"currency" text NOT NULL,
	"chosen" boolean DEFAULT false NOT NULL,
	"is_gone" boolean DEFAULT false NOT NULL,
	"read_from" date,
	"read_to" timestamp with time zone,
	"rest" jsonb,
	"asked_at" timestamp with time zone,
	"last_read_at" timestamp with time zone,
	"next_read_at" timestamp with time zone,
	"credit_limit" bigint DEFAULT 0 NOT NULL,
	"balance" bigint,
	"balance_at" timestamp with time zone,
	CONSTRAINT "bank_accounts_project_id_bank_account_pk" PRIMARY KEY("project_id","bank","account")
);
--> statement-breakpoint
CREATE TABLE "bank_connections" (
	"project_id" uuid NOT NULL,
	"bank" text NOT NULL,
	"sealed_token" text NOT NULL,
	"owner_name" text DEFAULT '' NOT NULL,
	"hook_hash" text,
	"rules" jsonb NOT NULL,
	"is_refused" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_connections_project_id_bank_pk" PRIMARY KEY("project_id","bank")
);
--> statement-breakpoint
CREATE TABLE "bank_row_parts" (
	"project_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"how" text NOT NULL,
	"rule" text,
	"matched_by" uuid,
	"matched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_by" uuid,
	"undone_at" timestamp with time zone,
	CONSTRAINT "bank_row_parts_project_id_row_id_id_pk" PRIMARY KEY("project_id","row_id","id"),
	CONSTRAINT "bank_row_part_positive" CHECK (amount > 0),
	CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "bank_rows" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bank" text NOT NULL,
	"account" text NOT NULL,
	"bank_row_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL,
	"counter_name" text DEFAULT '' NOT NULL,
	"counter_code" text DEFAULT '' NOT NULL,
	"counter_iban" text DEFAULT '' NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"hold" boolean DEFAULT false NOT NULL,
	"reversed_at" timestamp with time zone,
	"state" text DEFAULT 'open' NOT NULL,
	"ignored_reason" text DEFAULT '' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_rows_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "bank_row_decided" CHECK ((state = 'open') = (decided_at is null)),
	CONSTRAINT "bank_row_held" CHECK (not hold or state <> 'matched'),
	CONSTRAINT "amount_bounded" CHECK (abs(amount) <= 1000000000000)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "bank_row_id" uuid;--> statement-breakpoint
ALTER TABLE "bank_row_parts" ADD CONSTRAINT "bank_row_parts_project_id_row_id_bank_rows_project_id_id_fk" FOREIGN KEY ("project_id","row_id") REFERENCES "public"."bank_rows"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_row_parts" ADD CONSTRAINT "bank_row_parts_project_id_payment_id_payments_project_id_id_fk" FOREIGN KEY ("project_id","payment_id") REFERENCES "public"."payments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_row_parts" ADD CONSTRAINT "bank_row_parts_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_accounts_due" ON "bank_accounts" USING btree ("project_id","next_read_at") WHERE chosen;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_row_parts_payment" ON "bank_row_parts" USING btree ("project_id","payment_id") WHERE undone_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_rows_once" ON "bank_rows" USING btree ("project_id","bank","account","bank_row_id");--> statement-breakpoint
CREATE INDEX "bank_rows_by_time" ON "bank_rows" USING btree ("project_id","at","id");--> statement-breakpoint
CREATE INDEX "bank_rows_by_state" ON "bank_rows" USING btree ("project_id","state","at","id");--> statement-breakpoint
CREATE INDEX "bank_rows_by_amount" ON "bank_rows" USING btree ("project_id","amount","id");--> statement-breakpoint
CREATE INDEX "bank_rows_open" ON "bank_rows" USING btree ("project_id","day","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "bank_rows_held" ON "bank_rows" USING btree ("project_id","bank","account","at") WHERE hold;--> statement-breakpoint
CREATE INDEX "bank_rows_of_iban" ON "bank_rows" USING btree ("project_id","counter_iban","at") WHERE state = 'matched' and counter_iban <> '';--> statement-breakpoint
CREATE INDEX "bank_rows_of_code" ON "bank_rows" USING btree ("project_id","counter_code","at") WHERE state = 'matched' and counter_code <> '';--> statement-breakpoint
CREATE INDEX "users_of_code" ON "users" USING btree ("edropoy_code") WHERE edropoy_code is not null;--> statement-breakpoint
CREATE INDEX "users_of_iban" ON "users" USING btree ("iban") WHERE iban is not null;--> statement-breakpoint
CREATE INDEX "payments_by_hand" ON "payments" USING btree ("project_id","date","id") WHERE account = 'bank' and status = 'confirmed' and bank_row_id is null;--> statement-breakpoint
CREATE INDEX "payments_of_bank_row" ON "payments" USING btree ("project_id","bank_row_id") WHERE bank_row_id is not null;