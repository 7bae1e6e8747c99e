DROP INDEX "bookings_temporary";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reserved_until" date;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "reservation_days" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_waits" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "orders_reserved" ON "orders" USING btree ("project_id","created_at","id") WHERE reserved_until is not null;--> statement-breakpoint
CREATE INDEX "orders_reserved_of" ON "orders" USING btree ("project_id","counterparty_id","created_at","id") WHERE reserved_until is not null;--> statement-breakpoint
CREATE INDEX "orders_reserved_until" ON "orders" USING btree ("project_id","reserved_until","id") WHERE reserved_until is not null and status in ('Pending', 'InProduction', 'Ready');--> statement-breakpoint
CREATE INDEX "bookings_temporary" ON "bookings" USING btree ("project_id","ref_id") WHERE status = 'Active' and booked_hours is not null;