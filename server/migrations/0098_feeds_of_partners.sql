CREATE TABLE "outfeed_mappings" (
	"project_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"market" text NOT NULL,
	"categories" jsonb NOT NULL,
	"params" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outfeed_mappings_project_id_owner_id_market_pk" PRIMARY KEY("project_id","owner_id","market")
);
--> statement-breakpoint
CREATE TABLE "outfeed_partners" (
	"project_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"allowed" boolean,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outfeed_partners_project_id_subject_id_pk" PRIMARY KEY("project_id","subject_id")
);
--> statement-breakpoint
ALTER TABLE "outfeed_mappings" ADD CONSTRAINT "outfeed_mappings_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outfeed_partners" ADD CONSTRAINT "outfeed_partners_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;