import { marginOf } from '@lanka/domain/catalog/changes';
import { tellStock } from '@lanka/domain/kit/availability';
import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { lessPercent } from '@lanka/domain/kit/money';
import {
  MAX_MY_GOODS,
  type MyGoods,
  type MyGoodsRow,
  type MyVariant,
  myGoodsErrors,
  type Photo,
  SOURCE_FIELDS,
  type SourceField,
  type UpdateMyGoods,
} from '@lanka/domain/my_goods/contract';
import {
  changesOf,
  followed,
  leastMargin,
  rangeOf,
  type Source,
  type SourceVariant,
  sellingPriceOf,
  take,
} from '@lanka/domain/my_goods/rules';
import { type Markup, sellingPrice } from '@lanka/domain/outfeeds/pricing';
import { choosePrice } from '@lanka/domain/price_levels/rules';
import { type DropshippingScope, type ProjectScope, tellingFor } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { readOffer } from '../orders';
import { authoriseAtSuppliers } from '../projects';
import * as store from './my_goods.store';
import { deletePhotos, type GonePhoto, readPhotos } from './photos.store';

/** Goods as they are at the source now, with what he is told of their stock. */
interface Seen {
  readonly scope: ProjectScope;
  readonly row: store.SourceRow;
  readonly source: Source;
}
type Sources = ReadonlyMap<string, Seen>;
export const keyOf = (of: { readonly project_id: string; readonly product_id: string }) =>
  `${of.project_id} ${of.product_id}`;

/** By supplier and product: a statement or two for each supplier, however many goods. Missing is what he may not see. */
export async function readSources(
  tx: Tx,
  scope: DropshippingScope,
  wanted: readonly { readonly project_id: string; readonly product_id: string }[],
): Promise<Sources> {
  const projects = [...new Set(wanted.map(({ project_id }) => project_id))];
  const scopes = await authoriseAtSuppliers(tx, scope, projects, 'products.read');
  const found = new Map<string, Seen>();
  for (const [project_id, at] of scopes) {
    const ids = wanted.filter((one) => one.project_id === project_id).map(({ product_id }) => product_id);
    const { party } = await readOffer(tx, at, null, [], { hold: false });
    for (const row of await store.readSources(tx, at, ids)) {
      const variants = Object.fromEntries(
        row.variants.map(({ id, name, sku, price, prices, recommended_price }): [string, SourceVariant] => {
          const cost =
            price === null
              ? null
              : lessPercent(choosePrice({ price, prices }, party.price_level_id, 1).price, party.discount);
          return [id, { title: name, sku, recommended_price, cost }];
        }),
      );
      const { name, description } = row;
      const photos = row.photos.map(({ id }) => id);
      const source = { name, description, photos, variants };
      found.set(keyOf({ project_id, product_id: row.id }), { scope: at, row, source });
    }
  }
  return found;
}

const changesIn = (goods: store.StoredGoods, seen: Seen | undefined) =>
  goods.sync || !seen ? [] : changesOf(goods.taken, seen.source);

/** His modifications: those that he goes by, in the order of the source. */
function variantsOf(goods: store.StoredGoods, seen: Seen | undefined) {
  const by = followed(goods.taken, seen?.source ?? null, goods.sync);
  const order = seen?.row.variants.map(({ id }) => id) ?? [];
  const ids = [...new Set([...order.filter((id) => by.variants[id]), ...Object.keys(by.variants)])];
  return ids.map((id) => {
    const own = goods.own[id] ?? { sku: null, price: null };
    const now = seen?.source.variants[id] ?? null;
    const stored = seen?.row.variants.find((one) => one.id === id);
    const selling_price = sellingPriceOf(own.price, by.variants[id]);
    const told = seen && stored ? tellStock(tellingFor(seen.scope), stored) : { available: null, availability: null };
    return {
      id,
      own,
      now,
      stored,
      selling_price,
      cost: now?.cost ?? null,
      title: by.variants[id]?.title ?? '',
      ...told,
    };
  });
}

/** Without a link to its picture: what a filter leaves out needs none. */
type Row = Omit<MyGoodsRow, 'thumbnail_url'>;

function rowOf(goods: store.StoredGoods, seen: Seen | undefined): Row {
  const variants = variantsOf(goods, seen);
  const { project_id, project_title, id, product_id, tags, sync, version, created_at } = goods;
  const had = seen && {
    available: seen.row.variants.reduce((sum, one) => sum + Number(one.available), 0),
    tracked: seen.row.tracked,
  };
  const told = seen && had ? tellStock(tellingFor(seen.scope), had) : { available: null, availability: null };
  return {
    ...{ id, project_id, project_title, product_id, tags: [...tags], sync, version, created_at, ...told },
    name: goods.own_name ?? followed(goods.taken, seen?.source ?? null, sync).name,
    open: seen !== undefined,
    cost: rangeOf(variants.map(({ cost }) => cost)),
    price: rangeOf(variants.map(({ selling_price }) => selling_price)),
    margin: leastMargin(variants.map(({ cost, selling_price }) => ({ cost, price: selling_price }))),
    changes: changesIn(goods, seen).length,
  };
}

/** The supplier’s photos as he goes by them; what is gone there cannot be shown. */
function photosOf(goods: store.StoredGoods, seen: Seen | undefined): readonly store.SourcePhoto[] {
  const { photos } = followed(goods.taken, seen?.source ?? null, goods.sync);
  return photos.flatMap((id) => seen?.row.photos.find((one) => one.id === id) ?? []);
}

/** His first photo, else the supplier’s where it is shown. */
function pictureKey(goods: store.StoredGoods, seen: Seen | undefined): string | null {
  const [first] = goods.source_photos ? photosOf(goods, seen) : [];
  return goods.thumbnail ?? first?.thumbnail ?? null;
}

async function shownPhotos({ storage }: Services, photos: readonly store.SourcePhoto[]): Promise<Photo[]> {
  const links = photos.map(async ({ id, file_name, thumbnail }) => {
    const url = await storage.presignGet(file_name);
    return { id, url, thumbnail_url: thumbnail ? await storage.presignGet(thumbnail) : url };
  });
  return Promise.all(links);
}

interface Query extends store.Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort: string;
  readonly out_of_stock?: boolean | undefined;
  readonly changed?: boolean | undefined;
  readonly margin_below?: number | undefined;
}

/** What hangs on the source is looked at for so many at once. */
const PORTION = 1_000;
/** Of what a filter by it finds so many are counted, and whether there are more: as many as a list chooses at once. */
const COUNTED = 1_000;

/**
 * What is told of the source now is read for the rows of a page. A filter by it goes through all of them in their order
 * (`MAX_MY_GOODS` at most) until the page is full, so that a page comes short only where the list ends; the first page
 * goes on until what was found is counted.
 */
export async function listMyGoods(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  query: Query,
): Promise<Page<MyGoodsRow>> {
  const { out_of_stock, changed, margin_below, limit, sort } = query;
  const isFiltered = out_of_stock !== undefined || changed !== undefined || margin_below !== undefined;
  const fits = (row: Row): boolean =>
    (out_of_stock === undefined || (row.availability === 'out_of_stock') === out_of_stock) &&
    (changed === undefined || row.changes > 0 === changed) &&
    (margin_below === undefined || (row.margin !== null && row.margin.percent < margin_below));
  const begin = store.readCursor(sort, query.cursor);
  const found: { readonly row: Row; readonly picture: string | null; readonly place: store.Place }[] = [];
  // one more than the page shows tells whether there is a next
  let left = limit + 1;
  let total = begin ? begin.total : isFiltered ? 0 : await store.countGoods(tx, scope, query);
  const isCounting = !begin && isFiltered;
  const most = isFiltered ? PORTION : limit + 1;
  let after: store.Place | null = begin;
  for (let isEnd = false; !isEnd && (left > 0 || (isCounting && total <= COUNTED)); ) {
    const portion = await store.readPortion(tx, scope, query, sort, after, most);
    const goodsOf = portion.map(({ goods }) => goods);
    const sources = await readSources(tx, scope, goodsOf);
    for (const { goods, place } of portion) {
      const seen = sources.get(keyOf(goods));
      const row = rowOf(goods, seen);
      if (!fits(row)) continue;
      if (left > 0) found.push({ row, picture: pictureKey(goods, seen), place });
      left -= 1;
      if (isCounting) total += 1;
    }
    isEnd = portion.length < most;
    after = portion.at(-1)?.place ?? null;
  }
  const exact = isFiltered ? COUNTED : EXACT_TOTAL;
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    items: await Promise.all(
      shown.map(async ({ row, picture }) => ({
        ...row,
        thumbnail_url: picture && (await app.storage.presignGet(picture)),
      })),
    ),
    next_cursor: last ? store.writeCursor(sort, { ...last.place, total }) : null,
    total: Math.min(total, isFiltered ? COUNTED + 1 : EXACT_TOTAL),
    ...(total > exact ? { total_is_estimate: true } : {}),
  };
}

/** @throws my_goods.not_found */
export async function readMyGoods(tx: Tx, app: Services, scope: DropshippingScope, id: string): Promise<MyGoods> {
  const goods = await store.findGoods(tx, scope, id);
  if (!goods) throw myGoodsErrors.not_found();
  const seen = (await readSources(tx, scope, [goods])).get(keyOf(goods));
  const by = followed(goods.taken, seen?.source ?? null, goods.sync);
  const { changes: _, ...row } = rowOf(goods, seen);
  const variants = variantsOf(goods, seen).map(async (one): Promise<MyVariant> => {
    const thumbnail = one.stored?.thumbnail ?? null;
    return {
      ...{ product_variant_id: one.id, title: one.title, sku: one.own.sku, price: one.own.price },
      thumbnail_url: thumbnail && (await app.storage.presignGet(thumbnail)),
      source: one.now && { sku: one.now.sku, recommended_price: one.now.recommended_price, cost: one.now.cost },
      selling_price: one.selling_price,
      margin: marginOf(one.cost, one.selling_price),
      ...{ availability: one.availability, available: one.available },
    };
  });
  const { own_name, own_description, taken_at } = goods;
  const picture = pictureKey(goods, seen);
  return {
    ...row,
    thumbnail_url: picture && (await app.storage.presignGet(picture)),
    ...{ own_name, own_description, taken_at, description: own_description ?? by.description },
    photos: await shownPhotos(app, await readPhotos(tx, goods)),
    source_photos: goods.source_photos,
    supplier_photos: await shownPhotos(app, photosOf(goods, seen)),
    source: seen ? { name: seen.source.name, description: seen.source.description } : null,
    variants: await Promise.all(variants),
    changes: changesIn(goods, seen),
  };
}

/** @throws my_goods.unknown_goods, full */
export async function addMyGoods(
  tx: Tx,
  scope: DropshippingScope,
  items: readonly { readonly project_id: string; readonly product_id: string }[],
) {
  await store.lockAdding(tx, scope);
  const sources = await readSources(tx, scope, items);
  const missing = items.flatMap((item, at) =>
    sources.has(keyOf(item)) ? [] : [{ path: `items.${at}.product_id`, product_id: item.product_id }],
  );
  if (missing.length > 0) throw myGoodsErrors.unknown_goods(...missing);
  const goods = items.flatMap((item) => {
    const seen = sources.get(keyOf(item));
    return seen ? [{ ...item, id: newId(), taken: seen.source }] : [];
  });
  const made = await store.insertGoods(tx, scope, [...new Map(goods.map((one) => [keyOf(one), one])).values()]);
  if (made.length > 0 && (await store.countAll(tx, scope)) > MAX_MY_GOODS)
    throw myGoodsErrors.full({ limit: MAX_MY_GOODS });
  return { added: made.length, ids: await store.idsOf(tx, scope, items) };
}

/** His of these, locked. @throws my_goods.not_found */
export async function lockMine(tx: Tx, scope: DropshippingScope, ids: readonly string[]): Promise<store.LockedGoods[]> {
  const found = await store.lockGoods(tx, scope, ids);
  if (found.length < new Set(ids).size) throw myGoodsErrors.not_found();
  return found;
}

/** @throws my_goods.not_found, unknown_variant, common.stale */
export async function updateMyGoods(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  id: string,
  body: UpdateMyGoods,
  if_match: number | undefined,
): Promise<MyGoods> {
  const [goods] = await lockMine(tx, scope, [id]);
  if (!goods) throw myGoodsErrors.not_found();
  await refuseStale(if_match, goods.version, () => readMyGoods(tx, app, scope, id));
  const seen = (await readSources(tx, scope, [goods])).get(keyOf(goods));
  const known = new Set([...Object.keys(goods.taken.variants), ...Object.keys(seen?.source.variants ?? {})]);
  const own = { ...goods.own };
  for (const [at, { product_variant_id, sku, price }] of (body.variants ?? []).entries()) {
    if (!known.has(product_variant_id))
      throw myGoodsErrors.unknown_variant({ path: `variants.${at}.product_variant_id`, product_variant_id });
    const before = own[product_variant_id] ?? { sku: null, price: null };
    own[product_variant_id] = {
      sku: sku === undefined ? before.sku : sku || null,
      price: price === undefined ? before.price : price,
    };
  }
  const { own_name = goods.own_name, own_description = goods.own_description } = body;
  await store.saveGoods(tx, goods, {
    ...{ own_name, own_description, tags: body.tags ? [...new Set(body.tags)] : goods.tags },
    sync: body.sync ?? goods.sync,
    source_photos: body.source_photos ?? goods.source_photos,
    // what was taken by itself until now is what he has taken
    taken: goods.sync && body.sync === false && seen ? seen.source : goods.taken,
    own: body.variants ? own : goods.own,
  });
  return readMyGoods(tx, app, scope, id);
}

/** @throws my_goods.not_found, no_access when of none of them anything can be seen */
export async function takeMyGoods(
  tx: Tx,
  scope: DropshippingScope,
  { ids, fields = SOURCE_FIELDS }: { readonly ids: readonly string[]; readonly fields?: readonly SourceField[] },
): Promise<number> {
  const goods = await lockMine(tx, scope, ids);
  const sources = await readSources(tx, scope, goods);
  if (sources.size === 0) throw myGoodsErrors.no_access();
  let taken = 0;
  for (const one of goods) {
    const seen = sources.get(keyOf(one));
    if (!seen || changesOf(one.taken, seen.source).length === 0) continue;
    await store.saveGoods(tx, one, { ...one, taken: take(one.taken, seen.source, fields) });
    taken += 1;
  }
  return taken;
}

/** @throws my_goods.not_found */
export async function priceMyGoods(tx: Tx, scope: DropshippingScope, ids: readonly string[], markup: Markup) {
  const goods = await lockMine(tx, scope, ids);
  const sources = await readSources(tx, scope, goods);
  let priced = 0;
  let left_out = 0;
  for (const one of goods) {
    const seen = sources.get(keyOf(one));
    const own = { ...one.own };
    for (const { id, cost, now } of variantsOf(one, seen)) {
      const price = sellingPrice({ recommended: now?.recommended_price ?? null, purchase: cost }, markup);
      if (price === null) left_out += 1;
      else {
        own[id] = { sku: own[id]?.sku ?? null, price };
        priced += 1;
      }
    }
    await store.saveGoods(tx, one, { ...one, own });
  }
  return { priced, left_out };
}

interface Changes {
  readonly ids: readonly string[];
  readonly sync?: boolean | undefined;
  readonly add_tag?: string | undefined;
  readonly remove_tag?: string | undefined;
}

/** @throws my_goods.not_found */
export async function changeMyGoods(tx: Tx, scope: DropshippingScope, asked: Changes): Promise<number> {
  const goods = await lockMine(tx, scope, asked.ids);
  const { sync, add_tag, remove_tag } = asked;
  const sources = sync === false ? await readSources(tx, scope, goods) : new Map<string, Seen>();
  let changed = 0;
  for (const one of goods) {
    const tags = [...new Set([...one.tags, ...(add_tag ? [add_tag] : [])])].filter((tag) => tag !== remove_tag);
    const seen = sources.get(keyOf(one));
    const taken = one.sync && sync === false && seen ? seen.source : one.taken;
    const isSame = (sync ?? one.sync) === one.sync && tags.join('\n') === one.tags.join('\n');
    if (isSame) continue;
    await store.saveGoods(tx, one, { ...one, tags, sync: sync ?? one.sync, taken });
    changed += 1;
  }
  return changed;
}

/** Answers their photos, whose room and files are to be freed. @throws my_goods.not_found */
export async function removeMyGoods(
  tx: Tx,
  scope: DropshippingScope,
  ids: readonly string[],
): Promise<{ readonly removed: number; readonly photos: readonly GonePhoto[] }> {
  const goods = await lockMine(tx, scope, ids);
  const photos = await deletePhotos(tx, goods);
  await store.deleteGoods(tx, goods);
  return { removed: goods.length, photos };
}
