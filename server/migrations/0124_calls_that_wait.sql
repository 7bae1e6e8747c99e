ALTER TABLE "api_call_days" ADD COLUMN "waits" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "change_readers" ADD COLUMN "kinds" jsonb;