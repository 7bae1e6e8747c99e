ALTER TABLE "projects" ADD COLUMN "temporary_booking_share" smallint DEFAULT 5000 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "temporary_booking_lines" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_temporary" ON "bookings" USING btree ("project_id","ref_id") WHERE status = 'Active' and expires_at is not null;