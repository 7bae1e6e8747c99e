CREATE TABLE "return_history" (
	"project_id" uuid NOT NULL,
	"return_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "return_history_project_id_return_id_id_pk" PRIMARY KEY("project_id","return_id","id")
);
--> statement-breakpoint
CREATE TABLE "return_items" (
	"project_id" uuid NOT NULL,
	"return_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"count" integer NOT NULL,
	"to_warehouse" boolean NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"credit" bigint DEFAULT 0 NOT NULL,
	"restocked" boolean DEFAULT false NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "return_items_project_id_return_id_id_pk" PRIMARY KEY("project_id","return_id","id"),
	CONSTRAINT "return_item_count_positive" CHECK (count > 0),
	CONSTRAINT "return_item_credit" CHECK (credit >= 0 and (status = 'approved' or (credit = 0 and not restocked))),
	CONSTRAINT "return_item_decided" CHECK ((status = 'pending') = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "return_photos" (
	"project_id" uuid NOT NULL,
	"return_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "return_photos_project_id_return_id_id_pk" PRIMARY KEY("project_id","return_id","id")
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"origin" text NOT NULL,
	"reason" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"count" integer NOT NULL,
	"undecided" integer NOT NULL,
	"credit" bigint DEFAULT 0 NOT NULL,
	"logistics_charge" bigint DEFAULT 0 NOT NULL,
	"logistics_posting_id" uuid,
	"waived_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"created_by" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returns_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "amount_bounded" CHECK (credit <= 1000000000000),
	CONSTRAINT "return_counts" CHECK (count > 0 and undecided >= 0 and undecided <= count),
	CONSTRAINT "return_charge" CHECK (logistics_charge >= 0 and (logistics_charge > 0) = (logistics_posting_id is not null))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "counterparties" ADD COLUMN "refusal_charge" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_history" ADD CONSTRAINT "return_history_project_id_return_id_returns_project_id_id_fk" FOREIGN KEY ("project_id","return_id") REFERENCES "public"."returns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_project_id_return_id_returns_project_id_id_fk" FOREIGN KEY ("project_id","return_id") REFERENCES "public"."returns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_project_id_order_id_order_item_id_order_items_project_id_order_id_id_fk" FOREIGN KEY ("project_id","order_id","order_item_id") REFERENCES "public"."order_items"("project_id","order_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_project_id_return_id_returns_project_id_id_fk" FOREIGN KEY ("project_id","return_id") REFERENCES "public"."returns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "return_items_id" ON "return_items" USING btree ("project_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "return_items_once" ON "return_items" USING btree ("project_id","return_id","order_item_id");--> statement-breakpoint
CREATE INDEX "return_items_project_id_order_id_order_item_id_index" ON "return_items" USING btree ("project_id","order_id","order_item_id");--> statement-breakpoint
CREATE INDEX "return_items_project_id_product_variant_id_return_id_index" ON "return_items" USING btree ("project_id","product_variant_id","return_id");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_project_id_number_index" ON "returns" USING btree ("project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_refused_once" ON "returns" USING btree ("project_id","order_id") WHERE origin = 'refusal';--> statement-breakpoint
CREATE INDEX "returns_project_id_order_id_id_index" ON "returns" USING btree ("project_id","order_id","id");--> statement-breakpoint
CREATE INDEX "returns_project_id_created_at_id_index" ON "returns" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_project_id_credit_id_index" ON "returns" USING btree ("project_id","credit","id");--> statement-breakpoint
CREATE INDEX "returns_project_id_status_created_at_id_index" ON "returns" USING btree ("project_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_project_id_counterparty_id_created_at_id_index" ON "returns" USING btree ("project_id","counterparty_id","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_undecided" ON "returns" USING btree ("project_id","created_at","id") WHERE undecided > 0;--> statement-breakpoint
CREATE INDEX "returns_refused" ON "returns" USING btree ("project_id","created_at","id") WHERE origin = 'refusal';--> statement-breakpoint
CREATE INDEX "orders_returned" ON "orders" USING btree ("project_id","created_at","id") WHERE returned > 0;--> statement-breakpoint
CREATE INDEX "orders_returned_of" ON "orders" USING btree ("project_id","counterparty_id","created_at","id") WHERE returned > 0;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_returned_not_negative" CHECK (returned >= 0);--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparty_refusal_charge" CHECK (refusal_charge >= 0);