import type { Product, ProductImage, VariantRecord } from '@lanka/domain/catalog/entities';
import { mayAskStock, type Telling, type Told, tellStock } from '@lanka/domain/kit/availability';
import type { Page } from '@lanka/domain/kit/lists';
import { type FurtherPrice, ladderOf } from '@lanka/domain/price_levels/rules';
import type { FieldValues, StoredValues } from '@lanka/domain/templates/fields';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { together } from '../kit/db/together';
import type { Services } from '../kit/services';
import { discountsOfClient, levelsOfClient } from '../price_levels';
import { showFields } from '../templates';
import { type ImageRow, readImages } from './images/images.store';
import type { Stored } from './lists/base.store';
import { readHead, readOwnRanges } from './lists/lists.store';
import { readOptions } from './lists/options.store';
import { listAllVariants, readVariants } from './lists/variants.store';

type Links = Pick<Services, 'storage'>;
interface Figures {
  readonly thumbnail: string | null;
  readonly actual: number | null;
  readonly booked: number | null;
  readonly available: number;
  readonly tracked: boolean;
  /** Of variants alone. */
  readonly place?: string;
  readonly price?: number | null;
  readonly prices?: readonly FurtherPrice[];
  /** Of products alone. */
  readonly out_of_stock_count?: number | null;
  readonly fields?: StoredValues;
}

/**
 * To whom: null shows everything, to the project's own people; a Client's supplier says how his stock is told, and which
 * of his prices are the Client's.
 */
export type Asker = (Telling & { readonly price_level_id: string | null }) | null;

type WithHooks = Pick<Services, 'hooks'>;

/** Who asks in a project. */
export async function askerIn(app: WithHooks, tx: Tx, scope: ProjectScope): Promise<Asker> {
  if (scope.role !== 'Client') return null;
  const { id, stock_told, stock_many_from } = scope.project;
  const levels = await levelsOfClient(tx, app, scope);
  return { stock_told, stock_many_from, price_level_id: levels.get(id) ?? null };
}

/** Who asks, in each project of the dropshipper, and what he is given off every price there. */
export type AskersOf = ReadonlyMap<string, NonNullable<Asker> & { readonly discount: number }>;

export async function askersOf(app: WithHooks, tx: Tx, scope: DropshippingScope): Promise<AskersOf> {
  const [levels, discounts] = await together([levelsOfClient(tx, app, scope), discountsOfClient(tx, app, scope)]);
  return new Map(
    scope.suppliers.map(({ project_id, stock_told, stock_many_from }) => [
      project_id,
      {
        ...{ stock_told, stock_many_from },
        ...{ price_level_id: levels.get(project_id) ?? null, discount: discounts.get(project_id) ?? 0 },
      },
    ]),
  );
}

/** What a Client pays, for one piece and for more; of other prices he is told nothing. */
function ownPrices(asker: Asker, { price, prices }: Figures): object {
  if (asker === null || !prices) return {};
  if (price === null || price === undefined) return { prices: [] };
  const [first, ...more] = ladderOf({ price, prices }, asker.price_level_id);
  return { price: first.price, prices: more.map((step) => ({ price_level_id: null, ...step })) };
}

/** What a Client is not told: what others have booked, where it stands, how much there should be. */
function hiddenFrom(asker: Asker, row: Figures): object {
  if (asker === null) return {};
  return {
    ...{ actual: null, booked: null },
    ...(row.place === undefined ? {} : { place: '', minimum: null }),
    ...(row.out_of_stock_count === undefined || mayAskStock(asker, 'any') ? {} : { out_of_stock_count: null }),
  };
}

type Shown<T> = Omit<T, 'thumbnail' | 'available' | 'fields'> &
  Told & { thumbnail_url: string | null; fields: FieldValues };

const linkOf = ({ storage }: Links, thumbnail: string | null): Promise<string> | null =>
  thumbnail === null ? null : storage.presignGet(thumbnail);

/** One copy of the row: to spread it out again and again took a tenth of the time that a page of fifty takes. */
function shown<T extends Figures>(asker: Asker, row: T, thumbnail_url: string | null, fields?: FieldValues): Shown<T> {
  const { thumbnail: _, ...rest } = row;
  const own = rest as unknown as Omit<T, 'thumbnail' | 'available' | 'fields'> & { fields: FieldValues };
  return Object.assign(
    own,
    hiddenFrom(asker, row),
    ownPrices(asker, row),
    tellStock(asker, row),
    fields ? { thumbnail_url, fields } : { thumbnail_url },
  );
}

/** A stored row as the asker may see it: links in place of storage keys, stock by his role. */
export async function show<T extends Figures>(app: Links, asker: Asker, row: T): Promise<Shown<T>> {
  const fields = row.fields && (await showFields(app, row.fields));
  return shown(asker, row, await linkOf(app, row.thumbnail), fields);
}

export async function showPage<T extends Figures>(app: Links, askerOf: (row: T) => Asker, page: Page<T>) {
  const links = await Promise.all(page.items.map(({ thumbnail }) => linkOf(app, thumbnail)));
  const values = await Promise.all(page.items.map(({ fields }) => fields && showFields(app, fields)));
  return {
    ...page,
    items: page.items.map((row, place) => shown(askerOf(row), row, links[place] ?? null, values[place])),
  };
}

interface ProductRow extends Figures {
  readonly id: string;
  readonly min_price: number | null;
  readonly max_price: number | null;
}

/**
 * Products as `showPage` shows rows; of whoever buys by a level the range of prices is made of the variants of just these
 * products, because what products keep of it goes by the price itself.
 */
export async function showProducts<T extends ProductRow>(
  app: Links,
  tx: Tx,
  askerOf: (row: T) => { readonly project_id: string; readonly asker: Asker },
  page: Page<T>,
) {
  const levelled = page.items.flatMap((row) => {
    const { project_id, asker } = askerOf(row);
    return asker?.price_level_id ? [{ project_id, id: row.id, level: asker.price_level_id }] : [];
  });
  const ranges = levelled.length > 0 ? await readOwnRanges(tx, levelled) : undefined;
  const items = ranges ? page.items.map((row) => ({ ...row, ...ranges.get(row.id) })) : page.items;
  return showPage(app, (row) => askerOf(row).asker, { ...page, items });
}

export async function showImage({ storage }: Links, image: ImageRow): Promise<ProductImage> {
  const url = await storage.presignGet(image.file_name);
  return {
    id: image.id,
    product_id: image.product_id,
    product_variant_id: image.product_variant_id,
    product_value_id: image.product_value_id,
    url,
    thumbnail_url: image.thumbnail ? await storage.presignGet(image.thumbnail) : url,
    is_thumbnail: image.is_thumbnail,
    position: image.position,
    created_at: image.created_at,
  };
}

/** These modifications, as the asker may see them; a Client those of published products. */
export async function readVariantRecords(
  app: Links & WithHooks,
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<VariantRecord[]> {
  if (ids.length === 0) return [];
  const asked = { id: [...ids], sort: 'name', limit: ids.length };
  const [asker, found] = await together([askerIn(app, tx, scope), listAllVariants(tx, scope, asked)]);
  return (await showPage(app, () => asker, found)).items;
}

/** The whole product for its page. Throws `catalog.not_found`, for a Client also when it is hidden or deleted. */
export async function readProduct(app: Links & WithHooks, tx: Tx, scope: ProjectScope, id: string): Promise<Product> {
  // issued together; when the head is refused, the rest is shown to nobody
  const [asker, { only_variant_id: _, sku: __, ...head }, options, variants, images] = await together([
    askerIn(app, tx, scope),
    readHead(tx, scope, id),
    readOptions(tx, scope, id),
    readVariants(tx, scope, id),
    readImages(tx, scope, id),
  ]);
  const shownVariants = await Promise.all(variants.map((variant) => show(app, asker, variant)));
  return {
    ...(await show(app, asker, head)),
    ...(asker?.price_level_id ? rangeOf(shownVariants) : {}),
    project_id: scope.project.id,
    options,
    variants: shownVariants,
    images: await Promise.all(images.map((image) => showImage(app, image))),
    ...(asker ? { on_order: scope.project.allow_backorders && asker.stock_told !== 'paused' } : {}),
  };
}

function rangeOf(variants: readonly { readonly price: number | null }[]) {
  const prices = variants.flatMap(({ price }) => price ?? []);
  return prices.length === 0 ? {} : { min_price: Math.min(...prices), max_price: Math.max(...prices) };
}

export type { Stored };
