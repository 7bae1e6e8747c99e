CREATE TABLE "news" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"title" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"audience" text DEFAULT 'all' NOT NULL,
	"group_ids" uuid[] DEFAULT '{}' NOT NULL,
	"counterparty_ids" uuid[] DEFAULT '{}' NOT NULL,
	"product_ids" uuid[] DEFAULT '{}' NOT NULL,
	"changes" jsonb,
	"more_changes" integer DEFAULT 0 NOT NULL,
	"file_name" text,
	"file_title" text,
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"edited_at" timestamp with time zone,
	"author_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "news_reads" (
	"project_id" uuid NOT NULL,
	"news_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_reads_project_id_news_id_user_id_pk" PRIMARY KEY("project_id","news_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "news_settings" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"rhythm" text NOT NULL,
	"publishes" boolean NOT NULL,
	"kinds" text[] NOT NULL,
	"written_until" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_history" ADD COLUMN "noted_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "notice_events" ADD COLUMN "counterparty_ids" uuid[];--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_project_id_news_id_news_project_id_id_fk" FOREIGN KEY ("project_id","news_id") REFERENCES "public"."news"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_settings" ADD CONSTRAINT "news_settings_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "news_by_age" ON "news" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "news_by_status" ON "news" USING btree ("project_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "news_published" ON "news" USING btree ("project_id","published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "news_by_itself" ON "news" USING btree ("project_id","created_at") WHERE changes is not null;--> statement-breakpoint
CREATE INDEX "product_history_noted" ON "product_history" USING btree ("project_id","noted_at");