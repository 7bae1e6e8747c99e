import type { CreateProductBody } from '@lanka/domain/catalog/entities';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { holdCategories } from '../categories';
import { changeMany, lockLevels } from '../stock';
import { saveProducts } from './bulk.store';
import { columnsIn, type Editing, holdPriceLevels, newProduct, Request, requirePublishable } from './edit';
import { assertPlaceFor } from './limits/limits';
import { type ProductState, settle } from './model';

/** A product as it is asked for, and whether it is published at once. */
interface Wanted {
  readonly body: CreateProductBody;
  readonly published: boolean;
}

/**
 * Many products as one by one (`createProduct`), in a number of statements that does not depend on how many there are.
 * That no barcode stands twice the caller knows: PostgreSQL would refuse them all.
 */
export async function createProducts(editing: Editing, wanted: readonly Wanted[]): Promise<ProductState[]> {
  const { tx, scope, locale } = editing;
  const bodies = wanted.map(({ body }) => body);
  const variants = bodies.flatMap((body) => body.variants ?? []);
  const columns = await columnsIn(editing, { options: bodies.flatMap((body) => body.options ?? []), variants });
  const named = new Set(bodies.flatMap(({ category_id }) => category_id ?? []));
  const categories = new Map((await holdCategories(tx, scope, [...named])).map((one) => [one.id, one]));
  if (categories.size < named.size) throw catalogErrors.category_not_found({ path: 'category_id' });
  await holdPriceLevels(editing, variants);
  const request = new Request(editing, columns);
  const states = wanted.map(({ body, published }) => {
    const category = categories.get(body.category_id ?? '');
    const place = { category_id: category?.id ?? null, category_path: category?.path ?? '' };
    const state = newProduct(editing, body, place, request);
    settle(null, state, request.pathOf);
    if (published) requirePublishable(state, locale, request.pathOf);
    return Object.assign(state, { published });
  });
  await assertPlaceFor(tx, scope, { products: states.length, product_variants: variants.length });
  await saveProducts(
    tx,
    scope,
    await lockLevels(tx, scope, []),
    states.map((after) => ({ before: null, after, variant_sources: new Map() })),
    columns,
  );
  const owners = new Map(states.flatMap(({ id, variants: own }) => own.map((variant) => [variant.id, id])));
  const stock = request.stock.map((change) => {
    const id = owners.get(change.product_variant_id);
    return id === undefined ? change : { ...change, ref: { kind: 'product', id } };
  });
  const comment = locale === 'ua' ? 'Початковий залишок' : 'Initial stock';
  const { refused } = await changeMany(tx, scope, stock, { kind: 'correction', comment });
  for (const error of refused.values()) throw error;
  return states;
}
