CREATE TABLE "payment_files" (
	"project_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_later" boolean NOT NULL,
	CONSTRAINT "payment_files_project_id_payment_id_id_pk" PRIMARY KEY("project_id","payment_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_files" ADD CONSTRAINT "payment_files_project_id_payment_id_payments_project_id_id_fk" FOREIGN KEY ("project_id","payment_id") REFERENCES "public"."payments"("project_id","id") ON DELETE no action ON UPDATE no action;