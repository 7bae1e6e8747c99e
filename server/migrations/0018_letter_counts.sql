CREATE TABLE "letter_counts" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "letter_counts_resets_at_index" ON "letter_counts" USING btree ("resets_at");