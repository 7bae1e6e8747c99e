CREATE TABLE "charges" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"sequence" bigint,
	"charged" bigint DEFAULT 0 NOT NULL,
	"credited" bigint DEFAULT 0 NOT NULL,
	"put" bigint DEFAULT 0 NOT NULL,
	"unpaid" bigint DEFAULT 0 NOT NULL,
	"charged_on" date,
	"due_on" date,
	"canceled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "charges_project_id_order_id_pk" PRIMARY KEY("project_id","order_id"),
	CONSTRAINT "charge_sums" CHECK (credited >= 0 and put >= 0 and unpaid between 0 and greatest(charged - credited - put, 0))
);
--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD COLUMN "reserved" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD COLUMN "named_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD COLUMN "payment_days" integer;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD COLUMN "credit_limit" bigint;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD COLUMN "on_limit" text DEFAULT 'warn' NOT NULL;--> statement-breakpoint
ALTER TABLE "counterparty_terms" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "order_id" uuid;--> statement-breakpoint
CREATE INDEX "charges_unpaid" ON "charges" USING btree ("project_id","counterparty_id","sequence") WHERE unpaid > 0;--> statement-breakpoint
CREATE INDEX "charges_settled" ON "charges" USING btree ("project_id","counterparty_id","sequence") WHERE charged - credited - put > unpaid;--> statement-breakpoint
CREATE INDEX "charges_due" ON "charges" USING btree ("project_id","due_on","order_id") WHERE unpaid > 0;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("project_id","order_id","created_at","id") WHERE order_id is not null;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD CONSTRAINT "counterparty_account_terms" CHECK (payment_days between 0 and 365 and credit_limit >= 0);--> statement-breakpoint
ALTER TABLE "counterparty_accounts" ADD CONSTRAINT "counterparty_account_reserved" CHECK (reserved >= 0);--> statement-breakpoint
-- by hand from here: what was charged so far; the walls stand in the way of statements over all projects
ALTER TABLE "postings" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "return_items" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparties" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "counterparty_accounts" a SET "named_only" = true FROM "counterparties" c
  WHERE c."project_id" = a."project_id" AND c."id" = a."counterparty_id" AND c."own_sales";--> statement-breakpoint
INSERT INTO "charges" ("project_id", "order_id", "counterparty_id", "sequence", "charged", "charged_on")
SELECT "project_id", "ref_id", "counterparty_id", "sequence", "amount", "day" FROM "postings"
WHERE "ref_kind" = 'order' AND "purpose" = 'charge';--> statement-breakpoint
UPDATE "charges" c SET "credited" = r."credited" FROM (
  SELECT p."project_id", i."order_id", sum(p."amount") AS "credited" FROM "postings" p
  JOIN "return_items" i ON i."project_id" = p."project_id" AND i."id" = p."ref_id"
  WHERE p."ref_kind" = 'return_item' AND p."purpose" = 'return'
  GROUP BY p."project_id", i."order_id"
) r WHERE r."project_id" = c."project_id" AND r."order_id" = c."order_id";--> statement-breakpoint
-- what an account owes, it owes for its newest orders
UPDATE "charges" c SET "unpaid" = n."unpaid" FROM (
  SELECT d."project_id", d."order_id",
    CASE WHEN a."named_only" THEN d."need" ELSE least(d."need", greatest(greatest(a."purchases_balance" - a."balance", 0) - d."newer", 0)) END AS "unpaid"
  FROM (
    SELECT "project_id", "order_id", "counterparty_id", greatest("charged" - "credited", 0) AS "need",
      sum(greatest("charged" - "credited", 0)) OVER (PARTITION BY "project_id", "counterparty_id" ORDER BY "sequence" DESC)
        - greatest("charged" - "credited", 0) AS "newer"
    FROM "charges"
  ) d JOIN "counterparty_accounts" a ON a."project_id" = d."project_id" AND a."counterparty_id" = d."counterparty_id"
) n WHERE n."project_id" = c."project_id" AND n."order_id" = c."order_id" AND n."unpaid" > 0;--> statement-breakpoint
ALTER TABLE "postings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "return_items" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparties" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "counterparty_accounts" FORCE ROW LEVEL SECURITY;
