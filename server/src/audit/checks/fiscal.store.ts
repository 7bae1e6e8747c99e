import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Fiscal receipts against their lines and payments, returns against their sales, orders against what their customers
 * pay, and closed shifts against their receipts.
 */
export const fiscal = (project: string): Plan => ({
  name: 'fiscal',
  rows: sql`select count(*) from fiscal_receipts where project_id = ${project}`,
  differences: sql`
    with kept as (select * from fiscal_receipts where project_id = ${project}), issued as (
      select * from kept where status = 'issued'
    ), lines as (
      select k.id, sum((l->>'price')::bigint * (l->>'count')::bigint) as total
      from kept k cross join lateral jsonb_array_elements(k.lines) l where k.kind in ('sell', 'return') group by k.id
    ), paid as (
      select k.id, sum((p->>'amount')::bigint) as total,
        coalesce(sum((p->>'amount')::bigint) filter (where p->>'method' = 'cash'), 0) as cash
      from kept k cross join lateral jsonb_array_elements(k.payments) p group by k.id
    ), back as (
      select related_receipt_id as id, sum(total) as total, bool_or(is_reversal) as reversed
      from issued where kind = 'return' group by 1
    ), sums as (
      select shift_id, sum(case kind when 'sell' then cash else 0 end) as cash_sales,
        sum(case kind when 'sell' then card else 0 end) as card_sales,
        sum(case kind when 'return' then cash else 0 end) as cash_returns,
        sum(case kind when 'return' then card else 0 end) as card_returns
      from issued group by shift_id
    )
    select 'fiscal_receipts' as "table", k.id, concat(coalesce(k.fiscal_code, ''), ' · ', n.name) as name, n.expected, n.found
    from kept k join paid p on p.id = k.id left join lines l on l.id = k.id left join back b on b.id = k.id
    cross join lateral (values
      ('lines', coalesce(l.total, k.total), k.total),
      ('payments', p.total, k.total),
      ('cash', p.cash, k.cash),
      -- no more comes back than was sold
      ('returned', least(coalesce(b.total, 0), k.total), coalesce(b.total, 0)),
      ('reversed', case when k.kind = 'sell' and coalesce(b.reversed, false) then k.total else 0 end,
        case when k.reversed then k.total else 0 end)
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'orders', o.id, concat('№ ', o.number, ' · receipt'), i.sum, k.total
    from issued k join (select * from orders where project_id = ${project}) o on o.id = k.order_id
    join (select order_id, sum(customer_amount) as sum from order_items where project_id = ${project} group by order_id) i
      on i.order_id = o.id
    where k.kind = 'sell' and not k.reversed and i.sum <> k.total
    union all
    select 'fiscal_shifts', h.id, concat('№ ', h.serial, ' · ', n.name), n.expected, n.found
    from (select * from fiscal_shifts where project_id = ${project} and status = 'closed' and z_report_id is not null
      -- what another program has sold in it is not ours
      and opened_by is not null) h left join sums s on s.shift_id = h.id
    cross join lateral (values
      ('cash sales', coalesce(s.cash_sales, 0), (h.figures->>'cash_sales')::bigint),
      ('card sales', coalesce(s.card_sales, 0), (h.figures->>'card_sales')::bigint),
      ('cash returns', coalesce(s.cash_returns, 0), (h.figures->>'cash_returns')::bigint),
      ('card returns', coalesce(s.card_returns, 0), (h.figures->>'card_returns')::bigint)
    ) n(name, expected, found)
    where n.expected > n.found`,
});
