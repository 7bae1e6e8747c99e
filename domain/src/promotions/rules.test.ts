import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldMessages } from '../kit/field-messages';
import { CreatePromotionBody, promotionProblems, type UpdatePromotionBody } from './contract';
import {
  amountAfter,
  bestDiscount,
  coversGoods,
  dayBegins,
  dayEnds,
  isFor,
  isPromotionActive,
  lastDayOf,
  promotionState,
} from './rules';

const percent = (id: string, discount: number) => ({ id, discount, discount_type: 'percent' as const });
const amount = (id: string, discount: number) => ({ id, discount, discount_type: 'amount' as const });

describe('dates', () => {
  const start = '2026-11-20T22:00:00.000Z';
  const end = '2026-11-30T22:00:00.000Z';
  it.each([
    [null, null, start, 'active'],
    [start, end, '2026-11-20T21:59:59.999Z', 'planned'],
    [start, end, start, 'active'],
    [start, end, '2026-11-30T21:59:59.999Z', 'active'],
    [start, end, end, 'expired'],
    [null, end, '2020-01-01T00:00:00Z', 'active'],
    [start, null, '2030-01-01T00:00:00Z', 'active'],
  ] as const)('from %s to %s at %s: %s', (starts_at, expires_at, at, state) => {
    expect(promotionState({ starts_at, expires_at }, new Date(at))).toBe(state);
    expect(isPromotionActive({ starts_at, expires_at }, new Date(at))).toBe(state === 'active');
  });
});

describe('days of Kyiv', () => {
  it.each([
    ['2026-11-20', '2026-11-19T22:00:00.000Z', '2026-11-20T22:00:00.000Z'],
    ['2026-07-31', '2026-07-30T21:00:00.000Z', '2026-07-31T21:00:00.000Z'],
    ['2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    ['2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T22:00:00.000Z'],
    ['2026-12-31', '2026-12-30T22:00:00.000Z', '2026-12-31T22:00:00.000Z'],
  ])('%s lasts from %s to %s', (day, begins, ends) => {
    expect([dayBegins(day), dayEnds(day), lastDayOf(dayEnds(day))]).toEqual([begins, ends, day]);
  });
});

describe('for which goods and for whom', () => {
  it.each([
    ['all goods without a choice', [], [], 'a', [], true],
    ['a chosen product', ['a', 'b'], [], 'b', [], true],
    ['another product', ['a', 'b'], [], 'c', ['літо'], false],
    ['a product with the tag, in any letter case', [], ['Літо'], 'c', ['льон', 'літо'], true],
    ['a product without the tag', [], ['Літо'], 'c', ['льон'], false],
    ['either of both', ['a'], ['літо'], 'c', ['ЛІТО'], true],
  ] as const)('%s', (_, product_ids, tags, product_id, own, covered) => {
    expect(coversGoods({ product_ids, tags }, { product_id, tags: own })).toBe(covered);
  });

  it.each([
    [[], true],
    [['me', 'other'], true],
    [['other'], false],
  ] as const)('%j is for me: %j', (counterparty_ids, expected) => {
    expect(isFor({ counterparty_ids }, 'me')).toBe(expected);
  });

  it('more chosen never covers less, once something is chosen', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
    fc.assert(
      fc.property(
        names,
        names,
        names,
        names,
        fc.constantFrom('a', 'b', 'x'),
        (product_ids, tags, more, own, product_id) => {
          fc.pre(product_ids.length + tags.length > 0);
          const product = { product_id, tags: own };
          const wider = { product_ids: [...product_ids, ...more], tags: [...tags, ...more] };
          expect(!coversGoods({ product_ids, tags }, product) || coversGoods(wider, product)).toBe(true);
        },
      ),
    );
  });
});

describe('the best discount', () => {
  it.each([
    ['none', 0, [], 1000, 1, 'none', null, 1000],
    ['own', 1000, [], 1000, 1, 'counterparty', null, 900],
    ['the larger, not both', 1000, [percent('p', 1500)], 1000, 1, 'promotion', 'p', 850],
    ['the own at a tie', 1500, [percent('p', 1500)], 1000, 1, 'counterparty', null, 850],
    ['an amount against a percent', 1000, [amount('p', 150)], 1000, 1, 'promotion', 'p', 850],
    ['an amount that is too small', 1000, [amount('p', 99)], 1000, 1, 'counterparty', null, 900],
    [
      'the best of several',
      0,
      [percent('a', 500), amount('b', 300), percent('c', 2900)],
      1000,
      1,
      'promotion',
      'b',
      700,
    ],
    ['never below zero', 0, [amount('p', 5000)], 1000, 3, 'promotion', 'p', 0],
    ['rounds half up once for the line: 3 × 0,33 less 50 %', 5000, [], 33, 3, 'counterparty', null, 50],
    ['an amount is taken off each piece', 0, [amount('p', 10)], 33, 3, 'promotion', 'p', 69],
  ] as const)('%s', (_, own, promotions, base_price, count, source, promotion_id, amount_after) => {
    const best = bestDiscount({ counterparty_discount: own, promotions, base_price, count });
    expect(best).toMatchObject({ source, promotion_id, amount_after });
  });

  it('is the lowest of the single ones, between zero and the full amount, whatever their order', () => {
    const promotion = fc.oneof(
      fc.integer({ min: 1, max: 10_000 }).map((value) => percent('x', value)),
      fc.integer({ min: 1, max: 10_000_000 }).map((value) => amount('x', value)),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.array(promotion, { maxLength: 6 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 1, max: 1000 }),
        (own, promotions, base_price, count) => {
          const best = bestDiscount({ counterparty_discount: own, promotions, base_price, count });
          const single = [percent('own', own), ...promotions].map((one) => amountAfter(base_price, count, one));
          expect(best.amount_after).toBe(Math.min(base_price * count, ...single));
          expect(best.amount_after).toBeGreaterThanOrEqual(0);
          const turned = bestDiscount({
            counterparty_discount: own,
            promotions: [...promotions].reverse(),
            base_price,
            count,
          });
          expect(turned.amount_after).toBe(best.amount_after);
        },
      ),
    );
  });
});

describe('what a promotion must be', () => {
  const good = { title: 'Осінь', promo_code: 'ОСІНЬ-10', discount: 1000, discount_type: 'percent' } as const;
  it.each([
    [{}, []],
    [{ promo_code: null, affects_all: true }, []],
    [{ promo_code: null }, ['promotion.code_or_all']],
    [{ discount: 10_001 }, ['promotion.over_hundred']],
    [{ discount: 10_001, discount_type: 'amount' }, []],
    [{ affects_all: true, is_one_time_use_only: true }, ['promotion.one_time_needs_code']],
    [{ starts_at: '2026-11-20T00:00:00Z', expires_at: '2026-11-20T00:00:00Z' }, ['promotion.ends_before_start']],
    [{ promo_code: 'two words' }, ['promotion.code_format']],
  ] satisfies [UpdatePromotionBody, string[]][])('%j → %j', (change, codes) => {
    const parsed = CreatePromotionBody.safeParse({ ...good, ...change });
    expect(parsed.error?.issues.map((issue) => issue.message) ?? []).toEqual(codes);
    for (const code of codes) expect(fieldMessages).toHaveProperty([code]);
    if (parsed.success) expect(promotionProblems(parsed.data)).toEqual([]);
  });
});
