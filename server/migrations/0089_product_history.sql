CREATE TABLE "product_history" (
	"project_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"prices" jsonb NOT NULL,
	"in_stock" boolean NOT NULL,
	"last" boolean NOT NULL,
	CONSTRAINT "product_history_project_id_product_id_at_pk" PRIMARY KEY("project_id","product_id","at")
);
--> statement-breakpoint
CREATE TABLE "product_looks" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_looks_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "product_watches" (
	"project_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_watches_project_id_product_id_user_id_pk" PRIMARY KEY("project_id","product_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "product_history" ADD CONSTRAINT "product_history_project_id_product_id_products_project_id_id_fk" FOREIGN KEY ("project_id","product_id") REFERENCES "public"."products"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_watches" ADD CONSTRAINT "product_watches_project_id_product_id_products_project_id_id_fk" FOREIGN KEY ("project_id","product_id") REFERENCES "public"."products"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_history_last" ON "product_history" USING btree ("project_id","at","product_id") WHERE last;--> statement-breakpoint
CREATE INDEX "product_history_old" ON "product_history" USING btree ("project_id","at") WHERE not last;
--> statement-breakpoint
ALTER TABLE "products" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variants" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_figures" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- how goods are now is how they have been since they were made, as far as anybody can tell
INSERT INTO "product_history" (project_id, product_id, at, prices, in_stock, last)
SELECT p.project_id, p.id, p.created_at, jsonb_build_object('base', jsonb_build_array(p.min_price, p.max_price)) || coalesce((
  SELECT jsonb_object_agg(by_level.level, jsonb_build_array(by_level.low, by_level.high)) FROM (
    SELECT l.level, min(coalesce(s.price, v.price)) AS low, max(coalesce(s.price, v.price)) AS high
    FROM (SELECT DISTINCT x ->> 'price_level_id' AS level
        FROM product_variants v CROSS JOIN LATERAL jsonb_array_elements(v.prices) x
        WHERE v.project_id = p.project_id AND v.product_id = p.id AND v.deleted_at IS NULL
          AND x ->> 'price_level_id' IS NOT NULL AND x ->> 'from_count' = '1') l
    JOIN product_variants v ON v.project_id = p.project_id AND v.product_id = p.id AND v.deleted_at IS NULL
    LEFT JOIN LATERAL (SELECT (x ->> 'price')::bigint AS price FROM jsonb_array_elements(v.prices) x
      WHERE x ->> 'price_level_id' = l.level AND x ->> 'from_count' = '1') s ON true
    GROUP BY l.level) by_level), '{}'), f.available > 0, true
FROM products p JOIN product_figures f ON f.project_id = p.project_id AND f.product_id = p.id
WHERE p.published AND p.deleted_at IS NULL;--> statement-breakpoint
ALTER TABLE "products" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_variants" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_figures" FORCE ROW LEVEL SECURITY;
