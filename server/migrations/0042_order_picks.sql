CREATE TABLE "order_picks" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_picks_project_id_order_id_id_pk" PRIMARY KEY("project_id","order_id","id")
);
--> statement-breakpoint
ALTER TABLE "order_picks" ADD CONSTRAINT "order_picks_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;