CREATE TABLE "application_message_files" (
	"project_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_message_files_project_id_application_id_id_pk" PRIMARY KEY("project_id","application_id","id")
);
--> statement-breakpoint
CREATE TABLE "application_messages" (
	"project_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"of_applicant" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_messages_project_id_application_id_id_pk" PRIMARY KEY("project_id","application_id","id")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "last_by_applicant" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "last_by_supplier" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "read_by_applicant" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "read_by_supplier" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "applicant_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "supplier_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "application_message_files" ADD CONSTRAINT "application_message_files_project_id_application_id_message_id_application_messages_project_id_application_id_id_fk" FOREIGN KEY ("project_id","application_id","message_id") REFERENCES "public"."application_messages"("project_id","application_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_project_id_application_id_applications_project_id_id_fk" FOREIGN KEY ("project_id","application_id") REFERENCES "public"."applications"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_message_files_of" ON "application_message_files" USING btree ("project_id","application_id","message_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "application_messages_numbered" ON "application_messages" USING btree ("project_id","application_id","number");--> statement-breakpoint
CREATE INDEX "applications_of_counterparty" ON "applications" USING btree ("project_id","counterparty_id","applied_at","id");