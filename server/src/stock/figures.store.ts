import { MAX_STOCK } from '@lanka/domain/kit/bounds';
import { type SQL, sql } from 'drizzle-orm';
import { markChanged } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { lowStockOf } from '../templates';
import { turnedParts } from './changes.store';
import type { LockedLevels } from './levels.store';

/**
 * Figures that lists, filters and totals are read from instead of adding up the whole stock (decision 0030): written
 * by difference, in the statement that changes what they are made of. Order of locks: levels in key order, then the
 * figures of products in key order; totals wait for nobody. Whoever changes a product's levels more than once in one
 * transaction locks all of them first: then nobody else is on his way to its figures.
 */
interface Place {
  readonly project: { readonly id: string };
}

const TOTALS = ['products', 'published', 'deleted', 'modifications', 'out_of_stock', 'pieces', 'value'] as const;
export type Totals = Record<(typeof TOTALS)[number], number>;

const rowsOf = (rows: readonly object[]): SQL => sql`${JSON.stringify(rows)}::jsonb`;
const isLow = (available: SQL, low_at = sql`low_at`): SQL => sql`(${available} between 1 and ${low_at})::int`;
const isOut = (available: SQL): SQL => sql`(${available} = 0)::int`;

/**
 * Parts of a statement, to be put behind those that make `changed`: rows with `product_id, shown, low_at, delta, before,
 * after`, by how much the pieces on the shelf changed, and what was available of each level and is now.
 */
export const productParts = (place: Place): SQL => sql`, sums as (
    select product_id, sum(delta) as actual, sum(after - before) as available,
      sum(${isOut(sql`after`)} - ${isOut(sql`before`)}) as out_of_stock, sum(${isLow(sql`after`)} - ${isLow(sql`before`)}) as low
    from changed where shown and (delta <> 0 or after <> before) group by product_id order by product_id
  )${addSums(place)}`;

/** The same behind `changed` of what is shipped: what leaves the shelf was booked, so nothing else changes. */
export const shippedParts = (place: Place): SQL => sql`, sums as (
    select product_id, sum(delta) as actual, 0 as available, 0 as out_of_stock, 0 as low
    from changed where shown group by product_id order by product_id
  )${addSums(place)}`;

/** The part that adds `sums` to the figures; in key order, as the sums are and as the array is looked up. */
const addSums = ({ project }: Place): SQL => sql`, figures as (
    update product_figures f set actual = f.actual + s.actual, available = f.available + s.available,
      out_of_stock = f.out_of_stock + s.out_of_stock, low = f.low + s.low
    from sums s where f.project_id = ${project.id} and f.product_id = any(array(select product_id from sums))
      and f.product_id = s.product_id
    returning f.product_id, f.available - s.available as before, f.available as after
  )${turnedParts({ project })}`;

/**
 * The end of a statement: adds these sums over the rows of `from` to the totals, where one is not zero. It takes a row
 * that nobody else holds, or makes one.
 */
export function addToTotals({ project }: Place, from: SQL, sums: Partial<Record<keyof Totals, SQL>>): SQL {
  const names = TOTALS.filter((name) => sums[name]);
  const each = (one: (name: SQL, sum: SQL) => SQL, by: SQL) =>
    sql.join(
      names.map((name) => one(sql`${sql.identifier(name)}`, sql`coalesce(sum(${sums[name]}), 0)`)),
      by,
    );
  const columns = each((name) => sql`${name}`, sql`, `);
  return sql`, total as (
      select ${each((name, sum) => sql`${sum} as ${name}`, sql`, `)} from ${from}
      having ${each((_, sum) => sql`${sum} <> 0`, sql` or `)}
    ), free as (
      select id from stock_totals where project_id = ${project.id} and exists (select 1 from total)
      limit 1 for update skip locked
    ), added as (
      update stock_totals t set ${each((name) => sql`${name} = t.${name} + n.${name}`, sql`, `)}
      from total n, free where t.project_id = ${project.id} and t.id = free.id returning t.id
    )
    insert into stock_totals (project_id, id, ${columns})
    select ${project.id}, ${newId()}::uuid, ${columns} from total where not exists (select 1 from added)`;
}

/** Adds to the totals what is known already; nothing when that is nothing. */
export async function addTotals(tx: Tx, scope: Place, added: Partial<Totals>): Promise<void> {
  const names = TOTALS.filter((name) => added[name]);
  if (names.length === 0) return;
  const sums = Object.fromEntries(names.map((name) => [name, sql`${sql.identifier(name)}`]));
  const columns = sql.join(
    names.map((name) => sql`${added[name]}::bigint as ${sql.identifier(name)}`),
    sql`, `,
  );
  await tx.execute(sql`with given as (select ${columns})${addToTotals(scope, sql`given`, sums)}`);
}

/** The project's totals, to the piece. */
export async function readTotals(tx: Tx, { project }: Place): Promise<Totals> {
  const sums = sql.join(
    TOTALS.map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0)::bigint as ${sql.identifier(name)}`),
    sql`, `,
  );
  const found = await tx.rows<Totals>(sql`
    select ${sums} from stock_totals where project_id = ${project.id}`);
  const [row] = found;
  return Object.fromEntries(TOTALS.map((name) => [name, Number(row?.[name] ?? 0)])) as Totals;
}

/** Every product has figures from its first moment, before its first level. */
export async function openFigures(tx: Tx, { project }: Place, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx.execute(sql`
    insert into product_figures (project_id, product_id) select ${project.id}, unnest(${idArray(productIds)})`);
}

export interface NewLevel {
  readonly product_variant_id: string;
  readonly product_id: string;
  /** Kopecks; null where none was given. */
  readonly price: number | null;
  /** Whether its stock is counted. */
  readonly tracked: boolean;
  /** So many should be there; null where the variant does not say. */
  readonly minimum: number | null;
}

/** From this available count down a level counts as running low. What is not counted never does. */
const lowAt = (minimum: SQL, otherwise: SQL): SQL =>
  sql`least(coalesce(${minimum}, ${otherwise}), ${sql.raw(String(MAX_STOCK - 1))})`;

/**
 * Every variant has a level from its first moment; the variant's table refers to it. The caller holds the general
 * settings (`holdMainInfo`), so that no other count than theirs is taken for little.
 */
export async function openLevels(tx: Tx, scope: Place, levels: readonly NewLevel[]): Promise<void> {
  if (levels.length === 0) return;
  const { id } = scope.project;
  markChanged(
    tx,
    scope,
    'stock',
    levels.map(({ product_variant_id }) => product_variant_id),
    'created',
  );
  await tx.execute(sql`
    with made as (
      insert into stock_levels (project_id, product_variant_id, product_id, price, tracked, minimum, low_at)
      select ${id}, n.product_variant_id, n.product_id, coalesce(n.price, 0), n.tracked, n.minimum,
        ${lowAt(sql`n.minimum`, lowStockOf(scope))}
      from jsonb_to_recordset(${rowsOf(levels)})
        as n(product_variant_id uuid, product_id uuid, price bigint, tracked boolean, minimum integer)
      on conflict do nothing returning product_id, available
    ), sums as (
      select product_id, 0 as actual, sum(available) as available, sum(${isOut(sql`available`)}) as out_of_stock, 0 as low
      from made group by product_id order by product_id
    )${addSums(scope)}${addToTotals(scope, sql`made`, { modifications: sql`1`, out_of_stock: isOut(sql`available`) })}`);
}

/** The variants are deleted, alone or with their product, which then goes on to show them. */
export async function closeLevels(
  tx: Tx,
  scope: Place,
  _levels: LockedLevels,
  variantIds: readonly string[],
  { withProduct }: { readonly withProduct: boolean },
): Promise<void> {
  if (variantIds.length === 0) return;
  const figures = sql`, sums as (
      select product_id, -sum(actual) as actual, -sum(available) as available, -sum(${isOut(sql`available`)}) as out_of_stock,
        -sum(${isLow(sql`available`)}) as low
      from changed group by product_id order by product_id
    )${addSums(scope)}`;
  await tx.execute(sql`
    with changed as (
      update stock_levels set listed = false, shown = ${withProduct}
      where project_id = ${scope.project.id} and product_variant_id = any(${idArray(variantIds)}) and listed
      returning product_id, available, low_at, actual, price
    )${withProduct ? sql`` : figures}${addToTotals(scope, sql`changed`, {
      modifications: sql`-1`,
      out_of_stock: sql`-${isOut(sql`available`)}`,
      pieces: sql`-actual`,
      value: sql`-actual * price`,
    })}`);
}

/**
 * The stock of these variants is counted from now on, or no longer; nothing of them may lie on the shelf, be booked or
 * be waited for.
 */
export async function trackLevels(
  tx: Tx,
  scope: Place,
  _levels: LockedLevels,
  variants: readonly { readonly id: string; readonly tracked: boolean }[],
): Promise<void> {
  if (variants.length === 0) return;
  const { id } = scope.project;
  const ids = idArray(variants.map((one) => one.id));
  markChanged(
    tx,
    scope,
    'stock',
    variants.map((one) => one.id),
  );
  await tx.execute(sql`
    with changed as (
      update stock_levels l set tracked = n.tracked
      from jsonb_to_recordset(${rowsOf(variants)}) as n(id uuid, tracked boolean)
      join stock_levels o on o.project_id = ${id} and o.product_variant_id = n.id and o.product_variant_id = any(${ids})
      where l.project_id = ${id} and l.product_variant_id = n.id and l.product_variant_id = any(${ids})
      returning l.product_id, l.listed, l.shown, l.low_at, 0 as delta, o.available as before, l.available as after
    )${productParts(scope)}${addToTotals(scope, sql`changed where listed`, {
      out_of_stock: sql`${isOut(sql`after`)} - ${isOut(sql`before`)}`,
    })}`);
}

/** New prices of variants, each standing once; the stock is worth more or less by them. */
export async function revalueLevels(
  tx: Tx,
  scope: Place,
  _levels: LockedLevels,
  prices: readonly { readonly id: string; readonly price: number | null }[],
): Promise<void> {
  if (prices.length === 0) return;
  const { id } = scope.project;
  const ids = idArray(prices.map((one) => one.id));
  await tx.execute(sql`
    with changed as (
      update stock_levels l set price = coalesce(n.price, 0)
      from jsonb_to_recordset(${rowsOf(prices)}) as n(id uuid, price bigint)
      join stock_levels o on o.project_id = ${id} and o.product_variant_id = n.id and o.product_variant_id = any(${ids})
      where l.project_id = ${id} and l.product_variant_id = n.id and l.product_variant_id = any(${ids})
      returning l.listed, l.actual * (l.price - o.price) as value
    )${addToTotals(scope, sql`changed where listed`, { value: sql`value` })}`);
}

/** Levels whose own count that should be there is another; by it they run low or do no longer. */
export async function setMinimums(
  tx: Tx,
  scope: Place,
  _levels: LockedLevels,
  variants: readonly { readonly id: string; readonly minimum: number | null }[],
): Promise<void> {
  if (variants.length === 0) return;
  const { id } = scope.project;
  const ids = idArray(variants.map((one) => one.id));
  await relevel(
    tx,
    scope,
    sql`update stock_levels l set minimum = n.minimum, low_at = ${lowAt(sql`n.minimum`, lowStockOf(scope))}
      from jsonb_to_recordset(${rowsOf(variants)}) as n(id uuid, minimum integer)
      join stock_levels o on o.project_id = ${id} and o.product_variant_id = n.id and o.product_variant_id = any(${ids})
      where l.project_id = ${id} and l.product_variant_id = n.id and l.product_variant_id = any(${ids})`,
  );
}

/**
 * From another count down the levels of the project run low that have no count of their own. Nobody adds modifications
 * meanwhile; whoever changes the stock of one waits, or has done so before.
 */
export async function setLowStock(tx: Tx, scope: Place, low_stock: number): Promise<void> {
  const { id } = scope.project;
  const own = sql`project_id = ${id} and minimum is null and low_at <> ${low_stock}`;
  // all of them, so that the update finds none that it would lock by itself, out of order
  await tx.execute(
    sql`select product_variant_id from stock_levels where project_id = ${id} order by product_variant_id for update`,
  );
  await relevel(
    tx,
    scope,
    sql`update stock_levels l set low_at = ${low_stock}
      from (select * from stock_levels where ${own}) o
      where l.project_id = ${id} and l.product_variant_id = o.product_variant_id`,
  );
}

/** `update` gives levels `l`, which were `o`, another count from which they run low. */
async function relevel(tx: Tx, scope: Place, update: SQL): Promise<void> {
  const low = sql`${isLow(sql`l.available`, sql`l.low_at`)} - ${isLow(sql`o.available`, sql`o.low_at`)}`;
  await tx.execute(sql`
    with changed as (
      ${update} returning l.product_id, l.shown, ${low} as low
    ), sums as (
      select product_id, 0 as actual, 0 as available, 0 as out_of_stock, sum(low) as low from changed
      where shown and low <> 0 group by product_id order by product_id
    )${addSums(scope)}
    select 1`);
}

/**
 * Tells all levels of a project what the catalogue knows of them, for those who write in sets. `facts` selects
 * `product_variant_id, product_id, price, minimum, listed, shown, tracked`.
 */
export async function fillLevels(tx: Tx, projectId: string, facts: SQL): Promise<void> {
  await tx.execute(sql`
    update stock_levels l set product_id = n.product_id, price = n.price, minimum = n.minimum, low_at = n.low_at,
      listed = n.listed, shown = n.shown, tracked = n.tracked
    from (select f.*, ${lowAt(sql`f.minimum`, lowStockOf({ project: { id: projectId } }))} as low_at from (${facts}) f) n
    where l.project_id = ${projectId} and l.product_variant_id = n.product_variant_id
      and (l.product_id, l.price, l.minimum, l.low_at, l.listed, l.shown, l.tracked)
        is distinct from (n.product_id, n.price, n.minimum, n.low_at, n.listed, n.shown, n.tracked)`);
}

/** What the figures of a whole project are made of besides the levels. */
export interface ProductFacts {
  /** Selects `id` of every product, deleted ones too. */
  readonly products: SQL;
  /** Selects one row `products, published, deleted`. */
  readonly counts: SQL;
}

/** Makes the figures of all products and the totals of a project anew; after `fillLevels`. */
export async function fillStockFigures(tx: Tx, projectId: string, { products, counts }: ProductFacts): Promise<void> {
  await tx.execute(sql`delete from product_figures where project_id = ${projectId}`);
  await tx.execute(sql`
    insert into product_figures (project_id, product_id, actual, available, out_of_stock, low)
    select ${projectId}, p.id, coalesce(sum(l.actual), 0), coalesce(sum(l.available), 0),
      count(*) filter (where l.available = 0), count(*) filter (where l.available between 1 and l.low_at)
    from (${products}) p left join stock_levels l on l.project_id = ${projectId} and l.product_id = p.id and l.shown
    group by p.id`);
  await tx.execute(sql`delete from stock_totals where project_id = ${projectId}`);
  await tx.execute(sql`
    insert into stock_totals (project_id, id, products, published, deleted, modifications, out_of_stock, pieces, value)
    select ${projectId}, ${newId()}, c.products, c.published, c.deleted, l.* from (${counts}) c, (
      select count(*), count(*) filter (where available = 0), coalesce(sum(actual), 0), coalesce(sum(actual * price), 0)
      from stock_levels where project_id = ${projectId} and listed and product_id is not null) l`);
}
