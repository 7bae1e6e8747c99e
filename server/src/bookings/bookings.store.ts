import type { Booking, BookingKind, BookingRow } from '@lanka/domain/bookings/contract';
import { BY_HAND, kindOf } from '@lanka/domain/bookings/rules';
import type { Page } from '@lanka/domain/kit/lists';
import type { BookingStatus } from '@lanka/domain/stock/contract';
import { type SQL, sql } from 'drizzle-orm';
import { PRODUCTS } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import { nameOrKey } from '../kit/db/by-key';
import type { Tx } from '../kit/db/db';
import {
  anyPart,
  atMost,
  counted,
  isFiltered,
  type ListPlan,
  type ListQuery,
  opaque,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { type Search, searchPage, wordsIn } from '../search';

type Row = Record<string, unknown>;

/** A row whose picture is still the storage key. */
export type StoredRow = Omit<BookingRow, 'thumbnail_url'> & { readonly thumbnail: string | null };
export type StoredBooking = Omit<Booking, 'thumbnail_url' | 'actions'> & { readonly thumbnail: string | null };

export interface BookingFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: BookingStatus | undefined;
  readonly kind?: BookingKind | undefined;
  readonly user_id?: string | undefined;
  readonly product_variant_id?: string | undefined;
  readonly order_id?: string | undefined;
  readonly temporary?: boolean | undefined;
}

/** Comments of people. */
export const BOOKINGS: Searched = {
  name: 'bookings',
  texts: (project_id, ids) => sql`
    select id, lower(comment) as text, created_at from bookings where project_id = ${project_id} and id = any(${ids})`,
};

/** The number of an order is looked for as such. */
function numberIn(q: string): number | null {
  const digits = q.replace(/^№\s*/, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

const OF_KIND: Readonly<Record<BookingKind, SQL>> = {
  manual: sql`b.ref_kind = ${sql.raw(`'${BY_HAND}'`)}`,
  // said twice, for the index of those that end
  temporary: sql`b.ref_kind = 'order' and b.expires_at is not null and b.booked_hours is not null`,
  order: sql`b.ref_kind = 'order' and b.booked_hours is null`,
};

function filters(scope: ProjectScope, query: Partial<BookingFilters>): SQL {
  const all: SQL[] = [sql`b.project_id = ${scope.project.id}`];
  if (query.status) all.push(sql`b.status = ${query.status}`);
  if (query.kind) all.push(OF_KIND[query.kind]);
  if (query.user_id) all.push(sql`b.user_id = ${query.user_id}`);
  if (query.product_variant_id) all.push(sql`b.product_variant_id = ${query.product_variant_id}`);
  if (query.order_id) all.push(sql`b.ref_kind = 'order' and b.ref_id = ${query.order_id}`);
  if (query.temporary !== undefined)
    all.push(query.temporary ? sql`b.expires_at is not null` : sql`b.expires_at is null`);
  if (query.sort?.endsWith('expires_at')) all.push(sql`b.expires_at is not null`);
  return sql.join(all, sql` and `);
}

/** More than there are bookings of one variant, or variants of a product: keeps the look at each from being turned round. */
const ALL_OF_ONE = 1_000_000;

const searchFor = (project_id: string, q: string, others: SQL): Search => ({
  projects: [project_id],
  ways: [
    { kind: BOOKINGS, words: wordsIn(q) },
    {
      kind: PRODUCTS,
      words: wordsIn(q),
      rows: (found) => sql`
        select b.id from ${found} f
        cross join lateral (select v.project_id, v.id from product_variants v
          where v.project_id = ${project_id} and v.product_id = f.id and v.search_text like ${anyPart(q)}
          ${atMost(ALL_OF_ONE)}) v
        cross join lateral (select b.id from bookings b
          where b.project_id = v.project_id and b.product_variant_id = v.id ${atMost(ALL_OF_ONE)}) b`,
    },
  ],
  // not `exists`, of which PostgreSQL makes one look at all variants when it expects many bookings
  matches: sql`(lower(b.comment) like ${opaque(anyPart(q), 'text')} or coalesce((
    select true from product_variants v where v.project_id = b.project_id and v.id = b.product_variant_id
      and v.search_text like ${opaque(anyPart(q), 'text')} limit 1), false))`,
  others,
  walks: ['created_at'],
});

const COLUMNS = sql`b.*, v.product_id, p.name as product_title, v.name as modification_title, v.sku, v.thumbnail, p.unit,
  ${nameOrKey(sql`b.by_key`, sql`u.name`)} as user_name, o.number as order_number`;
const FROM = sql`bookings b
  join product_variants v on v.project_id = b.project_id and v.id = b.product_variant_id
  join products p on p.project_id = v.project_id and p.id = v.product_id
  left join users u on u.id = b.user_id
  left join orders o on b.ref_kind = 'order' and o.project_id = b.project_id and o.id = b.ref_id`;

function asRow(row: Row): StoredRow {
  const booked_hours = row.booked_hours === null ? null : Number(row.booked_hours);
  return {
    id: String(row.id),
    kind: kindOf({ ref: { kind: String(row.ref_kind) }, booked_hours }),
    status: row.status as BookingStatus,
    product_variant_id: String(row.product_variant_id),
    product_id: String(row.product_id),
    product_title: String(row.product_title),
    modification_title: String(row.modification_title),
    sku: String(row.sku),
    thumbnail: (row.thumbnail as string | null) ?? null,
    count: Number(row.count),
    unit: String(row.unit),
    user: row.user_id ? { id: String(row.user_id), name: String(row.user_name ?? '') } : null,
    order: row.ref_kind === 'order' ? { id: String(row.ref_id), number: Number(row.order_number) } : null,
    comment: String(row.comment),
    booked_hours,
    expires_at: toInstantOrNull(row.expires_at),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  };
}

export async function listBookings(tx: Tx, scope: ProjectScope, query: BookingFilters): Promise<Page<StoredRow>> {
  const number = numberIn(query.q ?? '');
  const order = number === null ? null : await orderOfNumber(tx, scope, number);
  const ofNumber = number === null ? sql`` : sql` and b.ref_kind = 'order' and b.ref_id = ${order}::uuid`;
  const others = sql`${filters(scope, query)}${ofNumber}`;
  const { q, status, kind, user_id, product_variant_id, order_id, temporary } = query;
  const plan: ListPlan = {
    columns: COLUMNS,
    from: FROM,
    countFrom: sql`bookings b`,
    where: others,
    customPlan: isFiltered(q, status, kind, user_id, product_variant_id, order_id, temporary),
    sorts: {
      // ids are drawn in the order of time
      created_at: { by: sql`b.id`, type: 'uuid' },
      expires_at: { by: sql`b.expires_at`, type: 'timestamptz' },
    },
    id: sql`b.id`,
  };
  if (!q || number !== null) return readPage(tx, query, plan, asRow);
  const search = searchFor(scope.project.id, q, others);
  return searchPage(tx, query, { ...plan, where: sql`${others} and ${search.matches}` }, search, asRow);
}

const having =
  ({ project }: ProjectScope) =>
  (where: SQL) =>
    counted(sql`bookings b`, sql`b.project_id = ${project.id} and ${where}`);

/** Each up to what a list counts, from its index. */
export async function countBookings(tx: Tx, scope: ProjectScope): Promise<Record<BookingStatus, number>> {
  const those = having(scope);
  const [row] = await tx.rows<Record<BookingStatus, number>>(sql`
    select ${those(sql`b.status = 'Active'`)} as "Active",
      ${those(sql`b.status = 'Disabled'`)} as "Disabled",
      ${those(sql`b.status = 'Completed'`)} as "Completed"`);
  if (!row) throw new Error('a select without a table has one row');
  return row;
}

/** Active ones that no order decides about. */
export async function countHeld(tx: Tx, scope: ProjectScope): Promise<number> {
  const those = having(scope);
  const [row] = await tx.rows<{ n: number }>(sql`
    select ${those(sql`b.status = 'Active' and ${OF_KIND.manual}`)}
      + ${those(sql`b.status = 'Active' and ${OF_KIND.temporary}`)} as n`);
  return row?.n ?? 0;
}

export async function findBooking(tx: Tx, scope: ProjectScope, id: string): Promise<StoredBooking | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS}, l.actual, l.booked, l.available, l.waiting from ${FROM}
    join stock_levels l on l.project_id = b.project_id and l.product_variant_id = b.product_variant_id
    where b.project_id = ${scope.project.id} and b.id = ${id}`);
  if (!row) return null;
  const shown = asRow(row);
  return {
    ...shown,
    stock: {
      product_variant_id: shown.product_variant_id,
      actual: Number(row.actual),
      booked: Number(row.booked),
      available: Number(row.available),
      waiting: Number(row.waiting),
    },
    version: Number(row.version),
  };
}

async function orderOfNumber(tx: Tx, scope: ProjectScope, number: number): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(sql`
    select id from orders where project_id = ${scope.project.id} and number = ${number}`);
  return row?.id ?? null;
}

export async function orderNumber(tx: Tx, scope: ProjectScope, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ number: number }>(sql`
    select number from orders where project_id = ${scope.project.id} and id = ${id}`);
  return row?.number ?? null;
}

/** Whether the modification is there and neither it nor its product was deleted. */
export async function isAlive(tx: Tx, scope: ProjectScope, variantId: string): Promise<boolean> {
  const found = await tx.rows(sql`
    select 1 from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${scope.project.id} and v.id = ${variantId} and v.deleted_at is null and p.deleted_at is null`);
  return found.length > 0;
}

/** Members are looked through by age until so many fit. */
const SHOWN_USERS = 20;

export async function listUsers(
  tx: Tx,
  scope: ProjectScope,
  { q, id }: { q?: string | undefined; id?: string | undefined },
): Promise<{ id: string; name: string; email: string }[]> {
  const named = q ? sql`and (lower(u.name) like ${anyPart(q)} or u.email like ${anyPart(q)})` : sql``;
  return tx.rows<{ id: string; name: string; email: string }>(sql`
    select u.id, u.name, u.email from memberships m join users u on u.id = m.user_id
    where m.project_id = ${scope.project.id} and m.ended_at is null ${named} ${id ? sql`and m.user_id = ${id}` : sql``}
    order by m.created_at, m.user_id ${atMost(SHOWN_USERS)}`);
}
