CREATE TABLE "offsets" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"day" date NOT NULL,
	"debt" bigint NOT NULL,
	"claim" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"grounds" text DEFAULT '' NOT NULL,
	"built_by" text NOT NULL,
	"status" text DEFAULT 'sent' NOT NULL,
	"awaits" text GENERATED ALWAYS AS (case status when 'sent' then case built_by when 'supplier' then 'counterparty' else 'supplier' end end) STORED,
	"partner_project_id" uuid,
	"partner_counterparty_id" uuid,
	"mirrored" boolean DEFAULT false NOT NULL,
	"reverses" uuid,
	"parties" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"decided_name" text DEFAULT '' NOT NULL,
	"decided_note" text DEFAULT '' NOT NULL,
	"counted_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offsets_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "offset_sums" CHECK (amount > 0 and amount <= debt and amount <= claim),
	CONSTRAINT "offset_partner_whole" CHECK ((partner_project_id is null) = (partner_counterparty_id is null)),
	CONSTRAINT "offset_decided_whole" CHECK ((status = 'sent') = (decided_at is null)),
	CONSTRAINT "offset_counted" CHECK ((status in ('agreed', 'reversed')) = (counted_on is not null))
);
--> statement-breakpoint
ALTER TABLE "offsets" ADD CONSTRAINT "offsets_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offsets_number" ON "offsets" USING btree ("project_id","number") WHERE not mirrored;--> statement-breakpoint
CREATE UNIQUE INDEX "offsets_waiting_once" ON "offsets" USING btree ("project_id","counterparty_id") WHERE status = 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "offsets_reversal_once" ON "offsets" USING btree ("project_id","reverses") WHERE status in ('sent', 'agreed');--> statement-breakpoint
CREATE INDEX "offsets_by_age" ON "offsets" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "offsets_by_status" ON "offsets" USING btree ("project_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "offsets_by_party" ON "offsets" USING btree ("project_id","counterparty_id","created_at","id");--> statement-breakpoint
CREATE INDEX "offsets_waiting" ON "offsets" USING btree ("project_id","awaits","created_at","id") WHERE awaits is not null;