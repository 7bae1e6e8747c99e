import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOURCE_FIELDS } from './contract';
import { changesOf, followed, leastMargin, rangeOf, type Source, sellingPriceOf, take } from './rules';

const variant = { title: 'M', sku: 'A-1', recommended_price: 15_000, cost: 9_000 };
const goods: Source = { name: 'Плаття', description: 'Льон', photos: ['p'], variants: { a: variant } };

describe('what has changed', () => {
  it('is told field by field, of the goods and of each modification', () => {
    const now: Source = {
      ...{ name: 'Сукня', description: 'Льон', photos: ['p', 'q'] },
      variants: { a: { ...variant, recommended_price: 16_000, cost: 9_500 }, b: { ...variant, title: 'L' } },
    };
    expect(changesOf(goods, now)).toEqual([
      { field: 'name', product_variant_id: null, title: '', before: 'Плаття', now: 'Сукня' },
      { field: 'recommended_price', product_variant_id: 'a', title: 'M', before: 15_000, now: 16_000 },
      { field: 'cost', product_variant_id: 'a', title: 'M', before: 9_000, now: 9_500 },
      { field: 'variant_added', product_variant_id: 'b', title: 'L', before: null, now: 15_000 },
      { field: 'photos', product_variant_id: null, title: '', before: 1, now: 2 },
    ]);
    expect(changesOf(now, { ...goods, variants: {} }).map(({ field }) => field)).toEqual([
      'name',
      'variant_gone',
      'variant_gone',
      'photos',
    ]);
    // another order shows another one first
    expect(changesOf(now, { ...now, photos: ['q', 'p'] })).toMatchObject([{ field: 'photos', before: 2, now: 2 }]);
  });

  it('is taken in part, and what is not taken stays told', () => {
    const now = { ...goods, name: 'Сукня', variants: { a: { ...variant, recommended_price: 16_000 } } };
    const after = take(goods, now, ['name']);
    expect(after.name).toBe('Сукня');
    expect(changesOf(after, now).map(({ field }) => field)).toEqual(['recommended_price']);
  });
});

const price = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });
const variants = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.record({ title: fc.constant('M'), sku: fc.constant('S'), recommended_price: price, cost: price }),
);
const photos = fc.uniqueArray(fc.constantFrom('p', 'q'));
const source = fc.record({
  ...{ name: fc.constantFrom('x', 'y'), description: fc.constantFrom('x', 'y') },
  ...{ photos, variants },
});

describe('whatever changes at the source', () => {
  it('is not told any more when all of it was taken', () => {
    fc.assert(
      fc.property(source, source, (taken, now) => {
        expect(changesOf(take(taken, now, SOURCE_FIELDS), now)).toEqual([]);
        expect(take(taken, now, SOURCE_FIELDS)).toEqual(now);
      }),
    );
  });

  it('is left as it was by whoever takes nothing, and told in other fields than those taken', () => {
    fc.assert(
      fc.property(source, source, fc.subarray([...SOURCE_FIELDS]), (taken, now, fields) => {
        const left = changesOf(take(taken, now, fields), now).map(({ field }) => field);
        expect(left.filter((field) => fields.includes(field))).toEqual([]);
        expect(left).toEqual(
          changesOf(taken, now)
            .map(({ field }) => field)
            .filter((field) => !fields.includes(field)),
        );
      }),
    );
  });
});

it('goes by the source itself where it is taken by itself and he sees it', () => {
  const now = { ...goods, name: 'Сукня' };
  expect([followed(goods, now, true).name, followed(goods, now, false).name, followed(goods, null, true).name]).toEqual(
    ['Сукня', 'Плаття', 'Плаття'],
  );
});

it('his own price goes before what is recommended; the margin is that of the worst modification', () => {
  expect([sellingPriceOf(12_000, variant), sellingPriceOf(null, variant), sellingPriceOf(null, undefined)]).toEqual([
    12_000,
    15_000,
    null,
  ]);
  const sold = [
    { cost: 9_000, price: 15_000 },
    { cost: 9_000, price: 8_000 },
    { cost: null, price: 1 },
  ];
  expect(leastMargin(sold)).toEqual({ sum: -1_000, percent: -1_250 });
  expect(leastMargin([])).toBeNull();
  expect([rangeOf([3, null, 1]), rangeOf([null])]).toEqual([{ from: 1, to: 3 }, null]);
});
