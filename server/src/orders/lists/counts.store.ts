import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { COUNTED_OF_SEARCH, type OrderCounts, OrderStatus } from '@lanka/domain/orders/contract';
import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { DropshippingScope, ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { atMost } from '../../kit/db/paging';
import { find, gramsOfAll } from '../../search';
import { ORDERS } from '../search.store';
import {
  filters,
  inProject,
  type OrderFilters,
  ofDropshipper,
  ofFound,
  searchFor,
  type Tenant,
  wordsOf,
} from './lists.store';

type Counting = Pick<OrderFilters, 'q' | 'counterparty_id'>;
interface Counted extends Record<string, unknown> {
  /** Null where nothing was found. */
  readonly status: OrderStatus | null;
  readonly n: number;
  /** Counting stopped before the end, and may have missed any status. */
  readonly cut: boolean;
}

function asCounts(rows: readonly Counted[]): OrderCounts {
  const by_status: OrderCounts['by_status'] = {};
  let total = 0;
  for (const { status, n } of rows) {
    if (status && n > 0) by_status[status] = n;
    total += n;
  }
  const isCut = rows.some(({ cut }) => cut);
  // a sum with a part that was not counted to its end says no more than that part
  const isLong = rows.some(({ n }) => n >= EXACT_TOTAL);
  return {
    by_status,
    total: isLong ? EXACT_TOTAL : total,
    ...(isCut || isLong ? { total_is_estimate: true } : {}),
    ...(isCut ? { by_status_is_estimate: true } : {}),
  };
}

/** Of what fits, as many as a list counts: few rows, whatever the project holds. */
async function countSome(tx: Tx, tenant: Tenant, query: Counting): Promise<OrderCounts> {
  if (query.q) return countFound(tx, tenant, query, query.q);
  const some = sql`select o.status from orders o where ${tenant.where} and ${filters(query)} ${atMost(EXACT_TOTAL + 1)}`;
  return asCounts(await tx.rows<Counted>(byStatus(some, EXACT_TOTAL, sql`false`)));
}

/** Of no more than `most`, one of which `some` has too many when there are more; `cut` when it left something out itself. */
const byStatus = (some: SQL, most: number, cut: SQL): SQL => sql`
  with taken as materialized (${some}), each as (
    select status, count(*)::int as n from (select status from taken ${atMost(most)}) as counted group by status
  ) select each.status, coalesce(each.n, 0) as n, c.cut
  from (select ${cut} or (select count(*) from taken) > ${sql.raw(String(most))} as cut) c left join each on true`;

/** Of the newest that fit, as many as are counted; of more, when hardly any order that has the parts of the words has the words. */
async function countFound(tx: Tx, tenant: Tenant, query: Counting, q: string): Promise<OrderCounts> {
  const search = searchFor(tenant, filters(query), q);
  const [words] = search.ways.map((way) => gramsOfAll(way.words));
  const more = atMost(COUNTED_OF_SEARCH + 1);
  const count = async (statement: SQL) => asCounts(await tx.rows<Counted>(statement));
  const fits = sql`${search.others} and ${search.matches}`;
  if (!words || words.grams.length === 0) {
    const newest = sql`select o.status from orders o where ${fits} order by o.created_at desc, o.id desc ${more}`;
    return count(byStatus(newest, COUNTED_OF_SEARCH, sql`false`));
  }
  for (const enough of [COUNTED_OF_SEARCH, COUNTED_OF_SEARCH * 8]) {
    const found = await find(tx, tenant.projects, ORDERS, words, { enough, few: enough });
    if (found.isBehind) break;
    const some = sql`select o.status from ${ofFound(tenant.projects, found, wordsOf(q).number)} where ${fits} ${more}`;
    const counts = await count(byStatus(some, COUNTED_OF_SEARCH, sql`${found.beyond !== null}::boolean`));
    if (!counts.by_status_is_estimate || counts.total > 0) return counts;
  }
  // many orders have the parts of the words, and none of those that were read has the words: the newest are looked at
  const newest = sql`select o.status from (
      select o.* from orders o where ${search.others} order by o.created_at desc, o.id desc ${atMost(EXACT_TOTAL)}
    ) o where ${search.matches}`;
  return count(byStatus(newest, COUNTED_OF_SEARCH, sql`true`));
}

/** Statuses with more orders than are counted: that is believed for a minute, as of lists. */
const longStatuses = new LRUCache<string, true>({ max: 10_000, ttl: 60_000, noUpdateTTL: true });

/**
 * Each status by itself, up to what a list counts exactly: the index tells without reading an order. In its order, or
 * PostgreSQL, which does not know how few have a status, takes the first rows of the table for as good as any.
 */
async function countEach(tx: Tx, { where, projects }: Tenant): Promise<OrderCounts> {
  const nameOf = (status: OrderStatus): string => `${projects} ${status}`;
  const long = OrderStatus.options.filter((status) => longStatuses.get(nameOf(status)));
  const others = OrderStatus.options.filter((status) => !long.includes(status));
  const counted = await tx.rows<Counted & { status: OrderStatus }>(sql`
    select s.status, (select count(*)::int from (
        select 1 from orders o where ${where} and o.status = s.status
        order by o.created_at ${atMost(EXACT_TOTAL)}) as some_rows) as n, false as cut
    from unnest(array(select unnest(${sql.param(others)}::text[]))) as s(status)`);
  for (const { status, n } of counted) if (n >= EXACT_TOTAL) longStatuses.set(nameOf(status), true);
  return asCounts([...long.map((status) => ({ status, n: EXACT_TOTAL, cut: false })), ...counted]);
}

export const countOrders = (tx: Tx, scope: ProjectScope, query: Counting): Promise<OrderCounts> =>
  query.q || query.counterparty_id || scope.role === 'Client'
    ? countSome(tx, inProject(scope), query)
    : countEach(tx, inProject(scope));

export const countMyOrders = (tx: Tx, scope: DropshippingScope, query: Counting): Promise<OrderCounts> =>
  countSome(tx, ofDropshipper(scope), query);
