import { KYIV } from '@lanka/domain/kit/time';
import { OPEN_STATUSES } from '@lanka/domain/orders/rules';
import { sql } from 'drizzle-orm';
import { textArray } from '../../kit/db/arrays';
import type { Plan } from './plan.store';

/** Every line of an open order is booked or waits, to the piece, as far as no parcel has sent it; and the order's sums are those of its lines. */
export const orderLines = (project: string): Plan => ({
  name: 'order_lines',
  rows: sql`select count(*) from order_items where project_id = ${project}`,
  differences: sql`
    select 'order_items' as "table", i.id, '№ ' || o.number || ' · ' || i.product_title as name,
      i.count - coalesce(s.total, 0) as expected, coalesce(b.total, 0) + coalesce(w.total, 0) as found
    from orders o
    join order_items i on i.project_id = o.project_id and i.order_id = o.id
    left join (
      select ref_id, ref_line, sum(count) as total from bookings
      where project_id = ${project} and ref_kind = 'order' and status = 'Active' group by ref_id, ref_line
    ) b on b.ref_id = o.id and b.ref_line = i.id
    left join (
      select ref_id, ref_line, sum(count - filled) as total from stock_waits
      where project_id = ${project} and ref_kind = 'order' and status = 'Waiting' group by ref_id, ref_line
    ) w on w.ref_id = o.id and w.ref_line = i.id
    left join (
      select g.order_id, g.order_item_id, sum(g.count) as total
      from (select * from parcel_items where project_id = ${project}) g
      join (select * from parcels where project_id = ${project} and sent_at is not null) p
        on p.order_id = g.order_id and p.id = g.parcel_id
      group by 1, 2
    ) s on s.order_id = o.id and s.order_item_id = i.id
    where o.project_id = ${project} and o.status = any(${textArray(OPEN_STATUSES)}) and i.tracked
      and i.count - coalesce(s.total, 0) <> coalesce(b.total, 0) + coalesce(w.total, 0)
    union all
    select 'orders', o.id, '№ ' || o.number, coalesce(i.total, 0), o.sum
    from orders o
    left join (select order_id, sum(amount) as total from order_items where project_id = ${project} group by order_id) i
      on i.order_id = o.id
    where o.project_id = ${project} and o.sum <> coalesce(i.total, 0)
    union all
    select 'orders', o.id, '№ ' || o.number, coalesce(i.total, 0), o.customer_sum
    from orders o
    left join (
      select order_id, sum(customer_amount) as total from order_items where project_id = ${project} group by order_id
    ) i on i.order_id = o.id
    where o.project_id = ${project} and o.customer_sum <> coalesce(i.total, 0)`,
});

/** What an order has booked, or waits for, ends with the day until which it is reserved; without one it has no end. */
export const reservations = (project: string): Plan => ({
  name: 'reservations',
  rows: sql`select count(*) from orders where project_id = ${project} and reserved_until is not null`,
  differences: sql`
    select 'orders' as "table", o.id, '№ ' || o.number as name, 0 as expected, count(*) as found
    from (
      select ref_id, expires_at from bookings
      where project_id = ${project} and ref_kind = 'order' and status = 'Active' and booked_hours is null
      union all
      select ref_id, expires_at from stock_waits
      where project_id = ${project} and ref_kind = 'order' and status = 'Waiting'
    ) held
    join (select * from orders where project_id = ${project}) o on o.id = held.ref_id
    where held.expires_at is distinct from (o.reserved_until + 1)::timestamp at time zone ${sql.raw(`'${KYIV}'`)}
    group by o.id, o.number`,
});
