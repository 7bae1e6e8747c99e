ALTER TABLE "orders" DROP CONSTRAINT "order_cod";--> statement-breakpoint
ALTER TABLE "delivery_tracks" ADD COLUMN "owner_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "main_info" ADD COLUMN "own_waybills" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_cod" CHECK ((cod_received is null) = (cod_received_fee is null)
        and (coalesce(cod_state = 'received', false) = (cod_received is not null) or parcels > 0)
        and (cod_state is null or cod_state in ('planned', 'direct') or (cod_sum is not null and cod_fee is not null)
          or (parcels > 0 and shipped_at is null)));