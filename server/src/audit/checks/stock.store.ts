import { sql } from 'drizzle-orm';
import { type Plan, variantName, variants } from './plan.store';

/** `booked` against the sum of active bookings. */
export const bookings = (project: string): Plan => ({
  name: 'bookings',
  rows: sql`select count(*) from stock_levels where project_id = ${project}`,
  differences: sql`
    select 'stock_levels' as "table", l.product_variant_id as id, ${variantName} as name,
      coalesce(b.total, 0) as expected, l.booked as found
    from stock_levels l
    left join (
      select product_variant_id, sum(count) as total from bookings
      where project_id = ${project} and status = 'Active' group by product_variant_id
    ) b on b.product_variant_id = l.product_variant_id
    ${variants}
    where l.project_id = ${project} and l.booked <> coalesce(b.total, 0)`,
});

/**
 * `actual` against the sum of movements; and the chain: every movement begins where another one ended (the first at
 * zero), the last one ends at `actual`. Compared as sets, so that it holds whatever order ids were given in.
 */
export const movements = (project: string): Plan => ({
  name: 'movements',
  rows: sql`select count(*) from stock_movements where project_id = ${project}`,
  differences: sql`
    select 'stock_levels' as "table", l.product_variant_id as id, ${variantName} as name,
      coalesce(m.total, 0) as expected, l.actual as found
    from stock_levels l
    left join (
      select product_variant_id, sum(delta) as total from stock_movements
      where project_id = ${project} group by product_variant_id
    ) m on m.product_variant_id = l.product_variant_id
    ${variants}
    where l.project_id = ${project} and l.actual <> coalesce(m.total, 0)
    union all
    select 'stock_movements', s.id, ${variantName}, s.ended, s.before
    from (
      select *, row_number() over (partition by product_variant_id, before order by id) as nth,
        coalesce(lag(after) over (partition by product_variant_id order by id), 0) as ended
      from stock_movements where project_id = ${project}
    ) s
    left join (
      select product_variant_id, value, count(*) as times from (
        select product_variant_id, after as value from stock_movements where project_id = ${project}
        union all select product_variant_id, 0 from stock_levels where project_id = ${project}
      ) reached group by product_variant_id, value
    ) r on r.product_variant_id = s.product_variant_id and r.value = s.before
    join stock_levels l on l.project_id = s.project_id and l.product_variant_id = s.product_variant_id
    ${variants}
    where s.nth > coalesce(r.times, 0)`,
});

/** `waiting` against what waits; and nobody waits for what is on the shelf. */
export const waits = (project: string): Plan => ({
  name: 'waits',
  rows: sql`select count(*) from stock_waits where project_id = ${project}`,
  differences: sql`
    select 'stock_levels' as "table", l.product_variant_id as id, ${variantName} as name,
      coalesce(w.total, 0) as expected, l.waiting as found
    from stock_levels l
    left join (
      select product_variant_id, sum(count - filled) as total from stock_waits
      where project_id = ${project} and status = 'Waiting' group by product_variant_id
    ) w on w.product_variant_id = l.product_variant_id
    ${variants}
    where l.project_id = ${project} and l.waiting <> coalesce(w.total, 0)
    union all
    select 'stock_levels', l.product_variant_id, ${variantName}, 0, l.actual - l.booked
    from stock_levels l ${variants}
    where l.project_id = ${project} and l.waiting > 0 and l.actual > l.booked`,
});
