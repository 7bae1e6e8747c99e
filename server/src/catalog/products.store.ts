import { catalogErrors } from '@lanka/domain/catalog/errors';
import { refusePrice } from '@lanka/domain/stock/rules';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { queueForSearch } from '../search';
import {
  addTotals,
  closeLevels,
  type LockedLevels,
  lockLevels,
  openFigures,
  openLevels,
  queueChanged,
  revalueLevels,
  setMinimums,
  trackLevels,
} from '../stock';
import { isDuplicateBarcode, refuseBarcodes } from './barcodes.store';
import { broughtBy, type Columns } from './columns';
import { insertColumns } from './columns.store';
import { refreshThumbnails, unbindImages } from './images/images.store';
import { markProduct, markProductDeleted } from './marks';
import type { OptionState, ProductState, ValueState, VariantState } from './model';
import { PRODUCTS, reworded, searchedWords, searchTextOf } from './searched.store';
import { products, productValues, productVariantOptions, productVariants } from './tables';
import { assigned, typed, variantState } from './variant-columns.store';

type Scope = Pick<ProjectScope, 'project' | 'user'>;

/** One JSON document as a parameter: the rows of a set. */
const rowsOf = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

/**
 * The product with its options and living variants, locked until the transaction ends, so that changes of one
 * product follow each other. Throws `catalog.not_found`, and `catalog.deleted` unless `deleted` are welcome.
 */
export async function lockProduct(tx: Tx, scope: Scope, id: string, deletedToo = false): Promise<ProductState> {
  const project_id = scope.project.id;
  const [product] = await tx
    .select()
    .from(products)
    .where(and(eq(products.project_id, project_id), eq(products.id, id)))
    .for('update');
  if (!product) throw catalogErrors.not_found();
  if (product.deleted_at && !deletedToo) throw catalogErrors.deleted();
  const [stored] = await tx.rows<{ options: OptionState[] }>(sql`
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'column_id', o.column_id, 'name', o.name, 'value_type', o.value_type, 'show_in_name', o.show_in_name, 'position', o.position,
      'values', (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'value', x.value, 'position', x.position)
          order by x.position, x.id), '[]')
        from product_values x where x.project_id = o.project_id and x.option_id = o.id)
      ) order by o.position, o.id), '[]') as options
    from product_variant_options o where o.project_id = ${project_id} and o.product_id = ${id}`);
  const variants = await tx
    .select(variantState)
    .from(productVariants)
    .where(
      and(
        eq(productVariants.project_id, project_id),
        eq(productVariants.product_id, id),
        isNull(productVariants.deleted_at),
      ),
    )
    .orderBy(productVariants.position, productVariants.id);
  const { name, description, tags, vendor, unit, fields, category_id, category_path, published, tracked, version } =
    product;
  return {
    ...{ id, name, description, tags, vendor, unit, fields, category_id, category_path, published, tracked, version },
    options: stored?.options ?? [],
    variants,
  };
}

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** What is new, changed and gone between two lists of things with ids. */
function difference<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]) {
  const known = new Map(before.map((one) => [one.id, one]));
  const left = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !known.has(id)),
    changed: after.filter((one) => known.has(one.id) && differs(known.get(one.id), one)),
    removed: before.filter(({ id }) => !left.has(id)),
  };
}

/**
 * Writes what differs between the two states, each kind of row in one statement whatever their number.
 * `before` is null for a new product. `pathOf` names the field of a variant in errors: `''` or `variants.2.`.
 */
export async function saveProduct(
  tx: Tx,
  scope: Scope,
  before: ProductState | null,
  after: ProductState,
  columns: Columns,
  pathOf: (variantId: string) => string,
): Promise<void> {
  await insertColumns(tx, scope, broughtBy(columns, [after]));
  await saveFields(tx, scope, before, after);
  if (!before || searchedWords(before) !== searchedWords(after))
    await queueForSearch(tx, PRODUCTS, scope.project.id, [after.id]);
  await saveOptions(tx, scope, after.id, before?.options ?? [], after.options);
  const variants = difference(before?.variants ?? [], after.variants);
  // all of the product's levels before any of them changes: an order on its way to its figures has gone by then
  const turned = turnedTracking(before, after);
  if (before && variants.added.length + variants.changed.length + variants.removed.length + turned.length > 0) {
    const levels = await lockLevels(tx, scope, idsOf(before.variants));
    for (const { id, price } of repriced(before, after)) {
      const refused = refusePrice(levels.get(id)?.actual ?? 0, price ?? 0, `${pathOf(id)}price`);
      if (refused) throw refused;
    }
    await removeVariants(tx, scope, levels, variants.removed);
    await revalueLevels(tx, scope, levels, repriced(before, after));
    await trackLevels(tx, scope, levels, turned);
    await setMinimums(tx, scope, levels, remeasured(before, after));
  }
  const written = before ? [...variants.changed, ...reworded(before, after, variants)] : [];
  await refuseBarcodes(tx, scope, [...variants.added, ...written], pathOf);
  await tx.execute(sql`savepoint variants`);
  try {
    await insertVariants(tx, scope, after, variants.added);
    await updateVariants(tx, scope, before, after, written);
    await tx.execute(sql`release savepoint variants`);
  } catch (error) {
    if (!isDuplicateBarcode(error)) throw error;
    await tx.execute(sql`rollback to savepoint variants`);
    // somebody else was quicker by a moment: now his row can be seen and named
    await refuseBarcodes(tx, scope, [...variants.added, ...written], pathOf);
    throw catalogErrors.duplicate_barcode({ path: 'barcode', barcode: '', owner: '' });
  }
  markProduct(tx, scope, before, after);
  if (before) await refreshThumbnails(tx, scope, [after.id]);
  else await queueChanged(tx, scope, [after.id]);
}

/** What lists show of a product's variants: the columns of `products` that are kept for them (decision 0033). */
export function listedOf({ variants }: Pick<ProductState, 'variants'>) {
  const inOrder = [...variants].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  const [first] = inOrder;
  const range = (pick: (variant: VariantState) => number | null): [min: number | null, max: number | null] => {
    const given = variants.flatMap((variant) => pick(variant) ?? []);
    return given.length === 0 ? [null, null] : [Math.min(...given), Math.max(...given)];
  };
  const [min_price, max_price] = range(({ price }) => price);
  const [min_recommended_price, max_recommended_price] = range(({ recommended_price }) => recommended_price);
  return {
    variants_count: variants.length,
    only_variant_id: first && variants.length === 1 ? first.id : null,
    first_sku: inOrder.find(({ sku }) => sku !== '')?.sku ?? '',
    ...{ min_price, max_price, min_recommended_price, max_recommended_price },
  };
}

/** The variants of both states whose price differs. */
export function repriced(before: ProductState | null, after: ProductState): VariantState[] {
  const prices = new Map(before?.variants.map(({ id, price }) => [id, price]));
  return after.variants.filter(({ id, price }) => prices.has(id) && prices.get(id) !== price);
}

/** The variants of both states of which another count should be there. */
export function remeasured(before: ProductState | null, after: ProductState): VariantState[] {
  const minimums = new Map(before?.variants.map(({ id, minimum }) => [id, minimum]));
  return after.variants.filter(({ id, minimum }) => minimums.has(id) && minimums.get(id) !== minimum);
}

/** The variants of both states, when the stock of the product is counted from now on, or no longer. */
export function turnedTracking(before: ProductState | null, after: ProductState): { id: string; tracked: boolean }[] {
  if (!before || before.tracked === after.tracked) return [];
  const known = new Set(idsOf(before.variants));
  return after.variants.flatMap(({ id }) => (known.has(id) ? { id, tracked: after.tracked } : []));
}

async function saveFields(tx: Tx, scope: Scope, before: ProductState | null, after: ProductState): Promise<void> {
  const {
    name,
    description,
    tags,
    vendor,
    unit,
    fields: values,
    category_id,
    category_path,
    published,
    tracked,
  } = after;
  const category = { category_id, category_path };
  const fields = {
    name,
    description,
    tags,
    vendor,
    unit,
    fields: values,
    ...category,
    published,
    tracked,
    ...listedOf(after),
  };
  if (!before) {
    await tx.insert(products).values({ ...fields, id: after.id, project_id: scope.project.id });
    await openFigures(tx, scope, [after.id]);
    await addTotals(tx, scope, { products: 1, published: published ? 1 : 0 });
    return;
  }
  if (!differs(before, after)) return;
  if (before.published !== published) {
    await addTotals(tx, scope, { published: published ? 1 : -1 });
    await tx.execute(sql`update product_variants set published = ${published}
      where project_id = ${scope.project.id} and product_id = ${after.id} and deleted_at is null`);
  }
  await tx
    .update(products)
    .set({ ...fields, version: before.version + 1, updated_at: sql`now()` })
    .where(and(eq(products.project_id, scope.project.id), eq(products.id, after.id)));
}

type FlatValue = ValueState & { readonly option_id: string };
const flatValues = (options: readonly OptionState[]): FlatValue[] =>
  options.flatMap(({ id, values }) => values.map((value) => ({ ...value, option_id: id })));

async function saveOptions(
  tx: Tx,
  scope: Scope,
  product_id: string,
  before: readonly OptionState[],
  after: readonly OptionState[],
): Promise<void> {
  if (!differs(before, after)) return;
  const project_id = scope.project.id;
  const bare = (list: readonly OptionState[]) => list.map(({ values: _, ...option }) => option);
  const options = difference(bare(before), bare(after));
  const values = difference(flatValues(before), flatValues(after));
  const goneValues = values.removed.map(({ id }) => id);
  if (goneValues.length > 0) await unbindImages(tx, scope, goneValues);
  const gone = options.removed.map(({ id }) => id);
  if (gone.length > 0) {
    await tx
      .delete(productVariantOptions)
      .where(and(eq(productVariantOptions.project_id, project_id), inArray(productVariantOptions.id, gone)));
  }
  if (goneValues.length > 0) {
    await tx
      .delete(productValues)
      .where(and(eq(productValues.project_id, project_id), inArray(productValues.id, goneValues)));
  }
  // two that swap their names would meet halfway: those that change step aside first
  if (options.changed.length > 1) await stepAside(tx, project_id, options.changed, 'options');
  if (values.changed.length > 1) await stepAside(tx, project_id, values.changed, 'values');
  const writtenOptions = [...options.added, ...options.changed];
  if (writtenOptions.length > 0) {
    await tx
      .insert(productVariantOptions)
      .values(writtenOptions.map((option) => ({ ...option, project_id, product_id })))
      .onConflictDoUpdate({
        target: [productVariantOptions.project_id, productVariantOptions.id],
        set: {
          column_id: sql`excluded.column_id`,
          name: sql`excluded.name`,
          value_type: sql`excluded.value_type`,
          show_in_name: sql`excluded.show_in_name`,
          position: sql`excluded.position`,
        },
      });
  }
  const writtenValues = [...values.added, ...values.changed];
  if (writtenValues.length > 0) {
    await tx
      .insert(productValues)
      .values(writtenValues.map((value) => ({ ...value, project_id })))
      .onConflictDoUpdate({
        target: [productValues.project_id, productValues.id],
        set: { value: sql`excluded.value`, position: sql`excluded.position` },
      });
  }
}

/** Names and values are trimmed, so that none of them begins with a space. */
const ASIDE = sql`' ' || id::text`;

async function stepAside(
  tx: Tx,
  project_id: string,
  rows: readonly { readonly id: string }[],
  what: 'options' | 'values',
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (what === 'options') {
    await tx
      .update(productVariantOptions)
      .set({ name: ASIDE })
      .where(and(eq(productVariantOptions.project_id, project_id), inArray(productVariantOptions.id, ids)));
    return;
  }
  await tx
    .update(productValues)
    .set({ value: ASIDE })
    .where(and(eq(productValues.project_id, project_id), inArray(productValues.id, ids)));
}

async function insertVariants(
  tx: Tx,
  scope: Scope,
  product: ProductState,
  added: readonly VariantState[],
): Promise<void> {
  if (added.length === 0) return;
  const { id: project_id } = scope.project;
  await openLevels(
    tx,
    scope,
    added.map(({ id, price, minimum }) => ({
      ...{ product_variant_id: id, product_id: product.id, price, minimum },
      tracked: product.tracked,
    })),
  );
  await tx.insert(productVariants).values(
    added.map((variant) => ({
      ...variant,
      version: 1,
      published: product.published,
      project_id,
      product_id: product.id,
      search_text: searchTextOf(product, variant),
    })),
  );
}

async function updateVariants(
  tx: Tx,
  scope: Scope,
  before: ProductState | null,
  product: ProductState,
  changed: readonly VariantState[],
): Promise<void> {
  if (changed.length === 0) return;
  const { id: project_id } = scope.project;
  const old = new Map(before?.variants.map((variant) => [variant.id, variant]));
  const moving = changed.filter(({ id, barcode }) => old.get(id)?.barcode && old.get(id)?.barcode !== barcode);
  if (moving.length > 1) {
    await tx
      .update(productVariants)
      .set({ barcode: null })
      .where(
        and(
          eq(productVariants.project_id, project_id),
          inArray(
            productVariants.id,
            moving.map(({ id }) => id),
          ),
        ),
      );
  }
  const rows = changed.map((variant) => ({
    ...variant,
    // a new search text alone is not a new version of the variant
    version: differs(old.get(variant.id), variant) ? variant.version + 1 : variant.version,
    search_text: searchTextOf(product, variant),
  }));
  await tx.execute(sql`
    update product_variants v set ${assigned}, search_text = r.search_text,
      updated_at = case when v.version = r.version then v.updated_at else now() end, version = r.version
    from jsonb_to_recordset(${rowsOf(rows)}) as r(id uuid, ${typed}, search_text text, version integer)
    where v.project_id = ${project_id} and v.id = r.id`);
}

async function removeVariants(
  tx: Tx,
  scope: Scope,
  levels: LockedLevels,
  removed: readonly VariantState[],
): Promise<void> {
  if (removed.length === 0) return;
  const ids = idsOf(removed);
  refuseBooked(levels, removed);
  await closeLevels(tx, scope, levels, ids, { withProduct: false });
  await tx
    .update(productVariants)
    .set({ deleted_at: sql`now()`, published: false, version: sql`version + 1` })
    .where(and(eq(productVariants.project_id, scope.project.id), inArray(productVariants.id, ids)));
}

/** What orders count on, booked or waited for, cannot be deleted. */
function refuseBooked(levels: LockedLevels, variants: readonly { readonly id: string; readonly name: string }[]): void {
  const busy = variants.flatMap(({ id, name }) => {
    const level = levels.get(id);
    const booked = level ? level.booked + (level.waiting ?? 0) : 0;
    return booked > 0 ? [{ product_variant_id: id, booked, name }] : [];
  });
  if (busy.length === 0) return;
  const total = busy.reduce((sum, { booked }) => sum + booked, 0);
  throw catalogErrors.booked({ booked: total }, ...busy);
}

const idsOf = (variants: readonly { readonly id: string }[]): string[] => variants.map(({ id }) => id);

/**
 * Deletes the product and its variants at the same instant, which is how they are found together later.
 * @throws catalog.booked
 */
export async function deleteProduct(tx: Tx, scope: Scope, product: ProductState): Promise<void> {
  const { id, published, variants } = product;
  const { id: project_id } = scope.project;
  const levels = await lockLevels(tx, scope, idsOf(variants));
  refuseBooked(levels, variants);
  await closeLevels(tx, scope, levels, idsOf(variants), { withProduct: true });
  await tx
    .update(productVariants)
    .set({ deleted_at: sql`now()`, published: false })
    .where(
      and(
        eq(productVariants.project_id, project_id),
        eq(productVariants.product_id, id),
        isNull(productVariants.deleted_at),
      ),
    );
  await tx
    .update(products)
    .set({ deleted_at: sql`now()`, published: false, version: sql`version + 1`, updated_at: sql`now()` })
    .where(and(eq(products.project_id, project_id), eq(products.id, id)));
  markProductDeleted(tx, scope, product);
  await addTotals(tx, scope, { products: -1, published: published ? -1 : 0, deleted: 1 });
  await queueChanged(tx, scope, [id]);
}
