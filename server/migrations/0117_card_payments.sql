CREATE TABLE "acquiring_connections" (
	"project_id" uuid NOT NULL,
	"sealed_token" text NOT NULL,
	"merchant_name" text DEFAULT '' NOT NULL,
	"merchant_code" text DEFAULT '' NOT NULL,
	"is_refused" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "acquiring_connections_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "acquiring_keys" (
	"merchant" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"is_doubted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_payment_dues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "card_payments" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner" text NOT NULL,
	"ref_kind" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"destination" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"merchant" text NOT NULL,
	"invoice_id" text NOT NULL,
	"page_url" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"bank_state" text,
	"modified_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refund_wanted" bigint DEFAULT 0 NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	"card" text DEFAULT '' NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_payments_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "card_payment_positive" CHECK (amount > 0),
	CONSTRAINT "card_payment_refunds" CHECK (refunded >= 0 and refunded <= amount and refund_wanted <= amount),
	CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "card_receipts" (
	"project_id" uuid NOT NULL,
	"card_payment_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"order_id" uuid,
	"payment_id" uuid,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_receipts_project_id_card_payment_id_pk" PRIMARY KEY("project_id","card_payment_id")
);
--> statement-breakpoint
ALTER TABLE "card_receipts" ADD CONSTRAINT "card_receipts_project_id_card_payment_id_card_payments_project_id_id_fk" FOREIGN KEY ("project_id","card_payment_id") REFERENCES "public"."card_payments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_receipts" ADD CONSTRAINT "card_receipts_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_receipts" ADD CONSTRAINT "card_receipts_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_receipts" ADD CONSTRAINT "card_receipts_project_id_payment_id_payments_project_id_id_fk" FOREIGN KEY ("project_id","payment_id") REFERENCES "public"."payments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_payment_dues_at_index" ON "card_payment_dues" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "card_payments_open" ON "card_payments" USING btree ("project_id","ref_kind","ref_id") WHERE state in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "card_payments_of_ref" ON "card_payments" USING btree ("project_id","ref_kind","ref_id","id");--> statement-breakpoint
CREATE INDEX "card_payments_queue" ON "card_payments" USING btree ("project_id","id") WHERE owner = 'project' and (refund_wanted > refunded or problem is not null);--> statement-breakpoint
CREATE INDEX "card_receipts_project_id_created_at_card_payment_id_index" ON "card_receipts" USING btree ("project_id","created_at","card_payment_id");--> statement-breakpoint
CREATE INDEX "card_receipts_project_id_counterparty_id_created_at_card_payment_id_index" ON "card_receipts" USING btree ("project_id","counterparty_id","created_at","card_payment_id");--> statement-breakpoint
CREATE INDEX "card_receipts_of_payment" ON "card_receipts" USING btree ("project_id","payment_id");--> statement-breakpoint
CREATE INDEX "card_receipts_of_order" ON "card_receipts" USING btree ("project_id","order_id");