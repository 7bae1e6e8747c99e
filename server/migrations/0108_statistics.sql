CREATE TABLE "account_days" (
	"project_id" uuid NOT NULL,
	"account" text NOT NULL,
	"day" date NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"counterparty_change" bigint NOT NULL,
	"postings" integer NOT NULL,
	"orders_change" bigint NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "account_days_project_id_account_day_counterparty_id_pk" PRIMARY KEY("project_id","account","day","counterparty_id")
);
--> statement-breakpoint
CREATE TABLE "order_days" (
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "order_days_project_id_day_counterparty_id_pk" PRIMARY KEY("project_id","day","counterparty_id")
);
--> statement-breakpoint
CREATE TABLE "order_days_until" (
	"project_id" uuid NOT NULL,
	"until" date NOT NULL,
	CONSTRAINT "order_days_until_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "first_sent_on" date;--> statement-breakpoint
CREATE INDEX "postings_account_by_day" ON "postings" USING btree ("project_id",(case when source = 'counterparty' then destination else source end),"day","id");--> statement-breakpoint
CREATE INDEX "orders_first_sent" ON "orders" USING btree ("project_id","first_sent_on","id") WHERE first_sent_on is not null;--> statement-breakpoint
CREATE INDEX "orders_first_sent_of" ON "orders" USING btree ("project_id","counterparty_id","first_sent_on","id") WHERE first_sent_on is not null;
--> statement-breakpoint
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_history" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "postings" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- the first time that an order was sent stands in its history
UPDATE "orders" o SET first_sent_on = (least(o.sent_to_manager_at, (SELECT min(h.created_at) FROM "order_history" h
  WHERE h.project_id = o.project_id AND h.order_id = o.id AND h."to" = 'Pending')) AT TIME ZONE 'Europe/Kyiv')::date
WHERE o.sent_to_manager_at IS NOT NULL;--> statement-breakpoint
INSERT INTO "account_days" (project_id, account, day, counterparty_id, counterparty_change, postings, orders_change, orders)
SELECT project_id, account, day, counterparty_id, sum(counterparty_change), count(*),
  coalesce(sum(counterparty_change) FILTER (WHERE of_order), 0), count(*) FILTER (WHERE of_order AND charge = 1)
FROM (
  SELECT project_id, CASE WHEN source = 'counterparty' THEN destination ELSE source END AS account, day, counterparty_id,
    counterparty_change, purpose = 'charge' AND ref_kind = 'order' AS of_order,
    row_number() OVER (PARTITION BY project_id, ref_kind, ref_id, purpose ORDER BY sequence) AS charge
  FROM "postings"
) p
GROUP BY 1, 2, 3, 4;--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_history" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "postings" FORCE ROW LEVEL SECURITY;
