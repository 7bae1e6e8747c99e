CREATE TABLE "comment_templates" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"text" text NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_templates_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "comment_templates_name" UNIQUE("project_id","name_key")
);
--> statement-breakpoint
CREATE TABLE "order_mentions" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"comment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "order_mentions_project_id_order_id_comment_id_user_id_pk" PRIMARY KEY("project_id","order_id","comment_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "order_mentions" ADD CONSTRAINT "order_mentions_project_id_order_id_comment_id_order_comments_project_id_order_id_id_fk" FOREIGN KEY ("project_id","order_id","comment_id") REFERENCES "public"."order_comments"("project_id","order_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_mentions_of_user" ON "order_mentions" USING btree ("project_id","user_id","order_id");