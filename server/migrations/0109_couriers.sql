CREATE TABLE "delivery_street_searches" (
	"city_ref" text NOT NULL,
	"key" text NOT NULL,
	"is_whole" boolean NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_street_searches_city_ref_key_pk" PRIMARY KEY("city_ref","key")
);
--> statement-breakpoint
CREATE TABLE "delivery_streets" (
	"ref" text PRIMARY KEY NOT NULL,
	"city_ref" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_door" jsonb;--> statement-breakpoint
CREATE INDEX "delivery_streets_of_city" ON "delivery_streets" USING btree ("city_ref","key");