import fc from 'fast-check';
import { expect, it } from 'vitest';
import { earningOf, totalOf } from './rules';

const kopecks = fc.integer({ min: 0, max: 1e9 });
const part = fc.record({ sum: kopecks, recommended_sum: kopecks, customer_sum: kopecks, fee: kopecks });

it('what is paid on delivery leaves what is left after the fee, all else the difference', () => {
  const figures = { sum: 700, customer_sum: 1_000 };
  expect(earningOf({ ...figures, cod: null })).toBe(300);
  expect(earningOf({ ...figures, cod: { earning: 250 } })).toBe(250);
});

it('the whole is the sum of its parts, in whichever order they come', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const priced = parts.map(({ fee, ...figures }) => ({
        ...figures,
        earning: earningOf({ ...figures, cod: { earning: figures.customer_sum - fee - figures.sum } }),
      }));
      const total = totalOf(priced);
      expect(totalOf([...priced].reverse())).toEqual(total);
      const fees = parts.reduce((all, { fee }) => all + fee, 0);
      expect(total.sum + total.earning + fees).toBe(total.customer_sum);
    }),
  );
});
