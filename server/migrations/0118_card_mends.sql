CREATE TABLE "card_refunds" (
	"project_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"card_payment_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_refunds_project_id_payment_id_pk" PRIMARY KEY("project_id","payment_id")
);
--> statement-breakpoint
DROP INDEX "card_payments_open";--> statement-breakpoint
ALTER TABLE "card_payments" ADD COLUMN "refund_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "card_payments" ADD COLUMN "resolved_by" uuid;--> statement-breakpoint
ALTER TABLE "card_payments" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "card_refunds" ADD CONSTRAINT "card_refunds_project_id_card_payment_id_card_receipts_project_id_card_payment_id_fk" FOREIGN KEY ("project_id","card_payment_id") REFERENCES "public"."card_receipts"("project_id","card_payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_refunds" ADD CONSTRAINT "card_refunds_project_id_payment_id_payments_project_id_id_fk" FOREIGN KEY ("project_id","payment_id") REFERENCES "public"."payments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_refunds_of_receipt" ON "card_refunds" USING btree ("project_id","card_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_payments_open" ON "card_payments" USING btree ("project_id","ref_kind","ref_id") WHERE state in ('open', 'processing') and problem is null;--> statement-breakpoint
ALTER TABLE "card_receipts" DROP COLUMN "refunded";