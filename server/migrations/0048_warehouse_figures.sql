CREATE TABLE "turnover_papers" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"frozen" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "turnover_papers_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "manufacture_unstocked" (
	"project_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manufacture_unstocked_project_id_request_id_part_id_product_variant_id_pk" PRIMARY KEY("project_id","request_id","part_id","product_variant_id"),
	CONSTRAINT "manufacture_unstocked_positive" CHECK (count > 0)
);
--> statement-breakpoint
CREATE TABLE "stocktake_figures" (
	"project_id" uuid NOT NULL,
	"stocktake_id" uuid NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	"different" integer DEFAULT 0 NOT NULL,
	"surplus" bigint DEFAULT 0 NOT NULL,
	"shortage" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "stocktake_figures_project_id_stocktake_id_pk" PRIMARY KEY("project_id","stocktake_id")
);
--> statement-breakpoint
CREATE TABLE "turnover_totals" (
	"project_id" uuid NOT NULL,
	"flow" text NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "turnover_totals_project_id_flow_pk" PRIMARY KEY("project_id","flow")
);
--> statement-breakpoint
ALTER TABLE "turnover_documents" ADD COLUMN "count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "turnover_documents" ADD COLUMN "items_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "turnover_documents" ADD COLUMN "first_variant_id" uuid;--> statement-breakpoint
ALTER TABLE "turnover_papers" ADD CONSTRAINT "turnover_papers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnover_papers" ADD CONSTRAINT "turnover_papers_project_id_document_id_turnover_documents_project_id_id_fk" FOREIGN KEY ("project_id","document_id") REFERENCES "public"."turnover_documents"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacture_unstocked" ADD CONSTRAINT "manufacture_unstocked_project_id_request_id_product_variant_id_manufacture_lines_project_id_request_id_product_variant_id_fk" FOREIGN KEY ("project_id","request_id","product_variant_id") REFERENCES "public"."manufacture_lines"("project_id","request_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_figures" ADD CONSTRAINT "stocktake_figures_project_id_stocktake_id_stocktakes_project_id_id_fk" FOREIGN KEY ("project_id","stocktake_id") REFERENCES "public"."stocktakes"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "turnover_papers_of_document" ON "turnover_papers" USING btree ("project_id","document_id","id");
--> statement-breakpoint
ALTER TABLE "turnover_documents" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "turnover_items" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stocktakes" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stocktake_lines" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manufacture_lines" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manufacture_requests" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "turnover_documents" d SET "count" = i."count", "items_count" = i."items_count", "first_variant_id" = i."first" FROM (
  SELECT "project_id", "document_id", sum("count")::int AS "count", count(*)::int AS "items_count",
    (array_agg("product_variant_id" ORDER BY "position"))[1] AS "first"
  FROM "turnover_items" GROUP BY "project_id", "document_id"
) i WHERE i."project_id" = d."project_id" AND i."document_id" = d."id";
--> statement-breakpoint
INSERT INTO "stocktake_figures" ("project_id", "stocktake_id", "counted", "different", "surplus", "shortage")
SELECT t."project_id", t."id", count(l."counted"), count(*) FILTER (WHERE l."difference" <> 0),
  coalesce(sum(l."difference") FILTER (WHERE l."difference" > 0), 0),
  coalesce(-sum(l."difference") FILTER (WHERE l."difference" < 0), 0)
FROM "stocktakes" t
LEFT JOIN "stocktake_lines" l ON l."project_id" = t."project_id" AND l."stocktake_id" = t."id"
GROUP BY t."project_id", t."id";
--> statement-breakpoint
INSERT INTO "manufacture_unstocked" ("project_id", "request_id", "part_id", "product_variant_id", "count", "user_id", "created_at")
SELECT l."project_id", l."request_id", l."request_id", l."product_variant_id", l."made" - l."stocked",
  coalesce(r."finished_by", r."created_by"), coalesce(r."finished_at", r."updated_at")
FROM "manufacture_lines" l
JOIN "manufacture_requests" r ON r."project_id" = l."project_id" AND r."id" = l."request_id"
WHERE l."made" > l."stocked";
--> statement-breakpoint
INSERT INTO "turnover_totals" ("project_id", "flow", "documents")
SELECT "project_id", "flow", count(*) FROM "turnover_documents" GROUP BY "project_id", "flow";--> statement-breakpoint
ALTER TABLE "turnover_documents" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "turnover_items" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stocktakes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stocktake_lines" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manufacture_lines" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manufacture_requests" FORCE ROW LEVEL SECURITY;
