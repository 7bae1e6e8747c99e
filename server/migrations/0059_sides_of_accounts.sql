ALTER TABLE "counterparty_accounts" ADD COLUMN "purchases_balance" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "side" text DEFAULT 'sales' NOT NULL;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD CONSTRAINT "purchases_balance_bounded" CHECK (abs(purchases_balance) <= 10000000000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "posting_side" CHECK (side in ('sales', 'purchases')) NOT VALID;--> statement-breakpoint
ALTER TABLE "postings" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account_sums" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- goods that were bought of a counterparty; and of those who never bought anything, all money: it paid for supplies
UPDATE "postings" p SET "side" = 'purchases'
FROM "account_sums" s
WHERE s."account" = 'purchases' AND p."project_id" = s."project_id" AND p."counterparty_id" = s."counterparty_id"
  AND ((CASE WHEN p."source" = 'counterparty' THEN p."destination" ELSE p."source" END) = 'purchases'
    OR NOT EXISTS (SELECT 1 FROM "account_sums" b WHERE b."project_id" = s."project_id" AND b."counterparty_id" = s."counterparty_id"
      AND b."account" = 'sales'));--> statement-breakpoint
UPDATE "counterparty_accounts" a SET "purchases_balance" = p."total"
FROM (SELECT "project_id", "counterparty_id", sum("counterparty_change") AS "total" FROM "postings"
  WHERE "side" = 'purchases' GROUP BY 1, 2) p
WHERE a."project_id" = p."project_id" AND a."counterparty_id" = p."counterparty_id";--> statement-breakpoint
ALTER TABLE "postings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account_sums" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" FORCE ROW LEVEL SECURITY;
