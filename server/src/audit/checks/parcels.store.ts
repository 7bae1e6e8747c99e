import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Orders that are split: their parcels hold exactly their lines; what is sent of them is what the orders say, what left
 * the stock, and what was charged.
 */
export const parcels = (project: string): Plan => ({
  name: 'parcels',
  rows: sql`select count(*) from parcels where project_id = ${project}`,
  differences: sql`
    with split as (select * from orders where project_id = ${project} and (parcels > 0 or sent_pieces > 0)), held as (
      select i.order_id, i.order_item_id, i.count, i.amount, p.sent_at is not null as sent
      from (select * from parcel_items where project_id = ${project}) i
      join (select * from parcels where project_id = ${project}) p on p.order_id = i.order_id and p.id = i.parcel_id
    ), sums as (
      select order_id, coalesce(sum(count) filter (where sent), 0) as pieces, coalesce(sum(amount), 0) as amount
      from held group by order_id
    ), lines as (
      select order_id, order_item_id, sum(count) as count from held group by 1, 2
    ), moved as (
      select h.order_id, i.product_variant_id, sum(h.count) as count
      from held h
      join (select * from order_items where project_id = ${project} and tracked) i
        on i.order_id = h.order_id and i.id = h.order_item_id
      join (select * from stock_levels where project_id = ${project} and tracked) l
        on l.product_variant_id = i.product_variant_id
      where h.sent group by 1, 2
    )
    select 'orders' as "table", o.id, concat('№ ', o.number, ' · ', v.name) as name, v.expected, v.found
    from split o
    left join sums s on s.order_id = o.id
    left join (select order_id, count(*) as count from parcels where project_id = ${project} group by 1) n on n.order_id = o.id
    left join (
      select ref_id, sum(amount) as amount from postings
      where project_id = ${project} and ref_kind = 'order' and purpose = 'charge' group by ref_id
    ) c on c.ref_id = o.id
    cross join lateral (values
      ('parcels', coalesce(n.count, 0), o.parcels),
      ('sent_pieces', coalesce(s.pieces, 0), o.sent_pieces),
      ('sent_sum', coalesce(s.amount, 0), o.sent_sum),
      ('charged', coalesce(s.amount, 0), coalesce(c.amount, 0)),
      ('sum', case when o.charged_at is null then o.sent_sum else o.sum end, o.sent_sum)
    ) v(name, expected, found)
    where v.expected <> v.found
    union all
    select 'order_items', coalesce(i.id, l.order_item_id), concat('№ ', o.number, ' · ', i.product_title),
      coalesce(i.count, 0), coalesce(l.count, 0)
    from (
      select x.* from (select * from order_items where project_id = ${project}) x join split s on s.id = x.order_id
    ) i
    full join lines l on l.order_id = i.order_id and l.order_item_id = i.id
    left join split o on o.id = coalesce(i.order_id, l.order_id)
    where coalesce(i.count, 0) <> coalesce(l.count, 0)
    union all
    select 'orders', m.order_id, concat('№ ', o.number, ' · stock'), m.count, coalesce(-s.delta, 0)
    from moved m
    left join split o on o.id = m.order_id
    left join (
      select ref_id, product_variant_id, sum(delta) as delta from stock_movements
      where project_id = ${project} and ref_kind = 'order' and kind = 'shipment' group by 1, 2
    ) s on s.ref_id = m.order_id and s.product_variant_id = m.product_variant_id
    where m.count <> coalesce(-s.delta, 0)`,
});
