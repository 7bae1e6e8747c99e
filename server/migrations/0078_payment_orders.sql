CREATE TABLE "payment_orders" (
	"project_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "payment_orders_project_id_payment_id_order_id_pk" PRIMARY KEY("project_id","payment_id","order_id"),
	CONSTRAINT "payment_order_positive" CHECK (amount > 0),
	CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000)
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_project_id_order_id_orders_project_id_id_fk";
--> statement-breakpoint
DROP INDEX "payments_of_order";--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_project_id_payment_id_payments_project_id_id_fk" FOREIGN KEY ("project_id","payment_id") REFERENCES "public"."payments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_orders_of_order" ON "payment_orders" USING btree ("project_id","order_id","payment_id");--> statement-breakpoint
-- by hand: what named one order so far names it with all of its amount
ALTER TABLE "payments" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "payment_orders" ("project_id", "payment_id", "order_id", "amount")
SELECT "project_id", "id", "order_id", "amount" FROM "payments" WHERE "order_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "order_id";