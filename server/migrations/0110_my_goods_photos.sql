CREATE TABLE "my_goods_photos" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"goods_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"thumbnail" text NOT NULL,
	"bytes" bigint NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "my_goods_photos_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "my_goods" ADD COLUMN "source_photos" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "my_goods_photos" ADD CONSTRAINT "my_goods_photos_project_id_goods_id_my_goods_project_id_id_fk" FOREIGN KEY ("project_id","goods_id") REFERENCES "public"."my_goods"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "my_goods_photos_of" ON "my_goods_photos" USING btree ("project_id","goods_id","position");--> statement-breakpoint
-- what has been taken until now has the photos that the supplier shows
ALTER TABLE "my_goods" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_images" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "my_goods" g SET taken = g.taken || jsonb_build_object('photos', coalesce((
  SELECT jsonb_agg(i.id ORDER BY i.is_thumbnail DESC, i.position, i.id) FROM "product_images" i
  WHERE i.project_id = g.project_id AND i.product_id = g.product_id), '[]'));--> statement-breakpoint
ALTER TABLE "my_goods" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_images" FORCE ROW LEVEL SECURITY;
