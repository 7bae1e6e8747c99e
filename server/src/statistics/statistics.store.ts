import type { Page } from '@lanka/domain/kit/lists';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import { STATISTICS_ROWS, type StatisticsOrder } from '@lanka/domain/statistics/contract';
import type { Period, Sums } from '@lanka/domain/statistics/rules';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type ListQuery, readPage } from '../kit/db/paging';

type Row = Record<string, unknown>;

const SUMS = sql`coalesce(sum(orders), 0)::int as orders, coalesce(sum(charged), 0)::float8 as charged,
  coalesce(sum(returned), 0)::float8 as returned, coalesce(sum(charged_orders), 0)::int as charged_orders,
  coalesce(sum(charged_for_orders), 0)::float8 as charged_for_orders`;

const sumsOf = (row: Row): Sums => ({
  orders: Number(row.orders),
  charged: Number(row.charged),
  returned: Number(row.returned),
  charged_orders: Number(row.charged_orders),
  charged_for_orders: Number(row.charged_for_orders),
});

export interface Group extends Sums {
  readonly id: string | null;
  readonly name: string;
}
export interface Groups {
  readonly rows: readonly Group[];
  readonly others: (Sums & { readonly rows: number }) | null;
}
export interface Found {
  readonly days: ReadonlyMap<string, Sums>;
  readonly counterparties: Groups;
  readonly managers: Groups;
}

/** The same over rows that have these sums already. */
const AGAIN = sql`sum(orders), sum(charged), sum(returned), sum(charged_orders), sum(charged_for_orders)`;
const NAMES = sql.raw('orders, charged, returned, charged_orders, charged_for_orders');

/**
 * A row for each counterparty and day is read, however many orders and postings there are: those of the ledger, those
 * that the nightly job has counted, and the orders of the days since.
 */
export async function readSums(tx: Tx, { project }: ProjectScope, period: Period, before: Period): Promise<Found> {
  const within = sql`between ${before.from}::date and ${period.to}::date`;
  const found = await tx.rows<Row>(sql`
    with kept as materialized (
      select day, counterparty_id, 0 as orders, case when account = 'sales' then -counterparty_change else 0 end as charged,
        case when account = 'returns' then counterparty_change else 0 end as returned, orders as charged_orders,
        -orders_change as charged_for_orders
      from account_days where project_id = ${project.id} and account in ('sales', 'returns') and day ${within}
      union all
      select day, counterparty_id, orders, 0, 0, 0, 0 from order_days where project_id = ${project.id} and day ${within}
      union all
      select first_sent_on, counterparty_id, count(*), 0, 0, 0, 0 from orders
      where project_id = ${project.id} and first_sent_on <= ${period.to}::date and first_sent_on >= (
        select greatest(${before.from}::date, max(until) + 1) from order_days_until where project_id = ${project.id})
      group by 1, 2
    ), parties as materialized (
      select p.*, c.name, c.manager_id, m.name as manager_name,
        row_number() over (order by p.charged - p.returned desc, p.orders desc, p.counterparty_id) as place
      from (select counterparty_id, ${SUMS} from kept where day >= ${period.from}::date group by counterparty_id) p
      join counterparties c on c.project_id = ${project.id} and c.id = p.counterparty_id
      left join users m on m.id = c.manager_id
    )
    select 'day' as what, null::uuid as id, day::text as name, ${SUMS}, 1 as rows from kept group by day
    union all select 'counterparty', counterparty_id, name, ${NAMES}, 1 from parties where place <= ${STATISTICS_ROWS}
    union all select 'others', null, null, ${AGAIN}, count(*)::int from parties where place > ${STATISTICS_ROWS} having count(*) > 0
    union all (select 'manager', manager_id, min(manager_name), ${AGAIN}, 1 from parties group by manager_id
      order by sum(charged) - sum(returned) desc, manager_id)`);
  const group = (row: Row): Group => ({
    id: row.id === null ? null : String(row.id),
    name: row.name === null ? '' : String(row.name),
    ...sumsOf(row),
  });
  const of = (what: string): Row[] => found.filter((row) => row.what === what);
  const [others] = of('others');
  return {
    days: new Map(of('day').map((row) => [String(row.name), sumsOf(row)])),
    counterparties: {
      rows: of('counterparty').map(group),
      others: others ? { rows: Number(others.rows), ...sumsOf(others) } : null,
    },
    managers: { rows: of('manager').map(group), others: null },
  };
}

export interface Narrowing extends ListQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly counterparty_id?: string | undefined;
}

/** Orders that were first sent in these days. */
export function listOrders(tx: Tx, { project }: ProjectScope, query: Narrowing): Promise<Page<StatisticsOrder>> {
  const { from, to, counterparty_id } = query;
  const all = [
    sql`o.project_id = ${project.id} and o.first_sent_on is not null`,
    ...(from ? [sql`o.first_sent_on >= ${from}::date`] : []),
    ...(to ? [sql`o.first_sent_on <= ${to}::date`] : []),
    ...(counterparty_id ? [sql`o.counterparty_id = ${counterparty_id}`] : []),
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
