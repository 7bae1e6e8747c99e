CREATE TABLE "plan_discounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"audience" text NOT NULL,
	"payer_id" uuid NOT NULL,
	"payer" text NOT NULL,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	"since" date NOT NULL,
	"until" date,
	"reason" text DEFAULT '' NOT NULL,
	"given_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"plan" text NOT NULL,
	"since" date NOT NULL,
	"price" bigint NOT NULL,
	"old_price" bigint,
	"extra_orders" bigint,
	"extra_collaborator" bigint,
	"note" text DEFAULT '' NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_prices_plan_since_pk" PRIMARY KEY("plan","since")
);
--> statement-breakpoint
CREATE TABLE "site_days" (
	"day" date NOT NULL,
	"event" text NOT NULL,
	"page" text NOT NULL,
	"label" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "site_days_day_event_page_label_pk" PRIMARY KEY("day","event","page","label")
);
--> statement-breakpoint
ALTER TABLE "plan_discounts" ADD CONSTRAINT "plan_discounts_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_discounts_payer" ON "plan_discounts" USING btree ("payer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "plan_discounts_age" ON "plan_discounts" USING btree ("created_at","id");