CREATE TABLE "product_files" (
	"project_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"name" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_files_project_id_product_id_id_pk" PRIMARY KEY("project_id","product_id","id")
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "uses" integer;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_project_id_product_id_products_project_id_id_fk" FOREIGN KEY ("project_id","product_id") REFERENCES "public"."products"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_kept" ON "uploads" USING btree ("project_id","kept_as") WHERE kept_as is not null;