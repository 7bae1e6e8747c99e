import { branchOf, type Node, namesTo } from '@lanka/domain/categories/rules';
import { TABLE_SETS } from '@lanka/domain/feeds/fields';
import { toHtml } from '@lanka/domain/kit/markup';
import { lessPercent } from '@lanka/domain/kit/money';
import { formatDateTime, kyivDate } from '@lanka/domain/kit/time';
import { problemsOf, Report } from '@lanka/domain/outfeeds/checks';
import type { FeedSettings } from '@lanka/domain/outfeeds/contract';
import { chosenFields, namedField, toldFields } from '@lanka/domain/outfeeds/fields';
import {
  type FeedCategory,
  type FeedHead,
  type FeedOffer,
  type FeedProduct,
  feedStock,
  Numbers,
} from '@lanka/domain/outfeeds/goods';
import { Mapped, marketOf, NOTHING_MAPPED, tagKey } from '@lanka/domain/outfeeds/markets';
import { sellingPrice } from '@lanka/domain/outfeeds/pricing';
import { choosePrice } from '@lanka/domain/price_levels/rules';
import { readTree } from '../categories';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readTemplates } from '../templates';
import { photoAddress } from './addresses';
import {
  type FieldKeys,
  readGoods,
  readOptionNames,
  readUsedCategories,
  type StoredProduct,
  type StoredVariant,
} from './goods.store';
import { ownerOfMapping, readMapping } from './mapping.store';
import type { BuiltFeed } from './outfeeds.store';
import type { Own } from './own-goods';

/** Who sells, and what of the goods he is told. */
export type Seller = Pick<
  BuiltFeed,
  'project_id' | 'user_id' | 'telling' | 'price_level_id' | 'discount' | 'project_title' | 'website'
>;

/** Goods that follow one another; without a last one it is the end. */
export interface Page {
  readonly last: StoredProduct | null;
  readonly products: FeedProduct[];
}

type Field = NonNullable<Awaited<ReturnType<typeof readTemplates>>['product']>[number];

/** All fields of goods that tables and feeds can have. */
export const readGoodsFields = async (tx: Tx, project_id: string): Promise<Field[]> =>
  Object.values(await readTemplates(tx, systemIn(project_id), TABLE_SETS)).flat();

/** The fields that these settings name and that may be told; what the supplier takes back goes with the next build. */
export async function readChosenFields(
  tx: Tx,
  { project_id, user_id }: Pick<Seller, 'project_id' | 'user_id'>,
  refs: readonly string[],
): Promise<Field[]> {
  if (refs.length === 0) return [];
  return chosenFields(refs, await readGoodsFields(tx, project_id), user_id === null);
}

/** What a feed of these settings is made of: read once, before its goods. */
export class Making {
  private readonly numbers = new Numbers();
  readonly report: Report;
  private readonly keys: FieldKeys;
  offers = 0;
  available = 0;
  left_out = 0;

  private constructor(
    private readonly seller: Seller,
    private readonly settings: FeedSettings,
    private readonly photos: (image: { readonly id: string; readonly file: string }) => string,
    readonly head: FeedHead,
    private readonly categories: ReadonlyMap<string, FeedCategory>,
    private readonly category_ids: readonly string[] | null,
    /** Access has ended: nothing of it can be had any more. */
    private readonly sold_out: boolean,
    private readonly mapped: Mapped,
    /** Set where the goods go in as the seller has them. */
    private readonly own: Own | null,
    /** Additional fields that go in. */
    private readonly fields: readonly Field[],
  ) {
    this.report = new Report(settings.format);
    const keysOf = (set: Field['set']) => fields.filter((field) => field.set === set).map(({ key }) => key);
    this.keys = { product: keysOf('product'), product_modification: keysOf('product_modification') };
  }

  static async begin(
    tx: Tx,
    seller: Seller,
    settings: FeedSettings,
    {
      publicUrl,
      sold_out,
      now,
      own = null,
    }: { readonly publicUrl: string; readonly sold_out: boolean; readonly now: Date; readonly own?: Own | null },
  ): Promise<Making> {
    const { project_id } = seller;
    const { choice } = settings;
    const tree = await readTree(tx, { project: { id: project_id } });
    const category_ids =
      choice.category_ids.length === 0 ? null : choice.category_ids.flatMap((id) => branchOf(tree, id));
    const market = marketOf(settings.format);
    const of = market && { project_id, owner_id: ownerOfMapping(seller), market };
    const mapped = new Mapped(market, of ? await readMapping(tx, of) : NOTHING_MAPPED);
    const categories = categoriesOf(tree, await readUsedCategories(tx, project_id), mapped);
    const options = await readOptionNames(tx, project_id, choice, category_ids, own?.chosen);
    const fields = await readChosenFields(tx, seller, settings.fields ?? []);
    const head: FeedHead = {
      shop: settings.shop || seller.project_title,
      site: (settings.link && new URL(settings.link).origin) ?? seller.website ?? publicUrl,
      date: `${kyivDate(now)} ${formatDateTime(now).slice(-5)}`,
      language: settings.language,
      link: settings.link,
      categories: [...categories.values()],
      options: options.names,
      most_options: options.most,
      fields: fields.map((field) => namedField(field, mapped)),
    };
    const photos = (one: { id: string; file: string }) => photoAddress(publicUrl, project_id, one);
    return new Making(seller, settings, photos, head, categories, category_ids, sold_out, mapped, own, fields);
  }

  /** The goods that come after this place; an empty page is the end. */
  async page(tx: Tx, after: StoredProduct | null): Promise<Page> {
    const { choice } = this.settings;
    const found = await readGoods(tx, this.seller.project_id, choice, this.category_ids, after, {
      ...{ also: this.own?.chosen, keys: this.keys },
    });
    const goods = this.own ? await this.own.as(tx, found) : found;
    return { last: found.at(-1) ?? null, products: goods.flatMap((one) => this.product(one) ?? []) };
  }

  private product(stored: StoredProduct): FeedProduct | null {
    const values = new Map(stored.values.map((one) => [one.id, one]));
    const taken = new Set(stored.values.map((one) => this.mapped.value(one).option.toLowerCase()));
    const fields = this.told('product', stored.fields, taken);
    for (const { option } of fields) taken.add(option.toLowerCase());
    const offers = stored.variants.flatMap((variant) => this.offer(stored, variant, { values, taken }) ?? []);
    if (offers.length === 0) return null;
    const product: FeedProduct = {
      ...{ id: stored.id, number: this.numbers.of(stored.id), name: stored.name, description: stored.description },
      html: toHtml(stored.description),
      ...{ vendor: stored.vendor, unit: stored.unit, tags: stored.keywords ?? stored.tags },
      category: this.categoryOf(stored),
      fields,
      images: stored.images.map(this.photos),
      offers,
    };
    for (const offer of offers) this.judge(product, offer, stored);
    return product;
  }

  /** Goods without one stand where the first of their tags is mapped to. */
  private categoryOf({ category_id, tags }: StoredProduct): FeedCategory | null {
    if (category_id) return this.categories.get(category_id) ?? null;
    const tag = tags.find((one) => this.categories.has(tagKey(one)));
    return tag === undefined ? null : (this.categories.get(tagKey(tag)) ?? null);
  }

  private offer(
    stored: StoredProduct,
    variant: StoredVariant,
    {
      values,
      taken,
    }: {
      readonly values: ReadonlyMap<string, StoredProduct['values'][number]>;
      /** Names that parameters of the product have, in small letters. */
      readonly taken: ReadonlySet<string>;
    },
  ): FeedOffer | null {
    const { markup, buffer, choice } = this.settings;
    const told = feedStock(this.seller.telling, variant, buffer);
    const { stock, available } = this.sold_out ? { stock: told.stock === null ? null : 0, available: false } : told;
    if (choice.in_stock && !available && !this.sold_out) return null;
    const purchase = this.purchaseOf(variant);
    const recommended = variant.recommended_price;
    const partner = this.settings.format === 'partner' ? this.partnerPrices(recommended, purchase) : undefined;
    const usual = partner ? (recommended ?? purchase) : sellingPrice({ recommended, purchase }, markup);
    const price = variant.own_price ?? usual;
    if (price === null) {
      this.left_out += 1;
      this.report.add('price_missing', stored);
      return null;
    }
    const own = new Set(variant.value_ids);
    return {
      ...{ id: variant.id, sku: variant.sku, barcode: variant.barcode, price, stock, available },
      ...(partner ? { partner } : {}),
      ...{ weight: variant.weight, length: variant.length, width: variant.width, height: variant.height },
      values: [...values.values()].filter(({ id }) => own.has(id)).map((one) => this.mapped.value(one)),
      fields: this.told('product_modification', variant.fields, taken),
      images: imagesOf(stored, variant.id, own).map(this.photos),
    };
  }

  private told(set: keyof FieldKeys, values: StoredProduct['fields'], taken: ReadonlySet<string>) {
    const { language } = this.settings;
    return toldFields(this.fields, set, values, { language, mapped: this.mapped, taken });
  }

  /** When his access has ended nobody is told any more what he pays. */
  private partnerPrices(recommended: number | null, purchase: number | null) {
    return { recommended, base: this.sold_out ? null : purchase };
  }

  /** What the seller pays for one piece. */
  private purchaseOf({ price, prices }: StoredVariant): number | null {
    const { price_level_id, discount } = this.seller;
    return price === null ? null : lessPercent(choosePrice({ price, prices }, price_level_id, 1).price, discount);
  }

  private judge(product: FeedProduct, offer: FeedOffer, { variants, own_id }: StoredProduct): void {
    this.offers += 1;
    if (offer.available) this.available += 1;
    const variant = variants.find(({ id }) => id === offer.id);
    const told = variant && !offer.partner;
    const { link, language } = this.settings;
    const more = { link, language, purchase: told ? this.purchaseOf(variant) : null };
    for (const code of problemsOf(this.settings.format, product, offer, more))
      this.report.add(code, { ...product, own_id });
  }
}

/**
 * Photos of this modification and of its values first, then those of the whole product; not those of its sisters. What
 * its seller has added himself goes before all of them.
 */
function imagesOf({ images }: StoredProduct, variant_id: string, values: ReadonlySet<string>) {
  const fits = images.filter(
    ({ variant, value }) => (variant === null || variant === variant_id) && (value === null || values.has(value)),
  );
  const own = fits.filter(({ variant, value, leads }) => leads || variant !== null || value !== null);
  return [...own, ...fits.filter((image) => !own.includes(image))];
}

/** Those that have goods, with all above them, parents first. */
function categoriesOf(tree: readonly Node[], used: readonly string[], mapped: Mapped): Map<string, FeedCategory> {
  const byId = new Map(tree.map((node) => [node.id, node]));
  const numbers = new Numbers();
  const found = new Map<string, FeedCategory>();
  const add = (id: string): void => {
    const node = byId.get(id);
    if (!node || found.has(id)) return;
    if (node.parent_id) add(node.parent_id);
    const parent = node.parent_id === null ? null : (found.get(node.parent_id)?.number ?? null);
    const market = mapped.category(id);
    found.set(id, { number: numbers.of(id), parent, name: node.name, path: namesTo(tree, id), market });
  };
  for (const id of [...used].sort()) add(id);
  for (const key of mapped.tags) {
    const name = key.slice('tag:'.length);
    found.set(key, { number: numbers.of(key), parent: null, name, path: [name], market: mapped.category(key) });
  }
  return found;
}
