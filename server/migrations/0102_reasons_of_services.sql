ALTER TABLE "integration_calls" ALTER COLUMN "error" SET DATA TYPE jsonb USING to_jsonb("error");--> statement-breakpoint
ALTER TABLE "integration_states" ALTER COLUMN "last_error" SET DATA TYPE jsonb USING to_jsonb("last_error");--> statement-breakpoint
ALTER TABLE "integration_tasks" ALTER COLUMN "error" SET DATA TYPE jsonb USING to_jsonb("error");--> statement-breakpoint
CREATE INDEX "integration_tasks_old" ON "integration_tasks" USING btree ("project_id","finished_at") WHERE state in ('done', 'canceled');