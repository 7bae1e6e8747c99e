CREATE TABLE "automation_rules" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"trigger" text NOT NULL,
	"statuses" text[] NOT NULL,
	"sum_from" bigint,
	"sum_to" bigint,
	"counterparty_ids" uuid[] NOT NULL,
	"move_to" text,
	"paper" text,
	"comment" text,
	"comment_visibility" text NOT NULL,
	"notice_to" text,
	"notice_text" text,
	"author_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automation_rules_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "automation_runs" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_number" integer NOT NULL,
	"outcome" text NOT NULL,
	"reason" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automation_runs_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "rule" text;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_rules_asked" ON "automation_rules" USING btree ("project_id","trigger") WHERE enabled;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_once" ON "automation_runs" USING btree ("project_id","event_id","rule_id");--> statement-breakpoint
CREATE INDEX "automation_runs_project_id_created_at_id_index" ON "automation_runs" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "automation_runs_project_id_rule_id_created_at_id_index" ON "automation_runs" USING btree ("project_id","rule_id","created_at","id");--> statement-breakpoint
CREATE INDEX "automation_runs_failed" ON "automation_runs" USING btree ("project_id","created_at","id") WHERE outcome = 'failed';