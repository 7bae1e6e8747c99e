import { daysAfter, KYIV } from '@lanka/domain/kit/time';
import type { DemandBy } from '@lanka/domain/statistics/goods-rules';
import { beginOf, endOf, partsOf } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import { endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { countMoves } from './moves.store';
import { ALL_KEYS, type Counted, linesOf, postingsOf, salesOf } from './sales.store';

/** So many days are counted by a statement. */
const DAYS_AT_ONCE = 31;

const SUMS = sql`sum(s.charged), sum(s.returned), sum(s.costed), sum(s.cost)`;

/** So many days of entries are counted by a transaction. */
const DAYS_TOGETHER = 31;

/** Up to which day what is entered is to be counted next; null: all of it is, up to `last`. */
export async function nextUntil(tx: Tx, project: string, last: string, of: Counted): Promise<string | null> {
  const [kept] = await tx.rows<{ until: string }>(sql`
    select coalesce(
      (select nullif(until, '-infinity')::text from ${sql.raw(of)} where project_id = ${project}),
      (select ((min(created_at) at time zone ${KYIV})::date - 1)::text from postings where project_id = ${project}),
      ${last}::text) as until`);
  const since = kept?.until ?? last;
  if (since >= last) return null;
  const until = daysAfter(since, DAYS_TOGETHER);
  return until < last ? until : last;
}

/** Up to which day it is counted. Whoever counts holds the row until his transaction ends. */
export async function lockCounted(tx: Tx, project: string, of: Counted): Promise<string> {
  const table = sql.raw(of);
  await tx.execute(sql`
    insert into ${table} (project_id, until, after_sequence) values (${project}, '-infinity', 0) on conflict do nothing`);
  const [kept] = await tx.rows<{ until: string }>(sql`
    select until::text as until from ${table} where project_id = ${project} for update`);
  if (!kept) throw new Error('a row that was inserted is there');
  return kept.until;
}

/**
 * Counts what was entered up to the end of this day, which is over; twice does nothing. Days on which something was
 * entered, or of whose orders something has changed, are counted anew, however long they are past. The transaction has
 * entered the project. Of orders that have changed since then some are counted when it is their turn: `isLast`, it is.
 */
export async function countSales(tx: Tx, project: string, until: string, isLast = true): Promise<void> {
  const kept = await lockCounted(tx, project, 'sale_days_until');
  // days are written so that their order is that of their letters; `-infinity` stands before them all
  if (until <= kept) return;
  const counted = sql`(select ${endOfDay(sql`until`)} from sale_days_until where project_id = ${project})`;
  const end = endOfDay(until);
  const entered = sql`sequence > (select after_sequence from sale_days_until where project_id = ${project})
    and created_at >= ${counted} and created_at < ${end}`;
  const days = await tx.rows<{ day: string; sold: boolean }>(sql`
    with entered as materialized (${postingsOf(project, entered)}), changed as materialized (
      select id, first_sent_on, returned, parcels from orders
      where project_id = ${project} and updated_at >= ${counted} ${isLast ? sql`` : sql`and updated_at < ${end}`}
        and first_sent_on is not null
    )
    select day::text, bool_or(sold) as sold from (
      select day, true as sold from entered
      union all select first_sent_on, false from changed
      -- of goods too where it goes in parcels or something came back: that costs what it did when its parcel was charged,
      -- and lines may be split anew; what was charged of any other order does not change
      union all select p.day, o.returned > 0 or o.parcels > 0 from changed o join postings p on p.project_id = ${project} and p.ref_kind = 'order'
        and p.ref_id = o.id and p.purpose = 'charge'
      union all select p.day, true from changed o
        join return_items r on r.project_id = ${project} and r.order_id = o.id
        join postings p on p.project_id = ${project} and p.ref_kind = 'return_item' and p.ref_id = r.id and p.purpose = 'return'
        where o.returned > 0
    ) d where day is not null group by day order by day`);
  const touched = new Map<string, string>();
  for (let n = 0; n < days.length; n += DAYS_AT_ONCE) {
    const some = days.slice(n, n + DAYS_AT_ONCE);
    await countDays(
      tx,
      project,
      until,
      some.map(({ day }) => day),
    );
    const ofGoods = some.flatMap(({ day, sold }) => (sold ? [day] : []));
    if (ofGoods.length === 0) continue;
    for (const { id, day } of await countGoods(tx, project, until, ofGoods)) {
      const known = touched.get(id);
      if (known === undefined || day < known) touched.set(id, day);
    }
  }
  const monthOf = ({ day }: { readonly day: string }): string => `${day.slice(0, 7)}-01`;
  await countSaleMonths(tx, project, [...new Set(days.map(monthOf))]);
  await countMonths(tx, project, [...new Set(days.filter(({ sold }) => sold).map(monthOf))]);
  for (const by of ['month', 'week'] as const) await countTotals(tx, project, by, touched);
  await countMoves(tx, project, counted, until);
  // whoever began before the day ended has written within the hour: what has a number up to this one was entered by then
  await tx.execute(sql`
    update sale_days_until set until = ${until}::date, after_sequence = greatest(after_sequence, coalesce((
      select max(sequence) from (${postingsOf(project, sql`${entered} and created_at < ${end} - interval '1 hour'`)}) p), 0))
    where project_id = ${project}`);
}

const dates = (days: readonly string[]) => sql`${sql.param([...days])}::date[]`;
/** Of these days, what was entered until then. */
const enteredOn = (project: string, until: string, days: readonly string[]) =>
  postingsOf(project, sql`day = any(${dates(days)}) and created_at < ${endOfDay(until)}`);

async function countDays(tx: Tx, project: string, until: string, days: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from sale_days where project_id = ${project} and day = any(${dates(days)})`);
  await tx.execute(sql`
    with entered as materialized (${enteredOn(project, until, days)}), lines as materialized (${linesOf(project)}),
    sales as materialized (${salesOf(project)})
    insert into sale_days (project_id, by, day, key, name, orders, charged_orders, charged_for_orders, charged, returned, costed, cost)
    select ${project}, g.by, s.day, g.key, min(g.name), sum(s.orders), sum(s.charged_orders), sum(s.charged_for_orders), ${SUMS}
    from (
      select day, counterparty_id, order_id, 0 as orders, charged_orders, charged_for_orders, charged, returned, costed, cost from sales
      union all
      select first_sent_on, counterparty_id, id, 1, 0, 0, 0, 0, 0, 0 from orders
      where project_id = ${project} and first_sent_on = any(${dates(days)}) and first_sent_on <= ${until}::date
    ) s left join orders o on o.project_id = ${project} and o.id = s.order_id cross join lateral (${ALL_KEYS}) g
    group by g.by, s.day, g.key`);
}

const NAMES = ['sold', 'back', 'charged', 'returned', 'costed', 'cost', 'lines'] as const;
const of = (table: string): SQL => sql.raw(NAMES.map((name) => `${table}.${name}`).join(', '));

/**
 * Of these days, whose other rows stay as they are: many are counted anew for the sake of one order. Answers which
 * modifications have become others, and since which of the days.
 */
function countGoods(
  tx: Tx,
  project: string,
  until: string,
  days: readonly string[],
): Promise<{ id: string; day: string }[]> {
  return tx.rows<{ id: string; day: string }>(sql`
    with entered as materialized (${enteredOn(project, until, days)}), fresh as materialized (
      select day, product_variant_id, sum(sold) as sold, sum(back) as back, sum(charged) as charged, sum(returned) as returned,
        sum(costed) as costed, sum(cost) as cost, count(*) as lines
      from (${linesOf(project)}) s group by day, product_variant_id
    ), gone as (
      delete from goods_days d where project_id = ${project} and day = any(${dates(days)}) and not exists (
        select 1 from fresh f where f.day = d.day and f.product_variant_id = d.product_variant_id)
      returning day, product_variant_id
    ), put as (
      insert into goods_days as d (project_id, day, product_variant_id, ${sql.raw(NAMES.join(', '))})
      select ${project}, day, product_variant_id, ${of('fresh')} from fresh
      on conflict (project_id, day, product_variant_id) do update
        set ${sql.raw(NAMES.map((name) => `${name} = excluded.${name}`).join(', '))}
        where (${of('d')}) is distinct from (${of('excluded')})
      returning day, product_variant_id
    )
    select product_variant_id as id, min(day)::text as day from (select * from gone union all select * from put) k
    group by product_variant_id`);
}

async function countSaleMonths(tx: Tx, project: string, months: readonly string[]): Promise<void> {
  for (const month of months) {
    await tx.execute(sql`delete from sale_months where project_id = ${project} and month = ${month}::date`);
    await tx.execute(sql`
      insert into sale_months (project_id, by, month, key, name, orders, charged_orders, charged_for_orders, charged, returned, costed, cost)
      select project_id, by, ${month}::date, key, min(name), sum(orders), sum(charged_orders), sum(charged_for_orders), ${SUMS}
      from sale_days s
      where project_id = ${project} and by <> 'all' and day >= ${month}::date and day < ${month}::date + interval '1 month'
      group by project_id, by, key`);
  }
}

async function countMonths(tx: Tx, project: string, months: readonly string[]): Promise<void> {
  for (const month of months) {
    await tx.execute(sql`delete from goods_months where project_id = ${project} and month = ${month}::date`);
    await tx.execute(sql`
      insert into goods_months (project_id, month, product_variant_id, sold, back, charged, returned, costed, cost, lines)
      select project_id, ${month}::date, product_variant_id, sum(sold), sum(back), ${SUMS}, sum(lines) from goods_days s
      where project_id = ${project} and day >= ${month}::date and day < ${month}::date + interval '1 month'
      group by project_id, product_variant_id`);
  }
}

interface Totals {
  readonly table: SQL;
  readonly part: SQL;
  readonly next: SQL;
  /** What was sold in one of them, by modification. */
  sold(project: string, at: string): SQL;
}
const TOTALS: Readonly<Record<DemandBy, Totals>> = {
  week: {
    ...{ table: sql`goods_week_totals`, part: sql`week`, next: sql`interval '7 days'` },
    sold: (project, at) => sql`
      select product_variant_id, ${sql.raw(NAMES.map((name) => `sum(${name}) as ${name}`).join(', '))}
      from goods_days where project_id = ${project} and day >= ${at}::date and day < ${at}::date + 7 group by product_variant_id`,
  },
  month: {
    ...{ table: sql`goods_totals`, part: sql`month`, next: sql`interval '1 month'` },
    sold: (project, at) => sql`
      select product_variant_id, ${sql.raw(NAMES.join(', '))} from goods_months
      where project_id = ${project} and month = ${at}::date`,
  },
};

/**
 * Of the weeks or months from that on in which a modification has become another, each from the one before: of those
 * that have become others, and of all where there was none yet, also where nothing was sold in it.
 */
async function countTotals(tx: Tx, project: string, by: DemandBy, touched: ReadonlyMap<string, string>): Promise<void> {
  const [since] = [...touched.values()].sort();
  if (!since) return;
  const { table, part, next, sold } = TOTALS[by];
  const [kept] = await tx.rows<{ from: string; to: string | null; last: string | null }>(sql`
    select least(${beginOf[by](since)}::date, (select max(${part}) + ${next} from ${table} where project_id = ${project}))::date::text as from,
      (select max(day) from goods_days where project_id = ${project})::text as to,
      (select max(${part}) from ${table} where project_id = ${project})::text as last`);
  if (!kept) throw new Error('a row that is made of nothing is there');
  const others = [...touched];
  // what was sold last may have been taken back: of what is kept behind it all is looked at, too
  const to = [kept.last ?? '', kept.to ?? ''].sort().at(-1) ?? '';
  for (const { from: at } of partsOf({ from: kept.from, to }, by)) {
    const isNew = kept.last === null || at > kept.last;
    const end = endOf[by](at);
    const ids = others.flatMap(([id, day]) => (day <= end ? [id] : []));
    const some = isNew ? sql`` : sql`and product_variant_id = any(${sql.param(ids)}::uuid[])`;
    if (!isNew)
      await tx.execute(sql`delete from ${table} where project_id = ${project} and ${part} = ${at}::date ${some}`);
    await tx.execute(sql`
      insert into ${table} (project_id, ${part}, product_variant_id, sold, back, charged, returned, costed, cost, lines, squares)
      select ${project}, ${at}::date, product_variant_id, sum(sold), sum(back), ${SUMS}, sum(lines), sum(squares) from (
        select product_variant_id, sold, back, charged, returned, costed, cost, lines, squares from ${table}
        where project_id = ${project} and ${part} = (${at}::date - ${next})::date ${some}
        union all
        select product_variant_id, ${sql.raw(NAMES.join(', '))}, sold::bigint * sold::bigint from (${sold(project, at)}) p
        where true ${some}
      ) s group by product_variant_id`);
  }
}
