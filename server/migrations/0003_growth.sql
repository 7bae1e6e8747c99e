CREATE TABLE "order_search_grams" (
	"project_id" uuid NOT NULL,
	"gram" text collate "C" NOT NULL,
	"segment" integer NOT NULL,
	"orders" integer NOT NULL,
	"numbers" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "order_search_grams_project_id_gram_segment_pk" PRIMARY KEY("project_id","gram","segment")
);
--> statement-breakpoint
CREATE TABLE "order_search_pending" (
	"project_id" uuid NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "order_search_pending_project_id_number_pk" PRIMARY KEY("project_id","number")
);
--> statement-breakpoint
CREATE TABLE "order_search_segments" (
	"project_id" uuid NOT NULL,
	"segment" integer NOT NULL,
	"orders" integer NOT NULL,
	"newest" timestamp with time zone NOT NULL,
	CONSTRAINT "order_search_segments_project_id_segment_pk" PRIMARY KEY("project_id","segment")
);
--> statement-breakpoint
DROP INDEX "variants_search";--> statement-breakpoint
DROP INDEX "products_project_id_name_id_index";--> statement-breakpoint
DROP INDEX "orders_search";--> statement-breakpoint
DROP INDEX "counterparties_project_id_name_id_index";--> statement-breakpoint
DROP INDEX "counterparties_search";--> statement-breakpoint
DROP INDEX "payments_project_id_counterparty_id_created_at_index";--> statement-breakpoint
DROP INDEX "payments_pending";--> statement-breakpoint
CREATE INDEX "products_project_id_updated_at_id_index" ON "products" USING btree ("project_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("project_id",(lower(name) collate "uk-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "postings_account" ON "postings" USING btree ("project_id",(case when source = 'counterparty' then destination else source end),"sequence");--> statement-breakpoint
CREATE INDEX "orders_project_id_updated_at_id_index" ON "orders" USING btree ("project_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_project_id_sum_id_index" ON "orders" USING btree ("project_id","sum","id");--> statement-breakpoint
CREATE INDEX "counterparties_by_name" ON "counterparties" USING btree ("project_id",(lower(name) collate "uk-x-icu"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "counterparties_by_age" ON "counterparties" USING btree ("project_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_project_id_counterparty_id_created_at_id_index" ON "payments" USING btree ("project_id","counterparty_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_project_id_date_id_index" ON "payments" USING btree ("project_id","date","id");--> statement-breakpoint
CREATE INDEX "payments_project_id_amount_id_index" ON "payments" USING btree ("project_id","amount","id");--> statement-breakpoint
CREATE INDEX "payments_project_id_status_created_at_id_index" ON "payments" USING btree ("project_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_counterparty" ON "invitations" USING btree ("project_id","counterparty_id") WHERE counterparty_id is not null;--> statement-breakpoint
CREATE INDEX "promotions_project_id_created_at_id_index" ON "promotions" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "access_requests_created_at_id_index" ON "access_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "bookings_project_id_product_variant_id_id_index" ON "bookings" USING btree ("project_id","product_variant_id","id");--> statement-breakpoint
CREATE INDEX "payments_pending" ON "payments" USING btree ("project_id","counterparty_id","id") WHERE status = 'pending';
--> statement-breakpoint
-- orders that are there already are to be indexed; their wall stands in the way of a statement over all projects
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "order_search_pending" ("project_id", "number") SELECT "project_id", "number" FROM "orders";--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;
