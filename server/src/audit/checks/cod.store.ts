import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Registers of carriers against their rows, rows against what they posted, orders against their rows, and what was
 * received against its transfer. What is awaited was charged, and what is refused has a return that says so.
 */
export const cod = (project: string): Plan => ({
  name: 'cod',
  rows: sql`select count(*) from cod_rows where project_id = ${project}`,
  differences: sql`
    with kept as (select * from cod_rows where project_id = ${project}), live as (
      select * from kept where reversed_at is null
    ), sums as (
      select register_id, count(*) as rows, sum(amount) as total, sum(fee) as fee from live group by register_id
    ), posted as (
      select p.ref_id, sum(p.counterparty_change) + coalesce(sum(b.counterparty_change), 0) as change
      from (select * from postings where project_id = ${project} and ref_kind = 'cod_row') p
      left join (select * from postings where project_id = ${project} and ref_kind = 'posting' and purpose = 'reversal') b
        on b.ref_id = p.id
      group by p.ref_id
    ), moved as (
      select p.ref_id, count(*) as legs from postings p
      where p.project_id = ${project} and p.ref_kind = 'cod_transfer' and not exists (select from postings b
        where b.project_id = ${project} and b.ref_kind = 'posting' and b.ref_id = p.id and b.purpose = 'reversal')
      group by p.ref_id
    )
    select 'cod_registers' as "table", g.id, concat('№ ', g.number, ' · ', n.name) as name, n.expected, n.found
    from (select * from cod_registers where project_id = ${project}) g left join sums s on s.register_id = g.id
    left join moved m on m.ref_id = g.transfer_id
    cross join lateral (values
      ('rows', coalesce(s.rows, 0), g.rows),
      ('total', coalesce(s.total, 0), g.total),
      ('fee', coalesce(s.fee, 0), g.fee),
      ('transfer', case when g.transfer_id is not null and g.total > g.fee then 2 else coalesce(m.legs, 0) end, coalesce(m.legs, 0))
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'cod_rows', k.id, concat('№ ', o.number), case when k.reversed_at is null then k.amount - k.fee else 0 end,
      coalesce(p.change, 0)
    from kept k left join posted p on p.ref_id = k.id
    left join (select * from orders where project_id = ${project}) o on o.id = k.order_id
    where coalesce(p.change, 0) <> case when k.reversed_at is null then k.amount - k.fee else 0 end
    union all
    select 'orders', o.id, concat('№ ', o.number, ' · cash on delivery'), coalesce(l.amount, 0), coalesce(o.cod_received, 0)
    from (select * from orders where project_id = ${project}) o
    left join (select order_id, sum(amount) as amount, sum(fee) as fee from live group by order_id) l on l.order_id = o.id
    where coalesce(l.amount, 0) <> coalesce(o.cod_received, 0) or coalesce(l.fee, 0) <> coalesce(o.cod_received_fee, 0)
    union all
    select 'parcels', p.id, concat('№ ', o.number, ' · ', p.number), coalesce(l.amount, 0), coalesce(p.cod_received, 0)
    from (select * from parcels where project_id = ${project}) p
    join (select * from orders where project_id = ${project}) o on o.id = p.order_id
    left join live l on l.parcel_id = p.id
    where coalesce(l.amount, 0) <> coalesce(p.cod_received, 0) or coalesce(l.fee, 0) <> coalesce(p.cod_received_fee, 0)
    union all
    select 'orders', o.id, concat('№ ', o.number, ' · awaited'), 1, 0
    from (select * from orders where project_id = ${project} and cod_state <> 'direct' and parcels = 0) o
    where (o.cod_state = 'planned') = (o.shipped_at is not null)
    union all
    select 'orders', o.id, concat('№ ', o.number, ' · charged'), 1, 0
    from (select * from orders where project_id = ${project} and cod_state in ('awaited', 'received', 'refused') and sum > 0) o
    left join (select distinct ref_id from postings where project_id = ${project} and ref_kind = 'order' and purpose = 'charge') p
      on p.ref_id = o.id
    where o.shipped_at is not null and p.ref_id is null
    union all
    select 'orders', o.id, concat('№ ', o.number, ' · refused'), 1, 0
    from (select * from orders where project_id = ${project} and cod_state = 'refused' and parcels = 0) o
    left join (select distinct order_id from returns where project_id = ${project} and origin = 'refusal'
      and withdrawn_at is null and parcel_id is null) r on r.order_id = o.id
    where r.order_id is null
    union all
    select 'parcels', p.id, concat('№ ', o.number, ' · ', p.number, ' · ', n.name), n.expected, n.found
    from (select * from parcels where project_id = ${project} and cod_state is not null) p
    join (select * from orders where project_id = ${project}) o on o.id = p.order_id
    left join (select order_id, parcel_id, sum(amount) as amount from parcel_items where project_id = ${project} group by 1, 2) g
      on g.order_id = p.order_id and g.parcel_id = p.id
    left join (select distinct order_id, parcel_id from returns where project_id = ${project} and origin = 'refusal'
      and withdrawn_at is null) r on r.order_id = p.order_id and r.parcel_id = p.id
    cross join lateral (values
      ('cost', coalesce(g.amount, 0), p.cod_cost),
      ('refused', case when p.cod_state = 'refused' then 1 else 0 end,
        case when p.cod_state = 'refused' and r.order_id is not null then 1 else 0 end)
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    -- of an order in several parcels all that it says is theirs
    select 'orders', o.id, concat('№ ', o.number, ' · parcels · ', n.name), n.expected, n.found
    from (select * from orders where project_id = ${project} and parcels > 0) o
    join (
      select order_id, bool_or(sent_at is null) as open,
        case when bool_or(cod_state = 'awaited') then 2 when bool_or(sent_at is null) then 1
          when bool_or(cod_state = 'received') then 3 when bool_or(cod_state = 'refused') then 4 else 0 end as state,
        coalesce(nullif(sum(cod_sum) filter (where cod_state <> 'refused'), 0), sum(cod_sum)) as sum
      from parcels where project_id = ${project} group by order_id
    ) p on p.order_id = o.id
    cross join lateral (values
      ('state', case when p.state = 1 and o.cod_state is null then 0 else p.state end,
        coalesce(array_position(array['planned', 'awaited', 'received', 'refused'], o.cod_state), 0)),
      ('sum', case when p.open then 0 else coalesce(p.sum, 0) end, case when p.open then 0 else coalesce(o.cod_sum, 0) end)
    ) n(name, expected, found)
    where n.expected <> n.found`,
});
