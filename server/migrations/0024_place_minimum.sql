ALTER TABLE "product_variants" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "sort_place" text collate "uk-x-icu" GENERATED ALWAYS AS (case when place = '' then '1' else '0' || lower(place) end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "minimum" integer;--> statement-breakpoint
CREATE INDEX "variants_by_place" ON "product_variants" USING btree ("project_id","sort_place","id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "variant_minimum_not_negative" CHECK (minimum >= 0);