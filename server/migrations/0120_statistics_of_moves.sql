CREATE TABLE "move_days" (
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"moves" integer NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "move_days_project_id_day_from_to_pk" PRIMARY KEY("project_id","day","from","to")
);
