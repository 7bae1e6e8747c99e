/** Lines of an order while they are edited: pure, so that what the form computes can be tested. */
import type { VariantRecord } from '@lanka/domain/catalog/contract';
import type { Availability } from '@lanka/domain/kit/availability';
import type { Order, OrderItem, OrderPrice, PricedItem } from '@lanka/domain/orders/contract';
import { pricesAreFrozen } from '@lanka/domain/orders/rules';
import type { PriceStep } from '@lanka/domain/price_levels/rules';
import { stockErrors } from '@lanka/domain/stock/contract';
import { CallError } from '../kit/http/call';
import type { FormValues } from '../templates';

/** As the form holds it: `''` and null are «nothing typed», NaN is what is no number. */
export interface Line {
  product_variant_id: string;
  count: number | '' | null;
  /** For one piece, kopecks; null or missing: the recommended price less the customer's discount. */
  customer_price?: number | null;
  /** Of the template order_item. */
  fields?: FormValues;
}

/** What the form knows of a variant: enough for a row and for a price. */
export interface LineInfo {
  product_title: string;
  modification_title: string;
  sku: string;
  unit: string;
  thumbnail_url: string | null;
  /** What can be taken besides what this order holds already; null where no number is told. */
  available: number | null;
  availability: Availability;
  /** Null: not for sale. */
  base_price: number | null;
  recommended_price: number | null;
  /** What it costs from which count on, without levels: to a Client these are his own prices. */
  steps: readonly PriceStep[];
  /** Pieces that the order being edited has booked already. */
  held: number;
}

export type Infos = Readonly<Record<string, LineInfo>>;

export function infoOfVariant(variant: VariantRecord): LineInfo {
  const { product_name, name, sku, unit, thumbnail_url, available, availability, price, prices, recommended_price } =
    variant;
  return {
    product_title: product_name,
    modification_title: name,
    sku,
    unit,
    thumbnail_url,
    available,
    availability,
    base_price: price,
    // as the server has it: without a recommended price the base price stands for it
    recommended_price: recommended_price ?? price,
    steps: prices.filter(({ price_level_id }) => price_level_id === null),
    held: 0,
  };
}

export function infoOfItem(item: OrderItem, isBooked: boolean): LineInfo {
  const { product_title, modification_title, sku, unit, thumbnail_url, available, availability } = item;
  const { base_price, recommended_price } = item;
  return {
    product_title,
    modification_title,
    sku,
    unit,
    thumbnail_url,
    available,
    availability,
    base_price,
    recommended_price,
    steps: [],
    held: isBooked ? item.count : 0,
  };
}

export const infosOfOrder = (order: Pick<Order, 'items' | 'status'>): Infos =>
  Object.fromEntries(
    order.items.map((item) => [item.product_variant_id, infoOfItem(item, pricesAreFrozen(order.status))]),
  );

/** «Плаття “Марта”, чорний / M»; a product without modifications is called by its title alone. */
export const titleOf = (item: { product_title: string; modification_title: string }): string =>
  item.modification_title && item.modification_title !== item.product_title
    ? `${item.product_title}, ${item.modification_title}`
    : item.product_title;

/** From how many pieces on it costs otherwise, when that is still to come. */
export const nextStep = (info: LineInfo | undefined, count: number): PriceStep | undefined =>
  [...(info?.steps ?? [])].sort((a, b) => a.from_count - b.from_count).find(({ from_count }) => from_count > count);

export const hasLine = (lines: readonly Line[], id: string): boolean =>
  lines.some(({ product_variant_id }) => product_variant_id === id);

/** A new line at the end with one piece; null when the variant is there already (specification §5). */
export const withLine = (lines: readonly Line[], id: string): Line[] | null =>
  hasLine(lines, id) ? null : [...lines, { product_variant_id: id, count: 1 }];

/** The scanner counts: one more piece of a known line, or a new line. */
export const withOneMore = (lines: readonly Line[], id: string): Line[] =>
  withLine(lines, id) ??
  lines.map((line) => (line.product_variant_id === id ? { ...line, count: (countOf(line) ?? 0) + 1 } : line));

export const withCount = (lines: readonly Line[], id: string, count: number | null): Line[] =>
  lines.map((line) => (line.product_variant_id === id ? { ...line, count: count ?? '' } : line));

export const withCustomerPrice = (lines: readonly Line[], id: string, customer_price: number | null): Line[] =>
  lines.map((line) => (line.product_variant_id === id ? { ...line, customer_price } : line));

export const withLineFields = (lines: readonly Line[], id: string, fields: FormValues): Line[] =>
  lines.map((line) => (line.product_variant_id === id ? { ...line, fields } : line));

export const withoutLine = (lines: readonly Line[], id: string): Line[] =>
  lines.filter((line) => line.product_variant_id !== id);

/** A count that can be computed with, else null. */
export const countOf = ({ count }: Line): number | null =>
  typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : null;

export const piecesOf = (lines: readonly Line[]): number =>
  lines.reduce((total, line) => total + (countOf(line) ?? 0), 0);

/** What the server says the order would cost. */
export interface Preview {
  /** By variant; a line without a count or that is not for sale is missing. */
  lines: Readonly<Record<string, PricedItem>>;
  /** Null: not known yet. */
  sum: number | null;
  recommended_sum: number | null;
  customer_sum: number | null;
  /** Cash on delivery; null: none, or not known yet. */
  cod: OrderPrice['cod'];
  /** Why it cannot be priced, or what is not for sale; else null. */
  error: string | null;
  /** Why the promo code does not hold; else null. */
  promo_refused: string | null;
  /** Something was changed since, and the new sums are on their way. */
  isOld: boolean;
}

export function previewOf(price: OrderPrice | null, error: Error | null, isOld: boolean): Preview {
  const refusals = price?.refusals ?? [];
  const other = refusals.find(({ path }) => path !== 'promo_code');
  return {
    lines: Object.fromEntries((price?.items ?? []).map((item) => [item.product_variant_id, item])),
    sum: price?.sum ?? null,
    recommended_sum: price?.recommended_sum ?? null,
    customer_sum: price?.customer_sum ?? null,
    cod: price?.cod ?? null,
    error: price ? (other?.message ?? null) : isOld ? null : (error?.message ?? null),
    promo_refused: refusals.find(({ path }) => path === 'promo_code')?.message ?? null,
    isOld,
  };
}

/** How much of each variant could be had, by variant, null where that is not told; what the server says of every short line at once. */
export type Shortage = Readonly<Record<string, { wanted: number; available: number | null }>>;

const SHORT: ReadonlySet<string> = new Set([stockErrors.short.code, stockErrors.short_untold.code]);

export function shortageOf(error: unknown): Shortage {
  if (!(error instanceof CallError) || !SHORT.has(error.code)) return {};
  return Object.fromEntries(
    error.details.flatMap(({ product_variant_id, wanted, available }) =>
      typeof product_variant_id === 'string' && typeof wanted === 'number'
        ? [[product_variant_id, { wanted, available: typeof available === 'number' ? available : null }]]
        : [],
    ),
  );
}

/** The line is still short: it wants more than the server had, or as much as it refused. */
export function isShort(line: Line, shortage: Shortage): boolean {
  const short = shortage[line.product_variant_id];
  if (!short) return false;
  const count = countOf(line) ?? 0;
  return short.available === null ? count >= short.wanted : count > short.available;
}
