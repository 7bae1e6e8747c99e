/** Lists of the dropshipping workspace: what he has at all his suppliers, each read by that supplier's own index. */
import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { Supplier } from '../auth/scope';
import type { Tx } from './db';
import { atMost, type ListPlan, type ListQuery, type Order, pageOf, readSelected, type Selection } from './paging';

/** His counterparty at each supplier, as rows `(project_id, counterparty_id)`. */
export const pairsOf = (suppliers: readonly Supplier[]): SQL =>
  sql`select project_id, counterparty_id from jsonb_to_recordset(${JSON.stringify(suppliers)}::jsonb)
    as mine(project_id uuid, counterparty_id uuid)`;

/** The first rows of each pair `s`, which `first` reads with their sort key, put together. */
export const firstOfEach = (pairs: SQL, first: SQL, { direction }: Order, page: SQL): SQL => sql`
  select x.id from (${pairs}) s cross join lateral (${first}) x
  order by x.key ${direction}, x.id ${direction} ${page}`;

/** A table of what is a counterparty's. */
interface Table {
  /** `offsets o` */
  readonly rows: SQL;
  readonly project_id: SQL;
  readonly counterparty_id: SQL;
}

interface List extends Table, Pick<ListPlan, 'columns' | 'from' | 'id' | 'sorts'> {
  /** What the rows must fulfil besides. */
  readonly conditions: readonly SQL[];
}

const ofPair = ({ project_id, counterparty_id }: Table): SQL =>
  sql`${project_id} = s.project_id and ${counterparty_id} = s.counterparty_id`;

export async function listOfSuppliers<T>(
  tx: Tx,
  suppliers: readonly Supplier[],
  query: ListQuery,
  list: List,
  shape: (row: Record<string, unknown>) => T,
): Promise<Page<T>> {
  const { rows, project_id, counterparty_id, conditions, ...plan } = list;
  const pairs = pairsOf(suppliers);
  const others = sql.join([sql`true`, ...conditions], sql` and `);
  const own = sql`${ofPair(list)} and ${others}`;
  const where = sql`(${project_id}, ${counterparty_id}) in (${pairs}) and ${others}`;
  const selection: Selection = {
    parts: sql`none as (select 1)`,
    found: (order) => {
      const first = sql`select ${plan.id}, ${order.by} as key from ${rows} where ${own}${order.begin} ${order.order} ${pageOf(query)}`;
      return firstOfEach(pairs, first, order, pageOf(query));
    },
    // negative: there are more than a list counts
    total: sql`(select case when count(*) > ${EXACT_TOTAL} then -${sql.raw(String(EXACT_TOTAL))} else count(*) end::int from (
      select 1 from (${pairs}) s cross join lateral (
        select 1 from ${rows} where ${own} ${atMost(EXACT_TOTAL + 1)}) one_supplier ${atMost(EXACT_TOTAL + 1)}) some_rows)`,
    complete: sql`true`,
  };
  const page = await readSelected(tx, query, { ...plan, where }, selection, shape);
  if (!page) throw new Error('nothing was left out');
  return page;
}

/** How many fulfil this at all suppliers; of each at most what a list counts. */
export async function countOfSuppliers(
  tx: Tx,
  suppliers: readonly Supplier[],
  table: Table,
  condition: SQL,
): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from (select 1 from (${pairsOf(suppliers)}) s cross join lateral (
      select 1 from ${table.rows} where ${ofPair(table)} and ${condition} ${atMost(EXACT_TOTAL)}) one_supplier) some_rows`);
  return row?.n ?? 0;
}
