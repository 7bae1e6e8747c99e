CREATE TABLE "catalogue_complaints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"supplier_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_favourites" (
	"user_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "catalogue_favourites_user_id_supplier_id_pk" PRIMARY KEY("user_id","supplier_id")
);
--> statement-breakpoint
CREATE TABLE "catalogue_goods" (
	"supplier_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"supplier_title" text NOT NULL,
	"category_path" text DEFAULT '' NOT NULL,
	"picture" text,
	"recommended_from" bigint,
	"recommended_to" bigint,
	"base_from" bigint,
	"base_to" bigint,
	"in_stock" boolean,
	"sort_price" bigint GENERATED ALWAYS AS (coalesce(recommended_from, 0)) STORED NOT NULL,
	"parts" text GENERATED ALWAYS AS (translate(lower(coalesce(title, '') || ' ' || coalesce(category_path, '') || ' ' || coalesce(supplier_title, '')), 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ', 'abvhgdeejzyiijklmnoprstufxccssqyueqye')) STORED NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "catalogue_goods_supplier_id_id_pk" PRIMARY KEY("supplier_id","id")
);
--> statement-breakpoint
CREATE TABLE "catalogue_listings" (
	"supplier_id" uuid PRIMARY KEY NOT NULL,
	"verification" text DEFAULT 'none' NOT NULL,
	"refusal" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone,
	"requested_by" uuid,
	"decided_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text DEFAULT '' NOT NULL,
	"base_prices" boolean DEFAULT false NOT NULL,
	"public_page" boolean DEFAULT false NOT NULL,
	"minimum_order_sum" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_suppliers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"friendly_id" text NOT NULL,
	"title" text NOT NULL,
	"sort_title" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(title)) STORED NOT NULL,
	"logo" text,
	"category" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"region_restriction" text DEFAULT '' NOT NULL,
	"minimum_order" text DEFAULT '' NOT NULL,
	"minimum_order_sum" bigint,
	"delivery" text DEFAULT '' NOT NULL,
	"delivery_time" text DEFAULT '' NOT NULL,
	"returns" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"base_prices" boolean DEFAULT false NOT NULL,
	"public_page" boolean DEFAULT false NOT NULL,
	"goods" integer DEFAULT 0 NOT NULL,
	"in_stock" integer,
	"newest_at" timestamp with time zone,
	"facts_orders" integer,
	"facts_hours" integer,
	"facts_canceled" integer,
	"facts_waited" integer,
	"verified_at" timestamp with time zone NOT NULL,
	"parts" text GENERATED ALWAYS AS (translate(lower(coalesce(title, '') || ' ' || coalesce(category, '') || ' ' || coalesce(city, '') || ' ' || coalesce(description, '')), 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ', 'abvhgdeejzyiijklmnoprstufxccssqyueqye')) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_changes" (
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	CONSTRAINT "product_changes_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_complaints" ADD CONSTRAINT "catalogue_complaints_supplier_id_projects_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_complaints" ADD CONSTRAINT "catalogue_complaints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_favourites" ADD CONSTRAINT "catalogue_favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_favourites" ADD CONSTRAINT "catalogue_favourites_supplier_id_projects_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_goods" ADD CONSTRAINT "catalogue_goods_supplier_id_projects_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_listings" ADD CONSTRAINT "catalogue_listings_supplier_id_projects_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_suppliers" ADD CONSTRAINT "catalogue_suppliers_id_projects_id_fk" FOREIGN KEY ("id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_complaints_by_age" ON "catalogue_complaints" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "catalogue_complaints_by_status" ON "catalogue_complaints" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "catalogue_complaints_of_supplier" ON "catalogue_complaints" USING btree ("supplier_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "catalogue_goods_id" ON "catalogue_goods" USING btree ("id");--> statement-breakpoint
CREATE INDEX "catalogue_goods_by_age" ON "catalogue_goods" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "catalogue_goods_by_price" ON "catalogue_goods" USING btree ("sort_price","id");--> statement-breakpoint
CREATE INDEX "catalogue_goods_of_supplier" ON "catalogue_goods" USING btree ("supplier_id","created_at","id");--> statement-breakpoint
CREATE INDEX "catalogue_goods_of_supplier_by_price" ON "catalogue_goods" USING btree ("supplier_id","sort_price","id");--> statement-breakpoint
CREATE INDEX "catalogue_goods_words" ON "catalogue_goods" USING gin (parts gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "catalogue_listings_requested" ON "catalogue_listings" USING btree ("requested_at","supplier_id");--> statement-breakpoint
CREATE INDEX "catalogue_listings_by_state" ON "catalogue_listings" USING btree ("verification","requested_at","supplier_id");--> statement-breakpoint
CREATE INDEX "catalogue_suppliers_friendly" ON "catalogue_suppliers" USING btree ("friendly_id");--> statement-breakpoint
CREATE INDEX "catalogue_suppliers_by_age" ON "catalogue_suppliers" USING btree ("verified_at","id");--> statement-breakpoint
CREATE INDEX "catalogue_suppliers_by_title" ON "catalogue_suppliers" USING btree ("sort_title","id");--> statement-breakpoint
CREATE INDEX "catalogue_suppliers_by_goods" ON "catalogue_suppliers" USING btree ("goods","id");--> statement-breakpoint
CREATE INDEX "catalogue_suppliers_words" ON "catalogue_suppliers" USING gin (parts gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stock_waits_of_ref" ON "stock_waits" USING btree ("project_id","ref_kind","ref_id");