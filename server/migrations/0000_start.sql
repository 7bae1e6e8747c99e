CREATE TABLE "product_images" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"product_variant_id" uuid,
	"file_name" text NOT NULL,
	"thumbnail" text,
	"source_url" text,
	"is_thumbnail" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_images_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_values" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"option_id" uuid NOT NULL,
	"value" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_values_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_variant_options" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value_type" text DEFAULT 'text' NOT NULL,
	"show_in_name" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_variant_options_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_variants" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_given" boolean DEFAULT false NOT NULL,
	"sku" text DEFAULT '' NOT NULL,
	"barcode" text,
	"price" bigint,
	"recommended_price" bigint,
	"weight" integer,
	"description" text DEFAULT '' NOT NULL,
	"value_ids" uuid[] DEFAULT '{}' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"source" text,
	"source_key" text,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_variants_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "variant_price_not_negative" CHECK (price >= 0 and recommended_price >= 0 and weight >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"vendor" text DEFAULT '' NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"source" text,
	"source_key" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"type" text NOT NULL,
	"issuer" text NOT NULL,
	"sequence_key" text NOT NULL,
	"number" integer NOT NULL,
	"date" date NOT NULL,
	"user_id" uuid NOT NULL,
	"frozen" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"filters" jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"rows_total" integer,
	"file" text,
	"file_name" text,
	"error" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "exports_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "import_pictures" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"product_variant_id" uuid,
	"url" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"error" jsonb,
	CONSTRAINT "import_pictures_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"line" integer,
	"external_id" text NOT NULL,
	"title" text NOT NULL,
	"offer" jsonb,
	"outcome" text,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"group_ref" text,
	"source_key" text,
	"batch" integer,
	"product_id" uuid,
	"product_variant_id" uuid,
	CONSTRAINT "import_rows_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"phase" text,
	"dry_run" boolean NOT NULL,
	"kind" text,
	"url" text,
	"upload" text,
	"file_name" text,
	"source" text,
	"publish" boolean,
	"discount" integer,
	"joins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"header" jsonb,
	"error" jsonb,
	"counts" jsonb NOT NULL,
	"options" jsonb NOT NULL,
	"rows_read" integer DEFAULT 0 NOT NULL,
	"bytes_read" bigint DEFAULT 0 NOT NULL,
	"bytes_total" bigint,
	"staged" boolean DEFAULT false NOT NULL,
	"batches" integer DEFAULT 0 NOT NULL,
	"batches_done" integer DEFAULT 0 NOT NULL,
	"swept" boolean DEFAULT false NOT NULL,
	"runner" uuid,
	"beat_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "imports_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"content_type" text DEFAULT 'application/octet-stream' NOT NULL,
	"bytes" bigint,
	"width" integer,
	"height" integer,
	"thumbnail" text,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "uploads_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"refresh_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" timestamp with time zone,
	"agent" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"phone_number" text,
	"password_hash" text,
	"locale" text DEFAULT 'ua' NOT NULL,
	"onboarded" boolean DEFAULT false NOT NULL,
	"subscription_plan" text,
	"drop_legal_type" text,
	"drop_legal_name" text,
	"edropoy_code" text,
	"iban" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" integer NOT NULL,
	CONSTRAINT "counters_project_id_name_pk" PRIMARY KEY("project_id","name")
);
--> statement-breakpoint
CREATE TABLE "deployment" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_project_id_user_id_key_pk" PRIMARY KEY("project_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"plain" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counterparty_accounts" (
	"project_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "counterparty_accounts_project_id_counterparty_id_pk" PRIMARY KEY("project_id","counterparty_id")
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "postings_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"source" text NOT NULL,
	"destination" text NOT NULL,
	"amount" bigint NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"counterparty_change" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"ref_kind" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "postings_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "posting_amount_positive" CHECK (amount > 0),
	CONSTRAINT "posting_change_is_amount" CHECK (abs(counterparty_change) = amount),
	CONSTRAINT "posting_two_accounts" CHECK (source <> destination)
);
--> statement-breakpoint
CREATE TABLE "manufacture_lines" (
	"project_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"count" integer NOT NULL,
	"made" integer,
	CONSTRAINT "manufacture_lines_project_id_request_id_product_variant_id_pk" PRIMARY KEY("project_id","request_id","product_variant_id"),
	CONSTRAINT "manufacture_line_counts" CHECK (count > 0 and (made is null or made >= 0))
);
--> statement-breakpoint
CREATE TABLE "manufacture_requests" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"status" text NOT NULL,
	"deadline" date,
	"producer_id" uuid,
	"comment" text DEFAULT '' NOT NULL,
	"ref_kind" text,
	"ref_id" uuid,
	"automatic" boolean DEFAULT false NOT NULL,
	"created_by" uuid NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"finished_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manufacture_requests_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "manufacture_ref_whole" CHECK ((ref_kind is null) = (ref_id is null))
);
--> statement-breakpoint
CREATE TABLE "order_comments" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"visibility" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_comments_project_id_order_id_id_pk" PRIMARY KEY("project_id","order_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_files" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_files_project_id_order_id_id_pk" PRIMARY KEY("project_id","order_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from" text,
	"to" text,
	"reason" text DEFAULT '' NOT NULL,
	"effects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_history_project_id_order_id_id_pk" PRIMARY KEY("project_id","order_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"project_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"product_title" text NOT NULL,
	"modification_title" text DEFAULT '' NOT NULL,
	"sku" text DEFAULT '' NOT NULL,
	"count" integer NOT NULL,
	"base_price" bigint NOT NULL,
	"recommended_price" bigint NOT NULL,
	"discount" smallint DEFAULT 0 NOT NULL,
	"discount_source" text DEFAULT 'none' NOT NULL,
	"customer_discount" smallint DEFAULT 0 NOT NULL,
	"amount" bigint NOT NULL,
	"recommended_amount" bigint NOT NULL,
	CONSTRAINT "order_items_project_id_order_id_id_pk" PRIMARY KEY("project_id","order_id","id"),
	CONSTRAINT "order_item_count_positive" CHECK (count > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"status" text NOT NULL,
	"sum" bigint NOT NULL,
	"recommended_sum" bigint NOT NULL,
	"customer_discount" smallint DEFAULT 0 NOT NULL,
	"promotion_id" uuid,
	"promo_code" text,
	"customer_name" text DEFAULT '' NOT NULL,
	"customer_email" text,
	"customer_phone" text,
	"delivery_operator" text DEFAULT '' NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"recipient_phone" text,
	"delivery_address" text DEFAULT '' NOT NULL,
	"ttn" text,
	"search_text" text DEFAULT '' NOT NULL,
	"created_by" uuid NOT NULL,
	"sent_to_manager_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"charged_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "counterparties" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text,
	"comment" text DEFAULT '' NOT NULL,
	"manager_id" uuid,
	"discount" smallint DEFAULT 0 NOT NULL,
	"user_id" uuid,
	"own_sales" boolean DEFAULT false NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "counterparties_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"type" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"date" date NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"decline_reason" text DEFAULT '' NOT NULL,
	"created_by" uuid NOT NULL,
	"processed_by" uuid,
	"processed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "payment_amount_positive" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"counterparty_id" uuid,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"last_sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"counterparty_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "memberships_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "payment_details" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"recipient_name" text NOT NULL,
	"account_number" text DEFAULT '' NOT NULL,
	"edrpou" text DEFAULT '' NOT NULL,
	"ipn" text DEFAULT '' NOT NULL,
	"mfo" text DEFAULT '' NOT NULL,
	"certificate_number" text DEFAULT '' NOT NULL,
	"bank_name" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"main" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_details_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"friendly_id" text NOT NULL,
	"title" text NOT NULL,
	"legal_type" text NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"contact_person" text DEFAULT '' NOT NULL,
	"edropoy_code" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"phone" text,
	"logo" text,
	"subscription_plan" text,
	"allow_backorders" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "promotion_uses" (
	"project_id" uuid NOT NULL,
	"promotion_id" uuid NOT NULL,
	"counterparty_id" uuid NOT NULL,
	"ref_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotion_uses_project_id_promotion_id_counterparty_id_pk" PRIMARY KEY("project_id","promotion_id","counterparty_id")
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"promo_code" text,
	"is_one_time_use_only" boolean DEFAULT false NOT NULL,
	"discount" bigint NOT NULL,
	"discount_type" text NOT NULL,
	"affects_all" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"status" text NOT NULL,
	"ref_kind" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"ref_line" uuid,
	"user_id" uuid,
	"comment" text DEFAULT '' NOT NULL,
	"booked_hours" integer,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "booking_count_positive" CHECK (count > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_levels" (
	"project_id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"actual" integer DEFAULT 0 NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_levels_project_id_product_variant_id_pk" PRIMARY KEY("project_id","product_variant_id"),
	CONSTRAINT "stock_actual_not_negative" CHECK (actual >= 0),
	CONSTRAINT "stock_booked_not_negative" CHECK (booked >= 0),
	CONSTRAINT "stock_booked_within_actual" CHECK (booked <= actual),
	CONSTRAINT "stock_waiting_not_negative" CHECK (waiting >= 0),
	CONSTRAINT "stock_waiting_only_for_nothing" CHECK (waiting = 0 or booked = actual)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"delta" integer NOT NULL,
	"before" integer NOT NULL,
	"after" integer NOT NULL,
	"ref_kind" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "stock_movement_adds_up" CHECK (after = before + delta and delta <> 0)
);
--> statement-breakpoint
CREATE TABLE "stock_waits" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"filled" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"ref_kind" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"ref_line" uuid NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_waits_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "stock_wait_adds_up" CHECK (count > 0 and filled >= 0 and filled <= count),
	CONSTRAINT "stock_wait_ends_full" CHECK ((status = 'Filled') = (filled = count) or status = 'Canceled')
);
--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_project_id_product_id_products_project_id_id_fk" FOREIGN KEY ("project_id","product_id") REFERENCES "public"."products"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_values" ADD CONSTRAINT "product_values_project_id_option_id_product_variant_options_project_id_id_fk" FOREIGN KEY ("project_id","option_id") REFERENCES "public"."product_variant_options"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variant_options" ADD CONSTRAINT "product_variant_options_project_id_product_id_products_project_id_id_fk" FOREIGN KEY ("project_id","product_id") REFERENCES "public"."products"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_project_id_product_id_products_project_id_id_fk" FOREIGN KEY ("project_id","product_id") REFERENCES "public"."products"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_project_id_id_stock_levels_project_id_product_variant_id_fk" FOREIGN KEY ("project_id","id") REFERENCES "public"."stock_levels"("project_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_project_id_import_id_imports_project_id_id_fk" FOREIGN KEY ("project_id","import_id") REFERENCES "public"."imports"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacture_lines" ADD CONSTRAINT "manufacture_lines_project_id_request_id_manufacture_requests_project_id_id_fk" FOREIGN KEY ("project_id","request_id") REFERENCES "public"."manufacture_requests"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacture_lines" ADD CONSTRAINT "manufacture_lines_project_id_product_variant_id_product_variants_project_id_id_fk" FOREIGN KEY ("project_id","product_variant_id") REFERENCES "public"."product_variants"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_comments" ADD CONSTRAINT "order_comments_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_files" ADD CONSTRAINT "order_files_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_project_id_order_id_orders_project_id_id_fk" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_project_id_product_variant_id_product_variants_project_id_id_fk" FOREIGN KEY ("project_id","product_variant_id") REFERENCES "public"."product_variants"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_project_id_counterparty_id_counterparties_project_id_id_fk" FOREIGN KEY ("project_id","counterparty_id") REFERENCES "public"."counterparties"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_details" ADD CONSTRAINT "payment_details_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_project_id_promotion_id_promotions_project_id_id_fk" FOREIGN KEY ("project_id","promotion_id") REFERENCES "public"."promotions"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_project_id_product_variant_id_stock_levels_project_id_product_variant_id_fk" FOREIGN KEY ("project_id","product_variant_id") REFERENCES "public"."stock_levels"("project_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_project_id_product_variant_id_stock_levels_project_id_product_variant_id_fk" FOREIGN KEY ("project_id","product_variant_id") REFERENCES "public"."stock_levels"("project_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_waits" ADD CONSTRAINT "stock_waits_project_id_product_variant_id_stock_levels_project_id_product_variant_id_fk" FOREIGN KEY ("project_id","product_variant_id") REFERENCES "public"."stock_levels"("project_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_images_project_id_product_id_position_index" ON "product_images" USING btree ("project_id","product_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "values_value" ON "product_values" USING btree ("project_id","option_id","value");--> statement-breakpoint
CREATE UNIQUE INDEX "options_name" ON "product_variant_options" USING btree ("project_id","product_id","name");--> statement-breakpoint
CREATE INDEX "product_variants_project_id_product_id_position_index" ON "product_variants" USING btree ("project_id","product_id","position");--> statement-breakpoint
CREATE INDEX "variants_search" ON "product_variants" USING gin (project_id,search_text gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "variants_barcode" ON "product_variants" USING btree ("project_id","barcode") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "variants_source" ON "product_variants" USING btree ("project_id","source","source_key");--> statement-breakpoint
CREATE INDEX "products_project_id_created_at_id_index" ON "products" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "products_project_id_name_id_index" ON "products" USING btree ("project_id","name","id");--> statement-breakpoint
CREATE INDEX "products_tags" ON "products" USING gin ("tags");--> statement-breakpoint
CREATE UNIQUE INDEX "products_source" ON "products" USING btree ("project_id","source","source_key");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_number" ON "documents" USING btree ("project_id","sequence_key","number");--> statement-breakpoint
CREATE INDEX "documents_project_id_order_id_created_at_id_index" ON "documents" USING btree ("project_id","order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "exports_project_id_created_at_id_index" ON "exports" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "import_pictures_url" ON "import_pictures" USING btree ("project_id","product_id","url");--> statement-breakpoint
CREATE INDEX "import_pictures_project_id_import_id_status_index" ON "import_pictures" USING btree ("project_id","import_id","status");--> statement-breakpoint
CREATE INDEX "import_rows_project_id_import_id_number_id_index" ON "import_rows" USING btree ("project_id","import_id","number","id");--> statement-breakpoint
CREATE INDEX "import_rows_batch" ON "import_rows" USING btree ("project_id","import_id","batch");--> statement-breakpoint
CREATE INDEX "imports_project_id_created_at_id_index" ON "imports" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_open" ON "imports" USING btree ("project_id","status") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "uploads_project_id_file_name_index" ON "uploads" USING btree ("project_id","file_name");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_hash_index" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_previous_hash_index" ON "sessions" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_index" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "postings_project_id_counterparty_id_sequence_index" ON "postings" USING btree ("project_id","counterparty_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "postings_once" ON "postings" USING btree ("project_id","ref_kind","ref_id","purpose");--> statement-breakpoint
CREATE INDEX "manufacture_lines_project_id_product_variant_id_index" ON "manufacture_lines" USING btree ("project_id","product_variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "manufacture_requests_project_id_number_index" ON "manufacture_requests" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "manufacture_requests_project_id_status_created_at_id_index" ON "manufacture_requests" USING btree ("project_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "manufacture_requests_project_id_created_at_id_index" ON "manufacture_requests" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "manufacture_requests_ref" ON "manufacture_requests" USING btree ("project_id","ref_kind","ref_id");--> statement-breakpoint
CREATE UNIQUE INDEX "manufacture_requests_automatic" ON "manufacture_requests" USING btree ("project_id","ref_kind","ref_id") WHERE automatic and status = 'new';--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_variant" ON "order_items" USING btree ("project_id","order_id","product_variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_project_id_number_index" ON "orders" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "orders_project_id_created_at_id_index" ON "orders" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_project_id_status_created_at_id_index" ON "orders" USING btree ("project_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_project_id_counterparty_id_created_at_id_index" ON "orders" USING btree ("project_id","counterparty_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (project_id,search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "counterparties_project_id_name_id_index" ON "counterparties" USING btree ("project_id","name","id");--> statement-breakpoint
CREATE INDEX "counterparties_user_id_index" ON "counterparties" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "counterparties_search" ON "counterparties" USING gin (project_id,search_text gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "counterparties_own_sales" ON "counterparties" USING btree ("project_id") WHERE own_sales;--> statement-breakpoint
CREATE INDEX "payments_project_id_created_at_id_index" ON "payments" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_project_id_counterparty_id_created_at_index" ON "payments" USING btree ("project_id","counterparty_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_pending" ON "payments" USING btree ("project_id","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_token_hash_index" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending" ON "invitations" USING btree ("project_id","email") WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX "memberships_user_id_index" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_counterparty" ON "memberships" USING btree ("project_id","counterparty_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_friendly_id_index" ON "projects" USING btree ("friendly_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_code" ON "promotions" USING btree ("project_id",upper(promo_code));--> statement-breakpoint
CREATE INDEX "bookings_active" ON "bookings" USING btree ("project_id","product_variant_id") WHERE status = 'Active';--> statement-breakpoint
CREATE INDEX "bookings_project_id_ref_kind_ref_id_index" ON "bookings" USING btree ("project_id","ref_kind","ref_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_once" ON "bookings" USING btree ("project_id","ref_kind","ref_id","ref_line") WHERE status = 'Active';--> statement-breakpoint
CREATE INDEX "stock_movements_project_id_product_variant_id_id_index" ON "stock_movements" USING btree ("project_id","product_variant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_once" ON "stock_movements" USING btree ("project_id","ref_kind","ref_id","product_variant_id","kind");--> statement-breakpoint
CREATE INDEX "stock_waits_queue" ON "stock_waits" USING btree ("project_id","product_variant_id","created_at","id") WHERE status = 'Waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "stock_waits_once" ON "stock_waits" USING btree ("project_id","ref_kind","ref_id","ref_line") WHERE status = 'Waiting';