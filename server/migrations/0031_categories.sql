CREATE TABLE "product_categories" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"name_key" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"path" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_categories_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "product_categories_name" UNIQUE NULLS NOT DISTINCT("project_id","parent_id","name_key")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "category_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "category_path" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_project_id_parent_id_product_categories_project_id_id_fk" FOREIGN KEY ("project_id","parent_id") REFERENCES "public"."product_categories"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_categories_project_id_parent_id_index" ON "product_categories" USING btree ("project_id","parent_id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_project_id_category_id_product_categories_project_id_id_fk" FOREIGN KEY ("project_id","category_id") REFERENCES "public"."product_categories"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("project_id","category_id","created_at","id");