ALTER TABLE "manufacture_lines" DROP CONSTRAINT "manufacture_line_counts";--> statement-breakpoint
DROP INDEX "turnover_documents_made_once";--> statement-breakpoint
ALTER TABLE "manufacture_lines" ALTER COLUMN "made" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "manufacture_lines" ADD COLUMN "stocked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- until now nothing stood there until a request was done, and all that was made came into stock; the walls stand in the
-- way of a statement over all projects
ALTER TABLE "manufacture_lines" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "manufacture_lines" SET "made" = coalesce("made", 0), "stocked" = coalesce("made", 0);--> statement-breakpoint
ALTER TABLE "manufacture_lines" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manufacture_lines" ALTER COLUMN "made" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "manufacture_lines" ADD COLUMN "materials" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "manufacture_requests_due" ON "manufacture_requests" USING btree ("project_id","sort_deadline","id") WHERE status in ('new', 'in_production');--> statement-breakpoint
CREATE INDEX "manufacture_requests_due_of_producer" ON "manufacture_requests" USING btree ("project_id","producer_id","sort_deadline","id") WHERE status in ('new', 'in_production');--> statement-breakpoint
CREATE INDEX "turnover_documents_made" ON "turnover_documents" USING btree ("project_id","ref_kind","ref_id") WHERE ref_id is not null;--> statement-breakpoint
ALTER TABLE "manufacture_lines" ADD CONSTRAINT "manufacture_line_counts" CHECK (count > 0 and stocked >= 0 and made >= stocked);