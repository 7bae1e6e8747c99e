CREATE TABLE "product_figures" (
	"project_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"available" bigint DEFAULT 0 NOT NULL,
	"out_of_stock" integer DEFAULT 0 NOT NULL,
	"low" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "product_figures_project_id_product_id_pk" PRIMARY KEY("project_id","product_id"),
	CONSTRAINT "product_figures_not_negative" CHECK (available >= 0 and out_of_stock >= 0 and low >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_totals" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"products" bigint DEFAULT 0 NOT NULL,
	"published" bigint DEFAULT 0 NOT NULL,
	"deleted" bigint DEFAULT 0 NOT NULL,
	"modifications" bigint DEFAULT 0 NOT NULL,
	"out_of_stock" bigint DEFAULT 0 NOT NULL,
	"pieces" bigint DEFAULT 0 NOT NULL,
	"value" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_totals_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "sort_price" bigint GENERATED ALWAYS AS (coalesce(price, 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "published" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_from" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "available" integer GENERATED ALWAYS AS (actual - booked) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "product_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "price" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "listed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "shown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "product_figures_available" ON "product_figures" USING btree ("project_id","available","product_id");--> statement-breakpoint
CREATE INDEX "product_figures_out" ON "product_figures" USING btree ("project_id","product_id") WHERE out_of_stock > 0;--> statement-breakpoint
CREATE INDEX "product_figures_low" ON "product_figures" USING btree ("project_id","product_id") WHERE low > 0;--> statement-breakpoint
CREATE INDEX "variants_by_price" ON "product_variants" USING btree ("project_id","sort_price","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "variants_by_state" ON "product_variants" USING btree ("project_id","published","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("project_id","price_from","id");--> statement-breakpoint
CREATE INDEX "products_by_state" ON "products" USING btree ("project_id","published","created_at","id");--> statement-breakpoint
CREATE INDEX "stock_levels_available" ON "stock_levels" USING btree ("project_id","available","product_variant_id") WHERE listed;--> statement-breakpoint
-- figures of what is there already; the walls stand in the way of statements over all projects. All statements over the
-- tables come before the walls are put up again, which no change that is still to be checked may wait for
ALTER TABLE "products" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variants" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_levels" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "product_variants" v SET "published" = true FROM "products" p
WHERE p."project_id" = v."project_id" AND p."id" = v."product_id" AND p."published" AND v."deleted_at" IS NULL;--> statement-breakpoint
UPDATE "stock_levels" l SET "product_id" = v."product_id", "price" = coalesce(v."price", 0), "listed" = v."deleted_at" IS NULL,
	"shown" = v."deleted_at" IS NULL OR v."deleted_at" IS NOT DISTINCT FROM p."deleted_at"
FROM "product_variants" v JOIN "products" p ON p."project_id" = v."project_id" AND p."id" = v."product_id"
WHERE l."project_id" = v."project_id" AND l."product_variant_id" = v."id";--> statement-breakpoint
UPDATE "products" p SET "price_from" = n."price" FROM (
	SELECT l."project_id", l."product_id", min(v."price") AS "price" FROM "stock_levels" l
	JOIN "product_variants" v ON v."project_id" = l."project_id" AND v."id" = l."product_variant_id"
	WHERE l."shown" GROUP BY 1, 2) n
WHERE n."project_id" = p."project_id" AND n."product_id" = p."id" AND n."price" > 0;--> statement-breakpoint
INSERT INTO "product_figures" ("project_id", "product_id", "available", "out_of_stock", "low")
SELECT p."project_id", p."id", coalesce(sum(l."available"), 0), count(*) FILTER (WHERE l."available" = 0),
	count(*) FILTER (WHERE l."available" BETWEEN 1 AND 5)
FROM "products" p LEFT JOIN "stock_levels" l ON l."project_id" = p."project_id" AND l."product_id" = p."id" AND l."shown"
GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "stock_totals" ("project_id", "id", "products", "published", "deleted", "modifications", "out_of_stock", "pieces", "value")
SELECT "project_id", gen_random_uuid(), sum("products"), sum("published"), sum("deleted"), sum("modifications"), sum("out_of_stock"),
	sum("pieces"), sum("value")
FROM (
	SELECT "project_id", count(*) FILTER (WHERE "deleted_at" IS NULL) AS "products",
		count(*) FILTER (WHERE "deleted_at" IS NULL AND "published") AS "published",
		count(*) FILTER (WHERE "deleted_at" IS NOT NULL) AS "deleted",
		0 AS "modifications", 0 AS "out_of_stock", 0 AS "pieces", 0 AS "value"
	FROM "products" GROUP BY 1
	UNION ALL
	SELECT "project_id", 0, 0, 0, count(*), count(*) FILTER (WHERE "available" = 0), sum("actual"), sum("actual" * "price")
	FROM "stock_levels" WHERE "listed" AND "product_id" IS NOT NULL GROUP BY 1
) t GROUP BY 1;--> statement-breakpoint
ALTER TABLE "products" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variants" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_levels" FORCE ROW LEVEL SECURITY;
