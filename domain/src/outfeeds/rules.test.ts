import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToText } from '../feeds/plain-text';
import { MAX_PRICE } from '../kit/bounds';
import { toHtml } from '../kit/markup';
import { PRICE_STEPS } from '../kit/money';
import { problemsOf, Report } from './checks';
import { CreateFeedBody } from './contract';
import { type FeedHead, type FeedOffer, type FeedProduct, feedStock, linkOf, Numbers, offerName } from './goods';
import { Markup, sellingPrice } from './pricing';
import { standingOf } from './rules';
import { google } from './write_google';

const NONE: Markup = { basis: 'recommended', percent: 0, fixed: 0, round_to: 1 };

describe('a selling price', () => {
  it.each([
    [{ recommended: 39_900, purchase: 25_000 }, NONE, 39_900],
    [{ recommended: 39_900, purchase: 25_000 }, { ...NONE, percent: 1_000 }, 43_890],
    [{ recommended: 39_900, purchase: 25_000 }, { ...NONE, percent: 1_000, fixed: 5_000, round_to: 1_000 }, 49_000],
    [{ recommended: 39_900, purchase: 25_000 }, { ...NONE, percent: -1_000, round_to: 100 }, 35_900],
    [{ recommended: null, purchase: 25_000 }, NONE, null],
    [{ recommended: null, purchase: 25_000 }, { ...NONE, basis: 'purchase', percent: 3_000 }, 32_500],
    // rounding would bring it back to what the seller pays
    [{ recommended: null, purchase: 10_000 }, { ...NONE, basis: 'purchase', percent: 10, round_to: 1_000 }, 11_000],
    [{ recommended: 1, purchase: 1 }, { ...NONE, percent: -9_000, round_to: 100 }, 100],
    [{ recommended: MAX_PRICE, purchase: 1 }, { ...NONE, percent: 1 }, null],
  ] as const)('of %j by %j is %j', (known, markup, price) => {
    expect(sellingPrice(known, markup)).toBe(price);
  });

  const percent = fc.integer({ min: 0, max: 100_000 });
  const fixed = fc.integer({ min: 0, max: 1_000_000 });
  const step = fc.constantFrom(...PRICE_STEPS);
  const price = fc.integer({ min: 1, max: 1_000_000_00 });

  it('by the purchase price is always above it, and a whole number of steps', () => {
    fc.assert(
      fc.property(price, percent, fixed, step, (purchase, part, sum, round_to) => {
        fc.pre(part + sum > 0);
        const found = sellingPrice(
          { recommended: null, purchase },
          { basis: 'purchase', percent: part, fixed: sum, round_to },
        );
        if (found === null) return;
        expect(found).toBeGreaterThan(purchase);
        expect(found % round_to).toBe(0);
      }),
    );
  });

  it('does not hang on what the seller pays when it is by the recommended price', () => {
    fc.assert(
      fc.property(price, price, price, percent, fixed, step, (recommended, one, other, part, sum, round_to) => {
        const markup = { basis: 'recommended', percent: part, fixed: sum, round_to } as const;
        expect(sellingPrice({ recommended, purchase: one }, markup)).toBe(
          sellingPrice({ recommended, purchase: other }, markup),
        );
      }),
    );
  });

  it('is off by half a step at most', () => {
    fc.assert(
      fc.property(price, percent, fixed, step, (recommended, part, sum, round_to) => {
        const found = sellingPrice(
          { recommended, purchase: null },
          { basis: 'recommended', percent: part, fixed: sum, round_to },
        );
        const exact = (recommended * (10_000 + part)) / 10_000 + sum;
        if (found === null || exact < round_to) return;
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(round_to / 2 + 0.001);
      }),
    );
  });

  it('of a purchase price needs a markup', () => {
    expect(Markup.safeParse({ ...NONE, basis: 'purchase' }).success).toBe(false);
    expect(Markup.safeParse({ ...NONE, basis: 'purchase', percent: -1 }).success).toBe(false);
    expect(Markup.safeParse({ ...NONE, basis: 'purchase', fixed: 1 }).success).toBe(true);
  });
});

describe('the stock in a feed', () => {
  const tracked = { available: 7, tracked: true };
  it.each([
    [null, tracked, 0, { stock: 7, available: true }],
    [null, tracked, 3, { stock: 4, available: true }],
    [null, tracked, 7, { stock: 0, available: false }],
    [null, { available: 0, tracked: false }, 5, { stock: null, available: true }],
    // no number is told, so none can be guessed by trying buffers
    [{ stock_told: 'yes_no', stock_many_from: 1 }, tracked, 9, { stock: null, available: true }],
    [{ stock_told: 'many', stock_many_from: 5 }, tracked, 9, { stock: null, available: true }],
    [{ stock_told: 'many', stock_many_from: 10 }, tracked, 2, { stock: 5, available: true }],
    [
      { stock_told: 'hidden', stock_many_from: 1 },
      { available: 0, tracked: true },
      0,
      { stock: null, available: true },
    ],
  ] as const)('told as %j of %j with %i held back is %j', (telling, had, buffer, expected) => {
    expect(feedStock(telling, had, buffer)).toEqual(expected);
  });

  it('says the same with every buffer while no number is told', () => {
    const count = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(count, fc.integer({ min: 0, max: 1_000 }), (available, buffer) => {
        const telling = { stock_told: 'yes_no', stock_many_from: 1 } as const;
        expect(feedStock(telling, { available, tracked: true }, buffer)).toEqual({ stock: null, available: true });
      }),
    );
  });
});

const OFFER: FeedOffer = {
  ...{ id: 'a', sku: 'S-1', barcode: null, price: 100, stock: 1, available: true, weight: null },
  ...{ length: null, width: null, height: null, values: [], fields: [], images: ['https://lanka.example/1'] },
};
const HEAD: FeedHead = {
  ...{
    shop: '',
    site: '',
    date: '',
    language: 'ua',
    link: null,
    categories: [],
    options: [],
    most_options: 0,
    fields: [],
  },
};
const CLOTHES = { number: 1, parent: null, name: 'Одяг', path: ['Одяг'] };
const PRODUCT: FeedProduct = {
  ...{
    id: 'p',
    number: 1,
    name: 'Футболка',
    description: 'Бавовна',
    html: '<p>Бавовна</p>',
    vendor: 'Швальня',
    unit: 'шт',
    tags: [],
  },
  category: { ...CLOTHES, market: { id: '1', name: '', url: '' } },
  ...{ images: [], fields: [], offers: [OFFER] },
};
const IN_ORDER = { link: 'https://shop.example/{sku}', purchase: 50, language: 'ua' } as const;

it.each([
  ['prom', {}, {}, IN_ORDER, []],
  ['prom', { name: 'Я'.repeat(101) }, { sku: 'x'.repeat(26) }, IN_ORDER, ['name_too_long', 'sku_too_long']],
  [
    'rozetka',
    { vendor: '', description: ' ' },
    { stock: null },
    IN_ORDER,
    ['vendor_missing', 'description_missing', 'quantity_missing'],
  ],
  ['rozetka', {}, { images: Array.from({ length: 16 }, String) }, IN_ORDER, ['photos_cut']],
  [
    'google',
    {},
    { images: [] },
    { ...IN_ORDER, link: null, purchase: 101 },
    ['photo_missing', 'link_missing', 'below_purchase'],
  ],
  ['kasta', { category: { ...CLOTHES, market: null } }, {}, IN_ORDER, ['category_unmapped']],
  ['rozetka', {}, { values: [{ option: 'Колір', value: 'Білий' }] }, IN_ORDER, ['param_unmapped']],
  ['rozetka', {}, { values: [{ option: 'Колір', value: 'Білий', option_id: '48' }] }, IN_ORDER, []],
  ['prom', {}, { values: [{ option: 'Колір', value: 'Білий' }] }, IN_ORDER, []],
  ['woocommerce_csv', { category: { ...CLOTHES, market: null } }, {}, IN_ORDER, []],
  ['shopify_csv', { vendor: '', category: null }, {}, { ...IN_ORDER, link: null, purchase: null }, []],
  // nothing is translated: what is written in another language than the feed says is told of
  ['prom', { name: 'Сукня лляна' }, {}, { ...IN_ORDER, language: 'ru' }, []],
  ['prom', { name: 'Плаття літнє' }, {}, { ...IN_ORDER, language: 'ru' }, ['other_language']],
  ['prom', { description: 'Летнее, из льна, мыть руками' }, {}, IN_ORDER, ['other_language']],
  ['prom', { name: 'Linen dress', description: 'Linen' }, {}, { ...IN_ORDER, language: 'en' }, []],
  ['prom', { name: 'Linen dress' }, {}, { ...IN_ORDER, language: 'en' }, ['other_language']],
] as const)('%s refuses of %j with %j', (format, product, offer, more, codes) => {
  expect(problemsOf(format, { ...PRODUCT, ...product }, { ...OFFER, ...offer }, more)).toEqual(codes);
});

/** Two modifications of one product, told apart by a value of so many letters. */
const lengthy = (name: number, value: number): FeedProduct => {
  const values = (letter: string) => [{ option: 'Колір', value: letter.repeat(value) }];
  return {
    ...{ ...PRODUCT, name: 'Я'.repeat(name) },
    offers: [
      { ...OFFER, values: values('б') },
      { ...OFFER, id: 'b', values: values('с') },
    ],
  };
};

// as long as what is written: Google gets the values within the name, Prom as parameters
it.each([
  ['google', 146, 1, false],
  ['google', 147, 1, true],
  ['google', 151, 0, true],
  ['prom', 100, 20, false],
  ['prom', 101, 1, true],
] as const)('%s, a name of %i letters and a value of %i: is too long: %s', (format, name, value, isLong) => {
  const product = lengthy(name, value);
  const [offer = OFFER] = product.offers;
  expect(problemsOf(format, product, offer, IN_ORDER).includes('name_too_long')).toBe(isLong);
});

it.each([
  [147, 1],
  [100, 0],
])('the title that Google gets is the text whose length is checked: %i and %i letters', (name, value) => {
  const product = lengthy(name, value);
  const [offer = OFFER] = product.offers;
  const [, title] = /<g:title>([^<]*)</.exec(google.product(product, HEAD)) ?? [];
  expect(title).toBe(offerName(product, offer));
});

it('a report counts all and keeps the first goods of each', () => {
  const report = new Report('prom');
  for (let n = 0; n < 50; n += 1) report.add('name_too_long', { id: `p${n % 30}`, name: `Товар ${n}` });
  report.add('price_missing', { id: 'p', name: 'Без ціни' });
  expect(report.problems.map(({ code, count, allowed, examples }) => [code, count, allowed, examples.length])).toEqual([
    ['price_missing', 1, null, 1],
    ['name_too_long', 50, 100, 20],
  ]);
});

it('names of offers tell in what they differ', () => {
  const values = (colour: string, size: string) => [
    { option: 'Колір', value: colour },
    { option: 'Розмір', value: size },
  ];
  const offers = [
    { ...OFFER, values: values('Білий', 'M') },
    { ...OFFER, id: 'b', values: values('Білий', 'L') },
  ];
  const product = { ...PRODUCT, offers };
  expect(offers.map((offer) => offerName(product, offer))).toEqual(['Футболка (M)', 'Футболка (L)']);
  expect(offerName(PRODUCT, OFFER)).toBe('Футболка');
});

it('an address of the own shop takes the article, else the id', () => {
  expect(linkOf({ link: 'https://s.example/p/{sku}?i={id}' }, { id: 'a b', sku: '' })).toBe(
    'https://s.example/p/a%20b?i=a%20b',
  );
  expect(linkOf({ link: null }, OFFER)).toBeNull();
});

it('numbers of ids are the same in every run, and never shared', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 50 }), (ids) => {
      const [one, other] = [new Numbers(), new Numbers()];
      const numbers = ids.map((id) => one.of(id));
      expect(ids.map((id) => other.of(id))).toEqual(numbers);
      expect(new Set(numbers).size).toBe(ids.length);
      expect(numbers.every((number) => number >= 1 && number <= 999_999_999)).toBe(true);
    }),
  );
});

it('what a description says comes back from its HTML', () => {
  const line = fc
    .stringMatching(/^[a-zа-яєії0-9 &<>"'.,;:!?%()]{1,40}$/)
    .map((text) => text.trim().replace(/ +/g, ' '));
  const lines = fc.array(
    fc.oneof(
      line,
      line.map((text) => `- ${text}`),
    ),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(lines, (given) => {
      // as our own import leaves a text
      const text = htmlToText(given.join('\n')).text;
      fc.pre(!/<[a-z/!?][^<>]*>/i.test(text));
      const back = htmlToText(toHtml(text)).text;
      const plain = (one: string) => one.replace(/\n+/g, '\n');
      expect(plain(back)).toBe(plain(text));
    }),
    { examples: [[['- "', '- <a']]] },
  );
});

it.each([
  [null, '2026-11-24T00:00:00Z', 'open'],
  ['2026-11-24T00:00:00Z', '2026-11-30T23:59:59Z', 'closing'],
  ['2026-11-24T00:00:00Z', '2026-12-01T00:00:00Z', 'gone'],
] as const)('a feed whose access ended %s is at %s %s', (lost, now, standing) => {
  expect(standingOf(lost, new Date(now))).toBe(standing);
});

it('settings are refused with what is allowed', () => {
  const body = {
    ...{ name: 'Rozetka', format: 'rozetka', markup: NONE, buffer: 0, language: 'ua', shop: '', link: null },
    choice: { in_stock: false, tags: [], category_ids: [], attributes: [] },
  };
  expect(CreateFeedBody.safeParse(body).success).toBe(true);
  expect(CreateFeedBody.safeParse({ ...body, link: 'javascript:alert(1)' }).success).toBe(false);
  expect(CreateFeedBody.safeParse({ ...body, buffer: -1 }).success).toBe(false);
  expect(CreateFeedBody.safeParse({ ...body, format: 'yml' }).success).toBe(false);
});
