import type { Page } from '@lanka/domain/kit/lists';
import type {
  Stocktake,
  StocktakeProgress,
  StocktakeRow,
  StocktakeStatus,
  StocktakeTotals,
} from '@lanka/domain/stocktakes/contract';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';

type Row = Record<string, unknown>;

export interface StocktakeFilters extends ListQuery {
  readonly status?: StocktakeStatus | undefined;
}

const COLUMNS = sql`s.*, o.name as opened_by_name, c.name as closed_by_name`;
const FROM = sql`stocktakes s left join users o on o.id = s.opened_by left join users c on c.id = s.closed_by`;

const actor = (id: unknown, name: unknown) => ({
  kind: 'user' as const,
  id: String(id),
  name: (name as string | null) ?? null,
});
const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

function asRow(row: Row): StocktakeRow {
  return {
    id: String(row.id),
    number: Number(row.number),
    status: row.status as StocktakeStatus,
    tags: row.tags as string[],
    place: String(row.place),
    category: String(row.category),
    comment: String(row.comment),
    lines: Number(row.lines),
    surplus: numberOrNull(row.surplus),
    shortage: numberOrNull(row.shortage),
    opened_by: actor(row.opened_by, row.opened_by_name),
    created_at: toInstant(row.created_at),
    closed_at: toInstantOrNull(row.closed_at),
  };
}

export const listStocktakes = (tx: Tx, scope: ProjectScope, query: StocktakeFilters): Promise<Page<StocktakeRow>> =>
  readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`stocktakes s`,
      where: sql`s.project_id = ${scope.project.id}${query.status ? sql` and s.status = ${query.status}` : sql``}`,
      sorts: { number: { by: sql`s.number`, type: 'integer' } },
      id: sql`s.id`,
      customPlan: isFiltered(query.status),
    },
    asRow,
  );

export async function findStocktake(
  tx: Tx,
  scope: ProjectScope,
  id: string,
): Promise<Omit<Stocktake, 'totals'> | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} where s.project_id = ${scope.project.id} and s.id = ${id}`);
  if (!row) return null;
  const { lines: _l, surplus: _s, shortage: _t, ...shown } = asRow(row);
  return {
    ...shown,
    closed_by: row.closed_by ? actor(row.closed_by, row.closed_by_name) : null,
    version: Number(row.version),
  };
}

/**
 * Of all its lines. What they come to is kept; amounts are of those that differ, and an open one is compared with the
 * levels of what is counted. The costs of an open one are those of now, of a closed one those of its closing.
 */
export async function readTotals(tx: Tx, scope: ProjectScope, id: string): Promise<StocktakeTotals> {
  const cost = sql`case when t.status = 'closed' then s.cost else k.cost end`;
  const ofIt = sql`s.project_id = t.project_id and s.stocktake_id = t.id`;
  const [row] = await tx.rows<{ [K in keyof StocktakeTotals]: number }>(sql`
    select t.lines, f.counted, f.different, f.surplus, f.shortage, d.surplus_amount, d.shortage_amount, d.unpriced,
      case when t.status = 'open' then (
        select count(*)::int from stocktake_lines s
        join stock_levels l on l.project_id = s.project_id and l.product_variant_id = s.product_variant_id
        where ${ofIt} and s.counted is not null and (s.moved or s.corrections <> l.corrections)) else 0 end as doubtful
    from stocktakes t
    join stocktake_figures f on f.project_id = t.project_id and f.stocktake_id = t.id
    cross join lateral (
      select coalesce(sum(s.difference::bigint * ${cost}) filter (where s.difference > 0), 0)::bigint as surplus_amount,
        coalesce(-sum(s.difference::bigint * ${cost}) filter (where s.difference < 0), 0)::bigint as shortage_amount,
        count(*) filter (where ${cost} is null)::int as unpriced
      from stocktake_lines s
      left join variant_costs k on k.project_id = s.project_id and k.product_variant_id = s.product_variant_id
      where ${ofIt} and s.difference <> 0) d
    where t.project_id = ${scope.project.id} and t.id = ${id}`);
  if (!row) throw new Error('a stocktake has its figures');
  return row;
}

export async function readProgress(tx: Tx, scope: ProjectScope, id: string): Promise<StocktakeProgress | null> {
  const [row] = await tx.rows<{ [K in keyof StocktakeProgress]: StocktakeProgress[K] }>(sql`
    select t.id, t.number, t.status, t.lines, f.counted
    from stocktakes t join stocktake_figures f on f.project_id = t.project_id and f.stocktake_id = t.id
    where t.project_id = ${scope.project.id} and t.id = ${id}`);
  return row ?? null;
}

export interface NewStocktake {
  readonly tags: readonly string[];
  readonly place: string;
  readonly comment: string;
  /** Its path, and the ids of it and of all below it; null for all goods. */
  readonly category: { readonly path: string; readonly ids: readonly string[] } | null;
}

/**
 * Opens it with a line for each living modification that fits and whose stock is counted, in one statement however many there are; the id, or null
 * when nothing fits.
 */
export async function insertStocktake(tx: Tx, scope: ProjectScope, asked: NewStocktake): Promise<string | null> {
  const id = newId();
  const { tags, place, comment, category } = asked;
  await tx.execute(sql`
    insert into stocktakes (project_id, id, number, status, tags, place, category, comment, opened_by)
    values (${scope.project.id}, ${id}, next_number(${scope.project.id}, 'stocktake'), 'open', ${textArray(tags)}, ${place},
      ${category?.path ?? ''}, ${comment}, ${scope.user.id})`);
  const tagged = tags.length > 0 ? sql`and p.tags && ${textArray(tags)}` : sql``;
  const placed = place === '' ? sql`` : sql`and starts_with(lower(v.place), ${place.toLowerCase()})`;
  const filed = category ? sql`and p.category_id = any(${idArray(category.ids)})` : sql``;
  const [made] = await tx.rows<{ lines: number }>(sql`
    with made as (
      insert into stocktake_lines (project_id, stocktake_id, product_variant_id, number)
      select v.project_id, ${id}, v.id, row_number() over (order by v.sort_place, v.sort_name, v.id)
      from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
      where v.project_id = ${scope.project.id} and v.deleted_at is null and p.deleted_at is null and p.tracked
        ${tagged} ${placed} ${filed}
      returning 1
    ), counted as (select count(*)::int as lines from made
    ), figures as (insert into stocktake_figures (project_id, stocktake_id) values (${scope.project.id}, ${id}))
    update stocktakes set lines = counted.lines from counted
    where project_id = ${scope.project.id} and id = ${id} returning counted.lines`);
  return made && made.lines > 0 ? id : null;
}

export interface KnownStocktake {
  readonly id: string;
  readonly number: number;
  readonly status: StocktakeStatus;
  readonly created_at: string;
}
export type LockedStocktake = Locked<'stocktakes', KnownStocktake>;

/**
 * The stocktake for this transaction: shared by all who count, alone for who closes it; null when there is none. It is
 * locked before levels, everywhere.
 */
export async function lockStocktake(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  how: 'share' | 'update',
): Promise<LockedStocktake | null> {
  const read = async (): Promise<{ found: KnownStocktake | null }> => {
    const [row] = await tx.rows<KnownStocktake & Row>(sql`
      select id, number, status, created_at from stocktakes where project_id = ${scope.project.id} and id = ${id}
      ${how === 'share' ? sql`for share` : sql`for update`}`);
    return { found: row ? { ...row, created_at: toInstant(row.created_at) } : null };
  };
  const { found } = await awaitLock('stocktakes', read());
  return found as LockedStocktake | null;
}

export async function writeComment(tx: Tx, scope: ProjectScope, id: string, comment: string): Promise<boolean> {
  const found = await tx.rows(sql`
    update stocktakes set comment = ${comment}, version = version + 1
    where project_id = ${scope.project.id} and id = ${id} returning id`);
  return found.length > 0;
}

export async function readVersion(tx: Tx, scope: ProjectScope, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(sql`
    select version from stocktakes where project_id = ${scope.project.id} and id = ${id} for update`);
  return row?.version ?? null;
}

/** It ends: closed with what its corrections added and took, or given up. */
export async function writeEnded(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedStocktake,
  totals: { readonly surplus: number; readonly shortage: number } | null,
): Promise<void> {
  await tx.execute(sql`
    update stocktakes set status = ${totals ? 'closed' : 'canceled'}, surplus = ${totals?.surplus ?? null},
      shortage = ${totals?.shortage ?? null}, closed_by = ${scope.user.id}, closed_at = now(), version = version + 1
    where project_id = ${scope.project.id} and id = ${id}`);
}
