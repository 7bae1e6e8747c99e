CREATE TABLE "my_goods" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_name" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"own_name" text,
	"own_description" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"sync" boolean NOT NULL,
	"taken" jsonb NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "my_goods_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "my_goods_variants" (
	"project_id" uuid NOT NULL,
	"goods_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"sku" text,
	"price" bigint,
	CONSTRAINT "my_goods_variants_project_id_goods_id_product_variant_id_pk" PRIMARY KEY("project_id","goods_id","product_variant_id")
);
--> statement-breakpoint
ALTER TABLE "my_goods" ADD CONSTRAINT "my_goods_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "my_goods" ADD CONSTRAINT "my_goods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "my_goods_variants" ADD CONSTRAINT "my_goods_variants_project_id_goods_id_my_goods_project_id_id_fk" FOREIGN KEY ("project_id","goods_id") REFERENCES "public"."my_goods"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "my_goods_once" ON "my_goods" USING btree ("project_id","user_id","product_id");--> statement-breakpoint
CREATE INDEX "my_goods_by_age" ON "my_goods" USING btree ("project_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "my_goods_by_name" ON "my_goods" USING btree ("project_id","user_id","sort_name","id");