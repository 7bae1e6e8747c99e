CREATE TABLE "cash_registers" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"counterparty_id" uuid,
	"pin" text,
	"license_key" text,
	"status" text DEFAULT 'active' NOT NULL,
	"reason" text,
	"shift" text DEFAULT 'closed' NOT NULL,
	"shift_id" uuid,
	"problem" text DEFAULT '' NOT NULL,
	"fiscal_number" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"cashier" text DEFAULT '' NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"is_offline" boolean DEFAULT false NOT NULL,
	"webhook_token" text,
	"webhook_key" text,
	"close_at" text,
	"checked_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cash_registers_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "cash_register_keys" CHECK ((deleted_at is null) = (pin is not null and license_key is not null)),
	CONSTRAINT "cash_register_webhook" CHECK ((webhook_token is null) = (webhook_key is null))
);
--> statement-breakpoint
CREATE TABLE "fiscal_receipts" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"register_id" uuid NOT NULL,
	"shift_id" uuid,
	"kind" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"cause" text,
	"order_id" uuid,
	"return_id" uuid,
	"related_receipt_id" uuid,
	"is_reversal" boolean DEFAULT false NOT NULL,
	"reversed" boolean DEFAULT false NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payments" jsonb NOT NULL,
	"total" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"card" bigint NOT NULL,
	"serial" integer,
	"fiscal_code" text,
	"fiscal_date" timestamp with time zone,
	"day" date NOT NULL,
	"tax_url" text,
	"is_offline" boolean DEFAULT false NOT NULL,
	"problem" text,
	"message" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fiscal_receipts_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "fiscal_receipt_sums" CHECK (total > 0 and cash >= 0 and card >= 0 and cash + card = total),
	CONSTRAINT "fiscal_receipt_failed" CHECK ((status = 'failed') = (problem is not null)),
	CONSTRAINT "fiscal_receipt_issued" CHECK (status <> 'issued' or fiscal_code is not null)
);
--> statement-breakpoint
CREATE TABLE "fiscal_reports" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"register_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"is_z" boolean NOT NULL,
	"serial" integer,
	"figures" jsonb NOT NULL,
	"sell_receipts" integer NOT NULL,
	"return_receipts" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fiscal_reports_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "fiscal_shifts" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"register_id" uuid NOT NULL,
	"serial" integer,
	"status" text NOT NULL,
	"opened_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"opened_by" uuid,
	"closed_by" uuid,
	"closed_by_system" boolean DEFAULT false NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"figures" jsonb,
	"z_report_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fiscal_shifts_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "cash_registers" ADD CONSTRAINT "cash_registers_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_project_id_register_id_cash_registers_project_id_id_fk" FOREIGN KEY ("project_id","register_id") REFERENCES "public"."cash_registers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_project_id_return_id_returns_project_id_id_fk" FOREIGN KEY ("project_id","return_id") REFERENCES "public"."returns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_reports" ADD CONSTRAINT "fiscal_reports_project_id_shift_id_fiscal_shifts_project_id_id_fk" FOREIGN KEY ("project_id","shift_id") REFERENCES "public"."fiscal_shifts"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_shifts" ADD CONSTRAINT "fiscal_shifts_project_id_register_id_cash_registers_project_id_id_fk" FOREIGN KEY ("project_id","register_id") REFERENCES "public"."cash_registers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipts_once" ON "fiscal_receipts" USING btree ("project_id","cause") WHERE cause is not null;--> statement-breakpoint
CREATE INDEX "fiscal_receipts_project_id_created_at_id_index" ON "fiscal_receipts" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_project_id_total_id_index" ON "fiscal_receipts" USING btree ("project_id","total","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_project_id_register_id_created_at_id_index" ON "fiscal_receipts" USING btree ("project_id","register_id","created_at","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_of_order" ON "fiscal_receipts" USING btree ("project_id","order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_project_id_kind_created_at_id_index" ON "fiscal_receipts" USING btree ("project_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_project_id_status_created_at_id_index" ON "fiscal_receipts" USING btree ("project_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_of_shift" ON "fiscal_receipts" USING btree ("project_id","shift_id","id") WHERE shift_id is not null;--> statement-breakpoint
CREATE INDEX "fiscal_receipts_of_day" ON "fiscal_receipts" USING btree ("project_id","day","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_code" ON "fiscal_receipts" USING btree ("project_id","fiscal_code") WHERE fiscal_code is not null;--> statement-breakpoint
CREATE INDEX "fiscal_receipts_under_way" ON "fiscal_receipts" USING btree ("project_id","register_id","id") WHERE status in ('waiting', 'sent');--> statement-breakpoint
CREATE INDEX "fiscal_reports_project_id_register_id_created_at_id_index" ON "fiscal_reports" USING btree ("project_id","register_id","created_at","id");--> statement-breakpoint
CREATE INDEX "fiscal_shifts_project_id_register_id_created_at_id_index" ON "fiscal_shifts" USING btree ("project_id","register_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_shifts_once" ON "fiscal_shifts" USING btree ("project_id","register_id") WHERE status in ('opening', 'opened', 'closing');