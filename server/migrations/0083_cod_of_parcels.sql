ALTER TABLE "orders" DROP CONSTRAINT "order_cod";--> statement-breakpoint
DROP INDEX "cod_rows_once";--> statement-breakpoint
DROP INDEX "orders_cod_awaited";--> statement-breakpoint
DROP INDEX "orders_cod_awaited_of";--> statement-breakpoint
DROP INDEX "returns_refused_once";--> statement-breakpoint
ALTER TABLE "cod_rows" ADD COLUMN "parcel_id" uuid;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "cod_state" text;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "cod_sum" bigint;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "cod_fee" bigint;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "cod_cost" bigint;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "counterparty_id" uuid;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "cod_received" bigint;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "cod_received_fee" bigint;--> statement-breakpoint
ALTER TABLE "cod_rows" ADD CONSTRAINT "cod_rows_project_id_order_id_parcel_id_parcels_project_id_order_id_id_fk" FOREIGN KEY ("project_id","order_id","parcel_id") REFERENCES "public"."parcels"("project_id","order_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_partly_sent_of" ON "orders" USING btree ("project_id","counterparty_id","created_at","id") WHERE sent_pieces > 0 and shipped_at is null;--> statement-breakpoint
CREATE INDEX "parcels_cod_awaited" ON "parcels" USING btree ("project_id","sent_at","id") WHERE cod_state = 'awaited';--> statement-breakpoint
CREATE INDEX "parcels_cod_awaited_of" ON "parcels" USING btree ("project_id","counterparty_id","sent_at","id") WHERE cod_state = 'awaited';--> statement-breakpoint
CREATE INDEX "parcels_ttn" ON "parcels" USING btree ("project_id","ttn") WHERE ttn is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cod_rows_once" ON "cod_rows" USING btree ("project_id","order_id",coalesce(parcel_id, order_id)) WHERE reversed_at is null;--> statement-breakpoint
CREATE INDEX "orders_cod_awaited" ON "orders" USING btree ("project_id","shipped_at","id") WHERE cod_state = 'awaited' and parcels = 0;--> statement-breakpoint
CREATE INDEX "orders_cod_awaited_of" ON "orders" USING btree ("project_id","counterparty_id","shipped_at","id") WHERE cod_state = 'awaited' and parcels = 0;--> statement-breakpoint
CREATE UNIQUE INDEX "returns_refused_once" ON "returns" USING btree ("project_id","order_id",coalesce(parcel_id, order_id)) WHERE origin = 'refusal' and withdrawn_at is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_cod" CHECK ((cod_received is null) = (cod_received_fee is null)
        and (coalesce(cod_state = 'received', false) = (cod_received is not null) or parcels > 0)
        and (cod_state is null or cod_state = 'planned' or (cod_sum is not null and cod_fee is not null)
          or (parcels > 0 and shipped_at is null)));--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "cod_sum_bounded" CHECK (cod_sum <= 1000000000000);--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "cod_fee_bounded" CHECK (cod_fee <= 1000000000000);--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "cod_cost_bounded" CHECK (cod_cost <= 1000000000000);--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "cod_received_bounded" CHECK (cod_received <= 1000000000000);--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "cod_received_fee_bounded" CHECK (cod_received_fee <= 1000000000000);--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcel_cod" CHECK ((cod_state is null or (sent_at is not null and cod_sum > 0 and cod_fee is not null and cod_cost is not null and counterparty_id is not null))
        and coalesce(cod_state = 'received', false) = (cod_received is not null and cod_received_fee is not null));--> statement-breakpoint
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "parcels" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "parcel_items" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cod_rows" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- what was awaited, received or refused of an order in several parcels stands on the last of them
UPDATE "parcels" p SET cod_state = o.cod_state, cod_sum = o.cod_sum, cod_fee = o.cod_fee, counterparty_id = o.counterparty_id,
  cod_received = o.cod_received, cod_received_fee = o.cod_received_fee,
  cod_cost = coalesce((SELECT sum(i.amount) FROM "parcel_items" i
    WHERE i.project_id = p.project_id AND i.order_id = p.order_id AND i.parcel_id = p.id), 0)
FROM "orders" o
WHERE o.project_id = p.project_id AND o.id = p.order_id AND o.parcels > 0 AND o.shipped_at IS NOT NULL AND o.cod_sum > 0
  AND o.cod_state IN ('awaited', 'received', 'refused') AND p.sent_at IS NOT NULL
  AND p.number = (SELECT max(l.number) FROM "parcels" l
    WHERE l.project_id = p.project_id AND l.order_id = p.order_id AND l.sent_at IS NOT NULL);--> statement-breakpoint
UPDATE "cod_rows" r SET parcel_id = p.id
FROM "parcels" p
WHERE p.project_id = r.project_id AND p.order_id = r.order_id AND p.cod_state IS NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "parcels" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "parcel_items" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cod_rows" FORCE ROW LEVEL SECURITY;
