ALTER TABLE "products" ADD COLUMN "unit" text DEFAULT 'шт' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "unit" text DEFAULT 'шт' NOT NULL;--> statement-breakpoint
ALTER TABLE "main_info" ADD COLUMN "units" text[] DEFAULT '{"шт"}' NOT NULL;