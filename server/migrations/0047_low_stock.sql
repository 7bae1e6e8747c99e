ALTER TABLE "stock_levels" ADD COLUMN "minimum" integer;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "low_at" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "main_info" ADD COLUMN "low_stock" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_levels" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_figures" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE stock_levels l SET minimum = v.minimum, low_at = least(v.minimum, 9999999) FROM product_variants v
  WHERE v.project_id = l.project_id AND v.id = l.product_variant_id AND v.minimum IS NOT NULL;--> statement-breakpoint
UPDATE product_figures f SET low = n.low FROM (
    SELECT project_id, product_id, count(*) FILTER (WHERE available BETWEEN 1 AND low_at) AS low FROM stock_levels
    WHERE shown AND product_id IS NOT NULL GROUP BY project_id, product_id) n
  WHERE n.project_id = f.project_id AND n.product_id = f.product_id AND n.low <> f.low;--> statement-breakpoint
ALTER TABLE "product_variants" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_levels" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_figures" FORCE ROW LEVEL SECURITY;
