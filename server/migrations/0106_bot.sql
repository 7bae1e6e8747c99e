CREATE TABLE "bot_chats" (
	"chat_id" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_groups" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"title" text,
	"areas" text[] NOT NULL,
	"locale" text NOT NULL,
	"code_hash" text,
	"code_until" timestamp with time zone,
	"chat_id" text,
	"linked_at" timestamp with time zone,
	"added_by" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_groups_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "bot_links" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"username" text,
	"code_hash" text,
	"code_until" timestamp with time zone,
	"chat_id" text,
	"chat_name" text,
	"linked_at" timestamp with time zone,
	"stopped_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_links_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "bot_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"is_group" boolean DEFAULT false NOT NULL,
	"of_project" uuid,
	"html" text NOT NULL,
	"buttons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"edits" text,
	"folds" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"message_id" text,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "bot_states" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_updates" (
	"update_id" bigint PRIMARY KEY NOT NULL,
	"body" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notice_choices" ADD COLUMN "bot" text DEFAULT 'important' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_groups" ADD CONSTRAINT "bot_groups_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_links" ADD CONSTRAINT "bot_links_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_links" ADD CONSTRAINT "bot_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bot_groups_by_chat" ON "bot_groups" USING btree ("project_id","chat_id") WHERE chat_id is not null;--> statement-breakpoint
CREATE INDEX "bot_groups_chats" ON "bot_groups" USING btree ("chat_id") WHERE chat_id is not null;--> statement-breakpoint
CREATE INDEX "bot_links_of_user" ON "bot_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bot_links_by_chat" ON "bot_links" USING btree ("chat_id") WHERE chat_id is not null;--> statement-breakpoint
CREATE INDEX "bot_links_by_code" ON "bot_links" USING btree ("project_id","code_hash") WHERE code_hash is not null;--> statement-breakpoint
CREATE INDEX "bot_messages_due" ON "bot_messages" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "bot_messages_of_chat" ON "bot_messages" USING btree ("chat_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "bot_messages_of_project" ON "bot_messages" USING btree ("of_project","state","created_at") WHERE state in ('waiting', 'failed');--> statement-breakpoint
CREATE INDEX "bot_messages_old" ON "bot_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bot_updates_waiting" ON "bot_updates" USING btree ("update_id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "bot_updates_old" ON "bot_updates" USING btree ("received_at");