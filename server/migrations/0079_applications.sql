CREATE TABLE "application_events" (
	"project_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_events_project_id_application_id_id_pk" PRIMARY KEY("project_id","application_id","id")
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"cover_text" text DEFAULT '' NOT NULL,
	"phone" text,
	"edropoy_code" text,
	"iban" text,
	"reason" text DEFAULT '' NOT NULL,
	"counterparty_id" uuid,
	"applied_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "applications_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_project_id_application_id_applications_project_id_id_fk" FOREIGN KEY ("project_id","application_id") REFERENCES "public"."applications"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "applications_one_each" ON "applications" USING btree ("project_id","user_id");--> statement-breakpoint
CREATE INDEX "applications_by_age" ON "applications" USING btree ("project_id","applied_at","id");--> statement-breakpoint
CREATE INDEX "applications_by_status" ON "applications" USING btree ("project_id","status","applied_at","id");--> statement-breakpoint
CREATE INDEX "applications_of_user" ON "applications" USING btree ("user_id","applied_at","id");