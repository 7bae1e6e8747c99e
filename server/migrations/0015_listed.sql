ALTER TABLE "products" ADD COLUMN "variants_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "only_variant_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "first_sku" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "min_price" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "max_price" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "min_recommended_price" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "max_recommended_price" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "thumbnail" text;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "thumbnail" text;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "actual" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- its index goes with it; both come back when the column is made of the lowest price
ALTER TABLE "products" DROP COLUMN "price_from";--> statement-breakpoint
-- figures of what is there already; the walls stand in the way of statements over all projects
ALTER TABLE "products" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variants" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_images" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_figures" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_levels" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "products" p SET "variants_count" = n."variants_count", "only_variant_id" = CASE WHEN n."variants_count" = 1 THEN n."ids"[1] END,
	"first_sku" = coalesce(n."skus"[1], ''), "min_price" = n."min_price", "max_price" = n."max_price",
	"min_recommended_price" = n."min_recommended_price", "max_recommended_price" = n."max_recommended_price"
FROM (
	SELECT p."project_id", p."id", count(*) AS "variants_count", array_agg(v."id") AS "ids",
		array_agg(v."sku" ORDER BY v."position", v."id") FILTER (WHERE v."sku" <> '') AS "skus",
		min(v."price") AS "min_price", max(v."price") AS "max_price", min(v."recommended_price") AS "min_recommended_price",
		max(v."recommended_price") AS "max_recommended_price"
	FROM "products" p JOIN "product_variants" v ON v."project_id" = p."project_id" AND v."product_id" = p."id"
	WHERE v."deleted_at" IS NULL OR v."deleted_at" = p."deleted_at" GROUP BY 1, 2) n
WHERE n."project_id" = p."project_id" AND n."id" = p."id";--> statement-breakpoint
UPDATE "products" p SET "thumbnail" = i."thumbnail" FROM (
	SELECT DISTINCT ON ("project_id", "product_id") "project_id", "product_id", "thumbnail" FROM "product_images"
	ORDER BY "project_id", "product_id", "is_thumbnail" DESC, "position", "id") i
WHERE i."project_id" = p."project_id" AND i."product_id" = p."id";--> statement-breakpoint
UPDATE "product_variants" v SET "thumbnail" = coalesce(
	(SELECT i."thumbnail" FROM "product_images" i WHERE i."project_id" = v."project_id" AND i."product_id" = v."product_id"
		AND i."product_variant_id" = v."id" ORDER BY i."is_thumbnail" DESC, i."position", i."id" LIMIT 1), p."thumbnail")
FROM "products" p WHERE p."project_id" = v."project_id" AND p."id" = v."product_id" AND p."thumbnail" IS NOT NULL;--> statement-breakpoint
UPDATE "product_figures" f SET "actual" = n."actual" FROM (
	SELECT "project_id", "product_id", sum("actual") AS "actual" FROM "stock_levels" WHERE "shown" GROUP BY 1, 2) n
WHERE n."project_id" = f."project_id" AND n."product_id" = f."product_id";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_from" bigint GENERATED ALWAYS AS (coalesce(min_price, 0)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("project_id","price_from","id");--> statement-breakpoint
ALTER TABLE "product_figures" ADD CONSTRAINT "product_figures_available_within_actual" CHECK (available <= actual);--> statement-breakpoint
ALTER TABLE "products" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variants" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_images" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_figures" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_levels" FORCE ROW LEVEL SECURITY;
