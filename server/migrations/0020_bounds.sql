-- not valid: rows from before these bounds do not stop the upgrade, and no table is read through; new and changed rows are checked
ALTER TABLE "product_variants" ADD CONSTRAINT "price_bounded" CHECK (price <= 10000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "recommended_price_bounded" CHECK (recommended_price <= 10000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD CONSTRAINT "balance_bounded" CHECK (abs(balance) <= 10000000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "recommended_amount_bounded" CHECK (recommended_amount <= 1000000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "sum_bounded" CHECK (sum <= 1000000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "recommended_sum_bounded" CHECK (recommended_sum <= 1000000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "actual_bounded" CHECK (actual <= 10000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "waiting_bounded" CHECK (waiting <= 10000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_value_bounded" CHECK (actual::numeric * price <= 1000000000000) NOT VALID;