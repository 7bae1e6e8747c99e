import type { AwaitedOrder, CodSums } from '@lanka/domain/cod/contract';
import { SUMMED } from '@lanka/domain/cod/contract';
import type { Page } from '@lanka/domain/kit/lists';
import type { CodState } from '@lanka/domain/orders/cod';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { atMost, isFiltered, type ListQuery, readPage, toInstant } from '../kit/db/paging';

/** What carriers still have to bring: orders, read by the index of those that are awaited. */

type Row = Record<string, unknown>;

const COLUMNS = sql`o.id, o.number, o.prefix, o.ttn, o.customer_name, o.counterparty_id, c.name as counterparty_name,
  o.delivery_operator, o.cod_sum, o.cod_fee, o.sum, o.shipped_at, extract(day from now() - o.shipped_at)::int as days`;

function asAwaited(row: Row): AwaitedOrder {
  const [sum, fee, cost] = [Number(row.cod_sum), Number(row.cod_fee), Number(row.sum)];
  return {
    order_id: String(row.id),
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

export function listAwaited(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { counterparty_id?: string | undefined; days?: number | undefined },
): Promise<Page<AwaitedOrder>> {
  const where = [sql`o.project_id = ${scope.project.id} and o.cod_state = 'awaited'`];
  if (query.counterparty_id) where.push(sql`o.counterparty_id = ${query.counterparty_id}`);
  if (query.days) where.push(sql`o.shipped_at <= now() - make_interval(days => ${query.days})`);
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: sql`orders o join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id`,
      countFrom: sql`orders o`,
      where: sql.join(where, sql` and `),
      sorts: { shipped_at: { by: sql`o.shipped_at`, type: 'timestamptz' } },
      id: sql`o.id`,
      customPlan: isFiltered(query.counterparty_id, query.days),
    },
    asAwaited,
  );
}

const asSums = (row: Row | undefined): CodSums => {
  const [sum, fee, cost] = [Number(row?.sum ?? 0), Number(row?.fee ?? 0), Number(row?.cost ?? 0)];
  return { orders: Number(row?.orders ?? 0), sum, fee, cost, earning: sum - fee - cost };
};

const SUMS = sql.raw(
  'count(*)::int as orders, coalesce(sum(cod_sum), 0)::bigint as sum, coalesce(sum(cod_fee), 0)::bigint as fee, coalesce(sum(sum), 0)::bigint as cost',
);

/** Of the longest awaited, so many as are ever looked at. */
export async function sumAwaited(tx: Tx, scope: ProjectScope): Promise<CodSums> {
  const [row] = await tx.rows<Row>(sql`
    select ${SUMS} from (
      select cod_sum, cod_fee, sum from orders where project_id = ${scope.project.id} and cod_state = 'awaited'
      order by shipped_at, id ${atMost(SUMMED)}) longest`);
  return asSums(row);
}

export async function sumMine(tx: Tx, scope: DropshippingScope): Promise<(CodSums & { project_id: string })[]> {
  const found = await tx.rows<Row>(sql`
    select s.project_id, a.* from jsonb_to_recordset(${JSON.stringify(scope.suppliers)}::jsonb)
      as s(project_id uuid, counterparty_id uuid)
    cross join lateral (select ${SUMS} from (
      select o.cod_sum, o.cod_fee, o.sum from orders o where o.project_id = s.project_id
        and o.counterparty_id = s.counterparty_id and o.cod_state = 'awaited'
      order by o.shipped_at, o.id ${atMost(SUMMED)}) longest) a
    where a.orders > 0`);
  return found.map((row) => ({ project_id: String(row.project_id), ...asSums(row) }));
}

export interface FoundOrder {
  readonly id: string;
  readonly number: number;
  readonly prefix: string;
  readonly ttn: string | null;
  readonly customer_name: string;
  readonly counterparty_name: string;
  readonly state: CodState | null;
  readonly sum: number;
  readonly fee: number;
}

/** Orders that these references name, by their places: by the ТТН, else by the number. */
export async function findByRefs(
  tx: Tx,
  scope: ProjectScope,
  refs: readonly { readonly ttn: string; readonly number: number | null }[],
): Promise<ReadonlyMap<number, FoundOrder[]>> {
  const asked = refs.map((ref, place) => ({ ...ref, place }));
  const project = scope.project.id;
  const named = (by: SQL): SQL => sql`select r.place, o.id from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as r(place int, ttn text, number int) join orders o on o.project_id = ${project} and ${by}`;
  const rows = await tx.rows<Row>(sql`
    with by_ttn as (${named(sql`o.ttn = r.ttn`)}), by_number as (${named(sql`o.number = r.number`)}), found as (
      select * from by_ttn union
      select * from by_number n where not exists (select from by_ttn t where t.place = n.place)
    )
    select f.place, o.id, o.number, o.prefix, o.ttn, o.customer_name, c.name as counterparty_name, o.cod_state,
      coalesce(o.cod_sum, 0) as cod_sum, coalesce(o.cod_fee, 0) as cod_fee
    from found f join orders o on o.project_id = ${project} and o.id = f.id
    join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
    order by f.place, o.number`);
  const found = new Map<number, FoundOrder[]>();
  for (const row of rows) {
    const place = Number(row.place);
    found.set(place, [
      ...(found.get(place) ?? []),
      {
        id: String(row.id),
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
