CREATE TABLE "plan_card_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"payer_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"paid_on" date,
	"settles" boolean DEFAULT false NOT NULL,
	"owed" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000)
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_card_payments" ADD CONSTRAINT "plan_card_payments_invoice_id_plan_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."plan_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_card_payments_invoice" ON "plan_card_payments" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "plan_card_payments_waiting" ON "plan_card_payments" USING btree ("created_at","id") WHERE problem is not null or owed <> refunded;--> statement-breakpoint
CREATE INDEX "projects_restricted" ON "projects" USING btree ("restricted_from","id") WHERE deleted_at is null and not withheld;