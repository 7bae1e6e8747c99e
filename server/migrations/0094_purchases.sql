CREATE TABLE "basket_lines" (
	"project_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"customer_price" bigint,
	"product_title" text NOT NULL,
	"modification_title" text DEFAULT '' NOT NULL,
	"sku" text DEFAULT '' NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "basket_lines_project_id_supplier_id_product_variant_id_pk" PRIMARY KEY("project_id","supplier_id","product_variant_id")
);
--> statement-breakpoint
CREATE TABLE "baskets" (
	"project_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
	"details" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "baskets_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "purchase_orders" (
	"project_id" uuid NOT NULL,
	"purchase_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	CONSTRAINT "purchase_orders_project_id_purchase_id_supplier_id_pk" PRIMARY KEY("project_id","purchase_id","supplier_id")
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"basket_version" integer NOT NULL,
	"payment" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchases_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "basket_lines" ADD CONSTRAINT "basket_lines_project_id_baskets_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."baskets"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_project_id_purchase_id_purchases_project_id_id_fk" FOREIGN KEY ("project_id","purchase_id") REFERENCES "public"."purchases"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_orders_of_order" ON "purchase_orders" USING btree ("project_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_of_basket" ON "purchases" USING btree ("project_id","basket_version");--> statement-breakpoint
CREATE INDEX "purchases_by_age" ON "purchases" USING btree ("project_id","created_at","id");