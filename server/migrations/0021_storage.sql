CREATE TABLE "storage_totals" (
	"project_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "storage_totals_project_id_owner_id_pk" PRIMARY KEY("project_id","owner_id"),
	CONSTRAINT "storage_not_negative" CHECK (bytes >= 0)
);
--> statement-breakpoint
CREATE TABLE "user_storage" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "user_storage_not_negative" CHECK (bytes >= 0)
);
--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "bytes" bigint;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "of_user" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "images_unmeasured" ON "product_images" USING btree ("project_id","id") WHERE bytes is null;--> statement-breakpoint
CREATE INDEX "uploads_unmeasured" ON "uploads" USING btree ("project_id","id") WHERE bytes is null;--> statement-breakpoint
-- what dropshippers have sent counts against their own plans; the walls stand in the way of statements over all projects.
-- How large files are the database does not know: the jobs files.measure and catalog.measure_images count them
ALTER TABLE "uploads" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "memberships" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "uploads" u SET "of_user" = true FROM "memberships" m
WHERE m."project_id" = u."project_id" AND m."user_id" = u."user_id" AND m."role" = 'Client';--> statement-breakpoint
ALTER TABLE "memberships" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "uploads" FORCE ROW LEVEL SECURITY;
