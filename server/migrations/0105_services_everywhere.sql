CREATE TABLE "service_figures" (
	"service" text PRIMARY KEY NOT NULL,
	"working" integer NOT NULL,
	"failing" integer NOT NULL,
	"late" integer NOT NULL,
	"paused" integer NOT NULL,
	"waiting" integer NOT NULL,
	"waiting_since" timestamp with time zone,
	"given_up" integer NOT NULL,
	"last_success_at" timestamp with time zone,
	"last_failure_at" timestamp with time zone,
	"last_error" jsonb,
	"measured_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_troubles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"of_project" uuid NOT NULL,
	"service" text NOT NULL,
	"trouble" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"waiting" integer NOT NULL,
	"waiting_since" timestamp with time zone,
	"given_up" integer NOT NULL,
	"last_success_at" timestamp with time zone,
	"last_failure_at" timestamp with time zone,
	"last_error" jsonb,
	"measured_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "service_troubles_once" ON "service_troubles" USING btree ("of_project","service");--> statement-breakpoint
CREATE INDEX "service_troubles_since_id_index" ON "service_troubles" USING btree ("since","id");--> statement-breakpoint
CREATE INDEX "service_troubles_service_since_id_index" ON "service_troubles" USING btree ("service","since","id");--> statement-breakpoint
CREATE INDEX "service_troubles_trouble_since_id_index" ON "service_troubles" USING btree ("trouble","since","id");