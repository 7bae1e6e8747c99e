import type { Page } from '@lanka/domain/kit/lists';
import type { LineDoubt, StocktakeCount, StocktakeLine, StocktakeStatus } from '@lanka/domain/stocktakes/contract';
import { type Counted, type Figures, NEAR_MS, type Shelf } from '@lanka/domain/stocktakes/rules';
import { type SQL, sql } from 'drizzle-orm';
import { PRODUCTS } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import {
  anyPart,
  atMost,
  isFiltered,
  type ListPlan,
  type ListQuery,
  opaque,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import { type Search, searchPage, wordsIn } from '../search';
import type { LockedLevels } from '../stock';
import type { LockedStocktake } from './stocktakes.store';

type Row = Record<string, unknown>;

/** A line whose picture is still the storage key. */
export type StoredLine = Omit<StocktakeLine, 'thumbnail_url'> & { readonly thumbnail: string | null };

export interface LineFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly state?: 'uncounted' | 'counted' | 'different' | 'doubtful' | undefined;
  readonly product_variant_id?: string | undefined;
}

const COLUMNS = sql`s.*, v.product_id, v.name as modification_title, v.sku, v.barcode, v.place, v.thumbnail,
  p.name as product_title, u.name as counted_by_name, t.status as stocktake_status,
  case when t.status = 'closed' then s.cost else k.cost end as piece_cost, l.corrections as corrections_now`;
const FROM = sql`stocktake_lines s
  join stocktakes t on t.project_id = s.project_id and t.id = s.stocktake_id
  join product_variants v on v.project_id = s.project_id and v.id = s.product_variant_id
  join products p on p.project_id = v.project_id and p.id = v.product_id
  join stock_levels l on l.project_id = s.project_id and l.product_variant_id = s.product_variant_id
  left join variant_costs k on k.project_id = s.project_id and k.product_variant_id = s.product_variant_id
  left join users u on u.id = s.counted_by`;

/** As `doubtOf` of the rules says it of an open one; of a closed one what was left out of it. */
function doubtIn(row: Row): LineDoubt | null {
  if (row.refused === true) return 'refused';
  if (row.stocktake_status !== 'open' || row.counted === null) return null;
  if (row.moved === true) return 'moved';
  return Number(row.corrections) === Number(row.corrections_now) ? null : 'corrected';
}
const inDoubt = (status: StocktakeStatus): SQL =>
  status === 'open' ? sql`s.counted is not null and (s.moved or s.corrections <> l.corrections)` : sql`s.refused`;

const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

function asLine(row: Row): StoredLine {
  const difference = numberOrNull(row.difference);
  const cost = numberOrNull(row.piece_cost);
  return {
    product_variant_id: String(row.product_variant_id),
    product_id: String(row.product_id),
    product_title: String(row.product_title),
    modification_title: String(row.modification_title),
    sku: String(row.sku),
    barcode: (row.barcode as string | null) ?? null,
    place: String(row.place),
    thumbnail: (row.thumbnail as string | null) ?? null,
    number: Number(row.number),
    counted: numberOrNull(row.counted),
    expected: numberOrNull(row.expected),
    set_aside: Number(row.set_aside),
    difference,
    cost,
    amount: cost === null || difference === null ? null : cost * difference,
    doubt: doubtIn(row),
    counted_at: toInstantOrNull(row.counted_at),
    counted_by: row.counted_by
      ? { kind: 'user', id: String(row.counted_by), name: (row.counted_by_name as string | null) ?? null }
      : null,
  };
}

const STATES: Readonly<Record<Exclude<NonNullable<LineFilters['state']>, 'doubtful'>, SQL>> = {
  uncounted: sql`s.counted is null`,
  counted: sql`s.counted is not null`,
  different: sql`s.difference <> 0`,
};

/** More than there are variants of a product: keeps the look at each from being turned round. */
const ALL_OF_ONE = 1_000_000;

const searchFor = (project_id: string, stocktake_id: string, q: string, others: SQL): Search => ({
  projects: [project_id],
  ways: [
    {
      kind: PRODUCTS,
      words: wordsIn(q),
      rows: (found) => sql`
        select v.id from ${found} f
        cross join lateral (select v.id from product_variants v
          where v.project_id = ${project_id} and v.product_id = f.id and v.search_text like ${anyPart(q)}
          ${atMost(ALL_OF_ONE)}) v
        cross join lateral (select 1 from stocktake_lines s where s.project_id = ${project_id}
          and s.stocktake_id = ${stocktake_id} and s.product_variant_id = v.id ${atMost(1)}) s`,
    },
  ],
  matches: sql`coalesce((select true from product_variants v where v.project_id = s.project_id
    and v.id = s.product_variant_id and v.search_text like ${opaque(anyPart(q), 'text')} limit 1), false)`,
  others,
  walks: ['number'],
});

export function listLines(
  tx: Tx,
  scope: ProjectScope,
  { id, status }: { readonly id: string; readonly status: StocktakeStatus },
  query: LineFilters,
): Promise<Page<StoredLine>> {
  const { q, state, product_variant_id } = query;
  const inState = state === 'doubtful' ? inDoubt(status) : state && STATES[state];
  const others = sql`s.project_id = ${scope.project.id} and s.stocktake_id = ${id}
    ${inState ? sql` and ${inState}` : sql``}
    ${product_variant_id ? sql` and s.product_variant_id = ${product_variant_id}` : sql``}`;
  const plan: ListPlan = {
    columns: COLUMNS,
    from: FROM,
    countFrom:
      state === 'doubtful'
        ? sql`stocktake_lines s
          join stock_levels l on l.project_id = s.project_id and l.product_variant_id = s.product_variant_id`
        : sql`stocktake_lines s`,
    where: others,
    customPlan: isFiltered(q, state, product_variant_id),
    sorts: { number: { by: sql`s.number`, type: 'integer' } },
    id: sql`s.product_variant_id`,
  };
  if (!q) return readPage(tx, query, plan, asLine);
  const search = searchFor(scope.project.id, id, q, others);
  return searchPage(tx, query, { ...plan, where: sql`${others} and ${search.matches}` }, search, asLine);
}

/** These lines as they are shown. */
export async function findLines(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  variants: readonly string[],
): Promise<StoredLine[]> {
  const found = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM}
    where s.project_id = ${scope.project.id} and s.stocktake_id = ${id} and s.product_variant_id = any(${idArray(variants)})`);
  return found.map(asLine);
}

export function listCounts(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  query: ListQuery & { readonly product_variant_id?: readonly string[] | undefined },
): Promise<Page<StocktakeCount>> {
  const { product_variant_id: variants } = query;
  return readPage(
    tx,
    query,
    {
      columns: sql`c.*, v.name as modification_title, p.name as product_title, u.name as user_name`,
      from: sql`stocktake_counts c
        join product_variants v on v.project_id = c.project_id and v.id = c.product_variant_id
        join products p on p.project_id = v.project_id and p.id = v.product_id
        left join users u on u.id = c.user_id`,
      countFrom: sql`stocktake_counts c`,
      where: sql`c.project_id = ${scope.project.id} and c.stocktake_id = ${id}
        ${variants?.length ? sql` and c.product_variant_id = any(${idArray(variants)})` : sql``}`,
      sorts: { sequence: { by: sql`c.sequence`, type: 'bigint' } },
      id: sql`c.id`,
      customPlan: isFiltered(variants?.length),
    },
    (row) => ({
      id: String(row.id),
      product_variant_id: String(row.product_variant_id),
      product_title: String(row.product_title),
      modification_title: String(row.modification_title),
      mode: row.mode as StocktakeCount['mode'],
      count: Number(row.count),
      counted: numberOrNull(row.counted),
      actor: { kind: 'user', id: String(row.user_id), name: (row.user_name as string | null) ?? null },
      created_at: toInstant(row.created_at),
    }),
  );
}

/** What of a modification a scanner may read, or a person type. */
export interface Coded {
  readonly id: string;
  /** What stands on its label now. */
  readonly code: string | null;
  /** What stood there before it got a barcode. */
  readonly internal_code: string | null;
  readonly sku_key: string;
}

/** The living modifications that have one of these codes. */
export async function variantsOfCodes(tx: Tx, scope: ProjectScope, codes: readonly string[]): Promise<Coded[]> {
  if (codes.length === 0) return [];
  const own = sql`select id, code, internal_code, sku_key from product_variants
    where project_id = ${scope.project.id} and deleted_at is null`;
  const lower = codes.map((code) => code.toLowerCase());
  return tx.rows<{ [K in keyof Coded]: Coded[K] }>(sql`
    ${own} and code = any(${textArray(codes)}) union ${own} and internal_code = any(${textArray(codes)})
    union ${own} and sku_key = any(${textArray(lower)}) and sku_key <> ''`);
}

/** What goods are called that are not in the stocktake. */
export async function namesOf(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await tx.rows<{ id: string; name: string }>(sql`
    select v.id, concat_ws(', ', p.name, nullif(v.name, p.name)) as name
    from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${scope.project.id} and v.id = any(${idArray(ids)})`);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The entries among these that were made before. */
export async function madeBefore(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await tx.rows<{ id: string; variant: string }>(sql`
    select id, product_variant_id as variant from stocktake_counts
    where project_id = ${scope.project.id} and id = any(${idArray(ids)})`);
  return new Map(found.map(({ id, variant }) => [id, variant]));
}

export interface KnownLine {
  readonly product_variant_id: string;
  /** Null until it is counted. */
  readonly line: Counted | null;
  readonly shelf: Shelf;
  readonly cost: number | null;
  readonly name: string;
}

/** Lines beside their levels, which are locked: those of these variants, or all that are counted, or all. */
export async function readKnown(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedStocktake,
  _levels: LockedLevels,
  which: readonly string[] | 'counted' | 'all',
): Promise<KnownLine[]> {
  const chosen =
    which === 'all'
      ? sql``
      : which === 'counted'
        ? sql`and s.counted is not null`
        : sql`and s.product_variant_id = any(${idArray(which)})`;
  const found = await tx.rows<Row>(sql`
    select s.*, l.actual as shelf_actual, l.movements as shelf_movements, l.corrections as shelf_corrections,
      k.cost as piece_cost, concat_ws(', ', p.name, nullif(v.name, p.name)) as name
    from stocktake_lines s
    join stock_levels l on l.project_id = s.project_id and l.product_variant_id = s.product_variant_id
    join product_variants v on v.project_id = s.project_id and v.id = s.product_variant_id
    join products p on p.project_id = v.project_id and p.id = v.product_id
    left join variant_costs k on k.project_id = s.project_id and k.product_variant_id = s.product_variant_id
    where s.project_id = ${scope.project.id} and s.stocktake_id = ${id} ${chosen} order by s.number`);
  return found.map((row) => ({
    product_variant_id: String(row.product_variant_id),
    line:
      row.counted === null
        ? null
        : {
            counted: Number(row.counted),
            expected: Number(row.expected),
            set_aside: Number(row.set_aside),
            movements: Number(row.movements),
            corrections: Number(row.corrections),
            moved: row.moved === true,
          },
    shelf: {
      actual: Number(row.shelf_actual),
      movements: Number(row.shelf_movements),
      corrections: Number(row.shelf_corrections),
    },
    cost: numberOrNull(row.piece_cost),
    name: String(row.name),
  }));
}

/** The variants of its lines, so that their levels can be locked. */
export async function variantsOf(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedStocktake,
  which: 'counted' | 'all',
): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`
    select product_variant_id as id from stocktake_lines
    where project_id = ${scope.project.id} and stocktake_id = ${id} ${which === 'all' ? sql`` : sql`and counted is not null`}`);
  return found.map((row) => row.id);
}

/** What was counted since these moments, or so near them that nobody knows, is in doubt while its stocktake is open. */
export async function markMoved(
  tx: Tx,
  scope: ProjectScope,
  _levels: LockedLevels,
  /** How long ago each moved. */
  ages: ReadonlyMap<string, number>,
): Promise<void> {
  const moments = [...ages].map(([product_variant_id, age_ms]) => ({ product_variant_id, since_ms: age_ms + NEAR_MS }));
  await tx.execute(sql`
    update stocktake_lines s set moved = true
    from stocktakes t, jsonb_to_recordset(${JSON.stringify(moments)}::jsonb) as n(product_variant_id uuid, since_ms bigint)
    where t.project_id = ${scope.project.id} and t.status = 'open' and s.project_id = t.project_id
      and s.stocktake_id = t.id and s.product_variant_id = n.product_variant_id and not s.moved
      and s.counted_at > now() - n.since_ms * interval '1 millisecond'`);
}

export interface NewCount {
  readonly id: string;
  readonly product_variant_id: string;
  readonly mode: 'add' | 'set' | 'clear';
  readonly count: number;
  readonly counted: number | null;
}

/**
 * The lines after the entries, and the entries, and last the figures of all lines, in one statement: whoever counts
 * something else waits for its row no longer than until the commit.
 */
export async function writeCounts(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedStocktake,
  _levels: LockedLevels,
  lines: ReadonlyMap<string, Counted | null>,
  /** How long ago each was counted. */
  ages: ReadonlyMap<string, number>,
  counts: readonly NewCount[],
  change: Figures,
): Promise<void> {
  const rows = [...lines].map(([product_variant_id, line]) => ({
    product_variant_id,
    ...line,
    set_aside: line?.set_aside ?? 0,
    moved: line?.moved ?? false,
    age_ms: ages.get(product_variant_id) ?? 0,
  }));
  await tx.execute(sql`
    with changed as (
      update stocktake_lines s set counted = n.counted, expected = n.expected, movements = n.movements,
        corrections = n.corrections, moved = n.moved, set_aside = n.set_aside,
        counted_by = case when n.counted is not null then ${scope.user.id}::uuid end,
        counted_at = case when n.counted is not null then now() - n.age_ms * interval '1 millisecond' end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(product_variant_id uuid, counted int, expected int,
        movements int, corrections int, moved boolean, set_aside int, age_ms bigint)
      where s.project_id = ${scope.project.id} and s.stocktake_id = ${id} and s.product_variant_id = n.product_variant_id
        and s.product_variant_id = any(${idArray([...lines.keys()])})
    ), written as (
      insert into stocktake_counts (project_id, id, stocktake_id, product_variant_id, mode, count, counted, user_id)
      select ${scope.project.id}, n.id, ${id}, n.product_variant_id, n.mode, n.count, n.counted, ${scope.user.id}
      from jsonb_to_recordset(${JSON.stringify(counts.map((one, place) => ({ ...one, place })))}::jsonb) as n(id uuid,
        product_variant_id uuid, mode text, count int, counted int, place int) order by n.place
    )
    update stocktake_figures set counted = counted + ${change.counted}, different = different + ${change.different},
      surplus = surplus + ${change.surplus}, shortage = shortage + ${change.shortage}
    where project_id = ${scope.project.id} and stocktake_id = ${id}`);
}

export interface ClosedLine {
  readonly product_variant_id: string;
  readonly counted: number;
  readonly expected: number;
  readonly set_aside: number;
  readonly cost: number | null;
  readonly refused: boolean;
}

/** What a closing writes of the lines; those that nobody had counted get what it takes them for. */
export async function writeClosed(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedStocktake,
  lines: readonly ClosedLine[],
): Promise<void> {
  await tx.execute(sql`
    update stocktake_lines s set counted = n.counted, expected = n.expected, set_aside = n.set_aside,
      cost = n.cost, refused = n.refused,
      counted_by = coalesce(s.counted_by, ${scope.user.id}::uuid), counted_at = coalesce(s.counted_at, now())
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(product_variant_id uuid, counted int, expected int,
      set_aside int, cost bigint, refused boolean)
    where s.project_id = ${scope.project.id} and s.stocktake_id = ${id} and s.product_variant_id = n.product_variant_id`);
  await tx.execute(sql`
    update stocktake_figures f set counted = n.counted, different = n.different, surplus = n.surplus, shortage = n.shortage
    from (
      select count(s.counted)::int as counted, count(*) filter (where s.difference <> 0)::int as different,
        coalesce(sum(s.difference) filter (where s.difference > 0), 0) as surplus,
        coalesce(-sum(s.difference) filter (where s.difference < 0), 0) as shortage
      from stocktake_lines s where s.project_id = ${scope.project.id} and s.stocktake_id = ${id}
    ) n where f.project_id = ${scope.project.id} and f.stocktake_id = ${id}`);
}
