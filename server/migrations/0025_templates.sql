CREATE TABLE "template_fields" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"set" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"options" text[] DEFAULT '{}' NOT NULL,
	"default_value" jsonb,
	"show_in_list" boolean DEFAULT false NOT NULL,
	"on_papers" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_fields_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "template_fields_key" ON "template_fields" USING btree ("project_id","set","key");--> statement-breakpoint
CREATE INDEX "template_fields_order" ON "template_fields" USING btree ("project_id","set","position");