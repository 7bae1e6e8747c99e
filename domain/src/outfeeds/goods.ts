import { type Had, type Telling, tellStock } from '../kit/availability';
import type { SideName } from '../kit/size';
import type { Target } from './markets';

/** A category as a feed names it: by a number, because marketplaces take no other ids. */
export interface FeedCategory {
  readonly number: number;
  readonly parent: number | null;
  readonly name: string;
  /** From the root down, this one last. */
  readonly path: readonly string[];
  /** What the marketplace calls it; null where that is not said. */
  readonly market: Target | null;
}

export interface FeedValue {
  readonly option: string;
  readonly value: string;
  /** Codes of the marketplace for both, where it has some and they are known. */
  readonly option_id?: string;
  readonly value_id?: string;
}

/** An additional field of the templates, as a feed calls it. */
export interface FeedField {
  readonly set: 'product' | 'product_modification';
  readonly key: string;
  readonly name: string;
}

/** The value of a field: told as a parameter, but no value by which goods are chosen. */
export type FieldValue = FeedValue & Pick<FeedField, 'set' | 'key'>;

/** One modification, as it is offered. Prices in kopecks, weight in grams, sides in millimetres. */
export interface FeedOffer extends Readonly<Record<SideName, number | null>> {
  /** Its id, which never changes. */
  readonly id: string;
  readonly sku: string;
  readonly barcode: string | null;
  readonly price: number;
  /** Of the partner feed alone: what its dropshipper pays, and what is recommended; null where it is not told. */
  readonly partner?: { readonly base: number | null; readonly recommended: number | null };
  /** Null where no number is told, or none can be. */
  readonly stock: number | null;
  readonly available: boolean;
  readonly weight: number | null;
  readonly values: readonly FeedValue[];
  /** Additional fields of the modification. */
  readonly fields: readonly FieldValue[];
  /** Addresses of photos, its own first. */
  readonly images: readonly string[];
}

export interface FeedProduct {
  readonly id: string;
  /** Joins its modifications where a marketplace takes digits alone. */
  readonly number: number;
  readonly name: string;
  /** Plain text, paragraphs and `- ` lists. */
  readonly description: string;
  /** The same as marketplaces take it, made once for all its offers. */
  readonly html: string;
  readonly vendor: string;
  readonly unit: string;
  readonly tags: readonly string[];
  readonly category: FeedCategory | null;
  /** Additional fields of the product. */
  readonly fields: readonly FieldValue[];
  /** Photos of all its modifications. */
  readonly images: readonly string[];
  readonly offers: readonly FeedOffer[];
}

/** The language that names and descriptions are written in, as the seller says: nothing is translated. */
export type FeedLanguage = 'ua' | 'ru' | 'en';

/** What a feed tells of itself, before its goods. */
export interface FeedHead {
  readonly shop: string;
  readonly site: string;
  /** `2026-03-02 10:15`, by the clock of Kyiv. */
  readonly date: string;
  readonly language: FeedLanguage;
  /** The page of goods in the seller's own shop, with `{sku}` or `{id}` in it. */
  readonly link: string | null;
  /** Parents before their children. */
  readonly categories: readonly FeedCategory[];
  /** Names of all options of the goods, the frequent ones first, and how many one product has at most. */
  readonly options: readonly string[];
  readonly most_options: number;
  /** Additional fields that were chosen, in their order. */
  readonly fields: readonly FeedField[];
}

/** All that is told of an offer as parameters: what it is chosen by, then the fields. */
export const paramsOf = (product: FeedProduct, offer: FeedOffer): readonly FeedValue[] => [
  ...offer.values,
  ...product.fields,
  ...offer.fields,
];

/**
 * What a feed tells of the stock. Pieces are held back only of a number that is told: else whoever tries one buffer after
 * another would read from his feed how many there are.
 */
export function feedStock(
  telling: Telling | null,
  had: Had,
  buffer: number,
): { readonly stock: number | null; readonly available: boolean } {
  const { available, availability } = tellStock(telling, had);
  if (available === null) return { stock: null, available: availability !== 'out_of_stock' };
  const stock = Math.max(0, available - buffer);
  return { stock, available: stock > 0 };
}

/** What makes this modification another one than its sisters: the values of options in which they differ. */
export function differingValues({ offers }: FeedProduct, offer: FeedOffer): string[] {
  return offer.values
    .filter(({ option, value }) =>
      offers.some((other) => other.values.find((one) => one.option === option)?.value !== value),
    )
    .map(({ value }) => value);
}

/** The name where each modification is an offer of its own: `Футболка (Білий, M)`. */
export function offerName(product: FeedProduct, offer: FeedOffer): string {
  const values = differingValues(product, offer);
  return values.length === 0 ? product.name : `${product.name} (${values.join(', ')})`;
}

export function linkOf({ link }: Pick<FeedHead, 'link'>, offer: Pick<FeedOffer, 'id' | 'sku'>): string | null {
  if (link === null) return null;
  return link
    .replaceAll('{sku}', encodeURIComponent(offer.sku || offer.id))
    .replaceAll('{id}', encodeURIComponent(offer.id));
}

/** `799.00`: as every reader of feeds takes it. */
export const amount = (kopecks: number): string =>
  `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;

/** Grams as kilograms, millimetres as centimetres: `0.25`, `30.5`. */
export const inThousands = (value: number): string => String(value / 1000);
export const inTens = (value: number): string => String(value / 10);

/**
 * Nine digits for an id: marketplaces join modifications and name categories by such numbers, and they must not change
 * from one export to the next. Two ids that would get the same one are told apart in the order in which they come.
 */
export class Numbers {
  private readonly byId = new Map<string, number>();
  private readonly taken = new Set<number>();

  of(id: string): number {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    let number = hashed(id);
    while (this.taken.has(number)) number = (number % 999_999_999) + 1;
    this.byId.set(id, number);
    this.taken.add(number);
    return number;
  }
}

/** FNV-1a, 32 bits, in 1 … 999,999,999. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (hash % 999_999_999) + 1;
}
