import { z } from 'zod';
import { MAX_KOPECKS, MAX_PRICE } from './bounds';
import { fieldMessage } from './field-messages';

/** Money is an integer number of kopecks: 1 ₴ = 100. */
export const Price = z
  .int()
  .min(0)
  .max(MAX_PRICE, {
    error: fieldMessage('price.too_large', {
      ua: 'Ціна може бути до 100 000 000,00 ₴',
      en: 'a price is at most 100,000,000.00 ₴',
    }),
  });
export const Kopecks = z
  .int()
  .min(0)
  .max(MAX_KOPECKS, {
    error: fieldMessage('sum.too_large', {
      ua: 'Сума може бути до 10 000 000 000,00 ₴',
      en: 'a sum is at most 10,000,000,000.00 ₴',
    }),
  });
/** A balance, or what many rows add up to: any integer that is exact. */
export const SignedKopecks = z.int();

/** Integer hundredths of a percent: 1250 = 12,50 %. */
export const Percent = z.int().min(0).max(10_000);

/**
 * `part` hundredths of a percent of `kopecks`, rounded half up (domain.md, Money).
 * BigInt because 10^12 kopecks × 10^4 leave the safe integers; a negative amount is the mirror of the positive one,
 * so that a reversal always takes back exactly what was charged.
 */
export function percentOf(kopecks: number, part: number): number {
  if (kopecks < 0) return 0 - percentOf(-kopecks, part);
  return Number((BigInt(kopecks) * BigInt(part) + 5_000n) / 10_000n);
}

/** To what prices that the product computes may be rounded, kopecks: 1 kopeck, 10, 50, 1 ₴, 5, 10, 50, 100. */
export const PRICE_STEPS = [1, 10, 50, 100, 500, 1_000, 5_000, 10_000] as const;
export const PriceStep = z.literal([...PRICE_STEPS], {
  error: fieldMessage('price.step', {
    ua: 'Округлення: 0,01, 0,10, 0,50, 1, 5, 10, 50 або 100 ₴, у копійках',
    en: 'rounding: 0.01, 0.10, 0.50, 1, 5, 10, 50 or 100 ₴, in kopecks',
  }),
});
export type PriceStep = z.infer<typeof PriceStep>;

/**
 * A price changed by so many hundredths of a percent, up or down, to the nearest step, half up; rounded once. What costs
 * something is never rounded to nothing.
 */
export function pricePlusPercent(price: number, percent: number, step: PriceStep): number {
  const exact = BigInt(price) * BigInt(10_000 + percent);
  const unit = 10_000n * BigInt(step);
  const steps = (exact + unit / 2n) / unit;
  return Number(steps === 0n && exact > 0n ? 1n : steps) * step;
}

/**
 * The amount after a discount. Never below zero, because a discount is at most 100 %.
 * It is the result that is rounded half up (10,50 less 5 % is 9,98), not the discount: the result is what is charged.
 */
export function lessPercent(kopecks: number, discount: number): number {
  return percentOf(kopecks, 10_000 - discount);
}

/** `1 234,50` with a no-break space between thousands; without the currency sign. */
export function formatAmount(kopecks: number): string {
  const sign = kopecks < 0 ? '−' : '';
  const abs = Math.abs(kopecks);
  const whole = String(Math.floor(abs / 100)).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return `${sign}${whole},${String(abs % 100).padStart(2, '0')}`;
}

/** `1 234,50 ₴` */
export function formatMoney(kopecks: number): string {
  return `${formatAmount(kopecks)}\u00a0₴`;
}

/** `12,5 %` from hundredths of a percent. */
export function formatPercent(part: number): string {
  return `${(part / 100).toString().replace('.', ',')}\u00a0%`;
}

/**
 * Reads what people type or copy from a page: `1 234,5`, `1234.50`, `799`, `−5 ₴`. Returns kopecks, or null when it is not an amount
 * or has more than two decimals.
 */
export function parseAmount(text: string): number | null {
  const match = /^([-−]?)(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\u00a0\u202f'’₴]/g, ''));
  if (!match) return null;
  const value = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -value : value;
}
