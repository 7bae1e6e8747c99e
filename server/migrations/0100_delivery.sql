CREATE TABLE "delivery_batches" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"refused" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_batches_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_branches" (
	"ref" text PRIMARY KEY NOT NULL,
	"city_ref" text NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"max_weight" integer DEFAULT 0 NOT NULL,
	"run" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_cities" (
	"ref" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"area" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT '' NOT NULL,
	"key" text NOT NULL,
	"branches" integer DEFAULT 0 NOT NULL,
	"run" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_connections" (
	"project_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"sealed_key" text NOT NULL,
	"key_tail" text NOT NULL,
	"senders" jsonb NOT NULL,
	"sender_ref" text,
	"contact_ref" text,
	"city" jsonb,
	"branch" jsonb,
	"defaults" jsonb NOT NULL,
	"rules" jsonb NOT NULL,
	"remind_days" integer DEFAULT 3 NOT NULL,
	"is_refused" boolean DEFAULT false NOT NULL,
	"followed_to" timestamp with time zone,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "delivery_connections_project_id_owner_id_pk" PRIMARY KEY("project_id","owner_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_directories" (
	"operator" text PRIMARY KEY NOT NULL,
	"refreshed_at" timestamp with time zone,
	"branches" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_events" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"ttn" text NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_events_project_id_order_id_part_id_id_pk" PRIMARY KEY("project_id","order_id","part_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_tracks" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"ttn" text NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"kind" text,
	"status" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	"arrives_on" date,
	"waits_since" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"done" text[] DEFAULT '{}' NOT NULL,
	"suggested" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_tracks_project_id_order_id_part_id_pk" PRIMARY KEY("project_id","order_id","part_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_waybills" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"parcel_id" uuid,
	"owner_id" uuid NOT NULL,
	"state" text NOT NULL,
	"own_ref" text NOT NULL,
	"plan" jsonb NOT NULL,
	"kept_plan" jsonb,
	"tried_at" timestamp with time zone,
	"ref" text,
	"ttn" text,
	"error" jsonb,
	"cost" bigint,
	"arrives_on" date,
	"batch_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_waybills_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_city_ref" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_branch_ref" text;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_project_id_order_id_part_id_delivery_tracks_project_id_order_id_part_id_fk" FOREIGN KEY ("project_id","order_id","part_id") REFERENCES "public"."delivery_tracks"("project_id","order_id","part_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_tracks" ADD CONSTRAINT "delivery_tracks_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_waybills" ADD CONSTRAINT "delivery_waybills_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_branches_of_city" ON "delivery_branches" USING btree ("city_ref","number","ref");--> statement-breakpoint
CREATE INDEX "delivery_cities_key" ON "delivery_cities" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "delivery_cities_largest" ON "delivery_cities" USING btree ("branches","ref");--> statement-breakpoint
CREATE INDEX "delivery_tracks_due" ON "delivery_tracks" USING btree ("project_id","ask_at","order_id") WHERE ask_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_waybills_once" ON "delivery_waybills" USING btree ("project_id","order_id",coalesce(parcel_id, order_id)) WHERE state in ('asked', 'made', 'changing', 'removing');--> statement-breakpoint
CREATE INDEX "delivery_waybills_newest" ON "delivery_waybills" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "delivery_waybills_of_order" ON "delivery_waybills" USING btree ("project_id","order_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_waybills_of_batch" ON "delivery_waybills" USING btree ("project_id","batch_id") WHERE batch_id is not null;