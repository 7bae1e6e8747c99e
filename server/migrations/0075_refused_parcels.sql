DROP INDEX "returns_refused_once";--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "parcel_id" uuid;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_project_id_order_id_parcel_id_parcels_project_id_order_id_id_fk" FOREIGN KEY ("project_id","order_id","parcel_id") REFERENCES "public"."parcels"("project_id","order_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "returns_refused_once" ON "returns" USING btree ("project_id","order_id",coalesce(parcel_id, order_id)) WHERE origin = 'refusal';