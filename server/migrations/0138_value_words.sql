-- by hand: the words come before the parts that are made of them, and the index of the parts is made anew
ALTER TABLE "catalogue_goods" ADD COLUMN "value_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_goods" drop column "parts";--> statement-breakpoint
ALTER TABLE "catalogue_goods" ADD COLUMN "parts" text GENERATED ALWAYS AS (translate(lower(coalesce(title, '') || ' ' || coalesce(category_path, '') || ' ' || coalesce(supplier_title, '') || ' ' || coalesce(value_words, '')), 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ', 'abvhgdeejzyiijklmnoprstufxccssqyueqye')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "catalogue_goods_words" ON "catalogue_goods" USING gin (parts gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "catalogue_goods_by_top_price" ON "catalogue_goods" USING btree ("category_top","sort_price","id");--> statement-breakpoint
CREATE INDEX "catalogue_goods_by_second_price" ON "catalogue_goods" USING btree ("category_second","sort_price","id");--> statement-breakpoint
-- by hand: modifications are found by values that their names do not say, goods of one’s own by what modifications are called
ALTER TABLE "product_variants" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_values" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variant_options" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "my_goods" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_pending" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_changes" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "product_variants" v SET "search_text" = v."search_text" || ' ' || w."words" FROM (
  SELECT v."project_id", v."id", lower(string_agg(x."value", ' ' ORDER BY o."position", o."id") COLLATE "und-x-icu") AS "words"
  FROM "product_variants" v
  JOIN "product_values" x ON x."project_id" = v."project_id" AND x."id" = ANY(v."value_ids")
  JOIN "product_variant_options" o ON o."project_id" = x."project_id" AND o."id" = x."option_id"
  WHERE strpos(lower(v."name" COLLATE "und-x-icu"), lower(x."value" COLLATE "und-x-icu")) = 0
  GROUP BY v."project_id", v."id") w
WHERE v."project_id" = w."project_id" AND v."id" = w."id";--> statement-breakpoint
INSERT INTO "search_pending" ("project_id", "kind", "id")
SELECT DISTINCT "project_id", 'products', "product_id" FROM "product_variant_options" ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "my_goods" g SET "search_text" = left(g."search_text" || ' ' || w."words", 8000) FROM (
  SELECT g."project_id", g."id", lower(string_agg(x."value" ->> 'title', ' ') COLLATE "und-x-icu") AS "words"
  FROM "my_goods" g CROSS JOIN LATERAL jsonb_each(g."taken" -> 'variants') x WHERE x."value" ->> 'title' <> ''
  GROUP BY g."project_id", g."id") w
WHERE g."project_id" = w."project_id" AND g."id" = w."id";--> statement-breakpoint
INSERT INTO "product_changes" ("project_id", "product_id") SELECT "supplier_id", "id" FROM "catalogue_goods";--> statement-breakpoint
ALTER TABLE "product_variants" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_values" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variant_options" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "my_goods" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_pending" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_changes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ANALYZE "search_pending";
