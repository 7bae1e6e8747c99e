import { EXACT_TOTAL, FOUND_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { KYIV } from '@lanka/domain/kit/time';
import { type OrderRow, OrderStatus } from '@lanka/domain/orders/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../kit/db';
import { anyPart, type ListPlan, type ListQuery, readPage } from '../../kit/paging';
import type { DropshippingScope, ProjectScope } from '../../kit/scope';
import { asDropshipper, asRow, mine, OWN_COLUMNS, ROW_FROM } from '../store';

export interface OrderFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: readonly OrderStatus[] | undefined;
  readonly counterparty_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Every word must be found somewhere; what is written like a phone is looked for by its digits. */
function searchIn(q: string | undefined): SQL {
  if (!q) return sql`true`;
  const digits = q.replace(/[\s()+-]/g, '');
  if (/^\d+$/.test(digits)) {
    const number = digits.length <= 9 ? sql`o.number = ${Number(digits)} or ` : sql``;
    return sql`(${number}o.search_text like ${anyPart(digits.replace(/^38(?=0\d{3,})/, ''))})`;
  }
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6);
  return sql.join(
    words.map((word) => sql`o.search_text like ${anyPart(word)}`),
    sql` and `,
  );
}

function filters(query: Omit<OrderFilters, keyof ListQuery>): SQL {
  const zone = sql.raw(`'${KYIV}'`);
  const all: SQL[] = [searchIn(query.q)];
  if (query.status?.length) all.push(sql`o.status = any(${sql.param([...query.status])}::text[])`);
  if (query.counterparty_id) all.push(sql`o.counterparty_id = ${query.counterparty_id}`);
  if (query.project_id) all.push(sql`o.project_id = ${query.project_id}`);
  if (query.from) all.push(sql`o.created_at >= (${query.from}::date)::timestamp at time zone ${zone}`);
  if (query.to) all.push(sql`o.created_at < (${query.to}::date + 1)::timestamp at time zone ${zone}`);
  return sql.join(all, sql` and `);
}

const SORTS = {
  created_at: { by: sql`o.created_at`, type: 'timestamptz' },
  updated_at: { by: sql`o.updated_at`, type: 'timestamptz' },
  number: { by: sql`o.number`, type: 'integer' },
  sum: { by: sql`o.sum`, type: 'bigint' },
} as const;

const ROW_COLUMNS = sql`${OWN_COLUMNS},
  (select count(*) from order_items i where i.project_id = o.project_id and i.order_id = o.id) as items_count,
  (select g.thumbnail from order_items i
    join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
    join product_images g on g.project_id = v.project_id and g.product_id = v.product_id
    where i.project_id = o.project_id and i.order_id = o.id and g.thumbnail is not null
    order by i.position, g.is_thumbnail desc, g.position limit 1) as first_thumbnail`;

const planOf = (tenant: SQL, query: OrderFilters): ListPlan => ({
  columns: ROW_COLUMNS,
  from: ROW_FROM,
  countFrom: sql`orders o`,
  where: sql`${tenant} and ${filters(query)}`,
  sorts: SORTS,
  id: sql`o.id`,
});

const page = (tx: Tx, tenant: SQL, query: OrderFilters): Promise<Page<OrderRow>> =>
  readPage(tx, query, planOf(tenant, query), asRow);

export const listOrders = (tx: Tx, scope: ProjectScope, query: OrderFilters) => page(tx, mine(scope), query);

export const listMyOrders = (tx: Tx, scope: DropshippingScope, query: OrderFilters) =>
  page(tx, asDropshipper(scope), query);

type Counting = Pick<OrderFilters, 'q' | 'counterparty_id'>;
interface Counts {
  readonly by_status: Partial<Record<OrderStatus, number>>;
  readonly total: number;
}

function asCounts(rows: readonly { status: OrderStatus; n: number }[]): Counts {
  const by_status: Partial<Record<OrderStatus, number>> = {};
  for (const { status, n } of rows) if (n > 0) by_status[status] = n;
  return { by_status, total: rows.reduce((total, { n }) => total + n, 0) };
}

/** Of what fits, as many as a list counts: few rows, whatever the project holds. */
async function countSome(tx: Tx, tenant: SQL, query: Counting): Promise<Counts> {
  const where = sql`${tenant} and ${filters(query)}`;
  const most = query.q ? FOUND_TOTAL : EXACT_TOTAL;
  const found = sql`select o.status from orders o where ${where} limit ${most}`;
  const counted = await tx.execute<{ status: OrderStatus; n: number }>(
    sql`select status, count(*)::int as n from (${found}) as some_rows group by status`,
  );
  return asCounts(counted.rows);
}

/** Each status by itself, up to what a list counts exactly: the index tells without reading an order. */
async function countEach(tx: Tx, tenant: SQL): Promise<Counts> {
  const counted = await tx.execute<{ status: OrderStatus; n: number }>(sql`
    select s.status, (select count(*)::int from (
        select 1 from orders o where ${tenant} and o.status = s.status limit ${EXACT_TOTAL}) as some_rows) as n
    from unnest(${sql.param([...OrderStatus.options])}::text[]) as s(status)`);
  return asCounts(counted.rows);
}

export const countOrders = (tx: Tx, scope: ProjectScope, query: Counting): Promise<Counts> =>
  query.q || query.counterparty_id || scope.role === 'Client'
    ? countSome(tx, mine(scope), query)
    : countEach(tx, mine(scope));

export const countMyOrders = (tx: Tx, scope: DropshippingScope, query: Counting): Promise<Counts> =>
  countSome(tx, asDropshipper(scope), query);
