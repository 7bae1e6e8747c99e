DROP INDEX "papers_by_party";--> statement-breakpoint
CREATE INDEX "papers_by_party" ON "papers" USING btree ("project_id","counterparty_id","date","id","issuer","shared","type");