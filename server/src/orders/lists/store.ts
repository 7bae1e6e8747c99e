import { EXACT_TOTAL, FOUND_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { KYIV } from '@lanka/domain/kit/time';
import { type OrderRow, OrderStatus } from '@lanka/domain/orders/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../kit/db';
import { anyPart, type ListPlan, type ListQuery, readPage, readSelected, type Selection } from '../../kit/paging';
import type { DropshippingScope, ProjectScope } from '../../kit/scope';
import { gramsOfAll } from '../search/grams';
import { candidates, type Frequency, readFrequency, type Wanted } from '../search/store';
import { asDropshipper, asRow, mine, OWN_COLUMNS, ROW_FROM } from '../store';

export interface OrderFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: readonly OrderStatus[] | undefined;
  readonly counterparty_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What is looked for: words that must all be found somewhere, or the digits of a phone, a ТТН or an order's number. */
interface Words {
  readonly words: readonly string[];
  readonly number: number | null;
}

function wordsOf(q: string): Words {
  const digits = q.replace(/[\s()+-]/g, '');
  if (/^\d+$/.test(digits)) {
    const number = digits.length <= 9 ? Number(digits) : null;
    return { words: [digits.replace(/^38(?=0\d{3,})/, '')], number };
  }
  return { words: q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6), number: null };
}

function searchIn(q: string | undefined): SQL {
  if (!q) return sql`true`;
  const { words, number } = wordsOf(q);
  const all = words.map((word) => sql`o.search_text like ${anyPart(word)}`);
  return number === null ? sql.join(all, sql` and `) : sql`(o.number = ${number} or ${sql.join(all, sql` and `)})`;
}

/** All but the words. */
function filters(query: Omit<OrderFilters, keyof ListQuery | 'q'>): SQL {
  const zone = sql.raw(`'${KYIV}'`);
  const all: SQL[] = [sql`true`];
  if (query.status?.length) all.push(sql`o.status = any(${sql.param([...query.status])}::text[])`);
  if (query.counterparty_id) all.push(sql`o.counterparty_id = ${query.counterparty_id}`);
  if (query.project_id) all.push(sql`o.project_id = ${query.project_id}`);
  if (query.from) all.push(sql`o.created_at >= (${query.from}::date)::timestamp at time zone ${zone}`);
  if (query.to) all.push(sql`o.created_at < (${query.to}::date + 1)::timestamp at time zone ${zone}`);
  return sql.join(all, sql` and `);
}

/** Whose orders are asked for: the condition, and the projects that it speaks of. */
interface Tenant {
  readonly where: SQL;
  readonly projects: readonly string[];
}

const inProject = (scope: ProjectScope): Tenant => ({ where: mine(scope), projects: [scope.project.id] });
const ofDropshipper = (scope: DropshippingScope): Tenant => ({
  where: asDropshipper(scope),
  projects: [...new Set([...scope.suppliers, ...scope.past_suppliers].map(({ project_id }) => project_id))],
});

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

const planOf = ({ where }: Tenant, query: OrderFilters): ListPlan => ({
  columns: ROW_COLUMNS,
  from: ROW_FROM,
  countFrom: sql`orders o`,
  where: sql`${where} and ${filters(query)} and ${searchIn(query.q)}`,
  sorts: SORTS,
  id: sql`o.id`,
});

/** When a search reads how much. Answers do not depend on it, which a test shows by other numbers. */
export const SEARCH = {
  /** What stands in this part of all orders is found by walking through the newest. */
  frequent: 1 / 64,
  /** So many are walked through at most. */
  walked: 4_000,
  /** So many that may fit are looked at first; if they do not fill the page, all. */
  enough: 160,
};
const ALL = 2_147_483_647;

/** The newest orders one by one, in the order of the list, until the page is full. */
const walk = ({ where }: Tenant, query: OrderFilters, total: SQL): Selection => ({
  parts: sql`none as (select 1)`,
  found: ({ begin, order }) => sql`select o.id from (
      select * from orders o where ${where} and ${filters(query)}${begin} ${order} limit ${SEARCH.walked}
    ) o where ${searchIn(query.q)} ${order} limit ${query.limit + 1}`,
  total,
  complete: sql`false`,
});

/** The orders that fit, by the index, of as many of the newest as are `enough`; those that were left out are older. */
const matched = (
  { where, projects }: Tenant,
  query: Omit<OrderFilters, keyof ListQuery>,
  wanted: Wanted,
  enough: number,
): SQL => sql`
  ${candidates(projects, wanted, enough)}, matched as materialized (
    select o.* from candidates c cross join lateral (
      select o.* from orders o where o.project_id = c.project_id and o.number = c.number limit 1
    ) o left join beyond b on true
    where ${where} and ${filters(query)} and ${searchIn(query.q)} and (b.newest is null or o.created_at > b.newest)
  )`;

const COMPLETE = sql`(select newest is null from beyond)`;

const lookUp = (tenant: Tenant, query: OrderFilters, wanted: Wanted, enough: number, about: number): Selection => ({
  parts: matched(tenant, query, wanted, enough),
  found: ({ begin, order }) => sql`select o.id from matched o where true${begin} ${order} limit ${query.limit + 1}`,
  total: sql`case when ${COMPLETE} then (select least(count(*), ${EXACT_TOTAL}) from matched) else ${-about}::int end::int`,
  complete: COMPLETE,
});

/** Where to look, one after another, until a page is full: at the newest, or at all when they are few anyway. */
function looks(tenant: Tenant, query: OrderFilters, wanted: Wanted, { orders, most, sample }: Frequency): Selection[] {
  const part = sample ? sample.found / sample.orders : 0;
  const about = Math.min(EXACT_TOTAL, Math.max(1, Math.round(part * orders)));
  const last = lookUp(tenant, query, wanted, ALL, about);
  if (!sample || part * orders < 2 * SEARCH.enough) return [last];
  const walks = part > SEARCH.frequent ? [walk(tenant, query, sql`${-about}::int`)] : [];
  if (query.sort !== '-created_at') return [...walks, last];
  // segments are taken by how many orders may fit, of which so many do
  const enough = Math.ceil((SEARCH.enough * sample.most) / Math.max(sample.found, 1));
  const newest = [enough, enough * 8, enough * 64].filter((some) => some < most);
  return [...walks, ...newest.map((some) => lookUp(tenant, query, wanted, some, about)), last];
}

/**
 * A page of a search. What stands in many orders is found by walking through the newest ones, what is rare by the
 * index (`search/`): either reads about a page's worth, however many orders there are. What a walk or the newest part
 * of the index does not fill, the whole index does.
 */
async function searchPage(
  tx: Tx,
  tenant: Tenant,
  query: OrderFilters,
  { words, number }: Words,
): Promise<Page<OrderRow>> {
  const plan = planOf(tenant, query);
  const wanted: Wanted = { grams: gramsOfAll(words), number };
  const read = (selection: Selection) => readSelected(tx, query, plan, selection, asRow);
  // one or two letters stand in every other order, and where they do not all orders have to be read
  if (wanted.grams.grams.length === 0)
    return (await read(walk(tenant, query, sql`${-EXACT_TOTAL}::int`))) ?? readPage(tx, query, plan, asRow);
  const frequency = await readFrequency(tx, tenant.projects, wanted.grams);
  for (const look of looks(tenant, query, wanted, frequency)) {
    const found = await read(look);
    if (found) return found;
  }
  throw new Error('the last look leaves nothing out');
}

const page = (tx: Tx, tenant: Tenant, query: OrderFilters): Promise<Page<OrderRow>> =>
  query.q ? searchPage(tx, tenant, query, wordsOf(query.q)) : readPage(tx, query, planOf(tenant, query), asRow);

export const listOrders = (tx: Tx, scope: ProjectScope, query: OrderFilters) => page(tx, inProject(scope), query);

export const listMyOrders = (tx: Tx, scope: DropshippingScope, query: OrderFilters) =>
  page(tx, ofDropshipper(scope), query);

type Counting = Pick<OrderFilters, 'q' | 'counterparty_id'>;
interface Counts {
  readonly by_status: Partial<Record<OrderStatus, number>>;
  readonly total: number;
}

function asCounts(rows: readonly { status: OrderStatus; n: number }[]): Counts {
  const by_status: Partial<Record<OrderStatus, number>> = {};
  for (const { status, n } of rows) if (n > 0) by_status[status] = n;
  // a sum with a part that was not counted to its end says no more than that part
  const isCut = rows.some(({ n }) => n >= EXACT_TOTAL);
  return { by_status, total: isCut ? EXACT_TOTAL : rows.reduce((total, { n }) => total + n, 0) };
}

/** Of what fits, as many as a list counts: few rows, whatever the project holds. */
async function countSome(tx: Tx, tenant: Tenant, query: Counting): Promise<Counts> {
  const counted = await tx.execute<{ status: OrderStatus; n: number }>(
    query.q
      ? countFound(tenant, query, wordsOf(query.q))
      : sql`select status, count(*)::int as n from (
          select o.status from orders o where ${tenant.where} and ${filters(query)} limit ${EXACT_TOTAL}
        ) as some_rows group by status`,
  );
  return asCounts(counted.rows);
}

/** Of the newest that fit, up to what a search counts exactly. */
function countFound(tenant: Tenant, query: Counting, { words, number }: Words): SQL {
  const grams = gramsOfAll(words);
  const some = sql`order by o.created_at desc, o.id desc limit ${FOUND_TOTAL}`;
  if (grams.grams.length === 0)
    return sql`select status, count(*)::int as n from (
      select o.status from orders o where ${tenant.where} and ${filters(query)} and ${searchIn(query.q)} ${some}
    ) as some_rows group by status`;
  return sql`with ${matched(tenant, query, { grams, number }, FOUND_TOTAL)}
    select status, count(*)::int as n from (select o.status from matched o limit ${FOUND_TOTAL}) as some_rows group by status`;
}

/** Each status by itself, up to what a list counts exactly: the index tells without reading an order. */
async function countEach(tx: Tx, { where }: Tenant): Promise<Counts> {
  const counted = await tx.execute<{ status: OrderStatus; n: number }>(sql`
    select s.status, (select count(*)::int from (
        select 1 from orders o where ${where} and o.status = s.status limit ${EXACT_TOTAL}) as some_rows) as n
    from unnest(${sql.param([...OrderStatus.options])}::text[]) as s(status)`);
  return asCounts(counted.rows);
}

export const countOrders = (tx: Tx, scope: ProjectScope, query: Counting): Promise<Counts> =>
  query.q || query.counterparty_id || scope.role === 'Client'
    ? countSome(tx, inProject(scope), query)
    : countEach(tx, inProject(scope));

export const countMyOrders = (tx: Tx, scope: DropshippingScope, query: Counting): Promise<Counts> =>
  countSome(tx, ofDropshipper(scope), query);
