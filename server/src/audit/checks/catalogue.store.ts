import { sql } from 'drizzle-orm';
import { valueWords } from '../../catalog';
import type { Plan } from './plan.store';

/**
 * The copy of goods that stands without the walls (decision 0088) with the goods themselves: 1 where it has to be, or
 * is as it has to be, 0 where not. What waits to be copied is told apart.
 */
export const catalogue = (project: string): Plan => ({
  name: 'catalogue',
  rows: sql`select count(*) from catalogue_goods where supplier_id = ${project}`,
  differences: sql`
    select 'catalogue_goods' as "table", coalesce(g.id, c.id) as id, coalesce(g.name, c.title) as name,
      (g.id is not null)::int as expected, (g.id is null)::int as found
    from (
      select g.*, case when p.stock_told <> 'hidden' then f.available > 0 and p.paused_until is null end as in_stock, p.title as supplier_title,
        case when l.base_prices then g.min_price end as base_from, case when l.base_prices then g.max_price end as base_to,
        ${valueWords(sql`g.project_id`, sql`g.id`, sql`g.vendor`)} as value_words
      from products g
      join product_figures f on f.project_id = ${project} and f.product_id = g.id
      join projects p on p.id = ${project} and p.listed
      join catalogue_listings l on l.supplier_id = ${project}
      where g.project_id = ${project} and g.published and g.deleted_at is null
    ) g full join (select * from catalogue_goods where supplier_id = ${project}) c on c.id = g.id
    where not exists (select 1 from product_changes w where w.project_id = ${project} and w.product_id = coalesce(g.id, c.id))
      and (g.name, g.supplier_title, g.category_path, g.thumbnail, g.min_recommended_price, g.max_recommended_price, g.base_from,
          g.base_to, g.in_stock, g.created_at, g.value_words)
        is distinct from (c.title, c.supplier_title, c.category_path, c.picture, c.recommended_from, c.recommended_to, c.base_from,
          c.base_to, c.in_stock, c.created_at, c.value_words)`,
});
