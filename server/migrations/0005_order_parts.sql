-- parts of words with digits are four characters long now: what was indexed before does not know them, so all orders
-- are to be indexed again; their wall stands in the way of a statement over all projects
TRUNCATE "order_search_grams", "order_search_segments";--> statement-breakpoint
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_search_pending" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "order_search_pending" ("project_id", "number") SELECT "project_id", "number" FROM "orders" ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "order_search_pending" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;
