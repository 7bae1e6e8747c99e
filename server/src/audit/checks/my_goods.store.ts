import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Goods that dropshippers sell as their own: each stands for goods that there are, is listed by the name it has, says
 * nothing of modifications of others, and its photos stand one behind another. The supplier reads this, so a row is
 * named by his own goods and not by what a dropshipper calls it.
 */
export const myGoods = (project: string): Plan => ({
  name: 'my_goods',
  rows: sql`select count(*) from my_goods where project_id = ${project}`,
  differences: sql`
    with mine as (
      select g.id, g.product_id, p.id as product, coalesce(p.name, g.product_id::text) as title,
        g.name = coalesce(g.own_name, g.taken ->> 'name') as named
      from my_goods g left join products p on p.project_id = ${project} and p.id = g.product_id
      where g.project_id = ${project}
    )
    select 'my_goods' as "table", id, title as name, 1 as expected, 0 as found from mine where product is null or not named
    union all
    select 'my_goods_variants', m.id, m.title, 0, count(*)::int
    from my_goods_variants o join mine m on m.id = o.goods_id
    left join product_variants v on v.project_id = ${project} and v.id = o.product_variant_id
    where o.project_id = ${project} and v.product_id is distinct from m.product_id group by m.id, m.title
    union all
    select 'my_goods_photos', m.id, m.title, count(*)::int, (max(f.position) + 1)::int
    from my_goods_photos f join mine m on m.id = f.goods_id
    where f.project_id = ${project} group by m.id, m.title
    having count(*) <> max(f.position) + 1 or count(*) <> count(distinct f.position)`,
});
