CREATE TABLE "charge_changes" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"charged" bigint NOT NULL,
	"credited" bigint NOT NULL,
	"put" bigint NOT NULL,
	"unpaid" bigint NOT NULL,
	"whole" boolean NOT NULL,
	"chain" uuid[] NOT NULL,
	CONSTRAINT "charge_changes_project_id_order_id_pk" PRIMARY KEY("project_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "charge_watches" (
	"project_id" uuid NOT NULL,
	"overdue_until" date NOT NULL,
	CONSTRAINT "charge_watches_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
ALTER TABLE "automation_rules" ADD COLUMN "paid_states" text[] DEFAULT '{}' NOT NULL;