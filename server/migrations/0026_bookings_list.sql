ALTER TABLE "bookings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_by_status" ON "bookings" USING btree ("project_id","status","id");--> statement-breakpoint
CREATE INDEX "bookings_by_user" ON "bookings" USING btree ("project_id","user_id","id");--> statement-breakpoint
CREATE INDEX "bookings_by_hand" ON "bookings" USING btree ("project_id","status","id") WHERE ref_kind = 'booking';--> statement-breakpoint
CREATE INDEX "bookings_ending" ON "bookings" USING btree ("project_id","id") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "bookings_by_end" ON "bookings" USING btree ("project_id","expires_at","id") WHERE expires_at is not null;