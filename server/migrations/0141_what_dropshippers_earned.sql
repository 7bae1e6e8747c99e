CREATE TABLE "party_days" (
	"project_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"day" date NOT NULL,
	"revenue" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"pieces" integer NOT NULL,
	"back" integer NOT NULL,
	"charged_orders" integer NOT NULL,
	"lines" integer NOT NULL,
	"fees" bigint NOT NULL,
	CONSTRAINT "party_days_project_id_counterparty_id_day_pk" PRIMARY KEY("project_id","counterparty_id","day")
);
--> statement-breakpoint
CREATE TABLE "party_days_until" (
	"project_id" uuid NOT NULL,
	"until" date NOT NULL,
	"after_sequence" bigint NOT NULL,
	CONSTRAINT "party_days_until_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "party_goods" (
	"project_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"day" date NOT NULL,
	"revenue" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"pieces" integer NOT NULL,
	"back" integer NOT NULL,
	"charged_orders" integer NOT NULL,
	"lines" integer NOT NULL,
	"product_variant_id" uuid NOT NULL,
	CONSTRAINT "party_goods_project_id_counterparty_id_day_product_variant_id_pk" PRIMARY KEY("project_id","counterparty_id","day","product_variant_id")
);
--> statement-breakpoint
CREATE INDEX "orders_parted_of" ON "orders" USING btree ("project_id","counterparty_id","updated_at") WHERE returned > 0 or parcels > 0;