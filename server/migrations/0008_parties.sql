DROP INDEX "operator_actions_created_at_index";--> statement-breakpoint
DROP INDEX "operator_actions_subject_id_index";--> statement-breakpoint
DROP INDEX "access_requests_status_created_at_index";--> statement-breakpoint
DROP INDEX "messages_status_created_at_index";--> statement-breakpoint
DROP INDEX "messages_created_at_index";--> statement-breakpoint
DROP INDEX "promotions_code";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "parts" text GENERATED ALWAYS AS (translate(lower(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone_number, '')), 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ', 'abvhgdeejzyiijklmnoprstufxccssqyueqye')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "manufacture_requests" ADD COLUMN "sort_deadline" date GENERATED ALWAYS AS (coalesce(deadline, 'infinity'::date)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_actions" ADD COLUMN "parts" text GENERATED ALWAYS AS (translate(lower(coalesce(subject, '') || ' ' || coalesce(note, '')), 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ', 'abvhgdeejzyiijklmnoprstufxccssqyueqye')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "parts" text GENERATED ALWAYS AS (translate(lower(coalesce(title, '') || ' ' || coalesce(friendly_id, '') || ' ' || coalesce(legal_name, '') || ' ' || coalesce(contact_person, '') || ' ' || coalesce(phone, '')), 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ', 'abvhgdeejzyiijklmnoprstufxccssqyueqye')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "sort_title" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(title)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "code_key" text GENERATED ALWAYS AS (upper(promo_code)) STORED;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "parts" text GENERATED ALWAYS AS (translate(lower(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone_number, '')), 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ', 'abvhgdeejzyiijklmnoprstufxccssqyueqye')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "parts" text GENERATED ALWAYS AS (translate(lower(coalesce(name, '') || ' ' || coalesce(email_phone, '') || ' ' || coalesce(comment, '')), 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ', 'abvhgdeejzyiijklmnoprstufxccssqyueqye')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "exports_open" ON "exports" USING btree ("project_id","status") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "users_by_age" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ((lower(name) collate "uk-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "users_by_sign_in" ON "users" USING btree (coalesce(last_sign_in_at, '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("created_at","id") WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("created_at","id") WHERE platform_role is not null;--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (parts gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "counterparty_accounts_by_balance" ON "counterparty_accounts" USING btree ("project_id","balance","counterparty_id");--> statement-breakpoint
CREATE INDEX "manufacture_requests_by_deadline" ON "manufacture_requests" USING btree ("project_id","sort_deadline","id");--> statement-breakpoint
CREATE INDEX "manufacture_requests_to_make" ON "manufacture_requests" USING btree ("project_id","producer_id","id") WHERE status in ('new', 'in_production');--> statement-breakpoint
CREATE INDEX "operator_actions_by_age" ON "operator_actions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "operator_actions_by_deed" ON "operator_actions" USING btree ("deed","created_at","id");--> statement-breakpoint
CREATE INDEX "operator_actions_by_subject" ON "operator_actions" USING btree ("subject_id","created_at","id");--> statement-breakpoint
CREATE INDEX "operator_actions_by_user" ON "operator_actions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "operator_actions_words" ON "operator_actions" USING gin (parts gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "counterparties_by_discount" ON "counterparties" USING btree ("project_id","discount","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "counterparties_deleted" ON "counterparties" USING btree ("project_id","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "counterparties_managed" ON "counterparties" USING btree ("project_id","manager_id","id") WHERE manager_id is not null;--> statement-breakpoint
CREATE INDEX "memberships_by_age" ON "memberships" USING btree ("project_id","created_at","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "memberships_by_role" ON "memberships" USING btree ("project_id","role","created_at","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "memberships_ended" ON "memberships" USING btree ("project_id","created_at","user_id") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "projects_by_age" ON "projects" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "projects_by_title" ON "projects" USING btree ((lower(title) collate "uk-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "projects_by_plan" ON "projects" USING btree ("subscription_plan","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_deleted" ON "projects" USING btree ("created_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "projects_words" ON "projects" USING gin (parts gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "promotion_uses_ref" ON "promotion_uses" USING btree ("project_id","ref_id");--> statement-breakpoint
CREATE INDEX "promotions_by_title" ON "promotions" USING btree ("project_id","sort_title","id");--> statement-breakpoint
CREATE INDEX "promotions_for_all" ON "promotions" USING btree ("project_id","id") WHERE affects_all;--> statement-breakpoint
CREATE INDEX "access_requests_by_status" ON "access_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "access_requests_by_audience" ON "access_requests" USING btree ("audience","created_at","id");--> statement-breakpoint
CREATE INDEX "access_requests_by_name" ON "access_requests" USING btree ((lower(name) collate "uk-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "access_requests_by_email" ON "access_requests" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "access_requests_words" ON "access_requests" USING gin (parts gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_by_age" ON "messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_by_status" ON "messages" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_by_kind" ON "messages" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (parts gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_code" ON "promotions" USING btree ("project_id","code_key");--> statement-breakpoint
-- by hand from here: what stands in the rows that are there
UPDATE "users" u SET "last_sign_in_at" = s.newest
FROM (SELECT "user_id", max("created_at") AS newest FROM "sessions" GROUP BY "user_id") s WHERE s."user_id" = u."id";--> statement-breakpoint
-- counterparties are listed by their accounts: each has one; their wall stands in the way of a statement over all projects
ALTER TABLE "counterparties" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "counterparty_accounts" ("project_id", "counterparty_id") SELECT "project_id", "id" FROM "counterparties" ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparties" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- row-level security shows a person his own memberships; this looks as that person does, for the operator's lists of people
CREATE OR REPLACE FUNCTION memberships_of(person uuid) RETURNS SETOF memberships LANGUAGE plpgsql VOLATILE ROWS 3 AS $$
declare asker text := current_setting('lanka.user_id', true);
begin
  perform set_config('lanka.user_id', person::text, true);
  return query select m.* from memberships m where m.user_id = person;
  perform set_config('lanka.user_id', coalesce(asker, ''), true);
end $$;
