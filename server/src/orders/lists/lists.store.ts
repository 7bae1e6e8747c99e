import { common } from '@lanka/domain/kit/errors';
import type { Page } from '@lanka/domain/kit/lists';
import { can } from '@lanka/domain/kit/permissions';
import { dayAfter, KYIV, kyivDate } from '@lanka/domain/kit/time';
import type { PaidFilter } from '@lanka/domain/ledger/charges';
import type { CodState } from '@lanka/domain/orders/cod';
import type { OrderMark, OrderRow, OrderStatus, Reserved } from '@lanka/domain/orders/contract';
import { PLACED_STATUSES } from '@lanka/domain/orders/machine';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../../kit/auth/scope';
import { idArray } from '../../kit/db/arrays';
import type { Tx } from '../../kit/db/db';
import { anyPart, type ListPlan, type ListQuery, opaque, readPage } from '../../kit/db/paging';
import { isPaid } from '../../ledger';
import { isGrouped } from '../../partners';
import { type Found, find, gramsOfAll, type Search, searchPage } from '../../search';
import { type ListedFields, readListedFields } from '../../templates';
import { asDropshipper, asRow, mine, OWN_COLUMNS, ROW_FROM, rowsOf } from '../page.store';
import { readPlaces } from '../queue.store';
import { ORDERS } from '../search.store';
import { QUEUED } from '../tables';

export interface OrderFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: readonly OrderStatus[] | undefined;
  readonly counterparty_id?: string | undefined;
  readonly group_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly external_number?: string | undefined;
  readonly has_returns?: boolean | undefined;
  readonly partly_sent?: boolean | undefined;
  readonly tag?: string | undefined;
  readonly source?: string | undefined;
  readonly town?: string | undefined;
  readonly paid?: PaidFilter | undefined;
  readonly cod?: CodState | undefined;
  readonly reserved?: Reserved | undefined;
  readonly placed?: boolean | undefined;
  readonly manager_id?: string | undefined;
  readonly without?: readonly OrderMark[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only those in a comment of which this user is mentioned. */
  readonly mentioned_user?: string | undefined;
}

/** What is looked for: words that must all be found somewhere, or the digits of a phone, a ТТН or an order's number. */
export interface Words {
  readonly words: readonly string[];
  readonly number: number | null;
  /** What is written before the number; only orders that have it are meant. */
  readonly prefix: string;
}

export function wordsOf(q: string): Words {
  const digits = q.replace(/[\s()+-]/g, '');
  if (/^\d+$/.test(digits)) {
    const number = digits.length <= 9 ? Number(digits) : null;
    return { words: [digits.replace(/^38(?=0\d{3,})/, '')], number, prefix: '' };
  }
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6);
  const [, prefix = '', tail = ''] =
    /^(?:№\s*)?([\p{L}\d./-]*[\p{L}./-])(\d{1,9})$/u.exec(q.trim().toLowerCase()) ?? [];
  return { words, number: tail === '' ? null : Number(tail), prefix };
}

export function searchIn(q: string | undefined): SQL {
  if (!q) return sql`true`;
  const { words, number, prefix } = wordsOf(q);
  const prefixed = prefix === '' ? sql`` : sql` and lower(o.prefix) = ${prefix}`;
  // one text, however many words
  const all = sql`o.search_text like all(${opaque(words.map(anyPart), 'text[]')}::text[])`;
  return sql`(${all} or o.number = ${opaque(number ?? 0, 'integer')}${prefixed})`;
}

const PARTLY_SENT = sql`o.sent_pieces > 0 and o.shipped_at is null`;

/** As `reservedState` says it, but for `held`, which here includes those that are `soon`. */
function isReserved(reserved: Reserved): SQL {
  const today = kyivDate(new Date());
  if (reserved === 'over') return sql`o.reserved_until < ${today}`;
  const held = sql`o.reserved_until >= ${today} and o.status in (${QUEUED})`;
  return reserved === 'held' ? held : sql`${held} and o.reserved_until <= ${dayAfter(today)}`;
}

const PLACED = sql.raw(PLACED_STATUSES.map((status) => `'${status}'`).join(', '));

const managed = (by: SQL): SQL => sql`exists (select from counterparties mc where mc.project_id = o.project_id
  and mc.id = o.counterparty_id and mc.manager_id ${by})`;
const WITHOUT: Readonly<Record<OrderMark, SQL>> = {
  tag: sql`o.tags = '{}'`,
  source: sql`o.source = ''`,
  town: sql`o.delivery_town = ''`,
  manager: managed(sql`is null`),
};

/** All but the words. With `even`, which status it is is hidden from the planner, so that it keeps one plan for all. */
export function filters(query: Omit<OrderFilters, keyof ListQuery | 'q'>, even = false): SQL {
  const zone = sql.raw(`'${KYIV}'`);
  const all: SQL[] = [sql`true`];
  const [status, ...others] = new Set(query.status);
  if (others.length > 0) all.push(sql`o.status = any(${sql.param(query.status)}::text[])`);
  else if (status) all.push(sql`o.status = ${even ? opaque(status, 'text') : status}`);
  if (query.counterparty_id)
    all.push(sql`o.counterparty_id = ${even ? opaque(query.counterparty_id, 'uuid') : query.counterparty_id}`);
  if (query.group_id) all.push(isGrouped(query.group_id, sql`o.project_id`, sql`o.counterparty_id`));
  if (query.project_id) all.push(sql`o.project_id = ${query.project_id}`);
  if (query.has_returns !== undefined) all.push(query.has_returns ? sql`o.returned > 0` : sql`o.returned = 0`);
  if (query.partly_sent !== undefined) all.push(query.partly_sent ? PARTLY_SENT : sql`not (${PARTLY_SENT})`);
  const same = (value: string) => sql`lower(${value} collate "und-x-icu")`;
  if (query.tag) all.push(sql`${same(query.tag)} = any(select lower(tag collate "und-x-icu") from unnest(o.tags) tag)`);
  if (query.source) all.push(sql`lower(o.source collate "und-x-icu") = ${same(query.source)}`);
  if (query.town) all.push(sql`lower(o.delivery_town collate "und-x-icu") = ${same(query.town)}`);
  if (query.external_number) all.push(sql`o.external_number = ${query.external_number}`);
  if (query.paid) all.push(isPaid(query.paid));
  if (query.cod) all.push(sql`o.cod_state = ${query.cod}`);
  if (query.reserved) all.push(isReserved(query.reserved));
  if (query.placed !== undefined) all.push(sql`o.status ${query.placed ? sql`` : sql`not `}in (${PLACED})`);
  if (query.manager_id) all.push(managed(sql`= ${query.manager_id}`));
  for (const mark of new Set(query.without)) all.push(WITHOUT[mark]);
  if (query.from) all.push(sql`o.created_at >= (${query.from}::date)::timestamp at time zone ${zone}`);
  if (query.to) all.push(sql`o.created_at < (${query.to}::date + 1)::timestamp at time zone ${zone}`);
  if (query.mentioned_user)
    all.push(sql`exists (select 1 from order_mentions mn where mn.project_id = o.project_id and mn.order_id = o.id
      and mn.user_id = ${query.mentioned_user})`);
  return sql.join(all, sql` and `);
}

/** What a list is narrowed by, as one condition on orders `o`: for who reads all of them. */
export const orderConditions = (
  query: Omit<OrderFilters, keyof ListQuery> & { readonly q?: string | undefined },
): SQL => sql`${filters(query)} and ${searchIn(query.q)}`;

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

/** The lines are put in order before their goods are looked up, so that it ends at the first that has a picture. */
const ROW_COLUMNS = sql`${OWN_COLUMNS},
  (select count(*) from order_items i where i.project_id = o.project_id and i.order_id = o.id) as items_count,
  (select v.thumbnail from (
      select i.position, i.product_variant_id from order_items i
      where i.project_id = o.project_id and i.order_id = o.id order by i.position) i
    cross join lateral (
      select v.thumbnail from product_variants v
      where v.project_id = o.project_id and v.id = i.product_variant_id limit 1) v
    where v.thumbnail is not null order by i.position limit 1) as first_thumbnail`;

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
    countsInOrder: even,
  };
}

/**
 * An index of the project has just these orders in the order of the list: all of them, and by their moment those of one
 * status or of one counterparty. What else is asked for PostgreSQL must see when it plans: not knowing how many fit, it
 * walks through the newest for something that few have.
 */
function isSteady({ projects, counterparties }: Tenant, query: OrderFilters): boolean {
  const others = [
    query.project_id,
    query.group_id,
    query.has_returns,
    query.partly_sent,
    query.external_number,
    query.paid,
    query.cod,
    query.reserved,
    query.placed,
    query.manager_id,
    query.without,
    query.from,
    query.to,
    query.mentioned_user,
    ...marksOf(query),
  ];
  if (projects.length !== 1 || others.some((one) => one !== undefined)) return false;
  const narrowing = [
    ...counterparties,
    ...(query.counterparty_id ? [query.counterparty_id] : []),
    ...new Set(query.status),
  ];
  return narrowing.length === 0 || (narrowing.length === 1 && query.sort.endsWith('created_at'));
}

/** Tag, source and town stand whole in what is searched: by their words the index finds the few that have them. */
const marksOf = ({ tag, source, town }: Pick<OrderFilters, 'tag' | 'source' | 'town'>): string[] =>
  [tag, source, town].filter((one) => one !== undefined);
const wordsOfMarks = (query: Pick<OrderFilters, 'tag' | 'source' | 'town'>): string[] =>
  marksOf(query).flatMap((mark) => mark.toLowerCase().split(/\s+/).filter(Boolean));

/** What a row of the list is made of; the rest of an order is left where it is. */
const FOUND_COLUMNS = sql.raw(
  'o.id, o.project_id, o.number, o.prefix, o.status, o.counterparty_id, o.customer_name, o.sum, o.recommended_sum, o.customer_sum, o.prepaid, o.cod_state, o.cod_sum, o.cod_received, o.tags, o.source, o.external_number, o.delivery_town, o.returned, o.parcels, o.sent_pieces, o.shipped_at, o.ttn, o.sent_to_manager_at, o.reserved_until, o.created_at, o.updated_at',
);

/** The orders of these numbers, and those that wait for the index. */
export function ofFound(projects: readonly string[], { numbers, ids }: Found, number: number | null): SQL {
  const mine = sql`project_id = any(${idArray(projects)})`;
  const named = sql`number = any(array(select unnest(${numbers}::integer[]) union select n from (select ${number}::integer as n) given where n is not null))`;
  return sql`(select * from orders where ${mine} and ${named}
    union all select * from orders where ${mine} and id = any(array(select unnest(${ids}::uuid[]))) and not ${named}) o`;
}

/** Orders that hold the words, of this tenant and with these filters. */
export const searchFor = ({ where, projects }: Tenant, others: SQL, q: string): Search => {
  const { words, number } = wordsOf(q);
  return {
    projects,
    matches: searchIn(q),
    others: sql`${where} and ${others}`,
    ways: [{ kind: ORDERS, words }],
    walks: Object.keys(SORTS),
    age: { sort: '-created_at', by: sql`o.created_at` },
    numbered: {
      from: (found) => ofFound(projects, found, number),
      columns: FOUND_COLUMNS,
      page: rowsOf,
    },
  };
};

const NO_FIELDS: ListedFields = { shown: null, conditions: [], words: [] };

async function page(
  tx: Tx,
  tenant: Tenant,
  query: OrderFilters,
  { shown, conditions, words: ofFields }: ListedFields = NO_FIELDS,
): Promise<Page<Stored>> {
  const words = [...ofFields, ...wordsOfMarks(query)];
  const base = planOf(tenant, query);
  const filtered = conditions.length > 0;
  const plan: ListPlan = {
    ...base,
    ...(shown ? { columns: sql`${ROW_COLUMNS}, ${shown} as fields` } : {}),
    ...(filtered
      ? {
          where: sql`${base.where} and ${sql.join([...conditions], sql` and `)}`,
          customPlan: true,
          countsInOrder: false,
        }
      : {}),
  };
  const shape = (row: Record<string, unknown>): Stored =>
    shown ? { ...asRow(row), fields: row.fields as StoredValues } : asRow(row);
  if (!query.q && words.length === 0) return readPage(tx, query, plan, shape);
  const others = sql.join([filters(query, isSteady(tenant, query)), ...conditions], sql` and `);
  const search = searchFor(tenant, others, query.q ?? '');
  const byFields = query.q ? {} : { matches: sql`true`, ways: [{ kind: ORDERS, words }] };
  const numbered = search.numbered && {
    ...search.numbered,
    ...(shown ? { columns: sql`${FOUND_COLUMNS}, ${shown} as fields` } : {}),
  };
  return searchPage(tx, query, plan, { ...search, ...byFields, ...(numbered ? { numbered } : {}) }, shape);
}

type AskedFields = Parameters<typeof readListedFields>[3];
/** A row before its files have links. */
export type Stored = Omit<OrderRow, 'fields'> & { readonly fields?: StoredValues };

interface Asking extends OrderFilters {
  readonly mentioned?: boolean | undefined;
}
const asked = <Q extends Pick<Asking, 'mentioned'>>(
  { mentioned, ...query }: Q,
  { user }: ProjectScope | DropshippingScope,
) => ({
  ...query,
  ...(mentioned ? { mentioned_user: user.id } : {}),
});

/** Who is in which group is seen by whoever sees counterparties. */
function mayAskOfGroup({ role }: ProjectScope, { group_id }: Pick<OrderFilters, 'group_id'>): void {
  const permission = 'counterparties.read';
  if (group_id && !can(role, permission)) throw common.forbidden({ permission, role });
}

/** Of one project: with the fields and the places in the queue that are shown, and filtered by the fields. */
export async function listOrders(
  tx: Tx,
  scope: ProjectScope,
  { with_queue_place, ...query }: Asking & AskedFields & { readonly with_queue_place?: boolean | undefined },
): Promise<Page<Stored>> {
  mayAskOfGroup(scope, query);
  const found = await page(
    tx,
    inProject(scope),
    asked(query, scope),
    await readListedFields(tx, scope, 'order', query, sql`o.fields`),
  );
  if (!with_queue_place || found.items.length === 0) return found;
  const ids = found.items.map(({ id }) => id);
  const places = await readPlaces(tx, scope, ids);
  return { ...found, items: found.items.map((row) => ({ ...row, queue_place: places.get(row.id) ?? null })) };
}

export const listMyOrders = (tx: Tx, scope: DropshippingScope, query: Asking) =>
  page(tx, ofDropshipper(scope), asked(query, scope));

/** Orders to be summed up. */
export interface Newest {
  /** Orders `o`, as what stands after `from`, and which of them are wanted. */
  readonly from: SQL;
  readonly where: SQL;
  /** Which of these fit: words too short for the index are looked for in what was read. */
  readonly fits: SQL;
  /** Where the index of words did not look to its end: nothing that it left out is newer. */
  readonly beyond: string | null;
}

type Narrowed = Omit<Asking, keyof ListQuery> & AskedFields;

/** What a list shows with these filters, of one project or of a dropshipper, where at most so many of the newest are read. */
export async function findNewest(
  tx: Tx,
  scope: ProjectScope | DropshippingScope,
  query: Narrowed,
  most: number,
): Promise<Newest> {
  const isOfProject = 'project' in scope;
  if (isOfProject) mayAskOfGroup(scope, query);
  const tenant = isOfProject ? inProject(scope) : ofDropshipper(scope);
  // each supplier has fields of his own
  const { conditions, words: ofFields } = isOfProject
    ? await readListedFields(tx, scope, 'order', query, sql`o.fields`)
    : NO_FIELDS;
  const where = sql.join([tenant.where, filters(asked(query, scope)), ...conditions], sql` and `);
  const all = { from: sql`orders o`, where, fits: searchIn(query.q), beyond: null };
  const { words, number } = query.q ? wordsOf(query.q) : { words: [...ofFields, ...wordsOfMarks(query)], number: null };
  const grams = gramsOfAll(words);
  if (grams.grams.length === 0) return all;
  const found = await find(tx, tenant.projects, ORDERS, grams, { enough: most, few: most });
  if (found.isBehind) return all;
  const seen = found.beyond === null ? sql`` : sql` and o.created_at > ${found.beyond}::timestamptz`;
  return {
    from: ofFound(tenant.projects, found, number),
    where: sql`${where} and ${searchIn(query.q)}${seen}`,
    fits: sql`true`,
    beyond: found.beyond,
  };
}
