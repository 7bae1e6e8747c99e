CREATE TABLE "goods_week_totals" (
	"project_id" uuid NOT NULL,
	"week" date NOT NULL,
	"product_variant_id" uuid NOT NULL,
	"sold" integer NOT NULL,
	"back" integer NOT NULL,
	"charged" bigint NOT NULL,
	"returned" bigint NOT NULL,
	"costed" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"lines" integer NOT NULL,
	"squares" bigint NOT NULL,
	CONSTRAINT "goods_week_totals_project_id_week_product_variant_id_pk" PRIMARY KEY("project_id","week","product_variant_id")
);
--> statement-breakpoint
CREATE INDEX "order_history_entered" ON "order_history" USING btree ("project_id","to","created_at","id") WHERE "from" <> "to";--> statement-breakpoint
CREATE INDEX "order_history_left" ON "order_history" USING btree ("project_id","from","created_at","id") WHERE "from" <> "to";--> statement-breakpoint
-- Written by hand: what is kept by day already is summed up as the night does it (decision 0168).
ALTER TABLE "goods_days" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "goods_week_totals" (project_id, week, product_variant_id, sold, back, charged, returned, costed, cost, lines, squares)
WITH weeks AS MATERIALIZED (
  SELECT project_id, date_trunc('week', day::timestamp)::date AS week, product_variant_id, sum(sold)::bigint AS sold,
    sum(back)::bigint AS back, sum(charged) AS charged, sum(returned) AS returned, sum(costed) AS costed, sum(cost) AS cost,
    sum(lines)::bigint AS lines
  FROM "goods_days" GROUP BY 1, 2, 3
)
SELECT g.project_id, n.week::date, g.product_variant_id, sum(coalesce(m.sold, 0)) OVER w, sum(coalesce(m.back, 0)) OVER w,
  sum(coalesce(m.charged, 0)) OVER w, sum(coalesce(m.returned, 0)) OVER w, sum(coalesce(m.costed, 0)) OVER w,
  sum(coalesce(m.cost, 0)) OVER w, sum(coalesce(m.lines, 0)) OVER w, sum(coalesce(m.sold * m.sold, 0)) OVER w
FROM (SELECT project_id, product_variant_id, min(week) AS first FROM weeks GROUP BY 1, 2) g
JOIN (SELECT project_id, max(week) AS last FROM weeks GROUP BY 1) l USING (project_id)
CROSS JOIN LATERAL generate_series(g.first::timestamp, l.last::timestamp, interval '7 days') n(week)
LEFT JOIN weeks m ON m.project_id = g.project_id AND m.product_variant_id = g.product_variant_id AND m.week = n.week::date
WINDOW w AS (PARTITION BY g.project_id, g.product_variant_id ORDER BY n.week)
-- rows of a week, which are read together, stand together
ORDER BY g.project_id, n.week;--> statement-breakpoint
ALTER TABLE "goods_days" FORCE ROW LEVEL SECURITY;
