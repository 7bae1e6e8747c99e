import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_KOPECKS } from './bounds';
import {
  formatAmount,
  formatMoney,
  formatPercent,
  Kopecks,
  lessPercent,
  PRICE_STEPS,
  type PriceStep,
  parseAmount,
  percentOf,
  pricePlusPercent,
} from './money';

const kopecks = fc.integer({ min: 0, max: MAX_KOPECKS });
const percent = fc.integer({ min: 0, max: 10_000 });

describe('percent', () => {
  it.each([
    [1050, 500, 53],
    [1050, 9500, 998],
    [1, 5000, 1],
    [1, 4999, 0],
    [333, 3333, 111],
    [0, 10_000, 0],
    [MAX_KOPECKS, 9_999, 999_900_000_000],
    [-1, 10_000, -1],
    [-1050, 500, -53],
  ])('of %i kopecks, %i hundredths are %i', (amount, part, expected) => expect(percentOf(amount, part)).toBe(expected));

  it.each([
    [1050, 500, 998],
    [10_000, 1250, 8750],
    [1, 5000, 1],
    [999, 10_000, 0],
    [999, 0, 999],
  ])('%i less %i is %i', (amount, discount, expected) => expect(lessPercent(amount, discount)).toBe(expected));

  it('is within half a kopeck of the exact value, never negative, never more than the amount', () => {
    fc.assert(
      fc.property(kopecks, percent, (amount, discount) => {
        const result = lessPercent(amount, discount);
        const off = BigInt(result) * 10_000n - BigInt(amount) * BigInt(10_000 - discount);
        return result >= 0 && result <= amount && off > -5_000n && off <= 5_000n;
      }),
    );
  });

  it('a larger discount never costs more, and a reversal takes back what was charged', () => {
    fc.assert(
      fc.property(kopecks, percent, percent, (amount, a, b) => {
        expect(lessPercent(amount, Math.max(a, b))).toBeLessThanOrEqual(lessPercent(amount, Math.min(a, b)));
        expect(percentOf(-amount, a) + percentOf(amount, a)).toBe(0);
      }),
    );
  });
});

describe('amounts as text', () => {
  it.each([
    [0, '0,00'],
    [5, '0,05'],
    [123450, '1\u00a0234,50'],
    [-123450, '−1\u00a0234,50'],
    [MAX_KOPECKS, '10\u00a0000\u00a0000\u00a0000,00'],
  ])('%i is %s', (amount, shown) => expect(formatAmount(amount)).toBe(shown));

  it('adds the sign and shows percents without idle zeros', () => {
    expect(formatMoney(79900)).toBe('799,00\u00a0₴');
    expect([1250, 500, 1, 10_000].map(formatPercent)).toEqual(['12,5\u00a0%', '5\u00a0%', '0,01\u00a0%', '100\u00a0%']);
  });

  it.each([
    ['1 234,5', 123450],
    ['1234.50', 123450],
    ['799', 79900],
    ['799 ₴', 79900],
    ['-5', -500],
    ['−1 234,50', -123450],
    ['0', 0],
    ['1,234', null],
    ['1.2.3', null],
    ['', null],
    ['сто', null],
    ['1e5', null],
  ])('reads %j', (typed, amount) => expect(parseAmount(typed)).toBe(amount));

  it('reads what it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_KOPECKS, max: MAX_KOPECKS }), (amount) => {
        expect(parseAmount(formatAmount(amount)) ?? Number.NaN).toBe(amount);
      }),
    );
  });

  it('refuses fractions, negatives and sums over the limit', () => {
    expect([1.5, -1, MAX_KOPECKS + 1, Number.NaN].map((value) => Kopecks.safeParse(value).success)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a price by a percent, rounded', () => {
  const tables: [price: number, percent: number, step: PriceStep, becomes: number][] = [
    [90_000, 1_000, 1, 99_000],
    [90_000, -1_500, 1_000, 77_000],
    [99_99, 0, 100, 100_00],
    [10_50, 0, 100, 11_00],
    [10_49, 0, 100, 10_00],
    // 104,995 is rounded once: by kopecks first it would be 105,00, and then 110
    [20_999, -5_000, 1_000, 10_000],
    [3, 5_000, 1, 5],
    // what costs something is never given away
    [3_00, -1_000, 5_000, 50_00],
    [0, 5_000, 1_000, 0],
  ];
  it.each(tables)('%i by %i to %i is %i', (price, part, step, becomes) =>
    expect(pricePlusPercent(price, part, step)).toBe(becomes),
  );

  it('is a multiple of the step, half a step off at most, and grows with the price', () => {
    const step = fc.constantFrom(...PRICE_STEPS);
    const change = fc.integer({ min: -9_999, max: 100_000 });
    fc.assert(
      fc.property(kopecks, kopecks, change, step, (one, other, part, to) => {
        const after = pricePlusPercent(one, part, to);
        const exact = (one * (10_000 + part)) / 10_000;
        expect(after % to).toBe(0);
        expect(Math.abs(after - exact) <= to / 2 + 1 || after === to).toBe(true);
        expect(Math.sign(pricePlusPercent(other, part, to) - after) * Math.sign(other - one)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
