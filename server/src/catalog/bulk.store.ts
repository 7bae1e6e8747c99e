import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { queueForSearch } from '../search';
import {
  addTotals,
  type LockedLevels,
  openFigures,
  openLevels,
  queueChanged,
  revalueLevels,
  setMinimums,
  trackLevels,
} from '../stock';
import { broughtBy, type Columns } from './columns';
import { insertColumns } from './columns.store';
import { refreshThumbnails } from './images/images.store';
import { markProduct } from './marks';
import type { OptionState, ProductState, VariantState } from './model';
import { listedOf, remeasured, repriced, turnedTracking } from './products.store';
import { PRODUCTS, refreshSearch, searchedWords, searchTextOf } from './searched.store';
import { assigned, named, paired, typed } from './variant-columns.store';

/**
 * Many products at once, in a number of statements that does not depend on how many there are: what an import
 * reads and writes. Products are changed by the same functions as one by one (`model.ts`).
 */
type Scope = Pick<ProjectScope, 'project' | 'user'>;

/** Where an import found it and under which key. */
export interface SourceKey {
  readonly source: string;
  readonly source_key: string;
}

export interface BulkChange {
  /** Null for a new product. */
  readonly before: ProductState | null;
  readonly after: ProductState;
  /** Set for what is new, or found again in another way; what is not named keeps its key. */
  readonly source?: SourceKey;
  readonly variant_sources: ReadonlyMap<string, SourceKey>;
}

const rowsOf = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;
const idsOf = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;
const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Products that are not deleted, with options and living variants; with `lock`, locked in key order. */
export async function loadProducts(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  lock: boolean,
): Promise<Map<string, ProductState>> {
  if (ids.length === 0) return new Map();
  const project_id = scope.project.id;
  if (lock) {
    await tx.execute(sql`select id from products where project_id = ${project_id} and id = any(${idsOf(ids)})
      order by id for update`);
  }
  const found = await tx.rows<{ state: ProductState }>(sql`
    select jsonb_build_object('id', p.id, 'name', p.name, 'description', p.description, 'tags', p.tags,
      'vendor', p.vendor, 'unit', p.unit, 'fields', p.fields, 'category_id', p.category_id, 'category_path', p.category_path, 'published', p.published, 'tracked', p.tracked, 'version', p.version,
      'options', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'column_id', o.column_id, 'name', o.name, 'value_type', o.value_type,
          'show_in_name', o.show_in_name, 'position', o.position, 'values', (
            select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'value', x.value, 'position', x.position)
              order by x.position, x.id), '[]')
            from product_values x where x.project_id = o.project_id and x.option_id = o.id)
          ) order by o.position, o.id)
        from product_variant_options o where o.project_id = p.project_id and o.product_id = p.id), '[]'),
      'variants', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, ${paired}, 'version', v.version) order by v.position, v.id)
        from product_variants v where v.project_id = p.project_id and v.product_id = p.id
          and v.deleted_at is null), '[]')) as state
    from products p where p.project_id = ${project_id} and p.id = any(${idsOf(ids)}) and p.deleted_at is null`);
  return new Map(found.map(({ state }) => [state.id, state]));
}

/**
 * Writes what differs. The products are locked, and the levels of all their variants. Options and values
 * are added, not taken away; so are variants.
 * Barcodes have been checked by the caller: a duplicate breaks the whole batch with PostgreSQL's 23505.
 */
export async function saveProducts(
  tx: Tx,
  scope: Scope,
  levels: LockedLevels,
  changes: readonly BulkChange[],
  columns: Columns,
): Promise<void> {
  const products = changes.map(({ after }) => after);
  await insertColumns(tx, scope, broughtBy(columns, products));
  await freeKeys(tx, scope, changes);
  await saveFields(tx, scope, changes);
  await saveOptions(tx, scope, changes);
  const added: NewVariant[] = [];
  const changed: VariantState[] = [];
  for (const { before, after, variant_sources } of changes) {
    const old = new Map(before?.variants.map((variant) => [variant.id, variant]));
    for (const variant of after.variants) {
      const known = old.get(variant.id);
      if (!known) added.push({ ...variant, product: after, key: variant_sources.get(variant.id) });
      else if (differs(known, variant)) changed.push(variant);
    }
  }
  await clearBarcodes(tx, scope, changes);
  await revalueLevels(
    tx,
    scope,
    levels,
    changes.flatMap(({ before, after }) => repriced(before, after)),
  );
  await trackLevels(
    tx,
    scope,
    levels,
    changes.flatMap(({ before, after }) => turnedTracking(before, after)),
  );
  await setMinimums(
    tx,
    scope,
    levels,
    changes.flatMap(({ before, after }) => remeasured(before, after)),
  );
  await updateVariants(tx, scope, changed);
  await insertVariants(tx, scope, added);
  await linkVariants(tx, scope, changes, new Set(added.map(({ id }) => id)));
  const reworded = changes.filter(({ before, after }) => !before || searchedWords(before) !== searchedWords(after));
  await queueForSearch(
    tx,
    PRODUCTS,
    scope.project.id,
    reworded.map(({ after }) => after.id),
  );
  const touched = changes.filter(({ before, after }) => before && differs(before, after)).map(({ after }) => after.id);
  for (const { before, after } of changes) markProduct(tx, scope, before, after);
  await refreshSearch(tx, scope, touched);
  await refreshThumbnails(tx, scope, touched);
  await queueChanged(tx, scope, addedIds(changes));
}

const addedIds = (changes: readonly BulkChange[]): string[] =>
  changes.filter(({ before }) => !before).map(({ after }) => after.id);

type NewVariant = VariantState & { readonly product: ProductState; readonly key: SourceKey | undefined };

/** A deleted product keeps its key no longer when the source brings it anew. */
async function freeKeys(tx: Tx, scope: Scope, changes: readonly BulkChange[]): Promise<void> {
  const keys = changes.flatMap(({ source }) => source ?? []);
  const variants = changes.flatMap(({ variant_sources }) => [...variant_sources.values()]);
  if (keys.length > 0) {
    await tx.execute(sql`update products p set source = null, source_key = null
      from jsonb_to_recordset(${rowsOf(keys)}) as r(source text, source_key text)
      where p.project_id = ${scope.project.id} and p.source = r.source and p.source_key = r.source_key
        and p.deleted_at is not null`);
  }
  if (variants.length > 0) {
    await tx.execute(sql`update product_variants v set source = null, source_key = null
      from jsonb_to_recordset(${rowsOf(variants)}) as r(source text, source_key text)
      where v.project_id = ${scope.project.id} and v.source = r.source and v.source_key = r.source_key
        and v.deleted_at is not null`);
  }
}

async function saveFields(tx: Tx, scope: Scope, changes: readonly BulkChange[]): Promise<void> {
  const fields = (state: ProductState, key: SourceKey | undefined) => ({
    ...{ id: state.id, name: state.name, description: state.description, tags: state.tags, vendor: state.vendor },
    ...{ unit: state.unit, fields: state.fields },
    ...{
      category_id: state.category_id,
      category_path: state.category_path,
      published: state.published,
      tracked: state.tracked,
      source: key?.source ?? null,
      source_key: key?.source_key ?? null,
    },
    ...listedOf(state),
  });
  const columns = sql`id uuid, name text, description text, tags text[], vendor text, unit text, fields jsonb, category_id uuid,
    category_path text, published boolean, tracked boolean, source text,
    source_key text, variants_count integer, only_variant_id uuid, first_sku text, min_price bigint, max_price bigint,
    min_recommended_price bigint, max_recommended_price bigint`;
  await saveCounts(tx, scope, changes);
  const added = changes.filter(({ before }) => !before).map(({ after, source }) => fields(after, source));
  if (added.length > 0) {
    await tx.execute(sql`
      insert into products (project_id, id, name, description, tags, vendor, unit, fields, category_id, category_path,
        published, tracked, source, source_key, variants_count,
        only_variant_id, first_sku, min_price, max_price, min_recommended_price, max_recommended_price)
      select ${scope.project.id}, r.* from jsonb_to_recordset(${rowsOf(added)}) as r(${columns})`);
  }
  const changed = changes.flatMap(({ before, after, source }) =>
    before && (differs(before, after) || source)
      ? { ...fields(after, source), version: before.version + (differs(before, after) ? 1 : 0) }
      : [],
  );
  if (changed.length === 0) return;
  await tx.execute(sql`
    update products p set name = r.name, description = r.description, tags = r.tags, vendor = r.vendor, unit = r.unit, fields = r.fields,
      category_id = r.category_id, category_path = r.category_path,
      published = r.published, tracked = r.tracked, source = coalesce(r.source, p.source), source_key = coalesce(r.source_key, p.source_key),
      variants_count = r.variants_count, only_variant_id = r.only_variant_id, first_sku = r.first_sku,
      min_price = r.min_price, max_price = r.max_price, min_recommended_price = r.min_recommended_price,
      max_recommended_price = r.max_recommended_price,
      updated_at = case when p.version = r.version then p.updated_at else now() end, version = r.version
    from jsonb_to_recordset(${rowsOf(changed)}) as r(${columns}, version integer)
    where p.project_id = ${scope.project.id} and p.id = r.id`);
}

/** Figures of new products, totals, and what variants know of their product. */
async function saveCounts(tx: Tx, scope: Scope, changes: readonly BulkChange[]): Promise<void> {
  const added = changes.filter(({ before }) => !before);
  const turned = changes.filter(({ before, after }) => before && before.published !== after.published);
  const turn = (state: ProductState | null): number => (state?.published ? 1 : 0);
  await openFigures(
    tx,
    scope,
    added.map(({ after }) => after.id),
  );
  await addTotals(tx, scope, {
    products: added.length,
    published: changes.reduce((sum, { before, after }) => sum + turn(after) - turn(before), 0),
  });
  if (turned.length === 0) return;
  const rows = turned.map(({ after: { id, published } }) => ({ id, published }));
  await tx.execute(sql`update product_variants v set published = r.published
    from jsonb_to_recordset(${rowsOf(rows)}) as r(id uuid, published boolean)
    where v.project_id = ${scope.project.id} and v.product_id = r.id and v.deleted_at is null`);
}

async function saveOptions(tx: Tx, scope: Scope, changes: readonly BulkChange[]): Promise<void> {
  const options: (Omit<OptionState, 'values'> & { product_id: string })[] = [];
  const values: { id: string; option_id: string; value: string; position: number }[] = [];
  for (const { before, after } of changes) {
    const known = new Set(before?.options.flatMap((option) => [option.id, ...option.values.map(({ id }) => id)]));
    for (const { values: own, ...option } of after.options) {
      if (!known.has(option.id)) options.push({ ...option, product_id: after.id });
      for (const value of own) if (!known.has(value.id)) values.push({ ...value, option_id: option.id });
    }
  }
  const project_id = scope.project.id;
  if (options.length > 0) {
    await tx.execute(sql`
      insert into product_variant_options (project_id, id, product_id, column_id, name, value_type, show_in_name, position)
      select ${project_id}, r.id, r.product_id, r.column_id, r.name, r.value_type, r.show_in_name, r.position
      from jsonb_to_recordset(${rowsOf(options)}) as r(id uuid, product_id uuid, column_id uuid, name text, value_type text,
        show_in_name boolean, position integer)`);
  }
  if (values.length > 0) {
    await tx.execute(sql`
      insert into product_values (project_id, id, option_id, value, position)
      select ${project_id}, r.id, r.option_id, r.value, r.position
      from jsonb_to_recordset(${rowsOf(values)}) as r(id uuid, option_id uuid, value text, position integer)`);
  }
}

async function insertVariants(tx: Tx, scope: Scope, added: readonly NewVariant[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ product, key, ...variant }) => ({
    ...variant,
    product_id: product.id,
    published: product.published,
    search_text: searchTextOf(product, variant),
    source: key?.source ?? null,
    source_key: key?.source_key ?? null,
  }));
  await openLevels(
    tx,
    scope,
    added.map(({ id, product, price, minimum }) => ({
      ...{ product_variant_id: id, product_id: product.id, price, minimum },
      tracked: product.tracked,
    })),
  );
  await tx.execute(sql`
    insert into product_variants (project_id, id, product_id, ${named}, search_text, published, source, source_key)
    select ${scope.project.id}, r.*
    from jsonb_to_recordset(${rowsOf(rows)}) as r(id uuid, product_id uuid, ${typed}, search_text text, published boolean,
      source text, source_key text)`);
}

/** Two variants that swap their codes would meet halfway: those that change step aside first. */
async function clearBarcodes(tx: Tx, scope: Scope, changes: readonly BulkChange[]): Promise<void> {
  const moving = changes.flatMap(({ before, after }) =>
    (before?.variants ?? []).filter(
      (old) => old.barcode && after.variants.find(({ id }) => id === old.id)?.barcode !== old.barcode,
    ),
  );
  if (moving.length === 0) return;
  await tx.execute(sql`update product_variants set barcode = null
    where project_id = ${scope.project.id} and id = any(${idsOf(moving.map(({ id }) => id))})`);
}

/** Writes these variants of locked products as they are now. */
export async function updateVariants(tx: Tx, scope: Scope, changed: readonly VariantState[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.execute(sql`
    update product_variants v set ${assigned}, updated_at = now(), version = v.version + 1
    from jsonb_to_recordset(${rowsOf(changed)}) as r(id uuid, ${typed})
    where v.project_id = ${scope.project.id} and v.id = r.id`);
}

/** Variants that were here before and are recognised from now on; no new version, nothing of them changes. */
async function linkVariants(
  tx: Tx,
  scope: Scope,
  changes: readonly BulkChange[],
  fresh: ReadonlySet<string>,
): Promise<void> {
  const links = changes.flatMap(({ variant_sources }) =>
    [...variant_sources].filter(([id]) => !fresh.has(id)).map(([id, key]) => ({ id, ...key })),
  );
  if (links.length === 0) return;
  await tx.execute(sql`update product_variants v set source = r.source, source_key = r.source_key
    from jsonb_to_recordset(${rowsOf(links)}) as r(id uuid, source text, source_key text)
    where v.project_id = ${scope.project.id} and v.id = r.id`);
}
