CREATE TABLE "request_forms" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"comment" text DEFAULT '' NOT NULL,
	"page_url" text,
	"note" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), ''),
	"created_by" uuid,
	"done_at" timestamp with time zone,
	"done_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_forms_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "site_forms" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"origins" text[] NOT NULL,
	"locale" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"notice" text DEFAULT '' NOT NULL,
	"thanks" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "static_data_history" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"static_data_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"user_id" uuid NOT NULL,
	"by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), ''),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "static_data_history_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "static_data" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "static_data" ADD COLUMN "thumbnail" text;--> statement-breakpoint
ALTER TABLE "static_data" ADD COLUMN "file_bytes" integer;--> statement-breakpoint
ALTER TABLE "static_data" ADD COLUMN "picture_id" uuid;--> statement-breakpoint
ALTER TABLE "request_forms" ADD CONSTRAINT "request_forms_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_forms" ADD CONSTRAINT "request_forms_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_forms" ADD CONSTRAINT "request_forms_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_forms" ADD CONSTRAINT "site_forms_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "static_data_history" ADD CONSTRAINT "static_data_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_forms_by_age" ON "request_forms" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "request_forms_by_status" ON "request_forms" USING btree ("project_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "static_data_history_by_age" ON "static_data_history" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "static_data_history_of_one" ON "static_data_history" USING btree ("project_id","static_data_id","created_at","id");