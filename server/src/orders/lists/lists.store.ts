import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { KYIV } from '@lanka/domain/kit/time';
import type { OrderRow, OrderStatus } from '@lanka/domain/orders/contract';
import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { DropshippingScope, ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import {
  anyPart,
  atMost,
  type ListPlan,
  type ListQuery,
  opaque,
  pageOf,
  readPage,
  readSelected,
  type Selection,
} from '../../kit/db/paging';
import { asDropshipper, asRow, mine, OWN_COLUMNS, ROW_FROM, rowsOf } from '../page.store';
import { gramsOfAll, pick, telling } from '../search/grams';
import { ALL, candidates, type Frequency, type Reach, readFrequency, type Wanted } from '../search/search.store';

export interface OrderFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: readonly OrderStatus[] | undefined;
  readonly counterparty_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What is looked for: words that must all be found somewhere, or the digits of a phone, a ТТН or an order's number. */
export interface Words {
  readonly words: readonly string[];
  readonly number: number | null;
}

export function wordsOf(q: string): Words {
  const digits = q.replace(/[\s()+-]/g, '');
  if (/^\d+$/.test(digits)) {
    const number = digits.length <= 9 ? Number(digits) : null;
    return { words: [digits.replace(/^38(?=0\d{3,})/, '')], number };
  }
  return { words: q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6), number: null };
}

export function searchIn(q: string | undefined): SQL {
  if (!q) return sql`true`;
  const { words, number } = wordsOf(q);
  const all = words.map((word) => sql`o.search_text like ${opaque(anyPart(word), 'text')}`);
  return number === null ? sql.join(all, sql` and `) : sql`(o.number = ${number} or ${sql.join(all, sql` and `)})`;
}

/** All but the words. With `even`, which status it is is hidden from the planner, so that it keeps one plan for all. */
export function filters(query: Omit<OrderFilters, keyof ListQuery | 'q'>, even = false): SQL {
  const zone = sql.raw(`'${KYIV}'`);
  const all: SQL[] = [sql`true`];
  const [status, ...others] = new Set(query.status);
  if (others.length > 0) all.push(sql`o.status = any(${sql.param(query.status)}::text[])`);
  else if (status) all.push(sql`o.status = ${even ? opaque(status, 'text') : status}`);
  if (query.counterparty_id)
    all.push(sql`o.counterparty_id = ${even ? opaque(query.counterparty_id, 'uuid') : query.counterparty_id}`);
  if (query.project_id) all.push(sql`o.project_id = ${query.project_id}`);
  if (query.from) all.push(sql`o.created_at >= (${query.from}::date)::timestamp at time zone ${zone}`);
  if (query.to) all.push(sql`o.created_at < (${query.to}::date + 1)::timestamp at time zone ${zone}`);
  return sql.join(all, sql` and `);
}

/** Whose orders are asked for: the condition, and the projects and counterparties that it speaks of. */
export interface Tenant {
  readonly where: SQL;
  readonly projects: readonly string[];
  readonly counterparties: readonly (string | null)[];
}

export const inProject = (scope: ProjectScope): Tenant => ({
  where: mine(scope),
  projects: [scope.project.id],
  counterparties: scope.role === 'Client' ? [scope.counterparty_id] : [],
});
export function ofDropshipper(scope: DropshippingScope): Tenant {
  const all = [...scope.suppliers, ...scope.past_suppliers];
  return {
    where: asDropshipper(scope),
    projects: [...new Set(all.map(({ project_id }) => project_id))],
    counterparties: all.map(({ counterparty_id }) => counterparty_id),
  };
}

const SORTS = {
  created_at: { by: sql`o.created_at`, type: 'timestamptz' },
  updated_at: { by: sql`o.updated_at`, type: 'timestamptz' },
  number: { by: sql`o.number`, type: 'integer' },
  sum: { by: sql`o.sum`, type: 'bigint' },
} as const;

const ROW_COLUMNS = sql`${OWN_COLUMNS},
  (select count(*) from order_items i where i.project_id = o.project_id and i.order_id = o.id) as items_count,
  (select v.thumbnail from order_items i
    join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
    where i.project_id = o.project_id and i.order_id = o.id and v.thumbnail is not null
    order by i.position limit 1) as first_thumbnail`;

function planOf(tenant: Tenant, query: OrderFilters): ListPlan {
  const even = isSteady(tenant, query);
  return {
    columns: ROW_COLUMNS,
    from: ROW_FROM,
    countFrom: sql`orders o`,
    where: sql`${tenant.where} and ${filters(query, even)} and ${searchIn(query.q)}`,
    sorts: SORTS,
    id: sql`o.id`,
    customPlan: !even,
  };
}

const keyOf = ({ projects, counterparties }: Tenant, query: Narrowing): string =>
  [
    projects,
    counterparties,
    query.status ?? '',
    query.counterparty_id ?? '',
    query.project_id ?? '',
    query.from ?? '',
    query.to ?? '',
  ].join(' ');

/**
 * An index of the project has just these orders in the order of the list: all of them, and by their moment those of one
 * status or of one counterparty. What else is asked for PostgreSQL must see when it plans: not knowing how many fit, it
 * walks through the newest for something that few have.
 */
function isSteady({ projects, counterparties }: Tenant, query: OrderFilters): boolean {
  if (projects.length !== 1 || query.project_id || query.from || query.to) return false;
  const narrowing = [
    ...counterparties,
    ...(query.counterparty_id ? [query.counterparty_id] : []),
    ...new Set(query.status),
  ];
  return narrowing.length === 0 || (narrowing.length === 1 && query.sort.endsWith('created_at'));
}

/** When a search reads how much. Answers do not depend on it, which a test shows by other numbers. */
export const SEARCH = {
  /** What stands in this part of all orders is found by walking through the newest. */
  frequent: 1 / 64,
  /** So many are walked through at most. */
  walked: 4_000,
  /** So many orders are looked through at first: four large segments of the index. */
  newest: 65_536,
  /** So many times a page are read at first; if they do not fill it, more. */
  spare: 1.3,
  /** What an order must have to be read: so many of the parts of what is looked for, among the newest and among all. */
  compared: 6,
  rarest: 4,
};

/** So many times what is enough are still few: they are read all, and counted exactly. */
const FEW = 3;
const FOUND = { from: rowsOf(sql`found`) };
/** What a row of the list is made of; the rest of an order is left where it is. */
const FOUND_COLUMNS = sql.raw(
  'o.id, o.project_id, o.number, o.status, o.counterparty_id, o.customer_name, o.sum, o.recommended_sum, o.ttn, o.sent_to_manager_at, o.created_at, o.updated_at',
);

/** The newest orders one by one, in the order of the list, until the page is full. */
function walk(tenant: Tenant, query: OrderFilters, total: SQL): Selection {
  const even = isSteady(tenant, query);
  const most = even ? atMost(SEARCH.walked) : sql`limit ${SEARCH.walked}`;
  return {
    ...FOUND,
    parts: sql`none as (select 1)`,
    found: ({ begin, order }) => sql`select ${FOUND_COLUMNS} from (
        select * from orders o where ${tenant.where} and ${filters(query, even)}${begin} ${order} ${most}
      ) o where ${searchIn(query.q)} ${order} ${pageOf(query)}`,
    total,
    complete: sql`false`,
  };
}

type Narrowing = Omit<OrderFilters, keyof ListQuery>;

/** The orders that fit, by the index, as far as the look reaches; those that were left out are older. */
export function matched({ where, projects }: Tenant, query: Narrowing, wanted: Wanted, reach: Reach) {
  const found = candidates(projects, wanted, reach);
  // of one project with one look through the index, of several one by one
  const [project, ...others] = projects;
  const read =
    project !== undefined && others.length === 0
      ? sql`orders o cross join beyond b
    where o.project_id = ${project} and o.number = any(array(select number from candidates)) and`
      : sql`(select distinct * from candidates) c cross join lateral (
      select o.* from orders o where o.project_id = c.project_id and o.number = c.number limit 1
    ) o cross join beyond b where`;
  const parts = sql`${found.parts}, matched as materialized (
    select ${FOUND_COLUMNS} from ${read} ${where} and ${filters(query)} and ${searchIn(query.q)}
      ${reach.roughly ? sql`` : sql`and (b.newest is null or o.created_at > b.newest)`}
  )`;
  return { ...found, parts };
}

function lookUp(
  tenant: Tenant,
  query: OrderFilters,
  wanted: Wanted,
  reach: Reach,
  to?: (told: Frequency) => void,
): Selection {
  const { parts, beyond, about, frequency } = matched(tenant, query, wanted, reach);
  return {
    ...FOUND,
    parts,
    found: ({ begin, order }) => sql`select o.* from matched o where true${begin} ${order} ${pageOf(query)}`,
    total: sql`(case when ${beyond} is null then (select least(count(*), ${EXACT}) from matched)
      else -greatest(1, least(${about}, ${EXACT})) end)::int`,
    complete: sql`${beyond} is null`,
    ...(to ? { statistics: { as: frequency, to: (statistics) => to(statistics as Frequency) } } : {}),
  };
}

const EXACT = sql.raw(String(EXACT_TOTAL));

/**
 * What the newest part of the index told of words, and whether it filled the first page: then the same search asks it
 * again, and otherwise need not, nor need the pages after it. Answers do not depend on it.
 */
const learnt = new LRUCache<string, Frequency & { readonly fills: boolean }>({
  max: 1_000,
  ttl: 60_000,
  noUpdateTTL: true,
});
/** What share of the newest orders has a part of words, by projects and part. */
const shares = new LRUCache<string, number>({ max: 10_000, ttl: 600_000, noUpdateTTL: true });

function learnShares(projects: readonly string[], grams: readonly string[], { sample, each }: Frequency): void {
  if (sample === 0) return;
  for (const [place, gram] of grams.entries()) shares.set(`${projects} ${gram}`, (each[place] ?? 0) / sample);
}

/** The parts to compare: as many of the usual ones as are worth it, once it is known how often each of them stands. */
export function partsToCompare(
  projects: readonly string[],
  parts: readonly (readonly string[])[],
  { together = 0, most = SEARCH.compared }: { together?: number; most?: number } = {},
): string[] {
  const usual = pick(parts, SEARCH.compared);
  const known = new Map<string, number>();
  for (const gram of usual) {
    const share = shares.get(`${projects} ${gram}`);
    if (share === undefined) return usual;
    known.set(gram, share);
  }
  return telling(parts, known, together, most);
}

const shareOf = (frequency: Frequency | undefined): number =>
  frequency ? frequency.found / Math.max(frequency.sample, 1) : 0;

/**
 * A page of a search. The newest part of the index fills it, or tells how frequent the words are: what stands in many
 * orders is found by walking through the newest ones, what is rare by the whole index (`search/`). Each look reads
 * about a page's worth, however many orders there are, and either fills the page rightly or hands on to the next.
 */
async function searchPage(
  tx: Tx,
  tenant: Tenant,
  query: OrderFilters,
  { words, number }: Words,
): Promise<Page<OrderRow>> {
  const plan = planOf(tenant, query);
  const read = (selection: Selection) => readSelected(tx, query, plan, selection, asRow);
  const parts = gramsOfAll(words);
  // one or two letters stand in every other order, and where they do not all orders have to be read
  if (parts.length === 0)
    return (await read(walk(tenant, query, sql`${-EXACT_TOTAL}::int`))) ?? readPage(tx, query, plan, asRow);
  const { projects } = tenant;
  const enough = Math.ceil((query.limit + 1) * SEARCH.spare * (query.cursor ? 4 : 1));
  const usual = pick(parts, SEARCH.compared);
  const name = [keyOf(tenant, query), ...usual].join(' ');
  const before = learnt.get(name);
  let frequency: Frequency | undefined = before;
  const learn = (fills: boolean): void => {
    if (frequency && !query.cursor) learnt.set(name, { ...frequency, fills });
  };
  if (query.sort === '-created_at' && before?.fills !== false) {
    const grams = partsToCompare(projects, parts, { together: shareOf(before) });
    const reach: Reach = { newest: SEARCH.newest, enough, few: enough * FEW };
    const tell = (told: Frequency): void => {
      frequency = told;
      learnShares(projects, grams, told);
    };
    const found = await read(lookUp(tenant, query, { grams, number }, reach, before ? undefined : tell));
    if (found) {
      learn(true);
      return found;
    }
  }
  if (!frequency) {
    frequency = await readFrequency(tx, projects, usual, SEARCH.newest);
    learnShares(projects, usual, frequency);
  }
  learn(false);
  const part = shareOf(frequency);
  if (part > SEARCH.frequent) {
    const about = Math.min(EXACT_TOTAL, Math.max(1, Math.round(part * frequency.orders)));
    const walked = await read(walk(tenant, query, sql`${-about}::int`));
    if (walked) return walked;
  }
  const grams = partsToCompare(projects, parts, { together: part, most: SEARCH.rarest });
  const wanted: Wanted = { grams, number };
  for (const times of query.sort === '-created_at' ? [1, 8, 64] : []) {
    const page = await read(
      lookUp(tenant, query, wanted, { newest: null, enough: enough * times, few: enough * times * FEW }),
    );
    if (page) return page;
  }
  const last = await read(lookUp(tenant, query, wanted, { newest: null, enough: ALL, few: ALL }));
  if (!last) throw new Error('the last look leaves nothing out');
  return last;
}

async function page(tx: Tx, tenant: Tenant, query: OrderFilters): Promise<Page<OrderRow>> {
  if (query.q) return searchPage(tx, tenant, query, wordsOf(query.q));
  return readPage(tx, query, planOf(tenant, query), asRow);
}

export const listOrders = (tx: Tx, scope: ProjectScope, query: OrderFilters) => page(tx, inProject(scope), query);

export const listMyOrders = (tx: Tx, scope: DropshippingScope, query: OrderFilters) =>
  page(tx, ofDropshipper(scope), query);
