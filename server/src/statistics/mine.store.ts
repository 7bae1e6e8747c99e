import { CalendarDate, Id } from '@lanka/domain/kit/ids';
import type { MyLine } from '@lanka/domain/statistics/mine';
import type { MySums, Period } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Supplier } from '../kit/auth/scope';
import { beginOfDay, dayAt, endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { OWN_ACCOUNT } from '../ledger/tables';
import { IS_REFUSED } from '../returns';
import { readPlace, writePlace } from './cursor';
import { linesOf, postingsOf } from './sales.store';

/**
 * What a dropshipper earned with one supplier, from his own postings and the lines behind them: so many rows are read as
 * he had sales in the period, however large the supplier is.
 */
export type Party = Pick<Supplier, 'project_id' | 'counterparty_id'>;

/** What customers pay for pieces `n + 1` to `n + c` of a line of so many: over all its parts exactly what they pay for it. */
const share = (n: SQL, c: SQL): SQL => sql`
  (round(i.customer_amount::numeric * (${n} + ${c}) / i.count) - round(i.customer_amount::numeric * ${n} / i.count))::bigint`;

/** `entered` and `mine`: each line that was charged or came back, and each fee. */
const mineOf = ({ project_id, counterparty_id }: Party, { from, to }: Period): SQL => {
  const own = sql`counterparty_id = ${counterparty_id} and day between ${from}::date and ${to}::date`;
  const sold = sql`(select coalesce(sum(x.count), 0) from parcel_items x where x.project_id = ${project_id}
    and x.order_id = l.order_id and x.order_item_id = i.id and x.parcel_id < l.part)`;
  const back = sql`(select coalesce(sum(x.count), 0) from return_items x where x.project_id = ${project_id}
    and x.order_id = l.order_id and x.order_item_id = i.id and x.status = 'approved' and x.id < r.id)`;
  return sql`
    entered as materialized (${postingsOf(project_id, own)}), firsts as materialized (
      -- of each posting, not of each of its lines; asked of each by its key: joined, all postings of the supplier would be read
      select e.id from entered e where e.purpose = 'charge' and e.ref_kind = 'order' and e.sequence = (
        select min(x.sequence) from postings x where x.project_id = ${project_id} and x.ref_kind = 'order'
          and x.ref_id = e.ref_id and x.purpose = 'charge')
    ), mine as materialized (
      select l.id, l.day, l.kind, l.order_id, l.product_variant_id, l.line_id, l.part, l.sold, l.back,
        l.charged - l.returned as cost, 0::bigint as fees,
        case when l.kind = 'order' and l.part = l.order_id then i.customer_amount -- in one parcel: all of the line
          when l.kind = 'order' then ${share(sold, sql`l.sold`)} else -${share(back, sql`l.back`)} end as revenue,
        l.id in (select id from firsts) as is_first
      from (${linesOf(project_id, { costs: false })}) l
      left join return_items r on l.kind = 'return' and r.project_id = ${project_id} and r.return_id = l.source_id and r.id = l.line_id
      join order_items i on i.project_id = ${project_id} and i.order_id = l.order_id and i.id = coalesce(r.order_item_id, l.line_id)
      where l.kind in ('order', 'return')
      union all
      select p.id, p.day, 'fee', case coalesce(x.ref_kind, p.ref_kind) when 'order' then coalesce(x.ref_id, p.ref_id) else c.order_id end, null, p.id, p.id, 0, 0, 0, -p.counterparty_change, 0, false
      from postings p
      -- what is taken back is of the order of what was charged
      left join lateral (select x.ref_kind, x.ref_id, x.purpose from postings x
        where p.purpose = 'reversal' and x.project_id = ${project_id} and x.id = p.ref_id limit 1) x on true
      left join cod_rows c on coalesce(x.ref_kind, p.ref_kind) = 'cod_row' and c.project_id = ${project_id}
        and c.id = coalesce(x.ref_id, p.ref_id)
      where p.project_id = ${project_id} and p.counterparty_id = ${counterparty_id}
        and p.day between ${from}::date and ${to}::date
        and (${OWN_ACCOUNT} = 'logistics' or p.purpose = 'cod_fee' or x.purpose = 'cod_fee')
    )`;
};

type Row = Record<string, unknown>;
const SUMS = sql`sum(revenue)::float8 as revenue, sum(cost)::float8 as cost, sum(fees)::float8 as fees, sum(sold)::int as pieces,
  sum(back)::int as back, count(distinct order_id) filter (where is_first)::int as charged_orders`;
const sumsOf = (row: Row): MySums => ({
  ...{ orders: Number(row.orders ?? 0), charged_orders: Number(row.charged_orders ?? 0) },
  ...{ revenue: Number(row.revenue ?? 0), cost: Number(row.cost ?? 0), fees: Number(row.fees ?? 0) },
  ...{ pieces: Number(row.pieces ?? 0), back: Number(row.back ?? 0), refusals: Number(row.refusals ?? 0) },
});

/** By day. The supplier has been entered. */
export async function readMyDays(tx: Tx, party: Party, period: Period): Promise<ReadonlyMap<string, MySums>> {
  const { project_id, counterparty_id } = party;
  const { from, to } = period;
  const found = await tx.rows<Row>(sql`
    with ${mineOf(party, period)}, sent as (
      select day, orders from order_days
      where project_id = ${project_id} and counterparty_id = ${counterparty_id} and day between ${from}::date and ${to}::date
      union all
      select first_sent_on, count(*) from orders
      where project_id = ${project_id} and counterparty_id = ${counterparty_id} and first_sent_on <= ${to}::date
        and first_sent_on >= (select greatest(${from}::date, max(until) + 1) from order_days_until where project_id = ${project_id})
      group by 1
    ), refused as (
      select ${dayAt(sql`r.created_at`)}::date as day, count(*) as refusals from returns r
      where r.project_id = ${project_id} and r.counterparty_id = ${counterparty_id} and ${IS_REFUSED}
        and r.created_at >= ${beginOfDay(from)} and r.created_at < ${endOfDay(to)} group by 1
    )
    select day::text as day, max(orders)::int as orders, max(refusals)::int as refusals, max(revenue) as revenue, max(cost) as cost,
      max(fees) as fees, max(pieces) as pieces, max(back) as back, max(charged_orders) as charged_orders
    from (
      select day, null::bigint as orders, null::bigint as refusals, ${SUMS} from mine group by day
      union all select day, sum(orders)::bigint, null, null, null, null, null, null, null from sent group by day
      union all select day, null, refusals, null, null, null, null, null, null from refused
    ) k group by day`);
  return new Map(found.map((row) => [String(row.day), sumsOf(row)]));
}

export interface MyGood extends MySums {
  readonly id: string;
  readonly name: string;
}

/** By modification. Fees and refusals are of orders and not of goods. */
export async function readMyGoods(tx: Tx, party: Party, period: Period): Promise<MyGood[]> {
  const rows = await tx.rows<Row>(sql`
    with ${mineOf(party, period)}
    select g.*, concat_ws(' · ', p.name, nullif(v.name, '')) as name from (
      select product_variant_id, ${SUMS} from mine where kind <> 'fee' group by product_variant_id
    ) g
    join product_variants v on v.project_id = ${party.project_id} and v.id = g.product_variant_id
    join products p on p.project_id = v.project_id and p.id = v.product_id`);
  return rows.map((row) => {
    const sums = sumsOf(row);
    return { ...sums, orders: sums.charged_orders, id: String(row.product_variant_id), name: String(row.name) };
  });
}

/** The day, the posting, its line and the part of that. */
const Place = z.tuple([CalendarDate, Id, Id, Id]);

export interface MyLinesOf {
  readonly product_variant_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export type Placed = Omit<MyLine, 'supplier'> & { readonly place: readonly string[] };
export interface MyPage {
  readonly items: readonly Placed[];
  readonly total: { readonly revenue: number; readonly cost: number; readonly fees: number; readonly count: number };
}

/** The newest of these lines behind the place, one more than asked for, and what all of them come to. */
export async function newestMine(tx: Tx, party: Party, period: Period, of: MyLinesOf): Promise<MyPage> {
  const after = readPlace(of.cursor, Place);
  const only = of.product_variant_id ? sql`where product_variant_id = ${of.product_variant_id}` : sql``;
  const behind = after
    ? sql`where (day, id, line_id, part) < (${after[0]}::date, ${after[1]}::uuid, ${after[2]}::uuid, ${after[3]}::uuid)`
    : sql``;
  const rows = await tx.rows<Row>(sql`
    with ${mineOf(party, period)}, asked as materialized (select * from mine ${only}), total as (
      select coalesce(sum(revenue), 0)::float8 as all_revenue, coalesce(sum(cost), 0)::float8 as all_cost,
        coalesce(sum(fees), 0)::float8 as all_fees, coalesce(sum(sold - back), 0)::int as all_count from asked
    ), shown as materialized (
      select * from asked ${behind} order by day desc, id desc, line_id desc, part desc limit ${of.limit + 1}
    )
    select t.*, s.id, s.line_id, s.part, s.day::text as day, s.kind, s.order_id, o.prefix, o.number, p.name as product_title,
      v.name as modification_title, s.sold - s.back as count, s.revenue::float8 as revenue, s.cost::float8 as cost, s.fees::float8 as fees
    from total t left join shown s on true
    left join orders o on o.project_id = ${party.project_id} and o.id = s.order_id
    left join product_variants v on v.project_id = ${party.project_id} and v.id = s.product_variant_id
    left join products p on p.project_id = v.project_id and p.id = v.product_id`);
  const [first] = rows;
  return {
    items: rows.flatMap((row) => (row.id === null ? [] : [asLine(row, party.project_id)])),
    total: {
      ...{ revenue: Number(first?.all_revenue), cost: Number(first?.all_cost), fees: Number(first?.all_fees) },
      count: Number(first?.all_count),
    },
  };
}

function asLine(row: Row, project_id: string): Placed {
  const place = [row.day, row.id, row.line_id, row.part].map(String);
  return {
    ...{ id: place.slice(1).join(' '), day: String(row.day), kind: row.kind as MyLine['kind'], project_id, place },
    order:
      row.order_id === null
        ? null
        : { id: String(row.order_id), prefix: String(row.prefix ?? ''), number: Number(row.number) },
    ...{ product_title: String(row.product_title ?? ''), modification_title: String(row.modification_title ?? '') },
    ...{ count: Number(row.count), revenue: Number(row.revenue), cost: Number(row.cost), fees: Number(row.fees) },
  };
}

export const placeAfter = (line: Placed | undefined): string | null => (line ? writePlace(line.place) : null);

/** How suppliers are called. */
export async function supplierNames(tx: Tx, parties: readonly Party[]): Promise<ReadonlyMap<string, string>> {
  const ids = parties.map(({ project_id }) => project_id);
  const rows = await tx.rows<{ id: string; title: string }>(sql`
    select id, title from projects where id = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
