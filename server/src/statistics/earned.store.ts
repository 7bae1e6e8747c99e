import { type SQL, sql } from 'drizzle-orm';
import { OWN_ACCOUNT } from '../ledger/tables';
import { linesOf, postingsOf } from './sales.store';

/**
 * What dropshippers earned, read from their postings and the lines behind them. What is kept of it by day, what is not
 * counted yet, the lines that a figure opens and the self-check are all read here.
 */

/** What customers pay for pieces `n + 1` to `n + c` of a line of so many: over all its parts exactly what they pay for it. */
const share = (n: SQL, c: SQL): SQL => sql`
  (round(i.customer_amount::numeric * (${n} + ${c}) / i.count) - round(i.customer_amount::numeric * ${n} / i.count))::bigint`;

/**
 * `entered` and `mine`: each line that was charged or came back, and each fee, of the postings with any of these
 * conditions, of which no two hold for the same.
 */
export const earnedOf = (
  project: string,
  conditions: readonly SQL[],
  { variant }: { readonly variant?: string | undefined } = {},
): SQL => {
  const each = (of: (where: SQL) => SQL): SQL => sql.join(conditions.map(of), sql` union all `);
  const sold = sql`(select coalesce(sum(x.count), 0) from parcel_items x where x.project_id = ${project}
    and x.order_id = l.order_id and x.order_item_id = i.id and x.parcel_id < l.part)`;
  const back = sql`(select coalesce(sum(x.count), 0) from return_items x where x.project_id = ${project}
    and x.order_id = l.order_id and x.order_item_id = i.id and x.status = 'approved' and x.id < r.id)`;
  return sql`
    entered as materialized (${each((where) => postingsOf(project, where))}), firsts as materialized (
      -- of each posting, not of each of its lines; asked of each by its key: joined, all postings of the supplier would be read
      select e.id from entered e where e.purpose = 'charge' and e.ref_kind = 'order' and e.sequence = (
        select min(x.sequence) from postings x where x.project_id = ${project} and x.ref_kind = 'order'
          and x.ref_id = e.ref_id and x.purpose = 'charge')
    ), mine as materialized (
      select l.id, l.counterparty_id, l.day, l.kind, l.order_id, l.product_variant_id, l.line_id, l.part, l.sold, l.back,
        l.charged - l.returned as cost, 0::bigint as fees,
        case when l.kind = 'order' and l.part = l.order_id then i.customer_amount -- in one parcel: all of the line
          when l.kind = 'order' then ${share(sold, sql`l.sold`)} else -${share(back, sql`l.back`)} end as revenue,
        l.id in (select id from firsts) as is_first
      from (${linesOf(project, { costs: false, variant })}) l
      left join return_items r on l.kind = 'return' and r.project_id = ${project} and r.return_id = l.source_id and r.id = l.line_id
      join order_items i on i.project_id = ${project} and i.order_id = l.order_id and i.id = coalesce(r.order_item_id, l.line_id)
      where l.kind in ('order', 'return')
      union all
      select p.id, p.counterparty_id, p.day, 'fee', case coalesce(x.ref_kind, p.ref_kind) when 'order' then coalesce(x.ref_id, p.ref_id) else c.order_id end, null, p.id, p.id, 0, 0, 0, -p.counterparty_change, 0, false
      from (${each((where) => sql`select * from postings where project_id = ${project} and ${where}`)}) p
      -- what is taken back is of the order of what was charged
      left join lateral (select x.ref_kind, x.ref_id, x.purpose from postings x
        where p.purpose = 'reversal' and x.project_id = ${project} and x.id = p.ref_id limit 1) x on true
      left join cod_rows c on coalesce(x.ref_kind, p.ref_kind) = 'cod_row' and c.project_id = ${project}
        and c.id = coalesce(x.ref_id, p.ref_id)
      where ${OWN_ACCOUNT} = 'logistics' or p.purpose = 'cod_fee' or x.purpose = 'cod_fee'
    )`;
};

/** Of `mine`, in the order of the columns of what is kept. */
export const EARNED = sql`sum(revenue) as revenue, sum(cost) as cost, sum(sold) as pieces, sum(back) as back,
  count(distinct order_id) filter (where is_first) as charged_orders, count(*) as lines`;

/** Up to the end of which day it is kept. */
export const EARNED_UNTIL = 'party_days_until';

/**
 * Whose days are to be told anew: of orders that have changed since, of which something came back or which go in parcels.
 * With the count of a line the price of its parts changes, also of those that have left; of any other order that was
 * charged no price changes. `which` keeps to some orders `o`.
 */
export const toldAnew = (project: string, since: SQL, which = sql``): SQL => sql`
  select p.counterparty_id, p.day from orders o
  join postings p on p.project_id = ${project} and p.ref_kind = 'order' and p.ref_id = o.id and p.purpose = 'charge'
  where o.project_id = ${project} and (o.returned > 0 or o.parcels > 0) and o.updated_at >= ${since} ${which}
  union
  select p.counterparty_id, p.day from orders o
  join return_items r on r.project_id = ${project} and r.order_id = o.id
  join postings p on p.project_id = ${project} and p.ref_kind = 'return_item' and p.ref_id = r.id and p.purpose = 'return'
  where o.project_id = ${project} and o.returned > 0 and o.updated_at >= ${since} ${which}`;
