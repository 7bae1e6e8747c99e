import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costRange, marginOf, sameCost } from './changes';

const kopecks = fc.integer({ min: 0, max: 1e10 });
const percent = fc.integer({ min: 0, max: 10_000 });

describe('what goods cost whoever has a discount', () => {
  it.each([
    [50_000, 80_000, 1_000, { from: 45_000, to: 72_000 }],
    [1_050, 1_050, 500, { from: 998, to: 998 }],
    [null, null, 500, null],
  ] as const)('%j to %j less %j', (min, max, discount, expected) => {
    expect(costRange(min, max, discount)).toEqual(expected);
  });

  it('is never below zero, never above the price, and keeps its order', () => {
    fc.assert(
      fc.property(kopecks, kopecks, percent, (a, b, discount) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const cost = costRange(min, max, discount);
        expect(cost?.from).toBeGreaterThanOrEqual(0);
        expect(cost?.from).toBeLessThanOrEqual(Math.min(min, cost?.to ?? 0));
        expect(sameCost(cost, costRange(min, max, discount))).toBe(true);
      }),
    );
  });
});

describe('the margin', () => {
  it.each([
    [45_000, 80_000, { sum: 35_000, percent: 4_375 }],
    [80_000, 45_000, { sum: -35_000, percent: -7_778 }],
    [null, 80_000, null],
    [45_000, null, null],
    [45_000, 0, null],
  ] as const)('of %j sold for %j', (cost, price, expected) => expect(marginOf(cost, price)).toEqual(expected));

  it('and the cost come to the price', () => {
    fc.assert(
      fc.property(kopecks, fc.integer({ min: 1, max: 1e10 }), (cost, price) => {
        expect(cost + (marginOf(cost, price)?.sum ?? Number.NaN)).toBe(price);
      }),
    );
  });
});
