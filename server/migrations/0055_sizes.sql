ALTER TABLE "product_variants" ADD COLUMN "length" integer;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "main_info" ADD COLUMN "default_size" jsonb DEFAULT '{"length":null,"width":null,"height":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "variant_size_positive" CHECK (length > 0 and width > 0 and height > 0);