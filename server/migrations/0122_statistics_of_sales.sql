CREATE TABLE "goods_days" (
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"sold" integer NOT NULL,
	"back" integer NOT NULL,
	"charged" bigint NOT NULL,
	"returned" bigint NOT NULL,
	"costed" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"lines" integer NOT NULL,
	CONSTRAINT "goods_days_project_id_day_product_variant_id_pk" PRIMARY KEY("project_id","day","product_variant_id")
);
--> statement-breakpoint
CREATE TABLE "goods_months" (
	"project_id" uuid NOT NULL,
	"month" date NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"sold" integer NOT NULL,
	"back" integer NOT NULL,
	"charged" bigint NOT NULL,
	"returned" bigint NOT NULL,
	"costed" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"lines" integer NOT NULL,
	CONSTRAINT "goods_months_project_id_month_product_variant_id_pk" PRIMARY KEY("project_id","month","product_variant_id")
);
--> statement-breakpoint
CREATE TABLE "move_days" (
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"moves" integer NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "move_days_project_id_day_from_to_pk" PRIMARY KEY("project_id","day","from","to")
);
--> statement-breakpoint
CREATE TABLE "sale_days" (
	"project_id" uuid NOT NULL,
	"by" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"orders" integer NOT NULL,
	"charged_orders" integer NOT NULL,
	"charged_for_orders" bigint NOT NULL,
	"charged" bigint NOT NULL,
	"returned" bigint NOT NULL,
	"costed" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "sale_days_project_id_by_day_key_pk" PRIMARY KEY("project_id","by","day","key")
);
--> statement-breakpoint
CREATE TABLE "sale_days_until" (
	"project_id" uuid NOT NULL,
	"until" date NOT NULL,
	"after_sequence" bigint NOT NULL,
	CONSTRAINT "sale_days_until_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE INDEX "goods_days_of" ON "goods_days" USING btree ("project_id","product_variant_id","day");