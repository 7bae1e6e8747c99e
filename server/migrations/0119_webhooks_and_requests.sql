ALTER TABLE "numbered_changes" ADD COLUMN "shown_number" bigint;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "first_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "replayed" boolean DEFAULT false NOT NULL;