import { z } from 'zod';
import { MAX_PRICE } from '../kit/bounds';
import { fieldMessage } from '../kit/field-messages';
import { PriceStep } from '../kit/money';

/** What a price in a feed begins with: what the supplier recommends, or what the seller pays, discount and level included. */
export const PriceBasis = z.enum(['recommended', 'purchase']);
export type PriceBasis = z.infer<typeof PriceBasis>;

export const Markup = z
  .object({
    basis: PriceBasis,
    /** Hundredths of a percent that are added, or taken off. */
    percent: z.int().min(-9_000).max(100_000),
    /** Kopecks that are added after the percent. */
    fixed: z.int().min(0).max(MAX_PRICE),
    round_to: PriceStep,
  })
  .refine(({ basis, percent, fixed }) => basis !== 'purchase' || (percent >= 0 && percent + fixed > 0), {
    path: ['percent'],
    error: fieldMessage('outfeeds.markup_needed', {
      ua: 'До закупівельної ціни потрібна націнка: більше нуля у відсотках або гривнях. Сама вона у фід не потрапляє',
      en: 'the purchase price needs a markup: more than nothing, in percent or hryvnias. It never stands in a feed itself',
    }),
  });
export type Markup = z.infer<typeof Markup>;

export interface KnownPrices {
  readonly recommended: number | null;
  /** What the seller pays for one piece. */
  readonly purchase: number | null;
}

/**
 * The price in a feed, kopecks: percent and sum together rounded once, half up, to the nearest step. By the purchase price
 * it is always above it, so that nobody reads from a feed what goods cost the seller. Null where there is nothing to
 * begin with, or where it would be beyond all bounds.
 */
export function sellingPrice(known: KnownPrices, { basis, percent, fixed, round_to }: Markup): number | null {
  const from = known[basis];
  if (from === null || from <= 0) return null;
  const exact = BigInt(from) * BigInt(10_000 + percent) + BigInt(fixed) * 10_000n;
  const unit = 10_000n * BigInt(round_to);
  let steps = (exact + unit / 2n) / unit;
  if (steps === 0n) steps = 1n;
  if (basis === 'purchase') {
    const least = BigInt(Math.floor(from / round_to) + 1);
    if (steps < least) steps = least;
  }
  const price = Number(steps) * round_to;
  return price <= MAX_PRICE ? price : null;
}
