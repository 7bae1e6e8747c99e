import { lessPercent } from '../kit/money';
import { formatDateTime, kyivDate } from '../kit/time';
import type { DiscountType } from './contract';

/** What a promotion takes off: hundredths of a percent, or kopecks off each piece. */
export interface PromotionDiscount {
  readonly id: string;
  readonly discount: number;
  readonly discount_type: DiscountType;
}

export interface PromotionDates {
  /** From this instant on; null: from always. */
  readonly starts_at: string | null;
  /** Until this instant, which is already outside; null: without an end. */
  readonly expires_at: string | null;
}

/** Whether the promotion holds at the instant `at`. */
export function isPromotionActive({ starts_at, expires_at }: PromotionDates, at: Date): boolean {
  const now = at.getTime();
  if (starts_at !== null && now < Date.parse(starts_at)) return false;
  return expires_at === null || now < Date.parse(expires_at);
}

/** For which goods and for whom a promotion holds. */
export interface PromotionReach {
  readonly product_ids: readonly string[];
  readonly tags: readonly string[];
  readonly counterparty_ids: readonly string[];
}

/** Whether it takes off this product: one of the chosen, or one with a chosen tag; without a choice off all. */
export function coversGoods(
  { product_ids, tags }: Pick<PromotionReach, 'product_ids' | 'tags'>,
  product: { readonly product_id: string; readonly tags: readonly string[] },
): boolean {
  if (product_ids.length === 0 && tags.length === 0) return true;
  if (product_ids.includes(product.product_id)) return true;
  const own = new Set(product.tags.map((tag) => tag.toLowerCase()));
  return tags.some((tag) => own.has(tag.toLowerCase()));
}

/** Whether this counterparty orders by it. */
export const isFor = ({ counterparty_ids }: Pick<PromotionReach, 'counterparty_ids'>, counterpartyId: string) =>
  counterparty_ids.length === 0 || counterparty_ids.includes(counterpartyId);

const HOUR = 3_600_000;

/** The instant at which the day `YYYY-MM-DD` begins in Kyiv. Clocks change at three, so midnight is always there once. */
export function dayBegins(day: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const isMidnight = (at: number) => kyivDate(new Date(at)) === day && formatDateTime(new Date(at)).endsWith(' 00:00');
  return new Date(isMidnight(utc - 3 * HOUR) ? utc - 3 * HOUR : utc - 2 * HOUR).toISOString();
}

/** The instant at which the day is over in Kyiv: the end of a promotion whose last day it is. */
export function dayEnds(day: string): string {
  return dayBegins(kyivDate(new Date(Date.parse(dayBegins(day)) + 36 * HOUR)));
}

/** The last day of a promotion that expires at this instant. */
export function lastDayOf(expires_at: string): string {
  return kyivDate(new Date(Date.parse(expires_at) - 1));
}

export type PromotionState = 'planned' | 'active' | 'expired';

export function promotionState(dates: PromotionDates, at: Date): PromotionState {
  if (isPromotionActive(dates, at)) return 'active';
  return dates.starts_at !== null && at.getTime() < Date.parse(dates.starts_at) ? 'planned' : 'expired';
}

/**
 * The amount of `count` pieces, in kopecks, after one discount. Half up, once for the whole line and not for each piece
 * (domain.md, Money); never below zero.
 */
export function amountAfter(
  base_price: number,
  count: number,
  { discount, discount_type }: Omit<PromotionDiscount, 'id'>,
): number {
  return discount_type === 'percent'
    ? lessPercent(base_price * count, Math.min(discount, 10_000))
    : Math.max(0, base_price - discount) * count;
}

export interface BestDiscount {
  readonly source: 'none' | 'counterparty' | 'promotion';
  /** The promotion that won, else null. */
  readonly promotion_id: string | null;
  readonly type: DiscountType;
  /** As the winner gives it: hundredths of a percent, or kopecks off each piece. */
  readonly value: number;
  /** Kopecks for one piece; to show. The line is not this times the count. */
  readonly price_after: number;
  /** Kopecks for the line of `count` pieces; what is charged. */
  readonly amount_after: number;
}

/**
 * The discount of one line. Discounts do not add up: the one that leaves the lowest amount wins (specification §6,
 * domain.md, Money). Between equals the counterparty's own wins, so that no one-time code is spent for nothing.
 *
 * @param counterparty_discount hundredths of a percent
 * @param promotions those that apply now: the one by code, and those affecting all
 * @param base_price kopecks a piece
 * @param count pieces of the line, 1 unless told
 */
export function bestDiscount({
  counterparty_discount,
  promotions,
  base_price,
  count = 1,
}: {
  readonly counterparty_discount: number;
  readonly promotions: readonly PromotionDiscount[];
  readonly base_price: number;
  readonly count?: number;
}): BestDiscount {
  let best: BestDiscount = {
    source: 'none',
    promotion_id: null,
    type: 'percent',
    value: 0,
    price_after: base_price,
    amount_after: base_price * count,
  };
  const consider = (
    source: BestDiscount['source'],
    promotion_id: string | null,
    given: Omit<PromotionDiscount, 'id'>,
  ) => {
    const amount_after = amountAfter(base_price, count, given);
    if (amount_after >= best.amount_after) return;
    const price_after = amountAfter(base_price, 1, given);
    best = { source, promotion_id, type: given.discount_type, value: given.discount, price_after, amount_after };
  };
  consider('counterparty', null, { discount: counterparty_discount, discount_type: 'percent' });
  for (const promotion of promotions) consider('promotion', promotion.id, promotion);
  return best;
}
