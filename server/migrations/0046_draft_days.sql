CREATE TABLE "deleted_drafts" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"customer_name" text DEFAULT '' NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"draft_days" integer NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deleted_drafts_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "main_info" ADD COLUMN "draft_days" integer;--> statement-breakpoint
ALTER TABLE "deleted_drafts" ADD CONSTRAINT "deleted_drafts_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_drafts_project_id_deleted_at_id_index" ON "deleted_drafts" USING btree ("project_id","deleted_at","id");--> statement-breakpoint
CREATE INDEX "deleted_drafts_project_id_counterparty_id_deleted_at_id_index" ON "deleted_drafts" USING btree ("project_id","counterparty_id","deleted_at","id");