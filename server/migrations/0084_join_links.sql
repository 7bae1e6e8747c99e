CREATE TABLE "join_links" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token" text NOT NULL,
	"discount" smallint DEFAULT 0 NOT NULL,
	"price_level_id" uuid,
	"manager_id" uuid,
	"last_day" date,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "join_links_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "join_link_uses" CHECK (uses >= 0 and (max_uses is null or uses <= max_uses))
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "join_link_id" uuid;--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "join_links_token_index" ON "join_links" USING btree ("token");--> statement-breakpoint
CREATE INDEX "join_links_by_age" ON "join_links" USING btree ("project_id","created_at","id");--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_project_id_join_link_id_join_links_project_id_id_fk" FOREIGN KEY ("project_id","join_link_id") REFERENCES "public"."join_links"("project_id","id") ON DELETE no action ON UPDATE no action;