CREATE TABLE "price_levels" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_levels_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "price_levels_name" UNIQUE("project_id","name_key")
);
--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "prices" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "price_level" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "price_from" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "counterparties" ADD COLUMN "price_level_id" uuid;--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_project_id_price_level_id_price_levels_project_id_id_fk" FOREIGN KEY ("project_id","price_level_id") REFERENCES "public"."price_levels"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counterparties_by_level" ON "counterparties" USING btree ("project_id","price_level_id","id") WHERE price_level_id is not null;