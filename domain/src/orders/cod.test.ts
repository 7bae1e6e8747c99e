import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COD_FEE } from '../templates/main_info';
import { codFee, codFigures } from './cod';

const TERMS = { ...COD_FEE, cod_payer: 'sender' as const };

test.each([
  // the sum, the fee: 20 ₴ and 2 %, half up
  [0, 0],
  [1_000, 1_000],
  [80_000, 3_600],
  [80_025, 3_601],
])('of %i the carrier keeps %i', (sum, fee) => {
  expect(codFee(sum, TERMS)).toBe(fee);
  expect(codFee(sum, COD_FEE)).toBe(0);
});

test('what is set by hand wins, and what is left may be below zero', () => {
  const order = { to_collect: 40_000, cost: 50_000, sum_set: null, fee_set: null };
  expect(codFigures(order, TERMS)).toEqual({ sum: 40_000, fee: 2_800, cost: 50_000, earning: -12_800 });
  expect(codFigures({ ...order, sum_set: 60_000, fee_set: 0 }, TERMS)).toMatchObject({ fee: 0, earning: 10_000 });
});

test('the numbers always come to the sum, and the fee is never more than it', () => {
  const kopecks = fc.integer({ min: 0, max: 1_000_000_000 });
  const set = fc.option(kopecks, { nil: null });
  const percent = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(
      kopecks,
      kopecks,
      set,
      set,
      percent,
      kopecks,
      (to_collect, cost, sum_set, fee_set, cod_percent, fixed) => {
        const terms = { cod_payer: 'sender' as const, cod_percent, cod_fixed: fixed };
        const { sum, fee, earning } = codFigures({ to_collect, cost, sum_set, fee_set }, terms);
        expect(sum).toBe(sum_set ?? to_collect);
        expect(fee).toBeGreaterThanOrEqual(0);
        expect(fee).toBeLessThanOrEqual(sum);
        expect(fee + cost + earning).toBe(sum);
      },
    ),
  );
});
