CREATE TABLE "order_batch_keys" (
	"project_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"key" text NOT NULL,
	"order_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_batch_keys_project_id_counterparty_id_key_pk" PRIMARY KEY("project_id","counterparty_id","key")
);
--> statement-breakpoint
ALTER TABLE "order_batch_keys" ADD CONSTRAINT "order_batch_keys_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_batch_keys_project_id_order_id_index" ON "order_batch_keys" USING btree ("project_id","order_id");