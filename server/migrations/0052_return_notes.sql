DROP INDEX "returns_refused";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "return_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_project_id_return_id_returns_project_id_id_fk" FOREIGN KEY ("project_id","return_id") REFERENCES "public"."returns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_of_return" ON "documents" USING btree ("project_id","return_id") WHERE return_id is not null;--> statement-breakpoint
CREATE INDEX "returns_decided" ON "returns" USING btree ("project_id","created_at","id") WHERE undecided = 0;--> statement-breakpoint
CREATE INDEX "returns_project_id_origin_created_at_id_index" ON "returns" USING btree ("project_id","origin","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_project_id_reason_created_at_id_index" ON "returns" USING btree ("project_id","reason","created_at","id");