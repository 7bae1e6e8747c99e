CREATE TABLE "turnover_files" (
	"project_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_later" boolean NOT NULL,
	CONSTRAINT "turnover_files_project_id_document_id_id_pk" PRIMARY KEY("project_id","document_id","id")
);
--> statement-breakpoint
ALTER TABLE "turnover_files" ADD CONSTRAINT "turnover_files_project_id_document_id_turnover_documents_project_id_id_fk" FOREIGN KEY ("project_id","document_id") REFERENCES "public"."turnover_documents"("project_id","id") ON DELETE no action ON UPDATE no action;