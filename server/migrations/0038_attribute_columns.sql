CREATE TABLE "attribute_columns" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"value_type" text DEFAULT 'text' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attribute_columns_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "product_variant_options" ADD COLUMN "column_id" uuid;--> statement-breakpoint
-- the walls of the tenants stand already; the next start of the server puts this one back
ALTER TABLE "product_variant_options" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- One column for each name as it is written: those that are alike are shown, and merged by a person. Of numbers where
-- any product said so; what is no number there is shown too.
INSERT INTO "attribute_columns" ("project_id", "id", "name", "key", "value_type")
SELECT "project_id", gen_random_uuid(), "name",
  trim(regexp_replace(translate(lower("name" collate "und-x-icu"), '’ʼ‘`′', ''''''''''''), '\s+', ' ', 'g')), min("value_type")
FROM "product_variant_options" GROUP BY "project_id", "name";--> statement-breakpoint
UPDATE "product_variant_options" o SET "column_id" = c."id", "value_type" = c."value_type" FROM "attribute_columns" c
WHERE c."project_id" = o."project_id" AND c."name" = o."name";--> statement-breakpoint
ALTER TABLE "product_variant_options" ALTER COLUMN "column_id" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "attribute_columns_name" ON "attribute_columns" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "attribute_columns_key" ON "attribute_columns" USING btree ("project_id","key");--> statement-breakpoint
ALTER TABLE "product_variant_options" ADD CONSTRAINT "product_variant_options_project_id_column_id_attribute_columns_project_id_id_fk" FOREIGN KEY ("project_id","column_id") REFERENCES "public"."attribute_columns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "options_of_column" ON "product_variant_options" USING btree ("project_id","column_id","product_id");