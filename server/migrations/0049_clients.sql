CREATE TABLE "client_phones" (
	"project_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"client_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "client_phones_project_id_phone_pk" PRIMARY KEY("project_id","phone")
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sort_name" text collate "uk-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"email" text,
	"discount" smallint DEFAULT 0 NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clients_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "tracking_links" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"token" text NOT NULL,
	"show_sum" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracking_links_project_id_order_id_pk" PRIMARY KEY("project_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "search_workspaces" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_phones" ADD CONSTRAINT "client_phones_project_id_client_id_clients_project_id_id_fk" FOREIGN KEY ("project_id","client_id") REFERENCES "public"."clients"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_links" ADD CONSTRAINT "tracking_links_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_phones_of_client" ON "client_phones" USING btree ("project_id","client_id","position");--> statement-breakpoint
CREATE INDEX "clients_by_name" ON "clients" USING btree ("project_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "clients_by_age" ON "clients" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tracking_links_token" ON "tracking_links" USING btree ("token");--> statement-breakpoint
CREATE INDEX "orders_by_customer" ON "orders" USING btree ("project_id","customer_phone","created_at","id") WHERE customer_phone is not null;