CREATE TABLE "integration_calls" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"service" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"ms" integer NOT NULL,
	"error" text,
	"ref_kind" text,
	"ref_id" uuid,
	CONSTRAINT "integration_calls_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "integration_states" (
	"project_id" uuid NOT NULL,
	"service" text NOT NULL,
	"paused_at" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"last_failure_at" timestamp with time zone,
	"last_error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "integration_states_project_id_service_pk" PRIMARY KEY("project_id","service")
);
--> statement-breakpoint
CREATE TABLE "integration_tasks" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"service" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"ref_kind" text,
	"ref_id" uuid,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "integration_tasks_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "integration_calls_by_time" ON "integration_calls" USING btree ("project_id","service","at","id");--> statement-breakpoint
CREATE INDEX "integration_calls_by_outcome" ON "integration_calls" USING btree ("project_id","service","outcome","at","id");--> statement-breakpoint
CREATE INDEX "integration_calls_old" ON "integration_calls" USING btree ("project_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "integration_tasks_key" ON "integration_tasks" USING btree ("project_id","service","key");--> statement-breakpoint
CREATE INDEX "integration_tasks_by_age" ON "integration_tasks" USING btree ("project_id","service","created_at","id");--> statement-breakpoint
CREATE INDEX "integration_tasks_by_state" ON "integration_tasks" USING btree ("project_id","service","state","created_at","id");--> statement-breakpoint
CREATE INDEX "integration_tasks_due" ON "integration_tasks" USING btree ("project_id","service","next_at","id") WHERE state in ('waiting', 'running');