ALTER TABLE "product_variants" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;