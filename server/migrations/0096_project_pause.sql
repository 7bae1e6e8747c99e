ALTER TABLE "catalogue_suppliers" ADD COLUMN "paused_until" date;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "paused_until" date;--> statement-breakpoint
CREATE INDEX "projects_paused" ON "projects" USING btree ("paused_until") WHERE paused_until is not null;