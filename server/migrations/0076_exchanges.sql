CREATE TABLE "order_exchanges" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"first_order_id" uuid NOT NULL,
	"return_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_exchanges_project_id_order_id_pk" PRIMARY KEY("project_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "order_exchanges" ADD CONSTRAINT "order_exchanges_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_exchanges" ADD CONSTRAINT "order_exchanges_project_id_first_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","first_order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_exchanges_of" ON "order_exchanges" USING btree ("project_id","first_order_id");