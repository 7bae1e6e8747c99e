import {
  type MyOrderSummary,
  type MySummaryBy,
  type MySummaryQuery,
  type OrderSummary,
  SUMMARY_ROWS,
  SUMMED_ORDERS,
  type SummaryBy,
  type SummaryFigures,
  type SummaryQuery,
} from '@lanka/domain/order_summary/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { toInstantOrNull } from '../kit/db/paging';
import { findNewest } from '../orders';

/** Of an order `e`: what it is counted under, `key`, and how that is called, `name`; none: a null. Of tags each. */
const UNDER: Readonly<Record<SummaryBy | MySummaryBy, SQL>> = {
  status: sql`(select e.status as key, e.status as name) g`,
  counterparty: sql`(select c.id::text as key, c.name from counterparties c
    where c.project_id = e.project_id and c.id = e.counterparty_id) g`,
  supplier: sql`(select s.id::text as key, s.title as name from projects s where s.id = e.project_id) g`,
  manager: sql`(select m.id::text as key, coalesce(m.name, '') as name from counterparties c left join users m on m.id = c.manager_id
    where c.project_id = e.project_id and c.id = e.counterparty_id) g`,
  tag: sql`(select lower(tag collate "und-x-icu") as key, min(tag) as name
    from unnest(case when e.tags = '{}' then array[null]::text[] else e.tags end) tag group by 1) g`,
  source: sql`(select nullif(lower(e.source collate "und-x-icu"), '') as key, e.source as name) g`,
  town: sql`(select nullif(lower(e.delivery_town collate "und-x-icu"), '') as key, e.delivery_town as name) g`,
};

interface Gain {
  /** Joined to lines `i`, of which `b` came back. */
  readonly from: SQL;
  /** The sums over the lines of an order. */
  readonly costed: SQL;
  readonly margin: SQL;
}

/** Over their cost of today, of lines whose goods have one. */
const OVER_COST: Gain = {
  from: sql`left join variant_costs k on k.project_id = i.project_id and k.product_variant_id = i.product_variant_id`,
  costed: sql`sum(i.amount - coalesce(b.credit, 0)) filter (where k.cost is not null)`,
  margin: sql`sum(i.amount - coalesce(b.credit, 0) - k.cost * (i.count - coalesce(b.count, 0)))`,
};
/** What the customer pays over what the dropshipper does: nothing of the supplier’s costs is read. */
const OVER_PRICE: Gain = {
  from: sql``,
  costed: sql`0::bigint`,
  margin: sql`sum(round((i.customer_amount - i.amount)::numeric * (i.count - coalesce(b.count, 0)) / i.count))`,
};

const SUMS = sql`count(*)::int as orders, coalesce(sum(e.pieces), 0)::float8 as pieces, coalesce(sum(e.sum), 0)::float8 as sum,
  coalesce(sum(e.customer_sum), 0)::float8 as customer_sum, coalesce(sum(e.back), 0)::float8 as returned,
  coalesce(sum(e.credit), 0)::float8 as credit, coalesce(sum(e.costed), 0)::float8 as costed,
  coalesce(sum(e.margin), 0)::float8 as margin`;
/** The same over rows that have these sums already. */
const SUMS_AGAIN = sql`sum(orders)::int, sum(pieces), sum(sum), sum(customer_sum), sum(returned), sum(credit), sum(costed), sum(margin)`;

type Row = SummaryFigures & {
  readonly what: 'total' | 'row' | 'others';
  readonly key: string | null;
  readonly name: string | null;
  readonly rows: number;
  readonly full: boolean;
  readonly oldest: unknown;
};

/** What the list shows with these filters, summed up: each order with its lines, what came back of them, and the cost of today. */
export async function summarise(tx: Tx, scope: ProjectScope, { by, ...query }: SummaryQuery): Promise<OrderSummary> {
  return { by, ...(await summed(tx, scope, query, { under: UNDER[by], gain: OVER_COST })) };
}

/** The same of a dropshipper’s own orders, with what is left to him. */
export async function summariseMine(
  tx: Tx,
  scope: DropshippingScope,
  { by, ...query }: MySummaryQuery,
): Promise<MyOrderSummary> {
  const { total, rows, others, since } = await summed(tx, scope, query, { under: UNDER[by], gain: OVER_PRICE });
  const mine = <T extends SummaryFigures>({ costed: _, margin, ...figures }: T) => ({ ...figures, earning: margin });
  return { by, total: mine(total), rows: rows.map(mine), others: others && mine(others), since };
}

async function summed(
  tx: Tx,
  scope: ProjectScope | DropshippingScope,
  query: Parameters<typeof findNewest>[2],
  { under, gain }: { readonly under: SQL; readonly gain: Gain },
): Promise<Omit<OrderSummary, 'by'>> {
  const { from, where, fits, beyond } = await findNewest(tx, scope, query, SUMMED_ORDERS);
  const newest = sql`order by created_at desc, id desc`;
  const found = await tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
    with looked as materialized (
      select o.* from ${from} where ${where} order by o.created_at desc, o.id desc limit ${SUMMED_ORDERS + 1}
    ), taken as materialized (
      select * from looked ${newest} limit ${SUMMED_ORDERS}
    ), counted as materialized (
      select o.project_id, o.id, o.status, o.counterparty_id, o.tags, o.source, o.delivery_town, o.sum, o.customer_sum, o.returned
      from taken o where ${fits}
    ), back as materialized (
      select r.order_id, r.order_item_id, sum(r.count) as count, sum(r.credit) as credit
      from counted o join return_items r on r.project_id = o.project_id and r.order_id = o.id
      where o.returned > 0 and r.status = 'approved' group by r.order_id, r.order_item_id
    ), lines as materialized (
      select i.order_id, sum(i.count) as pieces, sum(b.count) as back, sum(b.credit) as credit,
        ${gain.costed} as costed, ${gain.margin} as margin
      from counted o join order_items i on i.project_id = o.project_id and i.order_id = o.id
      ${gain.from}
      left join back b on b.order_id = i.order_id and b.order_item_id = i.id
      group by i.order_id
    ), each_order as materialized (
      select o.*, l.pieces, l.back, l.credit, l.costed, l.margin from counted o left join lines l on l.order_id = o.id
    ), grouped as materialized (
      select g.key, min(g.name) as name, ${SUMS} from each_order e cross join lateral ${under} group by g.key
    ), ranked as materialized (
      select g.*, row_number() over (order by g.sum desc, g.orders desc, g.key) as place from grouped g
    ), told as (
      select 'total' as what, 0::bigint as place, null as key, null as name, ${SUMS}, 0 as rows from each_order e
      union all select 'row', place, key, name, orders, pieces, sum, customer_sum, returned, credit, costed, margin, 1
        from ranked where place <= ${SUMMARY_ROWS}
      union all select 'others', ${SUMMARY_ROWS + 1}, null, null, ${SUMS_AGAIN}, count(*)::int
        from ranked where place > ${SUMMARY_ROWS} having count(*) > 0
    )
    select told.*, (select count(*) from looked) > ${SUMMED_ORDERS} as full, (select min(created_at) from taken) as oldest
    from told order by place`);
  const figures = ({ orders, pieces, sum, customer_sum, returned, credit, costed, margin }: Row): SummaryFigures => ({
    ...{ orders, pieces, sum, customer_sum, returned, credit, costed, margin },
  });
  const [total] = found;
  if (!total) throw new Error('a sum is always told');
  const others = found.find(({ what }) => what === 'others');
  return {
    total: figures(total),
    rows: found.flatMap((row) =>
      row.what === 'row' ? [{ key: row.key, name: row.key === null ? '' : (row.name ?? ''), ...figures(row) }] : [],
    ),
    others: others ? { ...figures(others), rows: others.rows } : null,
    since: total.full ? toInstantOrNull(total.oldest) : toInstantOrNull(beyond),
  };
}
