import type { Page } from '@lanka/domain/kit/lists';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import type { StatisticsOrder } from '@lanka/domain/statistics/contract';
import { wholeParts } from '@lanka/domain/statistics/goods-rules';
import type { Period, StatisticsGroup, Sums } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type ListQuery, readPage } from '../kit/db/paging';
import { before, cursorAfter, type Places } from './cursor';
import { ordersUnder } from './row-of.store';
import { keysOf, linesOf, type OrderGroup, postingsOf, readCounted, salesOf, uncounted } from './sales.store';

type Row = Record<string, unknown>;

const SUMS = sql`coalesce(sum(orders), 0)::int as orders, coalesce(sum(charged), 0)::float8 as charged,
  coalesce(sum(returned), 0)::float8 as returned, coalesce(sum(charged_orders), 0)::int as charged_orders,
  coalesce(sum(charged_for_orders), 0)::float8 as charged_for_orders, coalesce(sum(costed), 0)::float8 as costed,
  coalesce(sum(cost), 0)::float8 as cost`;

const sumsOf = (row: Row): Sums => ({
  orders: Number(row.orders),
  charged: Number(row.charged),
  returned: Number(row.returned),
  charged_orders: Number(row.charged_orders),
  charged_for_orders: Number(row.charged_for_orders),
  costed: Number(row.costed),
  cost: Number(row.cost),
});
/** The same over rows that have these sums already. */
const AGAIN = sql`sum(orders), sum(charged), sum(returned), sum(charged_orders), sum(charged_for_orders), sum(costed), sum(cost)`;
const NAMES = sql.raw('orders, charged, returned, charged_orders, charged_for_orders, costed, cost');

/**
 * A row for each day is read, however many orders and counterparties there are, as the nightly job has counted it; and
 * what was entered since, with the orders that were sent since.
 */
export async function readDays(
  tx: Tx,
  { project }: ProjectScope,
  { from, to }: Period,
): Promise<ReadonlyMap<string, Sums>> {
  const within = sql`day between ${from}::date and ${to}::date`;
  const counted = await readCounted(tx, project.id);
  const found = await tx.rows<Row>(sql`
    with entered as materialized (${postingsOf(project.id, sql`${within} and ${uncounted(project.id, counted)}`)}),
    lines as materialized (${linesOf(project.id)}), sales as materialized (${salesOf(project.id)})
    select day::text as day, ${SUMS} from (${ofDays(project.id, { from, to })}) k group by day`);
  return new Map(found.map((row) => [String(row.day), sumsOf(row)]));
}

/** What is counted of each day over all, and what is not, beside `sales`. */
const ofDays = (project: string, { from, to }: Period): SQL => sql`
  select day, ${NAMES} from sale_days where project_id = ${project} and by = 'all' and day between ${from}::date and ${to}::date
  union all select day, 0, charged, returned, charged_orders, charged_for_orders, costed, cost from sales
  union all ${sentSince(project, { from, to })}`;

/** Orders of the days that are not counted yet, in the order of `NAMES` behind the day. */
const sentSince = (project: string, { from, to }: Period): SQL => sql`
  select first_sent_on, count(*), 0, 0, 0, 0, 0, 0 from orders
  where project_id = ${project} and first_sent_on <= ${to}::date and first_sent_on >= (
    select greatest(${from}::date, max(until) + 1) from sale_days_until where project_id = ${project})
  group by 1`;

/** Orders sent, by day and counterparty: one that becomes another's is his at once. */
const SENT = (project: string, { from, to }: Period): SQL => sql`
  select counterparty_id, orders, 0, 0, 0, 0, 0, 0 from order_days
  where project_id = ${project} and day between ${from}::date and ${to}::date
  union all
  select counterparty_id, count(*), 0, 0, 0, 0, 0, 0 from orders
  where project_id = ${project} and first_sent_on <= ${to}::date and first_sent_on >= (
    select greatest(${from}::date, max(until) + 1) from order_days_until where project_id = ${project})
  group by 1`;

export interface Group extends Sums {
  readonly key: string | null;
  readonly name: string;
}
export interface Groups {
  readonly total: Sums;
  readonly rows: readonly Group[];
  readonly next_cursor: string | null;
  readonly others: (Sums & { readonly rows: number }) | null;
}

/** What is counted of the period, by what is told apart: a row for each whole month, and for each day of the others. */
export function keptUnder(project: string, period: Period, by: OrderGroup | 'counterparty'): SQL {
  const { from, to } = period;
  const months = wholeParts(period, 'month');
  // they follow one another: before the first and after the last there are days
  const [first, last] = [months[0], months.at(-1)];
  const others = first && last ? sql`and (day < ${first}::date or day >= ${last}::date + interval '1 month')` : sql``;
  return sql`
    select key, name, ${NAMES} from sale_months
    where project_id = ${project} and by = ${by} and month = any(${sql.param(months)}::date[])
    union all
    select key, name, ${NAMES} from sale_days
    where project_id = ${project} and by = ${by} and day between ${from}::date and ${to}::date ${others}`;
}

/** By counterparty or whoever looks after him now: a posting stays his whose it was, so what is counted is right. */
const ofParties = (project: string, period: Period, by: 'counterparty' | 'manager'): SQL => sql`
  select ${by === 'counterparty' ? sql`c.id::text as key, c.name` : sql`m.id::text as key, coalesce(m.name, '') as name`}, p.*
  from (
    select counterparty_id, ${SUMS} from (
      select key::uuid as counterparty_id, 0 as orders, charged, returned, charged_orders, charged_for_orders, costed, cost
      from (${keptUnder(project, period, 'counterparty')}) d
      union all
      select counterparty_id, 0, charged, returned, charged_orders, charged_for_orders, costed, cost from sales
      union all ${SENT(project, period)}
    ) k group by counterparty_id
  ) p
  join counterparties c on c.project_id = ${project} and c.id = p.counterparty_id
  ${by === 'manager' ? sql`left join users m on m.id = c.manager_id` : sql``}`;

/** By what stands on the orders: as it was in the night after the last change, and as it is of what is not counted yet. */
const ofOrders = (project: string, { from, to }: Period, by: OrderGroup): SQL => sql`
  select nullif(key, '') as key, name, ${NAMES} from (${keptUnder(project, { from, to }, by)}) d
  union all
  select nullif(g.key, ''), g.name, s.orders, s.charged, s.returned, s.charged_orders, s.charged_for_orders, s.costed, s.cost from (
    select counterparty_id, order_id, 0 as orders, charged, returned, charged_orders, charged_for_orders, costed, cost from sales
    union all
    select counterparty_id, id, 1, 0, 0, 0, 0, 0, 0 from orders
    where project_id = ${project} and first_sent_on <= ${to}::date and first_sent_on >= (
      select greatest(${from}::date, max(until) + 1) from sale_days_until where project_id = ${project})
  ) s left join orders o on o.project_id = ${project} and o.id = s.order_id cross join lateral (${keysOf(by)}) g(by, key, name)`;

/** The rows with the most revenue, and what the others come to. */
export async function readGroups(
  tx: Tx,
  { project }: ProjectScope,
  period: Period,
  by: StatisticsGroup,
  places: Places,
): Promise<Groups> {
  const first = before(places);
  const last = first + places.limit;
  const within = sql`day between ${period.from}::date and ${period.to}::date`;
  const counted = await readCounted(tx, project.id);
  const found = await tx.rows<Row>(sql`
    with entered as materialized (${postingsOf(project.id, sql`${within} and ${uncounted(project.id, counted)}`)}),
    lines as materialized (${linesOf(project.id)}), sales as materialized (${salesOf(project.id)}),
    grouped as (
      select key, min(name) as name, ${SUMS} from (
        ${by === 'counterparty' || by === 'manager' ? ofParties(project.id, period, by) : ofOrders(project.id, period, by)}
      ) k group by key
    ), placed as materialized (
      select *, row_number() over (order by charged - returned desc, orders desc, key) as place from grouped
    )
    select 'row' as what, place, key, name, ${NAMES}, 1 as rows from placed where place > ${first} and place <= ${last}
    union all select 'total', null, null, null, ${SUMS}, null from (${ofDays(project.id, period)}) k
    union all select 'others', null, null, null, ${AGAIN}, count(*)::int from placed
      where place > ${last} having count(*) > 0
    order by place`);
  const others = found.find(({ what }) => what === 'others');
  return {
    total: sumsOf(found.find(({ what }) => what === 'total') ?? {}),
    rows: found.flatMap((row) =>
      row.what === 'row'
        ? [{ key: row.key === null ? null : String(row.key), name: String(row.name ?? ''), ...sumsOf(row) }]
        : [],
    ),
    next_cursor: others ? cursorAfter(places) : null,
    others: others ? { rows: Number(others.rows), ...sumsOf(others) } : null,
  };
}

export interface Narrowing extends ListQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly counterparty_id?: string | undefined;
  readonly by?: StatisticsGroup | undefined;
  readonly key: string;
}

/** Orders that were first sent in these days. */
export function listOrders(tx: Tx, { project }: ProjectScope, query: Narrowing): Promise<Page<StatisticsOrder>> {
  const { from, to, counterparty_id, by, key } = query;
  const all = [
    sql`o.project_id = ${project.id} and o.first_sent_on is not null`,
    ...(from ? [sql`o.first_sent_on >= ${from}::date`] : []),
    ...(to ? [sql`o.first_sent_on <= ${to}::date`] : []),
    ...(counterparty_id ? [sql`o.counterparty_id = ${counterparty_id}`] : []),
    ...(by ? [ordersUnder(project.id, by, key)] : []),
  ];
  return readPage(
    tx,
    query,
    {
      columns: sql`o.id, o.prefix, o.number, o.first_sent_on::text as first_sent_on, o.status, o.counterparty_id,
        c.name as counterparty_name, o.customer_name, o.sum`,
      from: sql`orders o join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id`,
      countFrom: sql`orders o`,
      where: sql.join(all, sql` and `),
      id: sql`o.id`,
      sorts: { first_sent_on: { by: sql`o.first_sent_on`, type: 'date' } },
      customPlan: true,
    },
    (row) => ({
      id: String(row.id),
      prefix: String(row.prefix),
      number: Number(row.number),
      first_sent_on: String(row.first_sent_on),
      status: row.status as OrderStatus,
      counterparty_id: String(row.counterparty_id),
      counterparty_name: String(row.counterparty_name),
      customer_name: String(row.customer_name),
      sum: Number(row.sum),
    }),
  );
}

/**
 * Up to which day orders are counted. Whoever counts, or moves what is counted, holds the row until his transaction
 * ends: so a day is not counted twice, and what changes meanwhile is either counted as it is then or moved afterwards.
 */
async function lockUntil(tx: Tx, projectId: string): Promise<string> {
  await tx.execute(sql`
    insert into order_days_until (project_id, until) values (${projectId}, '-infinity') on conflict do nothing`);
  const [kept] = await tx.rows<{ until: string }>(sql`
    select until::text as until from order_days_until where project_id = ${projectId} for update`);
  if (!kept) throw new Error('a row that was inserted is there');
  return kept.until;
}

/**
 * Counts the orders of the days up to this one that are not counted yet; twice does nothing. They must be over: the day
 * on which an order is first sent never changes. The transaction has entered the project.
 */
export async function countDays(tx: Tx, projectId: string, until: string): Promise<void> {
  const counted = await lockUntil(tx, projectId);
  await tx.execute(sql`
    insert into order_days (project_id, day, counterparty_id, orders)
    select project_id, first_sent_on, counterparty_id, count(*) from orders
    where project_id = ${projectId} and first_sent_on > ${counted}::date and first_sent_on <= ${until}::date
    group by 1, 2, 3`);
  await tx.execute(sql`
    update order_days_until set until = greatest(until, ${until}::date) where project_id = ${projectId}`);
}

/** An order became another counterparty's: where its day is counted already it is counted there instead. */
export async function moveCounted(
  tx: Tx,
  { project }: ProjectScope,
  { first_sent_on, from, to }: { readonly first_sent_on: string; readonly from: string; readonly to: string },
): Promise<void> {
  const counted = await lockUntil(tx, project.id);
  // days are written so that their order is that of their letters; `-infinity` stands before them all
  if (first_sent_on > counted) return;
  const day = sql`project_id = ${project.id} and day = ${first_sent_on}::date`;
  await tx.execute(sql`update order_days set orders = orders - 1 where ${day} and counterparty_id = ${from}`);
  await tx.execute(sql`delete from order_days where ${day} and counterparty_id = ${from} and orders = 0`);
  await tx.execute(sql`
    insert into order_days (project_id, day, counterparty_id, orders)
    values (${project.id}, ${first_sent_on}::date, ${to}, 1)
    on conflict (project_id, day, counterparty_id) do update set orders = order_days.orders + 1`);
}
