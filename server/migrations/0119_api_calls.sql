CREATE TABLE "api_call_days" (
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"key_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"status" integer NOT NULL,
	"calls" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"ms" bigint NOT NULL,
	CONSTRAINT "api_call_days_project_id_day_key_id_operation_status_pk" PRIMARY KEY("project_id","day","key_id","operation","status")
);
--> statement-breakpoint
CREATE TABLE "api_call_places" (
	"tenant_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_calls" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operation" text NOT NULL,
	"status" integer NOT NULL,
	"ms" integer NOT NULL,
	"bytes" integer NOT NULL,
	"path" text,
	"request" text,
	"answer" text,
	CONSTRAINT "api_calls_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "change_readers" (
	"project_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"after" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "change_readers_project_id_key_id_pk" PRIMARY KEY("project_id","key_id")
);
--> statement-breakpoint
CREATE INDEX "api_calls_by_age" ON "api_calls" USING btree ("project_id","at","id");--> statement-breakpoint
CREATE INDEX "api_calls_of_key" ON "api_calls" USING btree ("project_id","key_id","at","id");--> statement-breakpoint
CREATE INDEX "api_calls_failed" ON "api_calls" USING btree ("project_id","at","id") WHERE status >= 400;