CREATE TABLE "stocktake_counts" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stocktake_counts_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stocktake_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"count" integer NOT NULL,
	"counted" integer,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stocktake_counts_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "stocktake_lines" (
	"project_id" uuid NOT NULL,
	"stocktake_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"counted" integer,
	"expected" integer,
	"difference" integer GENERATED ALWAYS AS (counted - expected) STORED,
	"movements" integer,
	"corrections" integer,
	"moved" boolean DEFAULT false NOT NULL,
	"counted_by" uuid,
	"counted_at" timestamp with time zone,
	"cost" bigint,
	"refused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "stocktake_lines_project_id_stocktake_id_product_variant_id_pk" PRIMARY KEY("project_id","stocktake_id","product_variant_id"),
	CONSTRAINT "stocktake_line_counted_whole" CHECK ((counted is null) = (expected is null) and (counted is null) = (counted_at is null) and counted >= 0)
);
--> statement-breakpoint
CREATE TABLE "stocktakes" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"status" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"surplus" integer,
	"shortage" integer,
	"opened_by" uuid NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stocktakes_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "stocktake_closed_by_somebody" CHECK ((status = 'open') = (closed_at is null)),
	CONSTRAINT "stocktake_closed_has_totals" CHECK ((status = 'closed') = (surplus is not null and shortage is not null))
);
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "movements" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "corrections" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stocktake_counts" ADD CONSTRAINT "stocktake_counts_project_id_stocktake_id_product_variant_id_stocktake_lines_project_id_stocktake_id_product_variant_id_fk" FOREIGN KEY ("project_id","stocktake_id","product_variant_id") REFERENCES "public"."stocktake_lines"("project_id","stocktake_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_lines" ADD CONSTRAINT "stocktake_lines_project_id_stocktake_id_stocktakes_project_id_id_fk" FOREIGN KEY ("project_id","stocktake_id") REFERENCES "public"."stocktakes"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_lines" ADD CONSTRAINT "stocktake_lines_project_id_product_variant_id_product_variants_project_id_id_fk" FOREIGN KEY ("project_id","product_variant_id") REFERENCES "public"."product_variants"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stocktake_counts_in_order" ON "stocktake_counts" USING btree ("project_id","stocktake_id","sequence");--> statement-breakpoint
CREATE INDEX "stocktake_counts_of_line" ON "stocktake_counts" USING btree ("project_id","stocktake_id","product_variant_id","sequence");--> statement-breakpoint
CREATE INDEX "stocktake_lines_in_order" ON "stocktake_lines" USING btree ("project_id","stocktake_id","number");--> statement-breakpoint
CREATE INDEX "stocktake_lines_uncounted" ON "stocktake_lines" USING btree ("project_id","stocktake_id","number") WHERE counted is null;--> statement-breakpoint
CREATE INDEX "stocktake_lines_counted" ON "stocktake_lines" USING btree ("project_id","stocktake_id","number") WHERE counted is not null;--> statement-breakpoint
CREATE INDEX "stocktake_lines_different" ON "stocktake_lines" USING btree ("project_id","stocktake_id","number") WHERE difference <> 0;--> statement-breakpoint
CREATE UNIQUE INDEX "stocktakes_number" ON "stocktakes" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "stocktakes_by_status" ON "stocktakes" USING btree ("project_id","status","number");