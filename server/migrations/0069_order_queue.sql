ALTER TABLE "orders" ADD COLUMN "queue_key" numeric;--> statement-breakpoint
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- as queueKey of the rules; rows beyond the bounds (decision 0046) cannot be written
UPDATE "orders" SET queue_key = trunc(extract(epoch from sent_to_manager_at), 3) + number * 0.0000000000001
WHERE sent_to_manager_at IS NOT NULL AND recommended_sum <= 1000000000000 AND "sum" <= 1000000000000;--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "orders_queue" ON "orders" USING btree ("project_id","queue_key","id") WHERE status in ('Pending', 'InProduction', 'Ready');
