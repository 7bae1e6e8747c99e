ALTER TABLE "numbered_changes" ADD COLUMN "shown_number" bigint;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "first_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "replayed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "notices_of_requests" ON "notices" USING btree ("project_id","at") WHERE kind = 'request_forms.came';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_requests" ON "webhook_deliveries" USING btree ("project_id","entity_id") WHERE kind = 'request_form';