CREATE TABLE "account_sums" (
	"project_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"account" text NOT NULL,
	"counterparty_change" bigint NOT NULL,
	"postings" integer NOT NULL,
	CONSTRAINT "account_sums_project_id_counterparty_id_account_pk" PRIMARY KEY("project_id","counterparty_id","account")
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "search_entries_project_id_kind_number_pk" PRIMARY KEY("project_id","kind","number")
);
--> statement-breakpoint
CREATE TABLE "search_grams" (
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"gram" text collate "C" NOT NULL,
	"segment" integer NOT NULL,
	"entries" integer NOT NULL,
	"numbers" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "search_grams_project_id_kind_gram_segment_pk" PRIMARY KEY("project_id","kind","gram","segment")
);
--> statement-breakpoint
CREATE TABLE "search_pending" (
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "search_pending_project_id_kind_id_pk" PRIMARY KEY("project_id","kind","id")
);
--> statement-breakpoint
CREATE TABLE "search_segments" (
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"segment" integer NOT NULL,
	"entries" integer NOT NULL,
	"newest" timestamp with time zone NOT NULL,
	CONSTRAINT "search_segments_project_id_kind_segment_pk" PRIMARY KEY("project_id","kind","segment")
);
--> statement-breakpoint
DROP INDEX "products_by_name";--> statement-breakpoint
DROP INDEX "counterparties_by_name";--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "sort_name" text collate "uk-x-icu" GENERATED ALWAYS AS (left(search_text, 200)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "sku_key" text GENERATED ALWAYS AS (lower(sku)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sort_name" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "counterparties" ADD COLUMN "sort_name" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "variants_by_name" ON "product_variants" USING btree ("project_id","sort_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "variants_by_age" ON "product_variants" USING btree ("project_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "variants_sku" ON "product_variants" USING btree ("project_id","sku_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("project_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "counterparties_by_name" ON "counterparties" USING btree ("project_id","sort_name","id") WHERE deleted_at is null;
--> statement-breakpoint
-- what is there already is to be indexed and summed up; the walls stand in the way of a statement over all projects
ALTER TABLE "products" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparties" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payments" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manufacture_requests" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "postings" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "search_pending" ("project_id", "kind", "id")
SELECT "project_id", 'products', "id" FROM "products"
UNION ALL SELECT "project_id", 'counterparties', "id" FROM "counterparties"
UNION ALL SELECT "project_id", 'payments', "id" FROM "payments" WHERE "comment" <> ''
UNION ALL SELECT "project_id", 'manufacture', "id" FROM "manufacture_requests" WHERE "comment" <> '';--> statement-breakpoint
INSERT INTO "account_sums" ("project_id", "counterparty_id", "account", "counterparty_change", "postings")
SELECT "project_id", "counterparty_id", case when source = 'counterparty' then destination else source end,
  sum("counterparty_change"), count(*) FROM "postings" GROUP BY 1, 2, 3;--> statement-breakpoint
ALTER TABLE "products" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparties" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payments" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manufacture_requests" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "postings" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- the new columns are searched by from the first request on
ANALYZE "products", "product_variants", "counterparties", "account_sums";
