CREATE TABLE "delivery_registers" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"ref" text,
	"number" text,
	"tried_at" timestamp with time zone,
	"error" jsonb,
	"refused" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_registers_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "delivery_waybills" ADD COLUMN "register_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery_waybills" ADD COLUMN "register_state" text;--> statement-breakpoint
CREATE INDEX "delivery_registers_newest" ON "delivery_registers" USING btree ("project_id","created_at","id") WHERE state <> 'removed';--> statement-breakpoint
CREATE INDEX "delivery_waybills_of_register" ON "delivery_waybills" USING btree ("project_id","register_id","created_at") WHERE register_id is not null;