CREATE TABLE "notice_events" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"counterparty_id" uuid,
	"user_id" uuid,
	"facts" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_events_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"area" text NOT NULL,
	"facts" jsonb NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"outside" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_project_id_user_id_id_pk" PRIMARY KEY("project_id","user_id","id")
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_of_user" ON "notices" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "notices_by_area" ON "notices" USING btree ("user_id","area","at","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id","at","id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_unread_by_area" ON "notices" USING btree ("user_id","area","at","id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_together" ON "notices" USING btree ("project_id","user_id","kind","created_at") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_old" ON "notices" USING btree ("project_id","at");