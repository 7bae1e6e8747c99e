CREATE TABLE "payout_rows" (
	"project_id" uuid NOT NULL,
	"payout_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"recipient_name" text NOT NULL,
	"iban" text NOT NULL,
	"code" text NOT NULL,
	"amount" bigint NOT NULL,
	"date" date NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"paid_on" date,
	"payment_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "payout_rows_project_id_payout_id_id_pk" PRIMARY KEY("project_id","payout_id","id"),
	CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000),
	CONSTRAINT "payout_row_amount_positive" CHECK (amount > 0),
	CONSTRAINT "payout_row_paid" CHECK ((status = 'paid') = (payment_id is not null) and (status = 'paid') = (paid_on is not null)),
	CONSTRAINT "payout_row_decided" CHECK ((status = 'waiting') = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"date" date NOT NULL,
	"purpose" text NOT NULL,
	"payer" jsonb,
	"hash" text NOT NULL,
	"rows" integer NOT NULL,
	"total" bigint NOT NULL,
	"waiting_rows" integer NOT NULL,
	"waiting" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "payout_sums" CHECK (waiting >= 0 and paid >= 0 and waiting + paid <= total),
	CONSTRAINT "payout_waiting_rows" CHECK (waiting_rows between 0 and rows)
);
--> statement-breakpoint
ALTER TABLE "payout_rows" ADD CONSTRAINT "payout_rows_project_id_payout_id_payouts_project_id_id_fk" FOREIGN KEY ("project_id","payout_id") REFERENCES "public"."payouts"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_rows" ADD CONSTRAINT "payout_rows_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_rows" ADD CONSTRAINT "payout_rows_project_id_payment_id_payments_project_id_id_fk" FOREIGN KEY ("project_id","payment_id") REFERENCES "public"."payments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_rows_once" ON "payout_rows" USING btree ("project_id","payout_id","counterparty_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_rows_payment" ON "payout_rows" USING btree ("project_id","payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "payout_rows_of_party" ON "payout_rows" USING btree ("project_id","counterparty_id","date","id");--> statement-breakpoint
CREATE INDEX "payout_rows_waiting" ON "payout_rows" USING btree ("project_id","counterparty_id","amount") WHERE status = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_project_id_number_index" ON "payouts" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("project_id","number","id") WHERE waiting_rows > 0;