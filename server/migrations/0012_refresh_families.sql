DROP INDEX "sessions_refresh_hash_index";--> statement-breakpoint
DROP INDEX "sessions_previous_hash_index";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "family_hash" text;--> statement-breakpoint
-- the token that is in hand becomes the family of those that follow
UPDATE "sessions" SET "family_hash" = "refresh_hash";--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "family_hash" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_family_hash_index" ON "sessions" USING btree ("family_hash");
