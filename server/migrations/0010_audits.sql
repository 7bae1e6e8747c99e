CREATE TABLE "audits" (
	"project_id" uuid NOT NULL,
	"ok" boolean,
	"checked_at" timestamp with time zone,
	"checks" jsonb,
	"asked_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	CONSTRAINT "audits_project_id_pk" PRIMARY KEY("project_id")
);
