CREATE TABLE "cost_steps" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cost_steps_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_variant_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"price" bigint NOT NULL,
	"pieces_before" integer NOT NULL,
	"cost_before" bigint,
	"cost_after" bigint,
	"reverses" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cost_steps_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "cost_step_counts" CHECK ((count > 0 and reverses is null) or (count < 0 and reverses is not null))
);
--> statement-breakpoint
CREATE TABLE "turnover_arrivals" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "turnover_arrivals_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "turnover_arrival_count_positive" CHECK (count > 0)
);
--> statement-breakpoint
CREATE TABLE "turnover_documents" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"flow" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"counterparty_id" uuid,
	"date" date NOT NULL,
	"in_stock" boolean DEFAULT true NOT NULL,
	"expected_on" date,
	"reason" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"sum" bigint DEFAULT 0 NOT NULL,
	"expected" integer DEFAULT 0 NOT NULL,
	"reverses" uuid,
	"ref_kind" text,
	"ref_id" uuid,
	"created_by" uuid NOT NULL,
	"posted_by" uuid,
	"posted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "turnover_documents_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "sum_bounded" CHECK (sum <= 1000000000000),
	CONSTRAINT "turnover_ref_whole" CHECK ((ref_kind is null) = (ref_id is null)),
	CONSTRAINT "turnover_draft_expects_nothing" CHECK (expected >= 0 and (status = 'posted' or expected = 0)),
	CONSTRAINT "turnover_posted_by_somebody" CHECK ((status = 'draft') = (posted_at is null))
);
--> statement-breakpoint
CREATE TABLE "turnover_items" (
	"project_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"count" integer NOT NULL,
	"transaction_item_price" bigint,
	"sale_price" bigint,
	"transaction_amount" bigint NOT NULL,
	"arrived" integer DEFAULT 0 NOT NULL,
	"expected" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "turnover_items_project_id_document_id_product_variant_id_pk" PRIMARY KEY("project_id","document_id","product_variant_id"),
	CONSTRAINT "turnover_item_counts" CHECK (count > 0 and arrived >= 0 and expected >= 0 and arrived + expected <= count),
	CONSTRAINT "turnover_item_amount" CHECK (transaction_amount = count * coalesce(transaction_item_price, 0)),
	CONSTRAINT "amount_bounded" CHECK (transaction_amount <= 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "variant_costs" (
	"project_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"cost" bigint,
	CONSTRAINT "variant_costs_project_id_product_variant_id_pk" PRIMARY KEY("project_id","product_variant_id"),
	CONSTRAINT "variant_cost_not_negative" CHECK (cost >= 0)
);
--> statement-breakpoint
ALTER TABLE "cost_steps" ADD CONSTRAINT "cost_steps_project_id_document_id_turnover_documents_project_id_id_fk" FOREIGN KEY ("project_id","document_id") REFERENCES "public"."turnover_documents"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_steps" ADD CONSTRAINT "cost_steps_project_id_product_variant_id_stock_levels_project_id_product_variant_id_fk" FOREIGN KEY ("project_id","product_variant_id") REFERENCES "public"."stock_levels"("project_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnover_arrivals" ADD CONSTRAINT "turnover_arrivals_project_id_document_id_turnover_documents_project_id_id_fk" FOREIGN KEY ("project_id","document_id") REFERENCES "public"."turnover_documents"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnover_documents" ADD CONSTRAINT "turnover_documents_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnover_items" ADD CONSTRAINT "turnover_items_project_id_document_id_turnover_documents_project_id_id_fk" FOREIGN KEY ("project_id","document_id") REFERENCES "public"."turnover_documents"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnover_items" ADD CONSTRAINT "turnover_items_project_id_product_variant_id_product_variants_project_id_id_fk" FOREIGN KEY ("project_id","product_variant_id") REFERENCES "public"."product_variants"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_costs" ADD CONSTRAINT "variant_costs_project_id_product_variant_id_stock_levels_project_id_product_variant_id_fk" FOREIGN KEY ("project_id","product_variant_id") REFERENCES "public"."stock_levels"("project_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cost_steps_project_id_product_variant_id_sequence_index" ON "cost_steps" USING btree ("project_id","product_variant_id","sequence");--> statement-breakpoint
CREATE INDEX "cost_steps_project_id_document_id_product_variant_id_index" ON "cost_steps" USING btree ("project_id","document_id","product_variant_id");--> statement-breakpoint
CREATE INDEX "turnover_arrivals_project_id_document_id_id_index" ON "turnover_arrivals" USING btree ("project_id","document_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "turnover_documents_project_id_number_index" ON "turnover_documents" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "turnover_documents_project_id_date_id_index" ON "turnover_documents" USING btree ("project_id","date","id");--> statement-breakpoint
CREATE INDEX "turnover_documents_project_id_created_at_id_index" ON "turnover_documents" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "turnover_documents_project_id_sum_id_index" ON "turnover_documents" USING btree ("project_id","sum","id");--> statement-breakpoint
CREATE INDEX "turnover_documents_project_id_flow_date_id_index" ON "turnover_documents" USING btree ("project_id","flow","date","id");--> statement-breakpoint
CREATE INDEX "turnover_documents_project_id_type_date_id_index" ON "turnover_documents" USING btree ("project_id","type","date","id");--> statement-breakpoint
CREATE INDEX "turnover_documents_project_id_status_date_id_index" ON "turnover_documents" USING btree ("project_id","status","date","id");--> statement-breakpoint
CREATE INDEX "turnover_documents_project_id_counterparty_id_date_id_index" ON "turnover_documents" USING btree ("project_id","counterparty_id","date","id");--> statement-breakpoint
CREATE INDEX "turnover_documents_expected" ON "turnover_documents" USING btree ("project_id","date","id") WHERE expected > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "turnover_documents_reversed_once" ON "turnover_documents" USING btree ("project_id","reverses") WHERE reverses is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "turnover_documents_made_once" ON "turnover_documents" USING btree ("project_id","ref_kind","ref_id") WHERE ref_id is not null;--> statement-breakpoint
CREATE INDEX "turnover_items_project_id_product_variant_id_document_id_index" ON "turnover_items" USING btree ("project_id","product_variant_id","document_id");--> statement-breakpoint
CREATE INDEX "turnover_items_expected" ON "turnover_items" USING btree ("project_id","product_variant_id") WHERE expected > 0;