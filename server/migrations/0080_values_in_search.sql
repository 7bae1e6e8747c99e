-- goods with attributes, and whatever has additional fields, is indexed anew: its values stand in the index now
ALTER TABLE "search_pending" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "products" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variants" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variant_options" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "search_pending" ("project_id", "kind", "id")
SELECT "project_id", 'products', "id" FROM "products" WHERE "fields" <> '{}'
UNION SELECT "project_id", 'products', "product_id" FROM "product_variants" WHERE "fields" <> '{}'
UNION SELECT "project_id", 'products', "product_id" FROM "product_variant_options"
UNION SELECT "project_id", 'orders', "id" FROM "orders" WHERE "fields" <> '{}'
ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "search_pending" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "products" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variants" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variant_options" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ANALYZE "search_pending";
