import { common } from '@lanka/domain/kit/errors';
import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { is, Param, SQL, StringChunk, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Tx } from './db';

/** A field that a list may be sorted by: its SQL expression, and the PostgreSQL type that a cursor is read back as. */
export interface SortField {
  readonly by: SQL;
  readonly type: 'timestamptz' | 'text' | 'bigint' | 'integer' | 'uuid' | 'boolean' | 'date';
}

export interface ListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort: string;
}

export interface ListPlan {
  /** What to select, without `select`: `o.id, o.number`. */
  readonly columns: SQL;
  /** Tables and joins, without `from`. */
  readonly from: SQL;
  /** All conditions, the tenant's among them. */
  readonly where: SQL;
  /** Tables needed for counting when joins can be left out; `from` unless told. */
  readonly countFrom?: SQL;
  /**
   * An index has just these rows in the order of the list: they are counted by it too. Not knowing how few fit,
   * PostgreSQL would read the whole table instead, whose first rows it takes for as good as any.
   */
  readonly countsInOrder?: boolean;
  /** How many rows there are in all, as an expression, where that is kept: then nothing is counted. */
  readonly keptTotal?: SQL | undefined;
  readonly sorts: Readonly<Record<string, SortField>>;
  /** Makes the order total: a unique column, the id. */
  readonly id: SQL;
  /**
   * How much fits differs so much with what is asked that no one plan is good for all of it: the limit stays a
   * parameter, and PostgreSQL plans for the values at hand.
   */
  readonly customPlan?: boolean;
}

type Row = Record<string, unknown>;

/**
 * `limit …` as a constant of the text. With a parameter there PostgreSQL's plan for all values supposes a tenth of the
 * table, finds that dear, and so plans the statement anew at each request, which takes longer than reading the page.
 */
export const atMost = (rows: number): SQL => sql.raw(`limit ${Math.trunc(rows)}`);

/** How many rows fulfil this, counted up to 10,000, as in every list. `order by` an index keeps it from the table. */
export const counted = (from: SQL, where: SQL, order = sql``): SQL =>
  sql`(select count(*)::int from (select 1 from ${from} where ${where} ${order} ${atMost(EXACT_TOTAL)}) some_rows)`;

/**
 * An opaque parameter: a value that the planner does not see, so that the plan which PostgreSQL keeps for the statement
 * looks as good as one made for the values at hand; planning anew each time takes longer than the search.
 */
export function opaque(value: string | number, type: 'text' | 'integer' | 'uuid'): SQL;
export function opaque(value: readonly (string | number)[], type: 'text[]' | 'integer[]' | 'uuid[]'): SQL;
export function opaque(value: string | number | readonly (string | number)[], type: string): SQL {
  return sql`(select ${sql.param(value)}::${sql.raw(type)})`;
}

/** Whether one of these filters of a list is set, so that the list wants a `customPlan`. */
export const isFiltered = (...filters: readonly unknown[]): boolean =>
  filters.some((filter) => filter !== undefined && filter !== 0 && filter !== '');

/** Each makes a text of its own, of which only so many are kept prepared. */
const PAGE_SIZES = [10, 20, 50, 100] as const;
/** The rows of a page and one that tells of the next; somewhat more where the page has an unusual size. */
export function pageOf({ limit }: Pick<ListQuery, 'limit'>): SQL {
  return atMost((PAGE_SIZES.find((size) => size >= limit) ?? limit) + 1);
}

/**
 * Reads one page with one statement: the rows after the cursor, and with the first page the total of the whole list
 * counted up to 10,000; later pages carry it in their cursor. Paging is by key: the cursor holds the sort value and the
 * id of the last row, so page 1,000 costs what page 1 costs. Sort values must not be null (coalesce them in `by`).
 */
export async function readPage<T>(tx: Tx, query: ListQuery, plan: ListPlan, shape: (row: Row) => T): Promise<Page<T>> {
  const { field, direction } = orderOf(query, plan);
  const { begin, order } = tailOf(query, plan);
  const after = readCursor(query);
  const long = after || plan.keptTotal ? null : nameOf(plan);
  const known = after?.total ?? (long !== null && longLists.get(long) ? -EXACT_TOTAL : undefined);
  const rows = sql`select 1 from ${plan.countFrom ?? plan.from} where ${plan.where} ${plan.countsInOrder ? order : sql``} ${bound(plan, atMost(EXACT_TOTAL + 1), EXACT_TOTAL + 1)}`;
  const counted =
    known === undefined
      ? // materialized: else PostgreSQL puts what counts in both places of the total, and counts twice
        sql`with n as materialized (select ${plan.keptTotal ?? sql`(select count(*) from (${rows}) as some_rows)`} as total)
          select case when total > ${MOST} then -${MOST} else total end::int as total from n`
      : sql`select ${known}::int as total`;
  const found = await tx.rows<Row>(sql`
    with rows as (
      select ${plan.columns}, ${field.by} as cursor_key, ${plan.id} as cursor_id
      from ${plan.from} where ${plan.where}${begin} ${order} ${bound(plan, pageOf(query), query.limit + 1)}
    ), counted as (${counted})
    select counted.total as list_total, rows.* from counted left join rows on true
    order by rows.cursor_key ${direction}, rows.cursor_id ${direction}`);
  const page = asPage(found, query, shape);
  if (long !== null && page.total_is_estimate) longLists.set(long, true);
  return page;
}

/**
 * Lists that were longer than is counted: that is believed for a minute, because to count ten thousand rows takes as
 * long as to read the page. What shrinks below that meanwhile is told to be about so long, as it was.
 */
const longLists = new LRUCache<string, true>({ max: 1_000, ttl: 60_000, noUpdateTTL: true });

/** By what it counts a list is known again. */
function nameOf({ countFrom, from, where }: ListPlan): string | null {
  const parts = [spelled(countFrom ?? from), spelled(where)];
  return parts.includes(null) ? null : parts.join(' where ');
}

/** A part of a statement with its values; null where it has something else in it. */
function spelled(part: unknown): string | null {
  if (is(part, StringChunk)) return part.value.join('');
  if (is(part, Param)) return JSON.stringify(part.value);
  if (part === null || typeof part !== 'object') return JSON.stringify(part) ?? '';
  if (!is(part, SQL)) return null;
  let whole = '';
  for (const chunk of part.queryChunks) {
    const text = spelled(chunk);
    if (text === null) return null;
    whole += text;
  }
  return whole;
}

const MOST = sql.raw(String(EXACT_TOTAL));

const bound = ({ customPlan }: ListPlan, constant: SQL, rows: number): SQL =>
  customPlan ? sql`limit ${rows}` : constant;

/** What a search has found. */
export interface Selection {
  /** Parts of the statement that the others name, `a as (…), b as (…)`, if there are any. */
  readonly parts?: SQL;
  /** The ids of rows after `begin`, in the order of the list, at least one more than the page shows if there are. */
  readonly found: (order: Order) => SQL;
  /** Of the whole list; below zero: about so many. */
  readonly total: SQL;
  /** Whether nothing that fits was left out. */
  readonly complete: SQL;
  /** What the rows are read from when `found` has all their columns; else they are looked up by their ids. */
  readonly from?: SQL;
}

/** Where a page begins, ` and …` or nothing, and in which order it goes on: `order by …`. */
export interface Order {
  readonly begin: SQL;
  readonly order: SQL;
  /** The same of rows that have another name for what they are sorted by, and for their id. */
  readonly over: (by: SQL, id: SQL) => Pick<Order, 'begin' | 'order'>;
  /** What it is sorted by, before the id, and `asc` or `desc`. */
  readonly by: SQL;
  readonly direction: SQL;
  /** The last row of the page before; null on the first page. */
  readonly after: { readonly value: string; readonly id: string } | null;
}

/** Reads one page of rows that a search has found; null when it is not full and the search left something out. */
export async function readSelected<T>(
  tx: Tx,
  query: ListQuery,
  plan: ListPlan,
  selection: Selection,
  shape: (row: Row) => T,
): Promise<Page<T> | null> {
  const { field, direction } = orderOf(query, plan);
  const { parts, total, complete, from } = selection;
  const known = readCursor(query)?.total;
  const source =
    from ?? sql`${plan.from} where ${plan.where} and ${plan.id} = any(array(select id from found ${pageOf(query)}))`;
  const found = await tx.rows<Row>(sql`
    with ${parts ? sql`${parts}, ` : sql``}found as materialized (${selection.found(tailOf(query, plan))}), rows as (
      select ${plan.columns}, ${field.by} as cursor_key, ${plan.id} as cursor_id
      from ${source}
    ), counted as (select ${known === undefined ? total : sql`${known}::int`} as total, ${complete} as complete)
    select counted.total as list_total, counted.complete, rows.* from counted left join rows on true
    order by rows.cursor_key ${direction}, rows.cursor_id ${direction}`);
  const page = asPage(found, query, shape);
  return page.next_cursor !== null || found[0]?.complete === true ? page : null;
}

/** Where the page begins, and how it goes on. */
export function tailOf(query: ListQuery, plan: Pick<ListPlan, 'sorts' | 'id'>): Order {
  const { field, direction, descending } = orderOf(query, plan);
  const after = readCursor(query);
  const compare = sql.raw(descending ? '<' : '>');
  const over: Order['over'] = (by, id) => ({
    order: sql`order by ${by} ${direction}, ${id} ${direction}`,
    begin: after
      ? sql` and (${by}, ${id}) ${compare} (${after.value}::${sql.raw(field.type)}, ${after.id}::uuid)`
      : sql``,
  });
  return { by: field.by, direction, after, over, ...over(field.by, plan.id) };
}

function orderOf(
  query: ListQuery,
  plan: Pick<ListPlan, 'sorts'>,
): { field: SortField; direction: SQL; descending: boolean } {
  const descending = query.sort.startsWith('-');
  const name = query.sort.replace(/^-/, '');
  const field = plan.sorts[name];
  if (!field) throw new Error(`the list cannot be sorted by ${name}`);
  return { field, direction: sql.raw(descending ? 'desc' : 'asc'), descending };
}

/**
 * `list_total` below zero is an estimate; so it goes from page to page. A moment comes as PostgreSQL writes it, with its
 * microseconds.
 */
function asPage<T>(found: readonly Row[], query: ListQuery, shape: (row: Row) => T): Page<T> {
  const total = Number(found[0]?.list_total ?? 0);
  const rows = found.filter((row) => row.cursor_id !== null);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  const more = rows.length > query.limit && last;
  return {
    items: items.map(shape),
    next_cursor: more ? writeCursor(query.sort, String(last.cursor_key), String(last.cursor_id), total) : null,
    total: Math.min(Math.abs(total), EXACT_TOTAL),
    ...(total < 0 ? { total_is_estimate: true } : {}),
  };
}

function writeCursor(...parts: [sort: string, value: string, id: string, total: number]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Cursor {
  /** Of the last row, as PostgreSQL writes it. */
  readonly value: string;
  readonly id: string;
  /** Of the whole list, as the first page counted it; below zero: about so many. */
  readonly total: number | undefined;
}

/** The end of the page before, or null. @throws common.invalid for one that is not ours */
function readCursor({ cursor, sort }: Pick<ListQuery, 'cursor' | 'sort'>): Cursor | null {
  if (cursor === undefined) return null;
  try {
    const [cursorSort, value, id, total] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (cursorSort === sort && typeof value === 'string' && typeof id === 'string' && UUID.test(id))
      return { value, id, total: Number.isInteger(total) && isCount(Number(total)) ? Number(total) : undefined };
  } catch {
    // not a cursor of ours
  }
  throw common.invalid({ path: 'cursor', code: 'cursor', message: 'next_cursor' });
}

const isCount = (total: number): boolean => Math.abs(total) <= EXACT_TOTAL;

/** A list that is short by its nature, whole, in the shape of every list. */
export const wholePage = <T>(items: T[]): Page<T> => ({ items, next_cursor: null, total: items.length });

/**
 * Names in the order of the Ukrainian alphabet, whatever the database's own collation is: ґ, є, і, ї in their places.
 * The collation "unicode" would do too, but PostgreSQL 15 does not have it.
 */
export const inUkrainianOrder = (name: SQL): SQL => sql`lower(${name}) collate "uk-x-icu"`;

/** What `like` shall look for: any part of the text, with its special signs taken literally. */
export function anyPart(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * A timestamp of a raw statement, as the wire wants it. A page has a hundred of them, so of a session in UTC
 * (`2026-11-21 12:13:00.123456+00`) the text is cut and no `Date` is made.
 */
export function toInstant(value: unknown): string {
  const text = String(value);
  const isUtc = text.endsWith('+00') && text[4] === '-' && text[10] === ' ' && (text[19] === '.' || text[19] === '+');
  if (!isUtc) return new Date(text).toISOString();
  const fraction = text[19] === '.' ? text.slice(20, Math.min(23, text.length - 3)) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}

export function toInstantOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : toInstant(value);
}
