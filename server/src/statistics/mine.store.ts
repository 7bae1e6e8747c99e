import { CalendarDate, Id } from '@lanka/domain/kit/ids';
import type { MyLine } from '@lanka/domain/statistics/mine';
import type { MySums, Period } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Supplier } from '../kit/auth/scope';
import { beginOfDay, dayAt, endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { IS_REFUSED } from '../returns';
import { readPlace, writePlace } from './cursor';
import { EARNED, EARNED_UNTIL, earnedOf, toldAnew } from './earned.store';
import { countedUntil, readCounted, uncounted } from './sales.store';

/**
 * What a dropshipper earned with one supplier: as the night has kept it by day, and of his own postings and the lines
 * behind them what was entered since and days that are to be told anew. So a figure is right when it is asked, and a
 * year is read without its orders.
 */
export type Party = Pick<Supplier, 'project_id' | 'counterparty_id'>;

interface Earned {
  /** `anew`, the days that are told anew from their postings; `entered` and `mine`, of these, and of what is not counted. */
  readonly ctes: SQL;
  /** Which rows of what is kept hold besides. */
  readonly kept: SQL;
}

/** `days` are some that are kept, whose lines are read too; then the rows of the others hold. */
async function earnedIn(
  tx: Tx,
  { project_id, counterparty_id }: Party,
  { from, to }: Period,
  { days, variant }: { readonly days?: (kept: SQL) => SQL; readonly variant?: string | undefined } = {},
): Promise<Earned> {
  const own = sql`counterparty_id = ${counterparty_id} and day between ${from}::date and ${to}::date`;
  const of = sql`and o.counterparty_id = ${counterparty_id}`;
  const isAnew = sql`day = any(array(select day from anew))`;
  const isRead = sql`day = any(array(select day from some_days))`;
  const counted = await readCounted(tx, project_id, EARNED_UNTIL);
  const until = countedUntil(project_id, EARNED_UNTIL);
  const kept = sql`project_id = ${project_id} and ${own} and not ${isAnew}`;
  return {
    ctes: sql`anew as materialized (
        select distinct day from (${toldAnew(project_id, until, of)}) d where ${own}
      ), ${days ? sql`some_days as materialized (${days(kept)}),` : sql``} ${earnedOf(
        project_id,
        [
          sql`${own} and ${isAnew}`,
          sql`${own} and not ${isAnew} and ${uncounted(project_id, counted, EARNED_UNTIL)}`,
          ...(days ? [sql`${own} and ${isRead} and created_at < ${until}`] : []),
        ],
        { variant },
      )}`,
    kept: days ? sql`${kept} and not ${isRead}` : kept,
  };
}

type Row = Record<string, unknown>;
const KEPT = sql.raw('revenue, cost, pieces, back, charged_orders');
const SUMS = sql`sum(revenue)::float8 as revenue, sum(cost)::float8 as cost, sum(pieces)::int as pieces, sum(back)::int as back,
  sum(charged_orders)::int as charged_orders`;
const sumsOf = (row: Row): MySums => ({
  ...{ orders: Number(row.orders ?? 0), charged_orders: Number(row.charged_orders ?? 0) },
  ...{ revenue: Number(row.revenue ?? 0), cost: Number(row.cost ?? 0), fees: Number(row.fees ?? 0) },
  ...{ pieces: Number(row.pieces ?? 0), back: Number(row.back ?? 0), refusals: Number(row.refusals ?? 0) },
});

/** By day. The supplier has been entered. */
export async function readMyDays(tx: Tx, party: Party, period: Period): Promise<ReadonlyMap<string, MySums>> {
  const { project_id, counterparty_id } = party;
  const { from, to } = period;
  const { ctes, kept } = await earnedIn(tx, party, period);
  const found = await tx.rows<Row>(sql`
    with ${ctes}, sent as (
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
    select day::text as day, sum(orders)::int as orders, sum(refusals)::int as refusals, sum(fees)::float8 as fees, ${SUMS}
    from (
      select day, 0 as orders, 0 as refusals, fees, ${KEPT} from party_days where ${kept}
      union all select day, 0, 0, fees, ${KEPT} from (select day, ${EARNED}, sum(fees) as fees from mine group by day) m
      union all select day, orders, 0, 0, 0, 0, 0, 0, 0 from sent
      union all select day, 0, refusals, 0, 0, 0, 0, 0, 0 from refused
    ) k group by day`);
  return new Map(found.map((row) => [String(row.day), sumsOf(row)]));
}

export interface MyGood extends MySums {
  readonly id: string;
  readonly name: string;
}

/** By modification, those with the most revenue, and how many there are. Fees and refusals are of orders and not of goods. */
export async function readMyGoods(
  tx: Tx,
  party: Party,
  period: Period,
  most: number,
): Promise<{ readonly rows: readonly MyGood[]; readonly count: number }> {
  const { ctes, kept } = await earnedIn(tx, party, period);
  const rows = await tx.rows<Row>(sql`
    with ${ctes}, goods as materialized (
      select product_variant_id, ${SUMS} from (
        select product_variant_id, ${KEPT} from party_goods where ${kept}
        union all
        select product_variant_id, ${KEPT} from (
          select product_variant_id, ${EARNED} from mine where kind <> 'fee' group by product_variant_id) m
      ) k group by product_variant_id
    ), shown as materialized (
      select * from goods order by revenue desc, product_variant_id limit ${most}
    )
    select g.*, concat_ws(' · ', p.name, nullif(v.name, '')) as name, (select count(*) from goods)::int as goods from shown g
    join product_variants v on v.project_id = ${party.project_id} and v.id = g.product_variant_id
    join products p on p.project_id = v.project_id and p.id = v.product_id`);
  return {
    rows: rows.map((row) => {
      const sums = sumsOf(row);
      return { ...sums, orders: sums.charged_orders, id: String(row.product_variant_id), name: String(row.name) };
    }),
    count: Number(rows[0]?.goods ?? 0),
  };
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

/**
 * The newest of these lines behind the place, one more than asked for, and what all of them come to. Of the days that are
 * kept those are read that are known to have enough lines.
 */
export async function newestMine(tx: Tx, party: Party, period: Period, of: MyLinesOf): Promise<MyPage> {
  const { project_id } = party;
  const after = readPlace(of.cursor, Place);
  const variant = of.product_variant_id;
  const only = variant ? sql`product_variant_id = ${variant}` : sql`true`;
  const table = variant ? sql`party_goods` : sql`party_days`;
  // of the day on which the page before ended nobody knows how many are left
  const left = after ? sql`case when day = ${after[0]}::date then 0 else lines end` : sql`lines`;
  const days = (kept: SQL): SQL => sql`
    select day from (
      select day, sum(${left}) over (order by day desc rows between unbounded preceding and 1 preceding) as newer
      from ${table} where ${kept} and ${only} ${after ? sql`and day <= ${after[0]}::date` : sql``}
    ) d where coalesce(newer, 0) <= ${of.limit}`;
  const { ctes, kept } = await earnedIn(tx, party, period, { days, variant });
  const behind = after
    ? sql`where (day, id, line_id, part) < (${after[0]}::date, ${after[1]}::uuid, ${after[2]}::uuid, ${after[3]}::uuid)`
    : sql``;
  const rows = await tx.rows<Row>(sql`
    with ${ctes}, asked as materialized (select * from mine where ${only}), total as (
      select coalesce(sum(revenue), 0)::float8 as all_revenue, coalesce(sum(cost), 0)::float8 as all_cost,
        coalesce(sum(fees), 0)::float8 as all_fees, coalesce(sum(count), 0)::int as all_count
      from (
        select revenue, cost, fees, sold - back as count from asked
        union all
        select revenue, cost, ${variant ? sql`0` : sql`fees`}, pieces - back from ${table} where ${kept} and ${only}
      ) k
    ), shown as materialized (
      select * from asked ${behind} order by day desc, id desc, line_id desc, part desc limit ${of.limit + 1}
    )
    select t.*, s.id, s.line_id, s.part, s.day::text as day, s.kind, s.order_id, o.prefix, o.number, p.name as product_title,
      v.name as modification_title, s.sold - s.back as count, s.revenue::float8 as revenue, s.cost::float8 as cost, s.fees::float8 as fees
    from total t left join shown s on true
    left join orders o on o.project_id = ${project_id} and o.id = s.order_id
    left join product_variants v on v.project_id = ${project_id} and v.id = s.product_variant_id
    left join products p on p.project_id = v.project_id and p.id = v.product_id`);
  const [first] = rows;
  return {
    items: rows.flatMap((row) => (row.id === null ? [] : [asLine(row, project_id)])),
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
