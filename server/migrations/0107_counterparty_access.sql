CREATE TABLE "counterparty_access" (
	"project_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"freed" integer DEFAULT 0 NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "counterparty_access_project_id_counterparty_id_id_pk" PRIMARY KEY("project_id","counterparty_id","id"),
	CONSTRAINT "counterparty_access_freed" CHECK (freed >= 0)
);
--> statement-breakpoint
ALTER TABLE "counterparty_access" ADD CONSTRAINT "counterparty_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparty_access" ADD CONSTRAINT "counterparty_access_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparty_access" ADD CONSTRAINT "counterparty_access_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counterparty_access_by_age" ON "counterparty_access" USING btree ("project_id","counterparty_id","created_at","id");