CREATE TABLE "webhook_deliveries" (
	"project_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"what" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"request" text,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" integer,
	"answer" text,
	"error" text,
	"ms" integer,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_project_id_webhook_id_id_pk" PRIMARY KEY("project_id","webhook_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_places" (
	"webhook_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_until" timestamp with time zone,
	"paused_by" text,
	"position" text NOT NULL,
	"failing_since" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"last_delivered_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_project_id_webhook_id_webhooks_project_id_id_fk" FOREIGN KEY ("project_id","webhook_id") REFERENCES "public"."webhooks"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("project_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_state" ON "webhook_deliveries" USING btree ("project_id","webhook_id","state","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_unsent" ON "webhook_deliveries" USING btree ("project_id","webhook_id","source_id","kind","entity_id") WHERE state = 'waiting' and attempts = 0;--> statement-breakpoint
CREATE INDEX "webhooks_by_age" ON "webhooks" USING btree ("project_id","created_at","id");