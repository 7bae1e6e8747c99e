ALTER TABLE "catalogue_goods" ADD COLUMN "category_top" text GENERATED ALWAYS AS (split_part(category_path, ' > ', 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_goods" ADD COLUMN "category_second" text GENERATED ALWAYS AS (split_part(category_path, ' > ', 1) || case when split_part(category_path, ' > ', 2) = '' then '' else ' > ' || split_part(category_path, ' > ', 2) end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_suppliers" ADD COLUMN "goods_categories" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_active_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "template_fields" ADD COLUMN "in_feeds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "catalogue_goods_by_top" ON "catalogue_goods" USING btree ("category_top","created_at","id");--> statement-breakpoint
CREATE INDEX "catalogue_goods_by_second" ON "catalogue_goods" USING btree ("category_second","created_at","id");--> statement-breakpoint
CREATE INDEX "outfeeds_of_partners" ON "outfeeds" USING btree ("project_id","user_id") WHERE format = 'partner';--> statement-breakpoint
UPDATE catalogue_suppliers s SET goods_categories = array(
  SELECT category_top FROM catalogue_goods g WHERE g.supplier_id = s.id AND category_top <> ''
  UNION SELECT category_second FROM catalogue_goods g WHERE g.supplier_id = s.id AND category_second <> '' ORDER BY 1);
