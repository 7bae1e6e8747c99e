CREATE TABLE "parcel_items" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"parcel_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "parcel_items_project_id_order_id_parcel_id_order_item_id_pk" PRIMARY KEY("project_id","order_id","parcel_id","order_item_id"),
	CONSTRAINT "parcel_item_count_positive" CHECK (count > 0),
	CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000)
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"ttn" text,
	"sent_at" timestamp with time zone,
	"sent_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "parcels_project_id_order_id_id_pk" PRIMARY KEY("project_id","order_id","id"),
	CONSTRAINT "parcel_number_positive" CHECK (number > 0)
);
--> statement-breakpoint
DROP INDEX "postings_once";--> statement-breakpoint
DROP INDEX "stock_movements_once";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "ref_part" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parcels" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sent_pieces" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sent_sum" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "ref_part" uuid;--> statement-breakpoint
ALTER TABLE "parcel_items" ADD CONSTRAINT "parcel_items_project_id_order_id_parcel_id_parcels_project_id_order_id_id_fk" FOREIGN KEY ("project_id","order_id","parcel_id") REFERENCES "public"."parcels"("project_id","order_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_number" ON "parcels" USING btree ("project_id","order_id","number");--> statement-breakpoint
CREATE INDEX "orders_partly_sent" ON "orders" USING btree ("project_id","created_at","id") WHERE sent_pieces > 0 and shipped_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "postings_once" ON "postings" USING btree ("project_id","ref_kind","ref_id","purpose",coalesce(ref_part, ref_id));--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_once" ON "stock_movements" USING btree ("project_id","ref_kind","ref_id","product_variant_id","kind",coalesce(ref_part, ref_id));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_parcels" CHECK (parcels >= 0 and sent_pieces >= 0 and sent_sum >= 0);