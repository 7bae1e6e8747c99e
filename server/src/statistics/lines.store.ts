import { CalendarDate, Id } from '@lanka/domain/kit/ids';
import type { SoldLine, StatisticsMoney } from '@lanka/domain/statistics/contract';
import { type Period, type StatisticsGroup, withMargin } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ProjectScope } from '../kit/auth/scope';
import { endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { readPlace, writePlace } from './cursor';
import { isOfParty, ofParty } from './row-of.store';
import { linesOf, postingsOf, readCounted, standsUnder, uncounted } from './sales.store';
import { keptUnder } from './statistics.store';

export interface SoldOf {
  readonly product_variant_id?: string | undefined;
  readonly by?: StatisticsGroup | undefined;
  readonly key: string;
  readonly figure?: StatisticsMoney | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface SoldLines {
  readonly items: SoldLine[];
  readonly next_cursor: string | null;
}

/** What is kept of the days: of the modification, or under the row of the group. */
function keptOf(project: string, { product_variant_id, by, key }: SoldOf): SQL {
  if (product_variant_id)
    return sql`goods_days where project_id = ${project} and product_variant_id = ${product_variant_id}`;
  const under =
    by === undefined
      ? sql`by = 'all' and key = ''`
      : isOfParty(by)
        ? sql`by = 'counterparty' and ${ofParty(sql`key`, project, by, key, 'text')}`
        : sql`by = ${by} and key = ${key}`;
  return sql`sale_days where project_id = ${project} and ${under}`;
}

/** The same of a period; of a group its whole months, in which it has a row each, stand for their days. */
function keptIn(project: string, period: Period, of: SoldOf): SQL {
  const { by, key } = of;
  if (of.product_variant_id || !by)
    return sql`${keptOf(project, of)} and day between ${period.from}::date and ${period.to}::date`;
  const under = isOfParty(by) ? ofParty(sql`key`, project, by, key, 'text') : sql`key = ${key}`;
  return sql`(${keptUnder(project, period, isOfParty(by) ? 'counterparty' : by)}) k where ${under}`;
}

/** How many lines there are at least on each day that has some, as far as that is counted. */
function countedDays(project: string, of: SoldOf): SQL {
  const { product_variant_id, figure } = of;
  const some = figure === undefined ? sql`charged <> 0 or returned <> 0` : sql`${sql.raw(figure)} <> 0`;
  const least = sql`case when ${some} then 1 else 0 end`;
  if (product_variant_id)
    return sql`select day, ${figure === undefined ? sql`lines` : least} as lines from ${keptOf(project, of)}`;
  const lines = figure === 'returned' ? least : sql`greatest(charged_orders, ${least})`;
  return sql`select day, sum(${lines}) as lines from ${keptOf(project, of)} group by day`;
}

type Row = Record<string, unknown>;

/** The day, the posting, its line and the part of that of the last line of a page. */
const Place = z.tuple([CalendarDate, Id, Id, Id]);

/** Of an order, where nobody says: with fewer the days that are read first do not do, and the others are read too. */
const LINES_OF_ORDER = 3;

/**
 * A page of the lines of the period, the newest first. Only days are read that are known to have some, from the newest
 * on, until they have enough; and what is not counted yet. Of most days orders are known and not their lines.
 */
export async function newestLines(tx: Tx, { project }: ProjectScope, period: Period, of: SoldOf): Promise<SoldLines> {
  const after = readPlace(of.cursor, Place);
  const to = after && after[0] < period.to ? after[0] : period.to;
  const within = sql`day between ${period.from}::date and ${to}::date`;
  // of the day on which the page before ended nobody knows how many are left
  const left = after ? sql`case when day = ${after[0]}::date then 0 else lines end` : sql`lines`;
  const days = await tx.rows<{ day: string; newer: number }>(sql`
    select day::text, coalesce(newer, 0)::int as newer from (
      select day, sum(${left}) over (order by day desc rows between unbounded preceding and 1 preceding) as newer
      from (${countedDays(project.id, of)}) d where ${within}
    ) d where coalesce(newer, 0) <= ${of.limit} order by day`);
  const likely = days.filter(({ newer }) => newer * LINES_OF_ORDER <= of.limit);
  const since = of.product_variant_id ? undefined : likely[0]?.day;
  if (since !== undefined && likely.length < days.length) {
    const newest = await readLines(tx, project.id, { from: since, to }, likely, of);
    if (newest.length > of.limit) return asPage(newest, of.limit);
  }
  return asPage(await readLines(tx, project.id, { from: period.from, to }, days, of), of.limit);
}

/** Postings, and lines `l` with their order `o`, that are told of; of an order that stands under another key no lines are put together. */
function asked(project: string, { by, key }: SoldOf): { readonly postings: SQL; readonly lines: SQL } {
  if (!by) return { postings: sql``, lines: sql`true` };
  if (isOfParty(by)) return { postings: sql`and ${ofParty(sql`counterparty_id`, project, by, key)}`, lines: sql`true` };
  const fits = standsUnder(by, key);
  return {
    postings: sql`and (ref_kind <> 'order' or exists (select 1 from orders o where o.project_id = ${project} and o.id = ref_id and ${fits}))`,
    lines: fits,
  };
}

/** What all lines of the period come to, both what was sold and what came back: as the night has kept it, and what was entered since. */
export async function readLinesTotal(tx: Tx, { project }: ProjectScope, { from, to }: Period, of: SoldOf) {
  const within = sql`day between ${from}::date and ${to}::date`;
  const { postings, lines } = asked(project.id, of);
  const counted = await readCounted(tx, project.id);
  const [row] = await tx.rows<Row>(sql`
    with entered as materialized (${postingsOf(project.id, sql`${within} and ${uncounted(project.id, counted)} ${postings}`)}),
    lines as materialized (${linesOf(project.id, { variant: of.product_variant_id })})
    select coalesce(sum(charged), 0)::float8 as charged, coalesce(sum(returned), 0)::float8 as returned,
      coalesce(sum(costed), 0)::float8 as costed, coalesce(sum(cost), 0)::float8 as cost
    from (
      select charged, returned, costed, cost from ${keptIn(project.id, { from, to }, of)}
      union all
      select l.charged, l.returned, l.costed, l.cost
      from lines l left join orders o on o.project_id = ${project.id} and o.id = l.order_id where ${lines}
    ) k`);
  const [charged, returned] = [Number(row?.charged), Number(row?.returned)];
  const sums = { charged, returned, revenue: charged - returned, costed: Number(row?.costed), cost: Number(row?.cost) };
  return withMargin(sums);
}

/** The newest lines of these days, and what is not counted of the period, one more than asked for. */
async function readLines(
  tx: Tx,
  project: string,
  { from, to }: Period,
  days: readonly { readonly day: string }[],
  of: SoldOf,
): Promise<Row[]> {
  const after = readPlace(of.cursor, Place);
  const within = sql`day between ${from}::date and ${to}::date`;
  const counted = sql`created_at < (select ${endOfDay(sql`until`)} from sale_days_until where project_id = ${project})`;
  const some = sql`day = any(${sql.param(days.map(({ day }) => day))}::date[])`;
  const { postings, lines } = asked(project, of);
  const own = of.figure === undefined ? sql`` : of.figure === 'charged' ? sql`and l.sold <> 0` : sql`and l.back <> 0`;
  const known = await readCounted(tx, project);
  return tx.rows<Row>(sql`
    with entered as materialized (
      ${postingsOf(project, sql`${some} and ${counted} ${postings}`)}
      union all ${postingsOf(project, sql`${within} and ${uncounted(project, known)} ${postings}`)}
    ), lines as materialized (${linesOf(project, { variant: of.product_variant_id })}),
    newest as materialized (
      select l.* from lines l left join orders o on o.project_id = ${project} and o.id = l.order_id
      where ${lines} ${own}
        ${after ? sql`and (l.day, l.id, l.line_id, l.part) < (${after[0]}::date, ${after[1]}::uuid, ${after[2]}::uuid, ${after[3]}::uuid)` : sql``}
      order by l.day desc, l.id desc, l.line_id desc, l.part desc limit ${of.limit + 1}
    )
    select n.id, n.line_id, n.part, n.day::text as day, n.kind, n.source_id, coalesce(o.number, d.number, r.number) as number,
      coalesce(o.prefix, '') as prefix,
      n.counterparty_id, c.name as counterparty_name, v.product_id, n.product_variant_id, p.name as product_title,
      v.name as modification_title, n.sold - n.back as count, (n.charged - n.returned)::float8 as revenue,
      n.unit_cost::float8 as unit_cost, n.cost::float8 as cost
    from newest n
    join counterparties c on c.project_id = ${project} and c.id = n.counterparty_id
    join product_variants v on v.project_id = ${project} and v.id = n.product_variant_id
    join products p on p.project_id = ${project} and p.id = v.product_id
    left join orders o on n.kind = 'order' and o.project_id = ${project} and o.id = n.source_id
    left join turnover_documents d on n.kind = 'turnover' and d.project_id = ${project} and d.id = n.source_id
    left join returns r on n.kind = 'return' and r.project_id = ${project} and r.id = n.source_id
    order by n.day desc, n.id desc, n.line_id desc, n.part desc`);
}

function asPage(rows: readonly Row[], limit: number): SoldLines {
  const shown = rows.slice(0, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const placeOf = ({ day, id, line_id, part }: Row) => [day, id, line_id, part].map(String);
  return { items: shown.map(asLine), next_cursor: last ? writePlace(placeOf(last)) : null };
}

function asLine(row: Row): SoldLine {
  const of = { id: String(row.source_id), number: Number(row.number) };
  const unit_cost = row.unit_cost === null ? null : Number(row.unit_cost);
  return {
    id: [row.id, row.line_id, row.part].join(' '),
    day: String(row.day),
    source:
      row.kind === 'order'
        ? { kind: 'order', prefix: String(row.prefix), ...of }
        : { kind: row.kind === 'return' ? 'return' : 'turnover', ...of },
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    product_id: String(row.product_id),
    product_variant_id: String(row.product_variant_id),
    product_title: String(row.product_title),
    modification_title: String(row.modification_title),
    count: Number(row.count),
    revenue: Number(row.revenue),
    unit_cost,
    cost: unit_cost === null ? null : Number(row.cost),
  };
}
