CREATE TABLE "plan_price_told" (
	"payer_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"plan" text NOT NULL,
	"since" date NOT NULL,
	"told" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_price_told_payer_id_plan_since_pk" PRIMARY KEY("payer_id","plan","since")
);
--> statement-breakpoint
CREATE INDEX "plan_price_told_since" ON "plan_price_told" USING btree ("since","payer_id");