ALTER TABLE "order_items" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;