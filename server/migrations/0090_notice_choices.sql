CREATE TABLE "notice_choices" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"area" text NOT NULL,
	"app" boolean NOT NULL,
	"mail" text NOT NULL,
	CONSTRAINT "notice_choices_project_id_user_id_area_pk" PRIMARY KEY("project_id","user_id","area")
);
--> statement-breakpoint
DROP INDEX "notices_together";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "unsubscribe" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "in_app" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "digest" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_choices_of_user" ON "notice_choices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notices_to_mail" ON "notices" USING btree ("user_id","created_at") WHERE digest is not null and mailed_at is null;--> statement-breakpoint
CREATE INDEX "notices_together" ON "notices" USING btree ("project_id","user_id","kind","created_at") WHERE read_at is null or not in_app;