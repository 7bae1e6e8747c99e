ALTER TABLE "product_images" ADD COLUMN "product_value_id" uuid;--> statement-breakpoint
ALTER TABLE "import_pictures" ADD COLUMN "product_value_id" uuid;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_project_id_product_value_id_product_values_project_id_id_fk" FOREIGN KEY ("project_id","product_value_id") REFERENCES "public"."product_values"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "images_of_value" ON "product_images" USING btree ("project_id","product_value_id") WHERE product_value_id is not null;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "image_shows_one_thing" CHECK (product_variant_id is null or product_value_id is null);--> statement-breakpoint
-- what shows one variant is no longer the picture of another; the walls stand in the way of statements over all projects
ALTER TABLE "product_variants" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_images" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "product_variants" v SET "thumbnail" = (
	SELECT i."thumbnail" FROM "product_images" i WHERE i."project_id" = v."project_id" AND i."product_id" = v."product_id"
		AND (i."product_variant_id" IS NULL OR i."product_variant_id" = v."id")
	ORDER BY i."product_variant_id" IS NULL, i."is_thumbnail" DESC, i."position", i."id" LIMIT 1)
FROM "product_images" b
WHERE b."project_id" = v."project_id" AND b."product_id" = v."product_id" AND b."product_variant_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_images" FORCE ROW LEVEL SECURITY;
