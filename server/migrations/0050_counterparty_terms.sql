CREATE TABLE "counterparty_terms" (
	"project_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"discount_from" smallint NOT NULL,
	"discount_to" smallint NOT NULL,
	"level_from" text,
	"level_to" text,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "counterparty_terms_project_id_counterparty_id_id_pk" PRIMARY KEY("project_id","counterparty_id","id")
);
--> statement-breakpoint
ALTER TABLE "counterparty_terms" ADD CONSTRAINT "counterparty_terms_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counterparty_terms_project_id_counterparty_id_created_at_id_index" ON "counterparty_terms" USING btree ("project_id","counterparty_id","created_at","id");