CREATE TABLE "report_schedules" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"product_variant_id" uuid,
	"counterparty_id" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"rhythm" text NOT NULL,
	"weekday" integer,
	"month_day" integer,
	"hour" integer NOT NULL,
	"recipients" uuid[] NOT NULL,
	"active" boolean NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"next_at" timestamp with time zone,
	"last_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_schedules_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "report_schedule_next" CHECK (active = (next_at is not null) and not (active and stopped)),
	CONSTRAINT "report_schedule_days" CHECK ((rhythm <> 'weekly' or weekday is not null) and (rhythm <> 'monthly' or month_day is not null))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"product_variant_id" uuid,
	"counterparty_id" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"from" date,
	"to" date,
	"on" date,
	"costs" boolean NOT NULL,
	"schedule_id" uuid,
	"recipients" uuid[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"bytes" bigint,
	"file" text,
	"file_name" text,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "reports_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "report_done" CHECK ((status = 'done') = (file is not null) and (status = 'failed') = (failure is not null))
);
--> statement-breakpoint
CREATE INDEX "report_schedules_project_id_created_at_id_index" ON "report_schedules" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("project_id","next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "reports_project_id_created_at_id_index" ON "reports" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_project_id_kind_created_at_id_index" ON "reports" USING btree ("project_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_of_schedule" ON "reports" USING btree ("project_id","schedule_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("project_id","status") WHERE status in ('queued', 'running');