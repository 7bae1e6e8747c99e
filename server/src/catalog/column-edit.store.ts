import type { AttributeColumn, ColumnValue } from '@lanka/domain/catalog/columns';
import { columnKey } from '@lanka/domain/catalog/rules';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { markChanged } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { queueForSearch } from '../search';
import { queueChanged } from '../stock';
import { isNumber, numberIn } from './attribute-values.store';
import { loadProducts, updateVariants } from './bulk.store';
import type { Column } from './columns';
import { columnsKey } from './columns.store';
import { settle, type VariantState } from './model';
import { PRODUCTS, refreshSearch } from './searched.store';
import { attributeColumns } from './tables';

type Scope = Pick<ProjectScope, 'project' | 'user'>;
type InProject = Pick<ProjectScope, 'project'>;

/** A column that is going to change: whoever writes options or values of any product waits, or has finished. */
export type LockedColumn = Locked<'attribute_columns', Column & { readonly version: number }>;

/** Answers those of these ids that are there. */
export function lockColumns(tx: Tx, scope: InProject, ids: readonly string[]): Promise<LockedColumn[]> {
  const lock = async () => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${columnsKey('change', scope)}, 0))`);
    return tx.rows<LockedColumn & Record<string, unknown>>(sql`
      select id, name, value_type, version from attribute_columns
      where project_id = ${scope.project.id} and id = any(${idArray(ids)}) order by id for update`);
  };
  return awaitLock('attribute_columns', lock());
}

/** Columns with what stands in products that are not deleted; the most used first. */
export async function readColumns(tx: Tx, { project }: InProject, onlyId?: string): Promise<AttributeColumn[]> {
  const one = onlyId === undefined ? sql`` : sql` and c.id = ${onlyId}`;
  const ofColumn = onlyId === undefined ? sql`` : sql` and o.column_id = ${onlyId}`;
  return tx.rows<AttributeColumn & Record<string, unknown>>(sql`
    with used as (
      select o.column_id, count(*)::int as products_count, (count(*) filter (where o.show_in_name))::int as in_name_count
      from product_variant_options o join products p on p.project_id = o.project_id and p.id = o.product_id
      where o.project_id = ${project.id} and p.deleted_at is null${ofColumn} group by o.column_id
    ), different as (
      select distinct o.column_id, x.value
      from product_variant_options o join products p on p.project_id = o.project_id and p.id = o.product_id
      join product_values x on x.project_id = o.project_id and x.option_id = o.id
      where o.project_id = ${project.id} and p.deleted_at is null${ofColumn}
    ), valued as (
      select column_id, count(*)::int as values_count, (count(*) filter (where not ${isNumber(sql`value`)}))::int as not_numbers_count
      from different group by column_id
    )
    select c.id, c.name, c.value_type, c.version, coalesce(u.products_count, 0) as products_count,
      coalesce(u.in_name_count, 0) as in_name_count, coalesce(v.values_count, 0) as values_count,
      coalesce(v.not_numbers_count, 0) as not_numbers_count,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name) from attribute_columns o
        where o.project_id = c.project_id and o.key = c.key and o.id <> c.id), '[]') as alike
    from attribute_columns c left join used u on u.column_id = c.id left join valued v on v.column_id = c.id
    where c.project_id = ${project.id}${one} order by products_count desc, c.name, c.id`);
}

const LIVING = (scope: InProject, id: string): SQL => sql`product_variant_options o
  join products p on p.project_id = o.project_id and p.id = o.product_id and p.deleted_at is null
  join product_values x on x.project_id = o.project_id and x.option_id = o.id
  where o.project_id = ${scope.project.id} and o.column_id = ${id}`;

export function readColumnValues(tx: Tx, scope: InProject, id: string): Promise<ColumnValue[]> {
  return tx.rows<ColumnValue & Record<string, unknown>>(sql`
    select x.value, count(*)::int as products_count, ${isNumber(sql`x.value`)} as is_number from ${LIVING(scope, id)}
    group by x.value
    order by is_number, case when ${isNumber(sql`x.value`)} then ${numberIn(sql`x.value`)} end, x.value collate "uk-x-icu" limit 500`);
}

/** Values of living products that are no numbers, a few of them. */
export async function findNotNumbers(tx: Tx, scope: InProject, id: string): Promise<string[]> {
  const found = await tx.rows<{ value: string }>(sql`
    select distinct x.value from ${LIVING(scope, id)} and not ${isNumber(sql`x.value`)} order by x.value limit 10`);
  return found.map(({ value }) => value);
}

export async function findAlike(
  tx: Tx,
  { project }: InProject,
  name: string,
  but: string | null,
): Promise<string | null> {
  const [found] = await tx.rows<{ name: string }>(sql`
    select name from attribute_columns where project_id = ${project.id} and key = ${columnKey(name)}
      and id is distinct from ${but}::uuid order by created_at, id limit 1`);
  return found?.name ?? null;
}

/** The column as it shall be, in it and in the options of all products that use it. */
export async function saveColumn(
  tx: Tx,
  scope: InProject,
  column: LockedColumn,
  next: Omit<Column, 'id'>,
): Promise<void> {
  const project_id = scope.project.id;
  await touchProducts(tx, scope, column.id);
  await tx
    .update(attributeColumns)
    .set({ ...next, key: columnKey(next.name), version: sql`version + 1` })
    .where(and(eq(attributeColumns.project_id, project_id), eq(attributeColumns.id, column.id)));
  await tx.execute(sql`update product_variant_options set name = ${next.name}, value_type = ${next.value_type}
    where project_id = ${project_id} and column_id = ${column.id}`);
}

/** The products of the column, deleted ones among them, locked in key order. */
export async function lockProductsOf(tx: Tx, { project }: InProject, column: string): Promise<void> {
  await tx.execute(sql`select p.id from products p where p.project_id = ${project.id} and p.id in (
    select o.product_id from product_variant_options o where o.project_id = ${project.id} and o.column_id = ${column})
    order by p.id for update`);
}

/** Filters find the values of these products by the index, under their column. */
export async function queueProductsOf(tx: Tx, { project }: InProject, column: string): Promise<void> {
  const found = await tx.rows<{ product_id: string }>(sql`
    select o.product_id from product_variant_options o where o.project_id = ${project.id} and o.column_id = ${column}`);
  const ids = found.map(({ product_id }) => product_id);
  await queueForSearch(tx, PRODUCTS, project.id, ids);
}

/** A form that was opened before knows the options as they were: its version is none of now. */
async function touchProducts(tx: Tx, scope: InProject, column: string): Promise<void> {
  const { project } = scope;
  await lockProductsOf(tx, scope, column);
  const touched = await tx.rows<{ id: string }>(sql`update products p set version = p.version + 1, updated_at = now()
    where p.project_id = ${project.id} and p.id in (
      select o.product_id from product_variant_options o where o.project_id = ${project.id} and o.column_id = ${column})
    returning p.id`);
  markChanged(
    tx,
    scope,
    'product',
    touched.map(({ id }) => id),
  );
}

/** Living products that have both columns, in key order. */
export async function productsWithBoth(tx: Tx, { project }: InProject, one: string, other: string): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`
    select p.id from product_variant_options a
    join product_variant_options b on b.project_id = a.project_id and b.product_id = a.product_id
    join products p on p.project_id = a.project_id and p.id = a.product_id
    where a.project_id = ${project.id} and a.column_id = ${one} and b.column_id = ${other}
      and p.deleted_at is null order by p.id`);
  return found.map(({ id }) => id);
}

/**
 * Deleted products that have both keep both options as they read: the one whose column goes is of the other one from now
 * on, and only its name tells them apart.
 */
export async function deletedWithBoth(tx: Tx, scope: InProject, from: LockedColumn, into: LockedColumn): Promise<void> {
  const project_id = scope.project.id;
  await tx.execute(sql`
    update product_variant_options a set column_id = ${into.id}
    where a.project_id = ${project_id} and a.column_id = ${from.id} and exists (
      select from product_variant_options b
      where b.project_id = a.project_id and b.product_id = a.product_id and b.column_id = ${into.id} and b.id <> a.id)`);
}

/** The options of one column go to another, which takes its place. */
export async function moveOptions(tx: Tx, scope: InProject, from: LockedColumn, into: LockedColumn): Promise<void> {
  const project_id = scope.project.id;
  await touchProducts(tx, scope, from.id);
  await tx.execute(sql`update product_variant_options
    set column_id = ${into.id}, name = ${into.name}, value_type = ${into.value_type}
    where project_id = ${project_id} and column_id = ${from.id}`);
  await dropColumn(tx, scope, from);
}

export async function countOptions(tx: Tx, { project }: InProject, column: string): Promise<number> {
  const [found] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from product_variant_options where project_id = ${project.id} and column_id = ${column}`);
  return found?.count ?? 0;
}

export async function dropColumn(tx: Tx, { project }: InProject, { id }: LockedColumn): Promise<void> {
  await tx
    .delete(attributeColumns)
    .where(and(eq(attributeColumns.project_id, project.id), eq(attributeColumns.id, id)));
}

const PORTION = 250;

/** Products that have a value of the column, in key order. */
export async function productsWith(tx: Tx, { project }: InProject, column: string, value: string): Promise<string[]> {
  const found = await tx.rows<{ product_id: string }>(sql`
    select o.product_id from product_variant_options o
    join products p on p.project_id = o.project_id and p.id = o.product_id and p.deleted_at is null
    join product_values x on x.project_id = o.project_id and x.option_id = o.id
    where o.project_id = ${project.id} and o.column_id = ${column} and x.value = ${value} order by o.product_id`);
  return found.map(({ product_id }) => product_id);
}

/** Of those, the ones that have the other value as well, in whatever case. */
export async function haveValue(
  tx: Tx,
  { project }: InProject,
  column: string,
  from: string,
  to: string,
): Promise<string[]> {
  const found = await tx.rows<{ name: string }>(sql`
    select p.name from product_variant_options o
    join products p on p.project_id = o.project_id and p.id = o.product_id and p.deleted_at is null
    join product_values a on a.project_id = o.project_id and a.option_id = o.id and a.value = ${from}
    join product_values b on b.project_id = o.project_id and b.option_id = o.id and b.value <> ${from}
    where o.project_id = ${project.id} and o.column_id = ${column}
      and lower(b.value collate "und-x-icu") = lower(${to} collate "und-x-icu") order by p.name limit 5`);
  return found.map(({ name }) => name);
}

/** Writes the value otherwise in these products; names of variants, and what search looks in, follow. */
export async function rewriteValue(
  tx: Tx,
  scope: Scope,
  { id: column_id }: LockedColumn,
  { from, to }: { readonly from: string; readonly to: string },
  productIds: readonly string[],
): Promise<void> {
  const project_id = scope.project.id;
  for (let start = 0; start < productIds.length; start += PORTION) {
    const ids = productIds.slice(start, start + PORTION);
    const renamed: VariantState[] = [];
    for (const before of (await loadProducts(tx, scope, ids, true)).values()) {
      const after = structuredClone(before);
      for (const option of after.options) {
        if (option.column_id !== column_id) continue;
        for (const value of option.values) if (value.value === from) value.value = to;
      }
      settle(before, after, () => '');
      const old = new Map(before.variants.map(({ id, name }) => [id, name]));
      renamed.push(...after.variants.filter(({ id, name }) => old.get(id) !== name));
    }
    await tx.execute(sql`
      update product_values x set value = ${to} from product_variant_options o
      where x.project_id = ${project_id} and x.value = ${from} and o.project_id = x.project_id and o.id = x.option_id
        and o.column_id = ${column_id} and o.product_id = any(${idArray(ids)})`);
    await updateVariants(tx, scope, renamed);
    markChanged(tx, scope, 'product', ids);
    markChanged(
      tx,
      scope,
      'product_variant',
      renamed.map(({ id }) => id),
    );
    await tx.execute(sql`update products set version = version + 1, updated_at = now()
      where project_id = ${project_id} and id = any(${idArray(ids)})`);
    await refreshSearch(tx, scope, ids);
    await queueForSearch(tx, PRODUCTS, project_id, ids);
    await queueChanged(tx, scope, ids);
  }
}
