CREATE TABLE "plan_extras" (
	"project_id" uuid NOT NULL,
	"month" date NOT NULL,
	"kind" text NOT NULL,
	"n" integer NOT NULL,
	"plan" text,
	"price" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_extras_project_id_month_kind_n_pk" PRIMARY KEY("project_id","month","kind","n")
);
--> statement-breakpoint
CREATE TABLE "plan_invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"audience" text NOT NULL,
	"payer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"month" date,
	"issued_on" date NOT NULL,
	"due_on" date,
	"amount" bigint NOT NULL,
	"credited" bigint DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"frozen" jsonb NOT NULL,
	"corrects" uuid,
	"paid_on" date,
	"paid_by" text,
	"comment" text DEFAULT '' NOT NULL,
	"told" text DEFAULT 'issued' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "billed_from" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "restricted_from" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "restricted_by" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "billed_from" date;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "restricted_from" date;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "restricted_by" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "trial_until" date;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "extra_orders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_extras" ADD CONSTRAINT "plan_extras_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_invoices" ADD CONSTRAINT "plan_invoices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_invoices_number" ON "plan_invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_invoices_month" ON "plan_invoices" USING btree ("payer_id","month") WHERE kind = 'month';--> statement-breakpoint
CREATE INDEX "plan_invoices_payer" ON "plan_invoices" USING btree ("payer_id","number");--> statement-breakpoint
CREATE INDEX "plan_invoices_due" ON "plan_invoices" USING btree ("due_on","id") WHERE status = 'due';--> statement-breakpoint
CREATE INDEX "plan_invoices_by_day" ON "plan_invoices" USING btree ("issued_on","id");--> statement-breakpoint
CREATE INDEX "plan_invoices_corrects" ON "plan_invoices" USING btree ("corrects") WHERE corrects is not null;--> statement-breakpoint
CREATE INDEX "users_billed" ON "users" USING btree ("billed_from","id") WHERE billed_from is not null;--> statement-breakpoint
CREATE INDEX "projects_billed" ON "projects" USING btree ("billed_from","id") WHERE deleted_at is null and billed_from is not null;--> statement-breakpoint
-- whoever is here already has a month without an invoice, or a whole trial, from now on
UPDATE "projects" SET "billed_from" = (date_trunc('month', now() AT TIME ZONE 'Europe/Kiev') + interval '1 month')::date WHERE "subscription_plan" IS NOT NULL;--> statement-breakpoint
UPDATE "projects" SET "trial_until" = (now() AT TIME ZONE 'Europe/Kiev')::date + 29, "restricted_from" = (now() AT TIME ZONE 'Europe/Kiev')::date + 30 WHERE "subscription_plan" IS NULL;--> statement-breakpoint
UPDATE "users" SET "billed_from" = (date_trunc('month', now() AT TIME ZONE 'Europe/Kiev') + interval '1 month')::date WHERE "subscription_plan" IS NOT NULL AND "subscription_plan" <> 'dropshipper-free';
