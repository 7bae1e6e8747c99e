CREATE TABLE "import_source_goods" (
	"project_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"vanished_at" timestamp with time zone,
	"hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "import_source_goods_project_id_source_id_product_variant_id_pk" PRIMARY KEY("project_id","source_id","product_variant_id")
);
--> statement-breakpoint
CREATE TABLE "import_sources" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"kind" text,
	"every_hours" integer NOT NULL,
	"vanished" text NOT NULL,
	"active" boolean NOT NULL,
	"publish" boolean NOT NULL,
	"discount" smallint NOT NULL,
	"source" text,
	"next_at" timestamp with time zone,
	"validators" jsonb,
	"good_at" timestamp with time zone,
	"good_offers" integer,
	"trouble" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"last_run_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_sources_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "by_clock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "held" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "unmodified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "validators" jsonb;--> statement-breakpoint
ALTER TABLE "import_source_goods" ADD CONSTRAINT "import_source_goods_project_id_source_id_import_sources_project_id_id_fk" FOREIGN KEY ("project_id","source_id") REFERENCES "public"."import_sources"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_source_goods_hidden" ON "import_source_goods" USING btree ("project_id","source_id","product_id") WHERE vanished_at is not null;--> statement-breakpoint
CREATE INDEX "import_sources_by_age" ON "import_sources" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "import_sources_due" ON "import_sources" USING btree ("project_id","next_at") WHERE active;--> statement-breakpoint
CREATE INDEX "imports_of_source" ON "imports" USING btree ("project_id","source_id","created_at","id");