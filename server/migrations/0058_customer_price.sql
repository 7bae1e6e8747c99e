ALTER TABLE "order_items" ADD COLUMN "customer_price" bigint;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "customer_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_sum" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- what the customer pays was the recommended price so far; rows beyond the bounds (decision 0046) cannot be written
UPDATE "order_items" SET customer_amount = recommended_amount WHERE recommended_amount <= 1000000000000 AND amount <= 1000000000000;--> statement-breakpoint
ALTER TABLE "order_items" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "orders" SET customer_sum = recommended_sum WHERE recommended_sum <= 1000000000000 AND "sum" <= 1000000000000;--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "customer_price_bounded" CHECK (customer_price <= 10000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "customer_amount_bounded" CHECK (customer_amount <= 1000000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "customer_sum_bounded" CHECK (customer_sum <= 1000000000000) NOT VALID;
