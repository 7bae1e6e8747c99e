ALTER TABLE "mails" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("created_at") WHERE status = 'queued';