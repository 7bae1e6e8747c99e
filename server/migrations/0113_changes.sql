CREATE TABLE "change_numbers" (
	"project_id" uuid NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL,
	"forgotten" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "change_numbers_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "numbered_changes" (
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"told_to" uuid NOT NULL,
	"number" bigint NOT NULL,
	"created_number" bigint,
	"what" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "numbered_changes_project_id_kind_entity_id_told_to_pk" PRIMARY KEY("project_id","kind","entity_id","told_to")
);
--> statement-breakpoint
CREATE TABLE "change_queue" (
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"told_to" uuid NOT NULL,
	"what" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "change_queue_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "numbered_changes_in_order" ON "numbered_changes" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "numbered_changes_by_age" ON "numbered_changes" USING btree ("project_id","at");