import type { AwaitedOrder, CodSums } from '@lanka/domain/cod/contract';
import { SUMMED } from '@lanka/domain/cod/contract';
import type { Ref } from '@lanka/domain/cod/rules';
import type { Page } from '@lanka/domain/kit/lists';
import type { CodState } from '@lanka/domain/orders/cod';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { atMost, isFiltered, type ListPlan, type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { inProject, searchFor } from '../orders';
import { type Search, searchPage } from '../search';

/** What carriers still have to bring: orders and parcels, read by the indexes of those that are awaited. */

type Row = Record<string, unknown>;

/** Orders in one parcel, and the parcels of others, each with the moment it was sent. Each part by its own index. */
const awaitedOf = (project: string): SQL => sql`(
  select project_id, id, id as order_id, null::uuid as parcel_id, null::int as parcel, ttn, counterparty_id, shipped_at,
    cod_sum, cod_fee, sum as cost
  from orders where project_id = ${project} and cod_state = 'awaited' and parcels = 0
  union all
  select project_id, id, order_id, id, number, ttn, counterparty_id, sent_at, cod_sum, cod_fee, cod_cost
  from parcels where project_id = ${project} and cod_state = 'awaited') a`;

const COLUMNS = sql`a.id, a.order_id, a.parcel_id, a.parcel, o.number, o.prefix,
  case when a.parcel is null or a.parcel = 1 then o.ttn else a.ttn end as ttn, o.customer_name, a.counterparty_id,
  c.name as counterparty_name, o.delivery_operator, a.cod_sum, a.cod_fee, a.cost, a.shipped_at,
  extract(day from now() - a.shipped_at)::int as days`;

/** What stands beside what is awaited. */
const BESIDE = sql`join orders o on o.project_id = a.project_id and o.id = a.order_id
  join counterparties c on c.project_id = a.project_id and c.id = a.counterparty_id`;

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

function asAwaited(row: Row): AwaitedOrder {
  const [sum, fee, cost] = [Number(row.cod_sum), Number(row.cod_fee), Number(row.cost)];
  return {
    id: String(row.id),
    order_id: String(row.order_id),
    parcel_id: row.parcel_id as string | null,
    parcel: numberOrNull(row.parcel),
    number: Number(row.number),
    prefix: String(row.prefix),
    ttn: row.ttn as string | null,
    customer_name: String(row.customer_name),
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    delivery_operator: String(row.delivery_operator),
    ...{ sum, fee, cost, earning: sum - fee - cost },
    shipped_at: toInstant(row.shipped_at),
    days: Number(row.days),
  };
}

interface AwaitedQuery extends ListQuery {
  readonly q?: string | undefined;
  readonly counterparty_id?: string | undefined;
  readonly days?: number | undefined;
}

/** The longest awaited first; searched for by the words of the order. */
export function listAwaited(tx: Tx, scope: ProjectScope, query: AwaitedQuery): Promise<Page<AwaitedOrder>> {
  const project = scope.project.id;
  const where = [sql`a.project_id = ${project}`];
  if (query.counterparty_id) where.push(sql`a.counterparty_id = ${query.counterparty_id}`);
  if (query.days) where.push(sql`a.shipped_at <= now() - make_interval(days => ${query.days})`);
  const others = sql.join(where, sql` and `);
  const plan: ListPlan = {
    columns: COLUMNS,
    from: sql`${awaitedOf(project)} ${BESIDE}`,
    countFrom: awaitedOf(project),
    where: others,
    sorts: { shipped_at: { by: sql`a.shipped_at`, type: 'timestamptz' } },
    id: sql`a.id`,
    customPlan: isFiltered(query.q, query.counterparty_id, query.days),
  };
  if (!query.q) return readPage(tx, query, plan, asAwaited);
  const search = searchFor(inProject(scope), others, query.q);
  const withOrders = sql`${awaitedOf(project)} join orders o on o.project_id = a.project_id and o.id = a.order_id`;
  return searchPage(
    tx,
    query,
    { ...plan, countFrom: withOrders, where: sql`${others} and ${search.matches}` },
    awaitedAmong(project, search),
    asAwaited,
  );
}

/** The search for orders leads to what is awaited of those it finds. */
const awaitedAmong = (project: string, { age: _, numbered, ...search }: Search): Search => ({
  ...search,
  walks: ['shipped_at'],
  ...(numbered && {
    numbered: {
      from: (found) =>
        sql`${numbered.from(found)} join ${awaitedOf(project)} on a.project_id = o.project_id and a.order_id = o.id`,
      columns: sql.raw(
        'a.project_id, a.id, a.order_id, a.parcel_id, a.parcel, a.ttn, a.counterparty_id, a.shipped_at, a.cod_sum, a.cod_fee, a.cost',
      ),
      page: (rows) => sql`${rows} a ${BESIDE}`,
    },
  }),
});

const asSums = (row: Row | undefined): CodSums => {
  const [sum, fee, cost] = [Number(row?.sum ?? 0), Number(row?.fee ?? 0), Number(row?.cost ?? 0)];
  return { count: Number(row?.count ?? 0), sum, fee, cost, earning: sum - fee - cost };
};

const SUMS = sql.raw(
  'count(*)::int as count, coalesce(sum(cod_sum), 0)::bigint as sum, coalesce(sum(cod_fee), 0)::bigint as fee, coalesce(sum(cost), 0)::bigint as cost',
);

/** Of the longest awaited, so many as are ever looked at. */
export async function sumAwaited(tx: Tx, scope: ProjectScope): Promise<CodSums> {
  const [row] = await tx.rows<Row>(sql`
    select ${SUMS} from (
      select a.cod_sum, a.cod_fee, a.cost from ${awaitedOf(scope.project.id)}
      order by a.shipped_at, a.id ${atMost(SUMMED)}) longest`);
  return asSums(row);
}

export async function sumMine(tx: Tx, scope: DropshippingScope): Promise<(CodSums & { project_id: string })[]> {
  const of = (table: SQL, at: SQL, cost: SQL, more: SQL) => sql`(
      select t.cod_sum, t.cod_fee, ${cost} as cost from ${table} t where t.project_id = s.project_id
        and t.counterparty_id = s.counterparty_id and t.cod_state = 'awaited'${more}
      order by ${at}, t.id ${atMost(SUMMED)})`;
  const found = await tx.rows<Row>(sql`
    select s.project_id, a.* from jsonb_to_recordset(${JSON.stringify(scope.suppliers)}::jsonb)
      as s(project_id uuid, counterparty_id uuid)
    cross join lateral (select ${SUMS} from (
      ${of(sql`orders`, sql`t.shipped_at`, sql`t.sum`, sql` and t.parcels = 0`)}
      union all ${of(sql`parcels`, sql`t.sent_at`, sql`t.cod_cost`, sql``)}) longest) a
    where a.count > 0`);
  return found.map((row) => ({ project_id: String(row.project_id), ...asSums(row) }));
}

export interface FoundOrder {
  readonly id: string;
  /** Of an order in several parcels the one that was found. */
  readonly parcel_id: string | null;
  readonly parcel: number | null;
  readonly number: number;
  readonly prefix: string;
  readonly ttn: string | null;
  readonly customer_name: string;
  readonly counterparty_name: string;
  readonly state: CodState | null;
  readonly sum: number;
  readonly fee: number;
}

/** Orders, or their parcels, that these references name, by their places: by the ТТН, else by the number. */
export async function findByRefs(
  tx: Tx,
  scope: ProjectScope,
  refs: readonly Ref[],
): Promise<ReadonlyMap<number, FoundOrder[]>> {
  const asked = refs.map((ref, place) => ({ ...ref, place }));
  const project = scope.project.id;
  const given = sql`jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(place int, ttn text, number int, parcel int)`;
  // the ТТН of an order is that of its first parcel
  const rows = await tx.rows<Row>(sql`
    with by_ttn as (
      select r.place, o.id, 1 as parcel from ${given} join orders o on o.project_id = ${project} and o.ttn = r.ttn
      union select r.place, p.order_id, p.number from ${given} join parcels p on p.project_id = ${project} and p.ttn = r.ttn
    ), by_number as (
      select r.place, o.id, r.parcel from ${given} join orders o on o.project_id = ${project} and o.number = r.number
    ), found as (
      select * from by_ttn union
      select * from by_number n where not exists (select from by_ttn t where t.place = n.place)
    )
    select f.place, o.id, p.id as parcel_id, p.number as parcel, o.number, o.prefix,
      case when p.number > 1 then p.ttn else o.ttn end as ttn, o.customer_name, c.name as counterparty_name,
      case when p.id is null then o.cod_state when p.sent_at is null and o.cod_state is not null then 'planned'
        else p.cod_state end as cod_state,
      coalesce(case when p.id is null then o.cod_sum else p.cod_sum end, 0) as cod_sum,
      coalesce(case when p.id is null then o.cod_fee else p.cod_fee end, 0) as cod_fee
    from found f join orders o on o.project_id = ${project} and o.id = f.id
    left join parcels p on p.project_id = ${project} and p.order_id = o.id and o.parcels > 0
      and (f.parcel is null or p.number = f.parcel)
    join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
    -- an order that is not split is its own first parcel; a parcel that is not there is not the whole order
    where p.id is not null or o.parcels = 0 and coalesce(f.parcel, 1) = 1
    order by f.place, o.number, p.number`);
  const found = new Map<number, FoundOrder[]>();
  for (const row of rows) {
    const place = Number(row.place);
    found.set(place, [
      ...(found.get(place) ?? []),
      {
        id: String(row.id),
        parcel_id: row.parcel_id as string | null,
        parcel: numberOrNull(row.parcel),
        number: Number(row.number),
        prefix: String(row.prefix),
        ttn: row.ttn as string | null,
        customer_name: String(row.customer_name),
        counterparty_name: String(row.counterparty_name),
        state: row.cod_state as CodState | null,
        sum: Number(row.cod_sum),
        fee: Number(row.cod_fee),
      },
    ]);
  }
  return found;
}
