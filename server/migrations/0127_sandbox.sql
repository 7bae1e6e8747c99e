ALTER TABLE "projects" ADD COLUMN "sandbox_of" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "sandbox_until" date;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "sandbox_filled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_sandbox" ON "projects" USING btree ("sandbox_of") WHERE sandbox_of is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "projects_sandboxes" ON "projects" USING btree ("sandbox_until","id") WHERE sandbox_until is not null;