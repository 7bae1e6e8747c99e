import type { DomainError } from '@lanka/domain/kit/errors';
import { type OrderStatus, orderErrors } from '@lanka/domain/orders/contract';
import {
  type Discounts,
  firstDuplicate,
  priceLine,
  pricesAreFrozen,
  recountLine,
  sumLines,
} from '@lanka/domain/orders/rules';
import { choosePrice } from '@lanka/domain/price_levels/rules';
import { coversGoods, isFor } from '@lanka/domain/promotions/rules';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { searchedFields } from '@lanka/domain/templates/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { inOneStatement } from '../kit/db/one-statement';
import { mustBeParty, type Party, partyForOrder } from '../partners';
import { type ApplicablePromotion, activeForAll, promotionForCode } from '../promotions';
import { type LockedLevels, lockedLevels } from '../stock';
import { type Templates, templatesOf } from '../templates';
import { type ItemRecord, type NewItem, type SaleVariant, variantsForSale } from './orders.store';

export interface WantedItem {
  /** The line's id when it is there already. */
  readonly id?: string;
  readonly product_variant_id: string;
  readonly count: number;
  /** Undefined: as the line has it, which of a new one is null. */
  readonly customer_price?: number | null | undefined;
  /** Checked already; missing where nobody asks for them. */
  readonly fields?: StoredValues;
}

/** What prices depend on, beside the catalogue. */
export interface PricedOrder {
  /** The order for which a one-time code may have been spent already; null of one that nobody has created. */
  readonly id: string | null;
  readonly counterparty_id: string | null;
  readonly promo_code: string | null;
  readonly customer_discount: number;
}

/** What prices depend on at this moment: whose order it is, the promotions for all, the variants by their id. */
export interface Offer {
  readonly party: Party;
  readonly promotions: readonly ApplicablePromotion[];
  readonly variants: ReadonlyMap<string, SaleVariant>;
  /** By which the fields of the order and of its items are checked. */
  readonly templates: Templates;
  /** Of the variants, when they were to be locked. */
  readonly levels: LockedLevels | undefined;
}

interface PriceChoice {
  /** The counterparty cannot be deleted until the transaction ends: the order is going to be written. */
  readonly hold?: boolean;
  /** When it was read already. */
  readonly offer?: Offer | undefined;
}

/** With `lock` nobody else books the variants until the transaction ends. @throws partners.unknown */
export async function readOffer(
  tx: Tx,
  scope: ProjectScope,
  counterpartyId: string | null | undefined,
  wanted: readonly Pick<WantedItem, 'product_variant_id'>[],
  { hold = true, lock = false }: { hold?: boolean; lock?: boolean } = {},
): Promise<Offer> {
  const ids = wanted.map(({ product_variant_id }) => product_variant_id);
  const reads = [
    partyForOrder(scope, counterpartyId, { hold }),
    activeForAll(scope, new Date()),
    variantsForSale(scope, ids),
    templatesOf(scope, ['order', 'order_item']),
  ] as const;
  const [found, promotions, variants, templates, levels] = lock
    ? await inOneStatement(tx, [...reads, lockedLevels(scope, ids)])
    : await inOneStatement(tx, reads);
  return {
    party: await mustBeParty(tx, scope, counterpartyId, found, { hold }),
    promotions,
    variants,
    templates,
    levels,
  };
}

export interface Prices {
  readonly items: NewItem[];
  readonly sums: ReturnType<typeof sumLines>;
  /** The promotion of the code, whether or not it won on a line. */
  readonly promotion_id: string | null;
  /** What an order cannot be written with: a code that does not hold, lines that are not for sale. */
  readonly refusals: readonly DomainError[];
}

/**
 * The lines by the catalogue and the discounts of this moment; what is refused is left out and told.
 * @throws orders.duplicate_variant, sum_too_large, partners.unknown
 */
export async function tryPrices(
  tx: Tx,
  scope: ProjectScope,
  order: PricedOrder,
  wanted: readonly WantedItem[],
  { hold = true, offer }: PriceChoice = {},
): Promise<Prices> {
  refuseDuplicates(wanted);
  const { party, promotions, variants } =
    offer ?? (await readOffer(tx, scope, order.counterparty_id, wanted, { hold }));
  const code = order.promo_code ? await findCode(tx, scope, order.promo_code, party.id, order.id) : NO_CODE;
  const forParty = promotions.filter((one) => isFor(one, party.id));
  const discounts = {
    counterparty_discount: party.discount,
    promotions: code.promotion ? [...forParty, code.promotion] : forParty,
    customer_discount: order.customer_discount,
  };
  const missing = wanted.flatMap(({ product_variant_id }, index) =>
    variants.has(product_variant_id) ? [] : [{ path: `items.${index}.product_variant_id`, product_variant_id }],
  );
  const items = wanted.flatMap((item, position) => {
    const variant = variants.get(item.product_variant_id);
    return variant ? [asItem(item, position, variant, party, discounts)] : [];
  });
  const refusals = [
    ...(code.refused ? [code.refused] : []),
    ...(coversNone(code.promotion, variants) ? [orderErrors.promo_code_no_goods({ path: 'promo_code' })] : []),
    ...(missing.length > 0 ? [orderErrors.not_for_sale(...missing)] : []),
  ];
  return { items, sums: sumLines(items), promotion_id: code.promotion?.id ?? null, refusals };
}

/** The same for an order that is going to be written. */
export async function priceNow(
  tx: Tx,
  scope: ProjectScope,
  order: PricedOrder,
  wanted: readonly WantedItem[],
  choice?: PriceChoice,
): Promise<Prices> {
  return agreed(await tryPrices(tx, scope, order, wanted, choice));
}

/** Prices that an order may be written with. @throws orders.promo_code_unknown, promo_code_used, not_for_sale */
export function agreed(prices: Prices): Prices {
  const [refused] = prices.refusals;
  if (refused) throw refused;
  return prices;
}

/** A code that takes off nothing here would be spent for nothing. */
const coversNone = (promotion: ApplicablePromotion | null, variants: Offer['variants']): boolean =>
  promotion !== null && variants.size > 0 && ![...variants.values()].some((variant) => coversGoods(promotion, variant));

interface FoundCode {
  readonly promotion: ApplicablePromotion | null;
  readonly refused: DomainError | null;
}
const NO_CODE: FoundCode = { promotion: null, refused: null };

async function findCode(
  tx: Tx,
  scope: ProjectScope,
  code: string,
  counterpartyId: string,
  orderId: string | null,
): Promise<FoundCode> {
  const promotion = await promotionForCode(tx, scope, code, counterpartyId, new Date());
  if (!promotion) return { promotion, refused: orderErrors.promo_code_unknown({ path: 'promo_code' }) };
  if (promotion.used_by && promotion.used_by !== orderId)
    return { promotion: null, refused: orderErrors.promo_code_used({ path: 'promo_code' }) };
  return { promotion, refused: null };
}

function asItem(
  { id, product_variant_id, count, customer_price = null, fields = {} }: WantedItem,
  position: number,
  variant: SaleVariant,
  { price_level_id, price_level_name }: Party,
  { promotions, ...others }: Omit<Discounts, 'promotions'> & { readonly promotions: readonly ApplicablePromotion[] },
): NewItem {
  const chosen = choosePrice(variant, price_level_id, count);
  const base_price = chosen.price;
  const recommended_price = variant.recommended_price ?? base_price;
  const discounts = { ...others, promotions: promotions.filter((one) => coversGoods(one, variant)) };
  const priced = priceLine({ base_price, recommended_price, count, customer_price }, discounts);
  const by = {
    price_level: chosen.price_level_id === null ? null : price_level_name,
    price_from: chosen.from_count,
  };
  const { product_title, modification_title, sku, unit, tracked } = variant;
  const goods = { product_variant_id, product_title, modification_title, sku, unit, tracked };
  return { id: id ?? newId(), position, ...goods, fields, count, ...by, ...priced };
}

/**
 * The lines of an order that is being edited. Before it is sent prices follow the catalogue; afterwards known lines
 * keep their frozen price with the new count, and new ones are priced by today, without the code.
 */
export async function priceEdited(
  tx: Tx,
  scope: ProjectScope,
  order: PricedOrder & { readonly status: OrderStatus },
  known: readonly ItemRecord[],
  asked: readonly WantedItem[] | undefined,
  choice?: PriceChoice,
): Promise<Prices> {
  const before = new Map(known.map((item) => [item.product_variant_id, item]));
  const wanted = (asked ?? known.map(lineOf)).map(({ product_variant_id, count, fields = {}, customer_price }) => {
    const line = before.get(product_variant_id);
    const price = customer_price === undefined ? (line?.customer_price ?? null) : customer_price;
    return { product_variant_id, count, fields, customer_price: price, ...(line ? { id: line.id } : {}) };
  });
  if (!pricesAreFrozen(order.status)) return tryPrices(tx, scope, order, wanted, choice);
  refuseDuplicates(wanted);
  const fresh = wanted.filter(({ product_variant_id }) => !before.has(product_variant_id));
  const added = await tryPrices(tx, scope, { ...order, promo_code: null }, fresh, choice);
  const items = wanted.flatMap((asks, position) => {
    const item = before.get(asks.product_variant_id);
    const line = item
      ? { ...recounted(item, asks, order.customer_discount), fields: asks.fields }
      : added.items.find((one) => one.product_variant_id === asks.product_variant_id);
    return line ? [{ ...line, position }] : [];
  });
  return { ...added, items, sums: sumLines(items) };
}

type Asks = Pick<NewItem, 'count' | 'customer_price'>;

function recounted(item: ItemRecord, asks: Asks, customer_discount: number): NewItem {
  const known = item as unknown as NewItem;
  return { ...known, ...recountLine(known, asks, customer_discount), count: asks.count };
}

export const lineOf = ({ id, product_variant_id, count, fields, customer_price }: ItemRecord): Line => ({
  ...{ id, product_variant_id, fields, customer_price },
  count: count ?? 0,
});
export type Line = Pick<NewItem, 'id' | 'product_variant_id' | 'count' | 'fields'> & Pick<WantedItem, 'customer_price'>;

export function refuseDuplicates(items: readonly Pick<WantedItem, 'product_variant_id'>[]): void {
  const duplicate = firstDuplicate(items);
  if (duplicate === null) return;
  const index = items.findLastIndex(({ product_variant_id }) => product_variant_id === duplicate);
  throw orderErrors.duplicate_variant({ path: `items.${index}.product_variant_id`, product_variant_id: duplicate });
}

interface Searched {
  readonly customer_name: string;
  readonly customer_email?: string | null | undefined;
  readonly customer_phone?: string | null | undefined;
  readonly recipient_name: string;
  readonly recipient_phone?: string | null | undefined;
  readonly ttn?: string | null | undefined;
  /** Of its further parcels. */
  readonly ttns?: readonly string[] | undefined;
  readonly tags: readonly string[];
  readonly source: string;
  readonly external_number?: string | null | undefined;
  readonly delivery_town: string;
  readonly fields: StoredValues;
}

/** What search looks in. Spaces inside a ТТН are typed for the eye only. */
export function searchText(
  order: Searched,
  items: readonly Pick<NewItem, 'sku' | 'product_title' | 'fields'>[],
): string {
  // whole, because lists are filtered by them
  const marks = [...order.tags, order.source, order.delivery_town].join(' ').toLowerCase();
  const ofFields = [marks, ...[order, ...items].map(({ fields }) => searchedFields(fields))].filter(Boolean);
  const parts = [
    order.customer_name,
    order.customer_email,
    order.customer_phone,
    order.recipient_name,
    order.recipient_phone,
    order.external_number,
    ...[order.ttn, ...(order.ttns ?? [])].map((ttn) => ttn?.replace(/\s/g, '')),
    ...items.flatMap(({ sku, product_title }) => [sku, product_title]),
  ];
  const plain = [...new Set(parts.filter(Boolean))].join(' ').toLowerCase().slice(0, 8_000);
  return [plain, ...new Set(ofFields)].filter(Boolean).join(' ');
}
