ALTER TABLE "postings" ADD COLUMN "day" date DEFAULT (now() at time zone 'Europe/Kyiv')::date NOT NULL;--> statement-breakpoint
-- what was posted before gets its day: a payment that of its date, anything else that on which it was entered; the walls
-- stand in the way of statements over all projects
ALTER TABLE "postings" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payments" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "postings" SET "day" = ("created_at" AT TIME ZONE 'Europe/Kyiv')::date;--> statement-breakpoint
UPDATE "postings" p SET "day" = m."date" FROM "payments" m
WHERE m."project_id" = p."project_id" AND m."id" = p."ref_id" AND p."ref_kind" = 'payment' AND p."day" <> m."date";--> statement-breakpoint
ALTER TABLE "payments" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "postings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "postings_by_day" ON "postings" USING btree ("project_id","counterparty_id","day","sequence");