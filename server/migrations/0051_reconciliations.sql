CREATE TABLE "reconciliation_lines" (
	"project_id" uuid NOT NULL,
	"reconciliation_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"position" integer NOT NULL,
	"posting_id" uuid NOT NULL,
	"day" date NOT NULL,
	"purpose" text NOT NULL,
	"ref_kind" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"document" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"debit" bigint NOT NULL,
	"credit" bigint NOT NULL,
	CONSTRAINT "reconciliation_lines_project_id_reconciliation_id_revision_position_pk" PRIMARY KEY("project_id","reconciliation_id","revision","position"),
	CONSTRAINT "reconciliation_line_one_side" CHECK ((debit = 0) <> (credit = 0) and debit >= 0 and credit >= 0)
);
--> statement-breakpoint
CREATE TABLE "reconciliation_notes" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reconciliation_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"line_id" uuid,
	"kind" text NOT NULL,
	"side" text NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconciliation_notes_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_revisions" (
	"project_id" uuid NOT NULL,
	"reconciliation_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"opening" bigint NOT NULL,
	"debit" bigint NOT NULL,
	"credit" bigint NOT NULL,
	"closing" bigint NOT NULL,
	"parties" jsonb NOT NULL,
	"sent_by" uuid,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconciliation_revisions_project_id_reconciliation_id_revision_pk" PRIMARY KEY("project_id","reconciliation_id","revision"),
	CONSTRAINT "reconciliation_revision_sum" CHECK (closing = opening - debit + credit)
);
--> statement-breakpoint
CREATE TABLE "reconciliation_settings" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"monthly" boolean DEFAULT false NOT NULL,
	"proposed_month" text
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"built_by" text NOT NULL,
	"status" text NOT NULL,
	"awaits" text GENERATED ALWAYS AS (case status when 'sent' then case built_by when 'supplier' then 'counterparty' else 'supplier' end
          when 'disputed' then built_by end) STORED,
	"revision" integer DEFAULT 0 NOT NULL,
	"closing" bigint,
	"created_by" uuid,
	"sent_at" timestamp with time zone,
	"agreed_by" uuid,
	"agreed_at" timestamp with time zone,
	"agreed_name" text DEFAULT '' NOT NULL,
	"agreed_note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconciliations_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "reconciliation_period" CHECK (first_day <= last_day),
	CONSTRAINT "reconciliation_sent_whole" CHECK ((revision > 0) = (sent_at is not null) and (revision > 0) = (closing is not null)),
	CONSTRAINT "reconciliation_agreed_whole" CHECK ((status = 'agreed') = (agreed_at is not null))
);
--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD COLUMN "closed_until" date;--> statement-breakpoint
ALTER TABLE "reconciliation_lines" ADD CONSTRAINT "reconciliation_lines_project_id_reconciliation_id_revision_reconciliation_revisions_project_id_reconciliation_id_revision_fk" FOREIGN KEY ("project_id","reconciliation_id","revision") REFERENCES "public"."reconciliation_revisions"("project_id","reconciliation_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_notes" ADD CONSTRAINT "reconciliation_notes_project_id_reconciliation_id_reconciliations_project_id_id_fk" FOREIGN KEY ("project_id","reconciliation_id") REFERENCES "public"."reconciliations"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_revisions" ADD CONSTRAINT "reconciliation_revisions_project_id_reconciliation_id_reconciliations_project_id_id_fk" FOREIGN KEY ("project_id","reconciliation_id") REFERENCES "public"."reconciliations"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_settings" ADD CONSTRAINT "reconciliation_settings_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reconciliation_notes_in_order" ON "reconciliation_notes" USING btree ("project_id","reconciliation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliations_number" ON "reconciliations" USING btree ("project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliations_once" ON "reconciliations" USING btree ("project_id","counterparty_id","first_day","last_day","built_by") WHERE status <> 'withdrawn';--> statement-breakpoint
CREATE INDEX "reconciliations_by_status" ON "reconciliations" USING btree ("project_id","status","number");--> statement-breakpoint
CREATE INDEX "reconciliations_by_party" ON "reconciliations" USING btree ("project_id","counterparty_id","number");--> statement-breakpoint
CREATE INDEX "reconciliations_by_age" ON "reconciliations" USING btree ("project_id","counterparty_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reconciliations_by_end" ON "reconciliations" USING btree ("project_id","last_day","number");--> statement-breakpoint
CREATE INDEX "reconciliations_waiting" ON "reconciliations" USING btree ("project_id","awaits","number") WHERE awaits is not null;