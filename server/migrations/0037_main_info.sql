CREATE TABLE "main_info" (
	"project_id" uuid NOT NULL,
	"default_weight" integer,
	"paper_terms" text DEFAULT '' NOT NULL,
	"paper_footer" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "main_info_project_id_pk" PRIMARY KEY("project_id")
);
