CREATE TABLE "outfeed_fetches" (
	"project_id" uuid NOT NULL,
	"feed_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent" text NOT NULL,
	"address" text NOT NULL,
	"status" integer NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outfeed_fetches_project_id_feed_id_id_pk" PRIMARY KEY("project_id","feed_id","id")
);
--> statement-breakpoint
CREATE TABLE "outfeeds" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"sort_name" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"format" text NOT NULL,
	"settings" jsonb NOT NULL,
	"token" text NOT NULL,
	"mark" text,
	"wanted_at" timestamp with time zone,
	"built_at" timestamp with time zone,
	"file" text,
	"etag" text,
	"bytes" integer DEFAULT 0 NOT NULL,
	"packed_bytes" integer DEFAULT 0 NOT NULL,
	"offers" integer DEFAULT 0 NOT NULL,
	"available" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sold_out" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outfeeds_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "outfeed_fetches" ADD CONSTRAINT "outfeed_fetches_project_id_feed_id_outfeeds_project_id_id_fk" FOREIGN KEY ("project_id","feed_id") REFERENCES "public"."outfeeds"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outfeeds" ADD CONSTRAINT "outfeeds_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outfeeds" ADD CONSTRAINT "outfeeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outfeed_fetches_by_age" ON "outfeed_fetches" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "outfeeds_token" ON "outfeeds" USING btree ("token");--> statement-breakpoint
CREATE INDEX "outfeeds_by_age" ON "outfeeds" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outfeeds_by_name" ON "outfeeds" USING btree ("project_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "outfeeds_of_user" ON "outfeeds" USING btree ("project_id","user_id","created_at","id");