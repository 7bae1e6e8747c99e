DROP INDEX "plan_card_payments_waiting";--> statement-breakpoint
ALTER TABLE "plan_card_payments" ADD COLUMN "by_hand" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "plan_card_payments_waiting" ON "plan_card_payments" USING btree ("created_at","id") WHERE problem is not null or owed <> refunded + by_hand;