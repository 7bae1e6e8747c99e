import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceLine } from '../orders/rules';
import { isLevelName, priceHeader, readPriceHeader } from './columns';
import { FurtherPrices } from './contract';
import { choosePrice, type FurtherPrice, inPriceOrder, ladderOf, levelName, samePrices, withPrices } from './rules';

const VIP = '00000000-0000-4000-8000-000000000001';
const OPT = '00000000-0000-4000-8000-000000000002';
const step = (price_level_id: string | null, from_count: number, price: number): FurtherPrice => ({
  ...{ price_level_id, from_count, price },
});
/** 100 ₴; from 10 pieces 95 ₴. VIP: 90 ₴, from 20 pieces 80 ₴. Wholesale: 70 ₴, but only from 50 pieces on. */
const GOODS = {
  price: 10_000,
  prices: [step(VIP, 20, 8_000), step(null, 10, 9_500), step(OPT, 50, 7_000), step(VIP, 1, 9_000)],
};

describe('what a piece costs', () => {
  it.each([
    // level, count, price, of which level, from how many
    [null, 1, 10_000, null, 1],
    [null, 9, 10_000, null, 1],
    [null, 10, 9_500, null, 10],
    [null, 1_000, 9_500, null, 10],
    [VIP, 1, 9_000, VIP, 1],
    // its own price wins over the one from a count on
    [VIP, 19, 9_000, VIP, 1],
    [VIP, 20, 8_000, VIP, 20],
    // below its own count the steps of the price itself
    [OPT, 9, 10_000, null, 1],
    [OPT, 49, 9_500, null, 10],
    [OPT, 50, 7_000, OPT, 50],
    // a level that the goods have no price of
    ['00000000-0000-4000-8000-000000000003', 12, 9_500, null, 10],
  ])('level %s, %d pieces: %d', (level, count, price, price_level_id, from_count) => {
    expect(choosePrice(GOODS, level, count)).toEqual({ price, price_level_id, from_count });
  });

  it('of a level holds though it be the dearer one', () => {
    const dear = { price: 100, prices: [step(VIP, 1, 150), step(null, 2, 90)] };
    expect(choosePrice(dear, VIP, 5).price).toBe(150);
  });

  it.each([
    [
      null,
      [
        [1, 10_000],
        [10, 9_500],
      ],
    ],
    [
      VIP,
      [
        [1, 9_000],
        [20, 8_000],
      ],
    ],
    [
      OPT,
      [
        [1, 10_000],
        [10, 9_500],
        [50, 7_000],
      ],
    ],
  ])('the ladder of %s', (level, expected) => {
    expect(ladderOf(GOODS, level).map(({ from_count, price }) => [from_count, price])).toEqual(expected);
  });

  it('then the largest discount, once for the line', () => {
    const { price: base_price } = choosePrice({ price: 1_000, prices: [step(VIP, 3, 333)] }, VIP, 3);
    const discounts = { counterparty_discount: 500, promotions: [], customer_discount: 0 };
    // 3 × 3,33 less 5 % is 9,4905
    expect(priceLine({ base_price, recommended_price: 0, count: 3, customer_price: null }, discounts).amount).toBe(949);
  });
});

const levels = fc.constantFrom(VIP, OPT, null);
const prices = fc
  .uniqueArray(fc.record({ price_level_id: levels, from_count: fc.integer({ min: 1, max: 40 }), price: fc.nat(500) }), {
    selector: ({ price_level_id, from_count }) => `${price_level_id} ${from_count}`,
    maxLength: 12,
  })
  .map((all) => all.filter(({ price_level_id, from_count }) => price_level_id !== null || from_count > 1));
const goods = fc.record({ price: fc.nat(500), prices });
const count = fc.integer({ min: 1, max: 60 });

describe('always', () => {
  it('more pieces never fall out of a ladder', () => {
    fc.assert(
      fc.property(goods, levels, count, count, (variant, level, a, more) => {
        const [few, many] = [choosePrice(variant, level, a), choosePrice(variant, level, a + more)];
        expect(many.from_count >= few.from_count || many.price_level_id !== few.price_level_id).toBe(true);
        if (few.price_level_id !== null) expect(many.price_level_id).toBe(few.price_level_id);
      }),
    );
  });

  it('without a level only what the price itself has counts, and without steps it is the price', () => {
    fc.assert(
      fc.property(goods, levels, count, (variant, level, n) => {
        const own = variant.prices.filter(({ price_level_id }) => price_level_id === null);
        expect(choosePrice(variant, null, n)).toEqual(choosePrice({ ...variant, prices: own }, null, n));
        expect(choosePrice({ ...variant, prices: [] }, level, n).price).toBe(variant.price);
      }),
    );
  });

  it('the order of the steps does not matter, and the ladder says the same of every count', () => {
    fc.assert(
      fc.property(goods, levels, count, fc.infiniteStream(fc.nat()), (variant, level, n, random) => {
        const shuffled = variant.prices
          .map((one) => ({ one, at: random.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        expect(choosePrice({ ...variant, prices: shuffled }, level, n)).toEqual(choosePrice(variant, level, n));
        expect(samePrices(shuffled, variant.prices)).toBe(true);
        expect(inPriceOrder(shuffled)).toEqual(inPriceOrder(variant.prices));
        const reached = ladderOf(variant, level).filter(({ from_count }) => from_count <= n);
        expect(reached.at(-1)?.price).toBe(choosePrice(variant, level, n).price);
      }),
    );
  });

  it('prices that are put in take the place of those of the same level and count', () => {
    fc.assert(
      fc.property(prices, prices, (known, given) => {
        const all = withPrices(known, given);
        expect(all).toEqual(expect.arrayContaining(given));
        expect(new Set(all.map((one) => `${one.price_level_id} ${one.from_count}`)).size).toBe(all.length);
      }),
    );
  });
});

it.each([
  [[step(null, 1, 5)], [0, 'from_count'], 'price_levels.from_one'],
  [[step(VIP, 2, 5), step(VIP, 2, 6)], [1, 'from_count'], 'price_levels.repeated'],
  [Array.from({ length: 11 }, (_, i) => step(VIP, i + 1, 5)), [10, 'from_count'], 'price_levels.too_many'],
])('%j is refused by its field', (given, path, message) => {
  const [issue] = FurtherPrices.safeParse(given).error?.issues ?? [];
  expect([issue?.path, issue?.message]).toEqual([path, message]);
});

describe('columns of a table', () => {
  it.each([
    ['Ціна VIP', { level: 'VIP', from_count: 1 }],
    ['ціна  VIP від 10', { level: 'VIP', from_count: 10 }],
    ['Ціна від 10 шт.', { level: null, from_count: 10 }],
    ['Price Wholesale from 5', { level: 'Wholesale', from_count: 5 }],
    ['Ціна Від заводу', { level: 'Від заводу', from_count: 1 }],
    ['Ціна', null],
    ['Ціна, грн', null],
    ['Ціна (грн)', null],
    ['Ціна грн', null],
    ['Ціна за 1 шт', null],
    ['Ціна закупівлі', null],
    ['Ціна продажу', null],
    ['Ціна від 1', null],
    ['Оптова ціна', null],
  ])('«%s»', (header, expected) => expect(readPriceHeader(header)).toEqual(expected));

  it('what is written is read again', () => {
    const name = fc.string({ minLength: 1, maxLength: 40 }).map(levelName).filter(isLevelName);
    const level = fc.option(fc.oneof(name, fc.constantFrom('VIP', 'Опт', 'Роздріб 2', 'від', 'x від y')));
    fc.assert(
      fc.property(level, fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom('ua', 'en'), (of, n, locale) => {
        const column = { level: of, from_count: of === null ? n + 1 : n };
        expect(readPriceHeader(priceHeader(column, locale as 'ua'))).toEqual(column);
      }),
    );
  });

  it.each(['VIP від 10', 'грн', '(опт)', 'закупівельна', 'за ящик'])('no level is called «%s»', (name) =>
    expect(isLevelName(name)).toBe(false),
  );
});
