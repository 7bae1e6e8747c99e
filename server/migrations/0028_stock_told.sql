ALTER TABLE "product_figures" DROP CONSTRAINT "product_figures_available_within_actual";--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "tracked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" drop column "available";--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "available" integer GENERATED ALWAYS AS (case when tracked then actual - booked else 10000000 end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "stock_levels_available" ON "stock_levels" USING btree ("project_id","available","product_variant_id") WHERE listed;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tracked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tracked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "stock_told" text DEFAULT 'number' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "stock_many_from" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_untracked_is_empty" CHECK (tracked or (actual = 0 and booked = 0 and waiting = 0));
