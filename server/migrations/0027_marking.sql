CREATE TABLE "marking_settings" (
	"project_id" uuid NOT NULL,
	"code_type" text NOT NULL,
	"redirect_url" text,
	"show_price" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "marking_settings_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
DROP INDEX "variants_barcode";--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "internal_code" text;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "code" text GENERATED ALWAYS AS (coalesce(barcode, internal_code)) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "variants_internal_code" ON "product_variants" USING btree ("project_id","internal_code");--> statement-breakpoint
CREATE INDEX "variants_without_code" ON "product_variants" USING btree ("project_id","id") WHERE code is null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "variants_barcode" ON "product_variants" USING btree ("project_id","code") WHERE deleted_at is null;