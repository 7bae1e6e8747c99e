ALTER TABLE "order_files" ADD COLUMN "purpose" text DEFAULT 'file' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_files" ADD COLUMN "by_client" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_town" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "utm" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "prepaid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "prepaid_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "prepaid_bounded" CHECK (prepaid <= 1000000000000) NOT VALID;