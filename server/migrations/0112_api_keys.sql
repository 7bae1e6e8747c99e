CREATE TABLE "api_key_secrets" (
	"project_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"key_id" uuid NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_key_secrets_project_id_token_hash_pk" PRIMARY KEY("project_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"addresses" jsonb NOT NULL,
	"last_day" date,
	"prefix" text NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_use" (
	"project_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"month" date NOT NULL,
	"requests" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "api_use_project_id_key_id_month_pk" PRIMARY KEY("project_id","key_id","month")
);
--> statement-breakpoint
CREATE TABLE "meter_journals" (
	"name" text PRIMARY KEY NOT NULL,
	"read_to" bigint NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "order_comments" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "counterparty_terms" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "processed_by_key" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "return_history" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "by_key" text DEFAULT nullif(current_setting('lanka.api_key', true), '');--> statement-breakpoint
ALTER TABLE "api_key_secrets" ADD CONSTRAINT "api_key_secrets_project_id_key_id_api_keys_project_id_id_fk" FOREIGN KEY ("project_id","key_id") REFERENCES "public"."api_keys"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_secrets_by_hash" ON "api_key_secrets" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "api_key_secrets_of_key" ON "api_key_secrets" USING btree ("project_id","key_id","ends_at");--> statement-breakpoint
CREATE INDEX "api_keys_by_age" ON "api_keys" USING btree ("project_id","created_at","id");