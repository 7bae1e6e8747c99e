CREATE TABLE "cod_registers" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"carrier" text NOT NULL,
	"carrier_number" text NOT NULL,
	"date" date NOT NULL,
	"rows" integer NOT NULL,
	"total" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"received_on" date,
	"received_to" text,
	"transfer_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cod_registers_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "cod_register_sums" CHECK (rows >= 0 and fee >= 0 and fee <= total),
	CONSTRAINT "cod_register_received" CHECK ((received_on is null) = (transfer_id is null) and (received_on is null) = (received_to is null))
);
--> statement-breakpoint
CREATE TABLE "cod_rows" (
	"project_id" uuid NOT NULL,
	"register_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"expected" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"expected_fee" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"reversed_at" timestamp with time zone,
	"reversed_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "cod_rows_project_id_register_id_id_pk" PRIMARY KEY("project_id","register_id","id"),
	CONSTRAINT "amount_bounded" CHECK (amount <= 1000000000000),
	CONSTRAINT "cod_row_sums" CHECK (amount > 0 and fee between 0 and amount),
	CONSTRAINT "cod_row_reversed" CHECK ((reversed_at is null) = (reversed_by is null))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cod_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cod_sum" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cod_fee" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cod_received" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cod_received_fee" bigint;--> statement-breakpoint
ALTER TABLE "main_info" ADD COLUMN "cod_payer" text DEFAULT 'recipient' NOT NULL;--> statement-breakpoint
ALTER TABLE "main_info" ADD COLUMN "cod_percent" smallint DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE "main_info" ADD COLUMN "cod_fixed" bigint DEFAULT 2000 NOT NULL;--> statement-breakpoint
ALTER TABLE "cod_rows" ADD CONSTRAINT "cod_rows_project_id_register_id_cod_registers_project_id_id_fk" FOREIGN KEY ("project_id","register_id") REFERENCES "public"."cod_registers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cod_rows" ADD CONSTRAINT "cod_rows_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cod_rows" ADD CONSTRAINT "cod_rows_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cod_registers_project_id_number_index" ON "cod_registers" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "cod_registers_of_carrier" ON "cod_registers" USING btree ("project_id","carrier_number","carrier");--> statement-breakpoint
CREATE INDEX "cod_registers_open" ON "cod_registers" USING btree ("project_id","number","id") WHERE received_on is null and rows > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "cod_rows_once" ON "cod_rows" USING btree ("project_id","order_id") WHERE reversed_at is null;--> statement-breakpoint
CREATE INDEX "cod_rows_of_order" ON "cod_rows" USING btree ("project_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_cod" ON "orders" USING btree ("project_id","cod_state","created_at","id") WHERE cod_state is not null;--> statement-breakpoint
CREATE INDEX "orders_cod_awaited" ON "orders" USING btree ("project_id","shipped_at","id") WHERE cod_state = 'awaited';--> statement-breakpoint
CREATE INDEX "orders_cod_awaited_of" ON "orders" USING btree ("project_id","counterparty_id","shipped_at","id") WHERE cod_state = 'awaited';--> statement-breakpoint
CREATE INDEX "orders_ttn" ON "orders" USING btree ("project_id","ttn") WHERE ttn is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "cod_sum_bounded" CHECK (cod_sum <= 1000000000000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "cod_fee_bounded" CHECK (cod_fee <= 1000000000000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "cod_received_bounded" CHECK (cod_received <= 1000000000000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "cod_received_fee_bounded" CHECK (cod_received_fee <= 1000000000000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_cod" CHECK (coalesce(cod_state = 'received', false) = (cod_received is not null and cod_received_fee is not null)
        and (cod_state is null or cod_state = 'planned' or (cod_sum is not null and cod_fee is not null)));