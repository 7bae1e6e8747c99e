CREATE TABLE "counterparty_group_members" (
	"project_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "counterparty_group_members_project_id_group_id_counterparty_id_pk" PRIMARY KEY("project_id","group_id","counterparty_id")
);
--> statement-breakpoint
CREATE TABLE "counterparty_groups" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"position" integer NOT NULL,
	"discount" smallint DEFAULT 0 NOT NULL,
	"price_level_id" uuid,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "counterparty_groups_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "join_links" ADD COLUMN "group_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "counterparties" ADD COLUMN "discount_group_id" uuid;--> statement-breakpoint
ALTER TABLE "counterparties" ADD COLUMN "price_level_group_id" uuid;--> statement-breakpoint
ALTER TABLE "counterparty_terms" ADD COLUMN "discount_group" text;--> statement-breakpoint
ALTER TABLE "counterparty_terms" ADD COLUMN "level_group" text;--> statement-breakpoint
ALTER TABLE "counterparty_group_members" ADD CONSTRAINT "counterparty_group_members_project_id_group_id_counterparty_groups_project_id_id_fk" FOREIGN KEY ("project_id","group_id") REFERENCES "public"."counterparty_groups"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparty_group_members" ADD CONSTRAINT "counterparty_group_members_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparty_groups" ADD CONSTRAINT "counterparty_groups_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparty_groups" ADD CONSTRAINT "counterparty_groups_project_id_price_level_id_price_levels_project_id_id_fk" FOREIGN KEY ("project_id","price_level_id") REFERENCES "public"."price_levels"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counterparty_group_members_of" ON "counterparty_group_members" USING btree ("project_id","counterparty_id","group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "counterparty_groups_name" ON "counterparty_groups" USING btree ("project_id","name_key");--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_project_id_discount_group_id_counterparty_groups_project_id_id_fk" FOREIGN KEY ("project_id","discount_group_id") REFERENCES "public"."counterparty_groups"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_project_id_price_level_group_id_counterparty_groups_project_id_id_fk" FOREIGN KEY ("project_id","price_level_group_id") REFERENCES "public"."counterparty_groups"("project_id","id") ON DELETE no action ON UPDATE no action;