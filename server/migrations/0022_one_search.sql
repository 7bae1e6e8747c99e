CREATE TABLE "search_marks" (
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mark" integer NOT NULL,
	"newest" timestamp with time zone NOT NULL,
	CONSTRAINT "search_marks_project_id_kind_mark_pk" PRIMARY KEY("project_id","kind","mark")
);
--> statement-breakpoint
DROP TABLE "order_search_grams" CASCADE;--> statement-breakpoint
DROP TABLE "order_search_pending" CASCADE;--> statement-breakpoint
DROP TABLE "order_search_segments" CASCADE;--> statement-breakpoint
-- by hand from here. What all of these lists of numbers have: intarray, which comes with PostgreSQL, knows it of two
CREATE AGGREGATE in_common(integer[]) (SFUNC = _int_inter, STYPE = integer[]);--> statement-breakpoint
-- everything is indexed anew; the walls stand in the way of a statement over all projects
ALTER TABLE "search_pending" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_entries" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_segments" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_grams" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "products" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparties" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payments" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manufacture_requests" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DELETE FROM "search_grams";--> statement-breakpoint
DELETE FROM "search_segments";--> statement-breakpoint
DELETE FROM "search_entries";--> statement-breakpoint
INSERT INTO "search_pending" ("project_id", "kind", "id")
SELECT "project_id", 'orders', "id" FROM "orders"
UNION ALL SELECT "project_id", 'products', "id" FROM "products"
UNION ALL SELECT "project_id", 'counterparties', "id" FROM "counterparties"
UNION ALL SELECT "project_id", 'payments', "id" FROM "payments" WHERE "comment" <> ''
UNION ALL SELECT "project_id", 'manufacture', "id" FROM "manufacture_requests" WHERE "comment" <> ''
ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "search_pending" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_entries" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_segments" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_grams" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "products" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparties" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payments" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manufacture_requests" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ANALYZE "search_pending";
