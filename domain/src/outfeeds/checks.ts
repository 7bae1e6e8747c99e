import { z } from 'zod';
import { Id } from '../kit/ids';
import { DEMANDS, type FeedFormat } from './formats';
import { type FeedLanguage, type FeedOffer, type FeedProduct, offerName, paramsOf } from './goods';
import { MARKETS, marketOf } from './markets';

/** What a marketplace refuses or sells badly. */
export const FeedProblemCode = z.enum([
  'price_missing',
  'photo_missing',
  'vendor_missing',
  'category_missing',
  'description_missing',
  'quantity_missing',
  'link_missing',
  'name_too_long',
  'sku_too_long',
  'photos_cut',
  'category_unmapped',
  'param_unmapped',
  'other_language',
  'below_purchase',
  'sheet_full',
]);
export type FeedProblemCode = z.infer<typeof FeedProblemCode>;

/** Examples that are kept of each problem. */
export const MAX_EXAMPLES = 20;

export const FeedProblem = z.object({
  code: FeedProblemCode,
  /** Offers that have it. */
  count: z.int(),
  /** What is allowed, where there is a bound. */
  allowed: z.int().nullable(),
  /** Goods to mend, the first of them; `own_id`: as a dropshipper keeps them among his own. */
  examples: z.array(z.object({ product_id: Id, name: z.string(), own_id: Id.optional() })),
});
export type FeedProblem = z.infer<typeof FeedProblem>;

/** Letters that show a text to be written in another language than the feed says: nothing is translated. */
const OTHER: Readonly<Record<FeedLanguage, RegExp>> = { ua: /[ыэъё]/i, ru: /[іїєґ]/i, en: /[а-яіїєґ]/i };

/** What may be wrong with one offer, for this marketplace. */
export function problemsOf(
  format: FeedFormat,
  product: FeedProduct,
  offer: FeedOffer,
  more: { readonly link: string | null; readonly purchase: number | null; readonly language: FeedLanguage },
): FeedProblemCode[] {
  const demands = DEMANDS[format];
  const market = marketOf(format);
  const name = demands.named_by_values ? offerName(product, offer) : product.name;
  const found: [FeedProblemCode, boolean][] = [
    ['photo_missing', offer.images.length === 0],
    ['vendor_missing', demands.vendor === true && product.vendor === ''],
    ['category_missing', demands.category === true && product.category === null],
    ['description_missing', demands.description === true && product.description.trim() === ''],
    ['quantity_missing', demands.quantity === true && offer.stock === null],
    ['link_missing', demands.link === true && more.link === null],
    ['name_too_long', demands.name !== undefined && name.length > demands.name],
    ['sku_too_long', demands.sku !== undefined && offer.sku.length > demands.sku],
    ['photos_cut', demands.photos !== undefined && offer.images.length > demands.photos],
    ['category_unmapped', market !== null && product.category !== null && product.category.market === null],
    [
      'param_unmapped',
      market !== null && MARKETS[market].codes && paramsOf(product, offer).some((one) => !one.option_id),
    ],
    ['other_language', [product.name, product.description].some((said) => OTHER[more.language].test(said))],
    ['below_purchase', more.purchase !== null && offer.price < more.purchase],
  ];
  return found.filter(([, is]) => is).map(([code]) => code);
}

const boundOf = (format: FeedFormat, code: FeedProblemCode): number | null => {
  const { name, sku, photos } = DEMANDS[format];
  return { name_too_long: name, sku_too_long: sku, photos_cut: photos }[code as 'name_too_long'] ?? null;
};

interface Goods {
  readonly id: string;
  readonly name: string;
  readonly own_id?: string | undefined;
}

/** Gathers what is wrong while a feed is written: counts of all, and the first goods of each. */
export class Report {
  private readonly found = new Map<FeedProblemCode, { count: number; examples: Map<string, Goods> }>();

  constructor(private readonly format: FeedFormat) {}

  add(code: FeedProblemCode, { id, name, own_id }: Goods): void {
    const known = this.found.get(code) ?? { count: 0, examples: new Map<string, Goods>() };
    this.found.set(code, known);
    known.count += 1;
    if (known.examples.size < MAX_EXAMPLES) known.examples.set(id, { id, name, own_id });
  }

  /** In the order of the codes: what keeps goods out first. */
  get problems(): FeedProblem[] {
    return FeedProblemCode.options.flatMap((code) => {
      const one = this.found.get(code);
      if (!one) return [];
      const examples = [...one.examples.values()].map(({ id, name, own_id }) => ({
        ...{ product_id: id, name },
        ...(own_id === undefined ? {} : { own_id }),
      }));
      return [{ code, count: one.count, allowed: boundOf(this.format, code), examples }];
    });
  }
}
