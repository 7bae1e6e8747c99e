import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/** In the order in which a status is told from the lines; as a number, so that it is compared with the others. */
const RETURN_STATUSES = sql`array['pending', 'approved', 'rejected', 'partially_approved', 'partially_rejected']`;

/**
 * Returns: status, counts and credit are those of their lines; an approved line moved its pieces where it was put back
 * and was credited, another one neither; no more came back than was sent, and what was credited is its share; a refused
 * parcel was charged what it says; and orders know how many pieces they have back.
 */
export const returns = (project: string): Plan => ({
  name: 'returns',
  rows: sql`select count(*) from return_items where project_id = ${project}`,
  differences: sql`
    select 'returns' as "table", r.id, concat('№ ', r.number, ' · ', n.name) as name, n.expected, n.found
    from returns r
    left join (
      select return_id, sum(count) as count, coalesce(sum(count) filter (where status = 'pending'), 0) as undecided,
        sum(credit) as credit, bool_or(status = 'approved') as approved, bool_or(status = 'rejected') as rejected,
        bool_or(status = 'pending') as pending
      from return_items where project_id = ${project} group by return_id
    ) i on i.return_id = r.id
    left join (select * from postings where project_id = ${project} and purpose = 'logistics') p
      on p.id = r.logistics_posting_id and p.ref_kind = 'order' and p.ref_id = r.order_id and r.origin = 'refusal'
    cross join lateral (values ('count', coalesce(i.count, 0), r.count), ('undecided', coalesce(i.undecided, 0), r.undecided),
      ('credit', coalesce(i.credit, 0), r.credit), ('logistics', coalesce(p.amount, 0), r.logistics_charge),
      ('status', case when not i.approved and not i.rejected then 1 when not i.pending and not i.rejected then 2
        when not i.pending and not i.approved then 3 when i.approved then 4 else 5 end,
        array_position(${RETURN_STATUSES}, r.status))
    ) n(name, expected, found)
    where r.project_id = ${project} and n.expected is distinct from n.found
    union all
    select 'postings', p.id, 'logistics', 0, p.amount
    from (select * from postings where project_id = ${project} and ref_kind = 'order' and purpose = 'logistics') p
    where not exists (select from returns r where r.project_id = ${project} and r.order_id = p.ref_id
      and r.logistics_posting_id = p.id)
      -- a refusal that was taken back may be charged anew
      and not exists (select from postings x where x.project_id = ${project} and x.ref_kind = 'posting' and x.ref_id = p.id
        and x.purpose = 'reversal')
    union all
    select 'return_items', coalesce(i.id, m.ref_id, p.ref_id), concat('№ ', r.number, ' · ', n.name), n.expected, n.found
    from (select * from return_items where project_id = ${project}) i
    full join (
      select ref_id, sum(delta) as delta from stock_movements
      where project_id = ${project} and ref_kind = 'return_item' group by ref_id
    ) m on m.ref_id = i.id
    full join (
      select ref_id, sum(counterparty_change) as change from postings
      where project_id = ${project} and ref_kind = 'return_item' group by ref_id
    ) p on p.ref_id = coalesce(i.id, m.ref_id)
    left join returns r on r.project_id = ${project} and r.id = i.return_id
    cross join lateral (values ('stock', case when i.restocked then i.count else 0 end, coalesce(m.delta, 0)),
      ('postings', coalesce(i.credit, 0), coalesce(p.change, 0))
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'order_items', oi.id, concat('№ ', o.number, ' · ', oi.product_title, ' · ', n.name), n.expected, n.found
    from (
      select order_id, order_item_id, coalesce(sum(count) filter (where status = 'approved'), 0) as approved,
        sum(count) filter (where status <> 'rejected') as returned, sum(credit) as credit
      from return_items where project_id = ${project} group by order_id, order_item_id
    ) b
    join order_items oi on oi.project_id = ${project} and oi.order_id = b.order_id and oi.id = b.order_item_id
    join orders o on o.project_id = ${project} and o.id = b.order_id
    left join (
      select g.order_id, g.order_item_id, sum(g.count) as count, sum(g.amount) as amount
      from (select * from parcel_items where project_id = ${project}) g
      join (select * from parcels where project_id = ${project} and sent_at is not null) p
        on p.order_id = g.order_id and p.id = g.parcel_id
      group by 1, 2
    ) s on s.order_id = o.id and s.order_item_id = oi.id
    cross join lateral (values
      ('count', least(coalesce(s.count, case when o.shipped_at is null then 0 else oi.count end), coalesce(b.returned, 0)),
        coalesce(b.returned, 0)),
      -- while parcels go out one after another what is credited is a kopeck from its share at most
      ('credit', case when s.count is not null and b.approved < s.count then greatest(least(b.credit, s.amount), 0)
        else oi.amount * b.approved / oi.count end, b.credit)
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'orders', o.id, '№ ' || o.number, coalesce(i.total, 0), o.returned
    from (select id, number, returned from orders where project_id = ${project}) o
    left join (
      select order_id, sum(count) as total from return_items
      where project_id = ${project} and status <> 'rejected' group by order_id
    ) i on i.order_id = o.id
    where o.returned <> coalesce(i.total, 0)`,
});
