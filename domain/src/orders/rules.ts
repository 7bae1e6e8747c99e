import { MAX_KOPECKS } from '../kit/bounds';
import type { DomainError } from '../kit/errors';
import { lessPercent } from '../kit/money';
import { isStaff, type Role } from '../kit/roles';
import { daysAfter, dotted } from '../kit/time';
import { bestDiscount, type PromotionDiscount } from '../promotions/rules';
import { type CommentVisibility, type EffectKind, type OrderStatus, orderErrors } from './contract';
import { STATUSES, TRANSITIONS, type Transition } from './machine';
import { isReserving } from './reservation';

export { EARLY_STATUSES, OPEN_STATUSES, TRANSITIONS, UNFINISHED_STATUSES } from './machine';

export const isFinal = (status: OrderStatus): boolean => STATUSES[status].stage === 'final';

/** Stock and money have not moved yet, though the goods are promised: what the counterparty will still owe. */
export const isOpen = (status: OrderStatus): boolean => STATUSES[status].stage === 'open';

/** Logistics works from Ready on; production moves between InProduction and Ready (domain.md, Order machine). */
function roleMay(role: Role, { who }: Transition, from: OrderStatus, to: OrderStatus): boolean {
  if (isStaff(role)) return true;
  if (role === 'Client') return who === 'client_and_staff';
  if (role === 'Stockman') return STATUSES[from].logistics && STATUSES[to].logistics;
  return (from === 'InProduction' && to === 'Ready') || (from === 'Ready' && to === 'InProduction');
}

/** What the machine needs to know of an order. */
export interface OrderFacts {
  readonly status: OrderStatus;
  readonly item_count: number;
  readonly shipped: boolean;
  readonly charged: boolean;
  /** Some of its parcels are sent, others not. */
  readonly partly_sent?: boolean;
  /** Pieces ordered beyond stock that have not come yet. */
  readonly waiting?: number;
  /** Set where the day until which it was to hold its goods has passed. */
  readonly reservation_over?: { readonly today: string } | null;
  readonly customer_name: string;
  readonly delivery: {
    readonly operator: string;
    readonly recipient_name: string;
    readonly recipient_phone: string | null;
    readonly address: string;
  };
}

export interface MovePlan {
  readonly effects: readonly EffectKind[];
  readonly needs_reason: boolean;
}

const names = (from: OrderStatus, to: OrderStatus) => ({
  from,
  to,
  from_ua: STATUSES[from].ua,
  to_ua: STATUSES[to].ua,
});

/** What the order lacks before a manager can take it. Pick-up needs no address. */
export function missingToSend(order: OrderFacts): DomainError | null {
  if (order.item_count === 0) return orderErrors.no_items({ path: 'items' });
  if (!order.customer_name) return orderErrors.no_customer({ path: 'customer.name' });
  const { operator, recipient_name, recipient_phone, address } = order.delivery;
  if (operator === 'pickup') return null;
  const missing = [
    ...(recipient_name ? [] : [{ path: 'delivery.recipient_name' }]),
    ...(recipient_phone ? [] : [{ path: 'delivery.recipient_phone' }]),
    ...(address ? [] : [{ path: 'delivery.address' }]),
  ];
  return missing.length > 0 ? orderErrors.no_recipient(...missing) : null;
}

const transitionOf = ({ status }: Pick<OrderFacts, 'status'>, to: OrderStatus): Transition | undefined =>
  TRANSITIONS.find((one) => one.to === to && one.from.includes(status));

/** Whether the goods leave the warehouse with this move, if it can be made: known before the lines are read. */
export const takesFromStock = (order: Pick<OrderFacts, 'status' | 'shipped'>, to: OrderStatus): boolean =>
  !order.shipped && transitionOf(order, to)?.effects.includes('ship') === true;

/**
 * The effects of a move, or the coded error why it cannot be. The server carries the effects out, the web shows them
 * beforehand; the reason itself is checked where it is given.
 */
export function planMove(order: OrderFacts, to: OrderStatus, role: Role): MovePlan | { refused: DomainError } {
  const transition = transitionOf(order, to);
  if (!transition) return { refused: orderErrors.move_impossible(names(order.status, to)) };
  if (!roleMay(role, transition, order.status, to)) {
    return { refused: orderErrors.move_forbidden(names(order.status, to)) };
  }
  const missing = to === 'Pending' ? missingToSend(order) : null;
  if (missing) return { refused: missing };
  if (to === 'Pending' && order.reservation_over) return { refused: reservedPast(order.reservation_over.today) };
  if (order.partly_sent && transition.effects.includes('release'))
    return { refused: orderErrors.partly_sent(names(order.status, to)) };
  const waiting = order.waiting ?? 0;
  if (transition.effects.includes('ship') && !order.shipped && waiting > 0)
    return { refused: orderErrors.waiting_for_stock({ waiting }) };
  const effects = transition.effects.filter(
    (effect) => !(effect === 'ship' && order.shipped) && !(effect === 'charge' && order.charged),
  );
  return { effects, needs_reason: transition.needsReason === true };
}

/** The moves to offer: all that lead on from here for this role, the refused ones with their reason. */
export function possibleMoves(order: OrderFacts, role: Role) {
  return TRANSITIONS.filter((one) => one.from.includes(order.status) && roleMay(role, one, order.status, one.to)).map(
    ({ to, needsReason }) => ({
      to,
      needs_reason: needsReason === true,
      final: isFinal(to),
      plan: planMove(order, to, role),
    }),
  );
}

/**
 * What may be edited. A client edits until he sends and again when the order comes back; staff edits items until it
 * is loaded, and customer and delivery until it is final: the ТТН often comes last.
 */
export function editableParts(status: OrderStatus, role: Role) {
  const early = !pricesAreFrozen(status);
  const none = { items: false, details: false, prepayment: false, cod: false, reservation: false };
  // a customer may pay his seller while the order is on its way
  if (role === 'Client')
    return { items: early, details: early, prepayment: !isFinal(status), cod: early, reservation: early };
  if (!isStaff(role)) return none;
  const details = !isFinal(status);
  // the carrier was told of it when the parcel was handed over
  const cod = early || isOpen(status);
  const reservation = early || isReserving(status);
  return { items: STATUSES[status].staff_edits_items, details, prepayment: details, cod, reservation };
}

/** Staff is not bound by what the supplier lets his clients, but a year is no reservation any more. */
const STAFF_DAYS = 365;

const reservedPast = (today: string): DomainError =>
  orderErrors.reserved_past({ path: 'reserved_until', allowed: dotted(today) });

/** Why it may not be reserved until this day, or null. `clientDays`: as the supplier lets his clients. */
export function refuseReservation(
  day: string,
  { today, role, clientDays }: { readonly today: string; readonly role: Role; readonly clientDays: number },
): DomainError | null {
  const path = 'reserved_until';
  const days = role === 'Client' ? clientDays : STAFF_DAYS;
  if (days === 0) return orderErrors.no_reservations({ path });
  if (day < today) return reservedPast(today);
  const last = daysAfter(today, days);
  return day > last ? orderErrors.reserved_too_long({ path, allowed: dotted(last), days }) : null;
}

/** Where an order stands in the queue: by the moment of its sending; of one moment the lower number is first. */
export const queueKey = (sent_at: string, number: number): string => {
  const millis = new Date(sent_at).getTime();
  // thirteen decimals of a second: the number leaves the milliseconds as they are
  return `${Math.floor(millis / 1000)}.${String(millis % 1000).padStart(3, '0')}${String(number).padStart(10, '0')}`;
};

/** What is left to collect on delivery; what was paid beyond the sum is between the seller and his customer. */
export const toCollect = (customer_sum: number, prepaid: number): number => Math.max(0, customer_sum - prepaid);

/** Tags as they are kept: a word once, whatever its case, in the order in which they were given. */
export function tidyTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const tag of tags.map((one) => one.replace(/\s+/g, ' ').trim()))
    if (tag !== '' && !known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag);
  return [...known.values()];
}

/** Whether prices follow the catalogue; from Pending on they are frozen (domain.md, Money). */
export const pricesAreFrozen = (status: OrderStatus): boolean => STATUSES[status].stage !== 'early';

/** The larger of the order's own discount and the client's personal one (domain.md, Money): they do not add up. */
export const customerDiscount = (ofOrder: number, personal: number): number => Math.max(ofOrder, personal);

export function canSeeComment(
  comment: { visibility: CommentVisibility; user_id: string },
  asker: { id: string; role: Role },
): boolean {
  if (comment.user_id === asker.id || comment.visibility === 'all') return true;
  return comment.visibility === 'managers' && isStaff(asker.role);
}

export interface PriceInput {
  readonly base_price: number;
  readonly recommended_price: number;
  readonly count: number;
  /** For one piece, as the seller sets it; null: the recommended price less the customer's discount. */
  readonly customer_price: number | null;
}

export interface PricedLine {
  readonly base_price: number;
  readonly recommended_price: number;
  /** Hundredths of a percent; of a promotion in kopecks, what it comes to. */
  readonly discount: number;
  readonly discount_source: 'none' | 'counterparty' | 'promotion';
  readonly promotion_id: string | null;
  readonly customer_discount: number;
  readonly amount: number;
  readonly recommended_amount: number;
  readonly customer_price: number | null;
  readonly customer_amount: number;
}

export interface Discounts {
  readonly counterparty_discount: number;
  readonly promotions: readonly PromotionDiscount[];
  readonly customer_discount: number;
}

const tooLarge = (): DomainError => orderErrors.sum_too_large({ path: 'items', allowed: MAX_KOPECKS });

/**
 * What the end customer is asked for one line: the price that the seller has set holds as it is, no discount comes off
 * it (domain.md, Customer price).
 * @throws orders.sum_too_large
 */
function forCustomer(
  { recommended_price, customer_price, count }: Omit<PriceInput, 'base_price'>,
  customer_discount: number,
) {
  const gross = recommended_price * count;
  const asked = (customer_price ?? 0) * count;
  if (gross > MAX_KOPECKS || asked > MAX_KOPECKS) throw tooLarge();
  const recommended_amount = lessPercent(gross, customer_discount);
  const customer_amount = customer_price === null ? recommended_amount : asked;
  return { customer_discount, recommended_amount, customer_price, customer_amount };
}

/**
 * Prices one line: the largest discount on the base cost wins, the customer's discount touches only the recommended
 * price; half up, once for the line (domain.md, Money).
 * @throws orders.sum_too_large
 */
export function priceLine(line: PriceInput, discounts: Discounts): PricedLine {
  const { base_price, recommended_price, count } = line;
  const gross = base_price * count;
  if (gross > MAX_KOPECKS) throw tooLarge();
  const best = bestDiscount({
    counterparty_discount: discounts.counterparty_discount,
    promotions: discounts.promotions,
    base_price,
    count,
  });
  return {
    base_price,
    recommended_price,
    discount: effectivePercent(best.type === 'percent' ? best.value : null, gross, best.amount_after),
    discount_source: best.source,
    promotion_id: best.promotion_id,
    amount: best.amount_after,
    ...forCustomer(line, discounts.customer_discount),
  };
}

function effectivePercent(given: number | null, gross: number, amount: number): number {
  if (given !== null) return Math.min(given, 10_000);
  return gross === 0 ? 0 : Number((BigInt(gross - amount) * 10_000n + BigInt(gross) / 2n) / BigInt(gross));
}

/**
 * A line whose prices are frozen, with another count: the price and the discount that were frozen stay. What the
 * customer pays is the seller's to say, also now.
 * `amount` of a promotion in kopecks scales with the count exactly, because it is so much off each piece.
 */
export function recountLine(
  frozen: PricedLine & { readonly count: number },
  { count, customer_price }: Pick<PriceInput, 'count' | 'customer_price'>,
  customer_discount: number,
): PricedLine {
  const gross = frozen.base_price * count;
  if (gross > MAX_KOPECKS) throw tooLarge();
  const byPercent = lessPercent(gross, frozen.discount);
  const samePercent = lessPercent(frozen.base_price * frozen.count, frozen.discount) === frozen.amount;
  const amount = samePercent ? byPercent : Math.round((frozen.amount / frozen.count) * count);
  const { count: _, ...line } = frozen;
  const asked = { recommended_price: frozen.recommended_price, customer_price, count };
  return { ...line, amount, ...forCustomer(asked, customer_discount) };
}

export interface TemporaryHoldings {
  /** Lines that this client has booked for a time, without the one that is asked for. */
  readonly lines: number;
  /** Pieces of the variant in them. */
  readonly pieces: number;
}

/**
 * Why a client may not book so many pieces for a time, or null. His share is of what there would be if he held
 * nothing: else each booking would make the next one smaller.
 */
export function temporaryRefusal(
  { share, lines }: { readonly share: number; readonly lines: number },
  held: TemporaryHoldings,
  wanted: { readonly count: number; readonly available: number },
): DomainError | null {
  if (held.lines + 1 > lines) return orderErrors.temporary_lines({ allowed: lines });
  const allowed = Math.max(1, Math.floor(((wanted.available + held.pieces) * share) / 10_000));
  if (held.pieces + wanted.count <= allowed) return null;
  return orderErrors.temporary_pieces({ allowed, held: held.pieces, wanted: wanted.count });
}

/** @throws orders.sum_too_large */
export function sumLines(lines: readonly Pick<PricedLine, 'amount' | 'recommended_amount' | 'customer_amount'>[]) {
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  const recommended_sum = lines.reduce((total, { recommended_amount }) => total + recommended_amount, 0);
  const customer_sum = lines.reduce((total, { customer_amount }) => total + customer_amount, 0);
  if ([sum, recommended_sum, customer_sum].some((one) => one > MAX_KOPECKS)) throw tooLarge();
  return { sum, recommended_sum, customer_sum };
}

/** A modification stands once in an order (specification §5). */
export function firstDuplicate(items: readonly { product_variant_id: string }[]): string | null {
  const seen = new Set<string>();
  for (const { product_variant_id } of items) {
    if (seen.has(product_variant_id)) return product_variant_id;
    seen.add(product_variant_id);
  }
  return null;
}
