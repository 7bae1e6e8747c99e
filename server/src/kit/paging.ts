import { common } from '@lanka/domain/kit/errors';
import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './db';

/** A field that a list may be sorted by: its SQL expression, and the PostgreSQL type that a cursor is read back as. */
export interface SortField {
  readonly by: SQL;
  readonly type: 'timestamptz' | 'text' | 'bigint' | 'integer' | 'uuid' | 'boolean';
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
  readonly sorts: Readonly<Record<string, SortField>>;
  /** Makes the order total: a unique column, the id. */
  readonly id: SQL;
}

type Row = Record<string, unknown>;

/**
 * Reads one page with one statement: the rows after the cursor, and the total of the whole list counted up to
 * 10,000. Paging is by key: the cursor holds the sort value and the id of the last row, so page 1,000 costs what
 * page 1 costs. Sort values must not be null (coalesce them in `by`).
 */
export async function readPage<T>(tx: Tx, query: ListQuery, plan: ListPlan, shape: (row: Row) => T): Promise<Page<T>> {
  const descending = query.sort.startsWith('-');
  const name = query.sort.replace(/^-/, '');
  const field = plan.sorts[name];
  if (!field) throw new Error(`the list cannot be sorted by ${name}`);
  const type = sql.raw(field.type);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const compare = sql.raw(descending ? '<' : '>');
  const after = readCursor(query);
  const beyond = after
    ? sql` and (${field.by}, ${plan.id}) ${compare} (${after.value}::${type}, ${after.id}::uuid)`
    : sql``;
  const found = await tx.execute<Row>(sql`
    with rows as (
      select ${plan.columns}, ${field.by} as cursor_key, (${field.by})::text as cursor_value, ${plan.id} as cursor_id
      from ${plan.from} where ${plan.where}${beyond}
      order by ${field.by} ${direction}, ${plan.id} ${direction} limit ${query.limit + 1}
    ), counted as (
      select count(*)::int as total from (
        select 1 from ${plan.countFrom ?? plan.from} where ${plan.where} limit ${EXACT_TOTAL + 1}
      ) as some_rows
    )
    select counted.total as list_total, rows.* from counted left join rows on true
    order by rows.cursor_key ${direction}, rows.cursor_id ${direction}`);

  const total = Number(found.rows[0]?.list_total ?? 0);
  const rows = found.rows.filter((row) => row.cursor_id !== null);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  const more = rows.length > query.limit && last;
  return {
    items: items.map(shape),
    next_cursor: more ? writeCursor(query.sort, String(last.cursor_value), String(last.cursor_id)) : null,
    total: Math.min(total, EXACT_TOTAL),
    ...(total > EXACT_TOTAL ? { total_is_estimate: true } : {}),
  };
}

function writeCursor(sort: string, value: string, id: string): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readCursor({ cursor, sort }: ListQuery): { value: string; id: string } | null {
  if (cursor === undefined) return null;
  try {
    const [cursorSort, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (cursorSort === sort && typeof value === 'string' && typeof id === 'string' && UUID.test(id))
      return { value, id };
  } catch {
    // not a cursor of ours
  }
  throw common.invalid({ path: 'cursor', code: 'cursor', message: 'next_cursor' });
}

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

/** A timestamp of a raw statement, as the wire wants it. */
export function toInstant(value: unknown): string {
  return new Date(String(value)).toISOString();
}

export function toInstantOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : toInstant(value);
}
