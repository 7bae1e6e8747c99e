import * as changes from '@lanka/domain/catalog/changes';
import * as contract from '@lanka/domain/catalog/contract';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import { mayAskStock } from '@lanka/domain/kit/availability';
import { prepareImage, readUpload, uncountUpload } from '../files';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { together } from '../kit/db/together';
import { type Served, serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { holdMainInfo, withFields } from '../templates';
import { bySkuRoutes } from './by-sku';
import { countChanges, looksOf, seeChanges, unwatchProduct, watchProduct, withMarks } from './changes/changes';
import { columnRoutes } from './column-routes';
import type { Columns } from './columns';
import { holdColumns } from './columns.store';
import {
  changeProduct,
  createProduct,
  createVariant,
  holdPriceLevels,
  requirePublishable,
  updateProduct,
} from './edit';
import { readProductFields, readVariantFields } from './fields';
import { attachImage, checkSubject, dropImage, markThumbnail, moveImage } from './images/images';
import { readImages } from './images/images.store';
import * as lists from './lists/lists.store';
import * as options from './lists/options.store';
import * as variants from './lists/variants.store';
import {
  addOption,
  addValue,
  moveTo,
  optionOf,
  type ProductState,
  patchVariant,
  removeOption,
  setColumn,
  variantOf,
} from './model';
import { deleteProduct, lockProduct } from './products.store';
import { repricingRoutes } from './reprice';
import { type Asker, askerIn, askersOf, readProduct, show, showImage, showPage, showProducts } from './view';

async function oneVariant(app: Services, tx: Tx, scope: ProjectScope, productId: string, id: string) {
  const [variant] = await variants.readVariants(tx, scope, productId, id);
  if (!variant) throw catalogErrors.variant_not_found();
  return show(app, await askerIn(app, tx, scope), variant);
}

async function oneOption(tx: Tx, scope: ProjectScope, productId: string, id: string) {
  const [option] = await options.readOptions(tx, scope, productId, id);
  if (!option) throw catalogErrors.option_not_found();
  return option;
}

function valueIn(state: ProductState, optionId: string, id: string) {
  const option = optionOf(state, optionId);
  const value = option.values.find((one) => one.id === id);
  if (!value) throw catalogErrors.value_not_found();
  return { option, value };
}

/** All his suppliers, or the one that is asked about. */
const idsAsked = ({ suppliers }: DropshippingScope, { project_id }: { project_id?: string | undefined }): string[] =>
  suppliers.map((one) => one.project_id).filter((id) => project_id === undefined || id === project_id);

const UNTOLD: Asker = { stock_told: 'hidden', stock_many_from: 1, price_level_id: null };

interface AskedOfStock {
  readonly sort: string;
  readonly stock?: contract.StockFilter | undefined;
  readonly in_stock?: boolean | undefined;
  readonly price_from?: number | undefined;
  readonly price_to?: number | undefined;
}

/**
 * An order or a filter by the stock would tell a Client what his supplier does not; one by the price what others
 * pay, for the list goes by the price itself. @throws catalog.stock_not_told, price_order_not_told
 */
function refuseUntold(askers: readonly Asker[], { sort, stock, in_stock, price_from, price_to }: AskedOfStock): void {
  const may = (asked: 'order' | 'few' | 'any') => askers.every((asker) => mayAskStock(asker, asked));
  if (sort.endsWith('available') && !may('order')) throw catalogErrors.stock_not_told({ path: 'sort' });
  if (stock && !may(stock === 'low' ? 'few' : 'any')) throw catalogErrors.stock_not_told({ path: 'stock' });
  if (in_stock !== undefined && !may('any')) throw catalogErrors.stock_not_told({ path: 'in_stock' });
  if (!askers.some((asker) => asker?.price_level_id)) return;
  if (sort.endsWith('price')) throw catalogErrors.price_order_not_told({ path: 'sort' });
  if (price_from !== undefined) throw catalogErrors.price_order_not_told({ path: 'price_from' });
  if (price_to !== undefined) throw catalogErrors.price_order_not_told({ path: 'price_to' });
}

const productRoutes: Served[] = [
  serve(contract.listProducts, async ({ tx, scope, query, app }) => {
    // issued together; what is refused is shown to nobody
    const [asker, found] = await together([askerIn(app, tx, scope), lists.listProducts(tx, scope, query)]);
    refuseUntold([asker], query);
    const page = await showProducts(app, tx, () => ({ project_id: scope.project.id, asker }), found);
    return asker?.price_level_id ? { ...page, own_prices: true } : page;
  }),
  serve(contract.productsSummary, ({ tx, scope }) => lists.readSummary(tx, scope)),
  serve(contract.listDropshippingProducts, async ({ tx, scope, query, app }) => {
    const askers = await askersOf(app, tx, scope);
    const only = query.project_id === undefined ? undefined : askers.get(query.project_id);
    const asked = only ? [only] : [...askers.values()];
    // of whoever pauses nothing can be had: a filter by the stock leaves his goods out
    const byStock = query.stock !== undefined;
    const paused = scope.suppliers.filter(({ stock_told }) => byStock && stock_told === 'paused');
    const isPaused = (id: string) => paused.some(({ project_id }) => project_id === id);
    refuseUntold(byStock ? asked.filter(({ stock_told }) => stock_told !== 'paused') : asked, query);
    const looked = idsAsked(scope, query).filter((id) => !isPaused(id));
    const looks = await looksOf(tx, scope, askers, looked);
    const found = await lists.listDropshippingProducts(tx, looks, query);
    const askerOf = ({ project_id }: { project_id: string }) => ({
      project_id,
      asker: askers.get(project_id) ?? UNTOLD,
    });
    const page = await showProducts(app, tx, askerOf, found);
    const marked = await withMarks(tx, scope, looks, page.items);
    // of whoever pauses nothing can be had
    const pausing = (id: string) => askers.get(id)?.stock_told === 'paused';
    const items = marked.map((row) => ({ ...row, on_order: row.on_order && !pausing(row.project_id) }));
    const own = asked.some(({ price_level_id }) => price_level_id) ? { own_prices: true } : {};
    return { ...page, items, ...own };
  }),
  serve(changes.countProductChanges, ({ tx, app, scope }) => countChanges(tx, app, scope)),
  serve(changes.seeProductChanges, ({ tx, app, scope, body }) => seeChanges(tx, app, scope, body.until)),
  serve(changes.watchProduct, async ({ tx, scope, params }) => {
    await watchProduct(tx, scope, params.project_id, params.id);
    return { watching: true };
  }),
  serve(changes.unwatchProduct, async ({ tx, scope, params }) => {
    await unwatchProduct(tx, scope, params.project_id, params.id);
    return { watching: false };
  }),
  serve(contract.suggestTags, ({ tx, scope, query }) => options.suggestTags(tx, scope, query.q)),
  serve(contract.listProjectOptions, async ({ tx, scope }) => ({ items: await options.readProjectOptions(tx, scope) })),
  serve(contract.readProduct, ({ tx, scope, params, app }) => readProduct(app, tx, scope, params.id)),

  serve(contract.createProduct, async ({ tx, scope, body, app, locale, changed }) => {
    const { templates, body: given } = await readProductFields(app, tx, scope, body, true);
    const defaults = await holdMainInfo(tx, scope);
    const id = await createProduct({ tx, scope, locale, templates, defaults }, given);
    changed('product', id);
    return readProduct(app, tx, scope, id);
  }),
  serve(contract.updateProduct, async ({ tx, scope, params, body, if_match, app, locale, changed }) => {
    const current = () => readProduct(app, tx, scope, params.id);
    const { templates, body: given } = await readProductFields(app, tx, scope, body, false);
    const makesNew = given.variants?.some(({ id }) => id === undefined) === true;
    const asked = makesNew || given.unit !== undefined;
    const defaults = asked ? { defaults: await holdMainInfo(tx, scope) } : {};
    await updateProduct({ tx, scope, locale, templates, ...defaults }, params.id, given, if_match, current);
    changed('product', params.id);
    return current();
  }),
  serve(contract.deleteProduct, async ({ tx, scope, params, changed }) => {
    const product = await lockProduct(tx, scope, params.id);
    await deleteProduct(tx, scope, product);
    changed('product', params.id);
  }),
  serve(contract.publishProduct, async ({ tx, scope, params, app, locale, changed }) => {
    await changeProduct({ tx, scope, locale }, params.id, (state) => {
      requirePublishable(state, locale);
      state.published = true;
    });
    changed('product', params.id);
    return readProduct(app, tx, scope, params.id);
  }),
  serve(contract.unpublishProduct, async ({ tx, scope, params, app, locale, changed }) => {
    await changeProduct({ tx, scope, locale }, params.id, (state) => {
      state.published = false;
    });
    changed('product', params.id);
    return readProduct(app, tx, scope, params.id);
  }),
];

const variantRoutes: Served[] = [
  serve(contract.listAllVariants, async ({ tx, scope, query, app }) => {
    const [asker, found] = await together([askerIn(app, tx, scope), variants.listAllVariants(tx, scope, query)]);
    refuseUntold([asker], query);
    const page = await showPage(app, () => asker, found);
    return asker?.price_level_id ? { ...page, own_prices: true } : page;
  }),
  serve(contract.listVariants, async ({ tx, scope, params, query, app }) => {
    await lists.readHead(tx, scope, params.product_id);
    const asker = await askerIn(app, tx, scope);
    return showPage(app, () => asker, await variants.listVariants(tx, scope, params.product_id, query));
  }),
  serve(contract.createVariant, async ({ tx, scope, params, body, app, locale, changed }) => {
    const { templates, body: given } = await readVariantFields(app, tx, scope, body, true);
    const defaults = await holdMainInfo(tx, scope);
    const id = await createVariant({ tx, scope, locale, templates, defaults }, params.product_id, given);
    changed('product', params.product_id);
    return oneVariant(app, tx, scope, params.product_id, id);
  }),
  serve(contract.updateVariant, async ({ tx, scope, params, body, if_match, app, locale, changed }) => {
    const { product_id, id } = params;
    const { templates, body: given } = await readVariantFields(app, tx, scope, body, false);
    const names = given.values?.map(({ option }) => option);
    const held = names ? { columns: await holdColumns(tx, scope, names) } : {};
    await holdPriceLevels({ tx, scope }, [given]);
    // the lock first, so that the version that is compared is the one that is changed
    const { variants } = await lockProduct(tx, scope, product_id);
    const version = variants.find((one) => one.id === id)?.version;
    if (version !== undefined) await refuseStale(if_match, version, () => oneVariant(app, tx, scope, product_id, id));
    const { fields, ...plain } = given;
    await changeProduct({ tx, scope, locale, ...held }, product_id, (state, columns) => {
      const variant = variantOf(state, id);
      patchVariant(state, variant, plain, columns, '');
      if (!fields) return;
      variant.fields = withFields(templates.product_modification, fields, { known: variant.fields, locale });
    });
    changed('product', product_id);
    return oneVariant(app, tx, scope, product_id, id);
  }),
  serve(contract.placeVariant, async ({ tx, scope, params, body, locale, changed }) => {
    const { product_id, id } = params;
    await changeProduct({ tx, scope, locale }, product_id, (state) => {
      variantOf(state, id).place = body.place;
    });
    changed('product', product_id);
    return { id, place: body.place };
  }),
  serve(contract.deleteVariant, async ({ tx, scope, params, locale, changed }) => {
    await changeProduct({ tx, scope, locale }, params.product_id, (state) => {
      const variant = variantOf(state, params.id);
      state.variants = state.variants.filter((one) => one !== variant);
    });
    changed('product', params.product_id);
  }),
];

const optionRoutes: Served[] = [
  serve(contract.listAllOptions, ({ tx, scope, query }) => options.listAllOptions(tx, scope, query)),
  serve(contract.listOptions, async ({ tx, scope, params }) => {
    await lists.readHead(tx, scope, params.product_id);
    return wholePage(await options.readOptions(tx, scope, params.product_id));
  }),
  serve(contract.createOption, async ({ tx, scope, params, body, locale, changed }) => {
    const add = (state: ProductState, columns: Columns) => addOption(state, body, columns).id;
    const id = await changeProduct({ tx, scope, locale }, params.product_id, add, { options: [body] });
    changed('product', params.product_id);
    return oneOption(tx, scope, params.product_id, id);
  }),
  serve(contract.updateOption, async ({ tx, scope, params, body, locale, changed }) => {
    const { product_id, id } = params;
    const { name, value_type, show_in_name, position } = body;
    const change = (state: ProductState, columns: Columns) => {
      const option = optionOf(state, id);
      setColumn(
        state,
        option,
        { ...(name === undefined ? {} : { name }), ...(value_type === undefined ? {} : { value_type }) },
        columns,
      );
      if (show_in_name !== undefined) option.show_in_name = show_in_name;
      if (position !== undefined) state.options = moveTo(state.options, option, position);
    };
    await changeProduct({ tx, scope, locale }, product_id, change, { options: name === undefined ? [] : [{ name }] });
    changed('product', product_id);
    return oneOption(tx, scope, product_id, id);
  }),
  serve(contract.deleteOption, async ({ tx, scope, params, query, locale, changed }) => {
    const remove = (state: ProductState) => removeOption(state, query.product_variant_option_id);
    await changeProduct({ tx, scope, locale }, params.product_id, remove, {});
    changed('product', params.product_id);
  }),
];

const valueRoutes: Served[] = [
  serve(contract.listValues, async ({ tx, scope, params }) => {
    await lists.readHead(tx, scope, params.product_id);
    return wholePage((await oneOption(tx, scope, params.product_id, params.option_id)).values);
  }),
  serve(contract.createValue, async ({ tx, scope, params, body, locale, changed }) => {
    const { product_id, option_id } = params;
    const add = (state: ProductState) => {
      const option = optionOf(state, option_id);
      const added = addValue(option, body.value);
      if (body.position !== undefined) option.values = moveTo(option.values, added, body.position);
      return added;
    };
    const value = await changeProduct({ tx, scope, locale }, product_id, add, {});
    changed('product', product_id);
    return { ...value, option_id };
  }),
  serve(contract.updateValue, async ({ tx, scope, params, body, locale, changed }) => {
    const { product_id, option_id, id } = params;
    const change = (state: ProductState) => {
      const { option, value } = valueIn(state, option_id, id);
      if (body.value !== undefined) {
        const others = { ...option, values: option.values.filter((one) => one !== value) };
        addValue(others, body.value);
        value.value = body.value;
      }
      if (body.position !== undefined) option.values = moveTo(option.values, value, body.position);
      return value;
    };
    const value = await changeProduct({ tx, scope, locale }, product_id, change, {});
    changed('product', product_id);
    return { ...value, option_id };
  }),
  serve(contract.deleteValue, async ({ tx, scope, params, locale, changed }) => {
    const { product_id, option_id, id } = params;
    const remove = (state: ProductState) => {
      const { option, value } = valueIn(state, option_id, id);
      const count = state.variants.filter(({ value_ids }) => value_ids.includes(id)).length;
      if (count > 0) throw catalogErrors.value_in_use({ count });
      option.values = option.values.filter((one) => one !== value);
      option.values.forEach((one, i) => {
        one.position = i;
      });
    };
    await changeProduct({ tx, scope, locale }, product_id, remove, {});
    changed('product', product_id);
  }),
];

const imageRoutes: Served[] = [
  serve(contract.listImages, async ({ tx, scope, params, app }) => {
    await lists.readHead(tx, scope, params.product_id);
    const images = await readImages(tx, scope, params.product_id);
    return wholePage(await Promise.all(images.map((image) => showImage(app, image))));
  }),
  serve(contract.createImage, async ({ tx, scope, params, body, app, changed }) => {
    const { product_id } = params;
    const { file_name, ...subject } = body;
    const bytes = await readUpload(app, tx, scope, file_name, MAX_IMAGE_BYTES);
    const stored = await prepareImage(app, scope.project.id, bytes);
    try {
      checkSubject(await lockProduct(tx, scope, product_id), subject);
      await uncountUpload(tx, scope, file_name);
      const image = await attachImage(app, tx, scope, { product_id, ...subject }, stored);
      changed('product', product_id);
      return showImage(app, image);
    } catch (error) {
      for (const key of [stored.file_name, stored.thumbnail]) await app.storage.remove(key);
      throw error;
    }
  }),
  serve(contract.updateImage, async ({ tx, scope, params, body, app, changed }) => {
    checkSubject(await lockProduct(tx, scope, params.product_id), body);
    const image = await moveImage(tx, scope, params.product_id, params.id, body);
    changed('product', params.product_id);
    return showImage(app, image);
  }),
  serve(contract.markAsThumbnail, async ({ tx, scope, params, app, changed }) => {
    await lockProduct(tx, scope, params.product_id);
    const image = await markThumbnail(tx, scope, params.product_id, params.id);
    changed('product', params.product_id);
    return showImage(app, image);
  }),
  serve(contract.deleteImage, async ({ tx, scope, params, app, after, changed }) => {
    await lockProduct(tx, scope, params.product_id);
    const keys = await dropImage(tx, scope, params.product_id, params.id);
    after(async () => {
      for (const key of keys) await app.storage.remove(key);
    });
    changed('product', params.product_id);
  }),
];

export const catalogRoutes: Served[] = [
  ...productRoutes,
  ...variantRoutes,
  ...optionRoutes,
  ...columnRoutes,
  ...repricingRoutes,
  ...bySkuRoutes,
  ...valueRoutes,
  ...imageRoutes,
];
