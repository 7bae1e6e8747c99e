import { errors } from '@lanka/domain/kit/errors';
import type { OrderPrice } from '@lanka/domain/orders/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallError } from '../kit/http/call';
import {
  countOf,
  isShort,
  type Line,
  type LineInfo,
  nextStep,
  piecesOf,
  previewOf,
  shortageOf,
  titleOf,
  withCount,
  withLine,
  withOneMore,
  withoutLine,
} from './lines';

const line = (product_variant_id: string, count: Line['count'] = 1): Line => ({ product_variant_id, count });

test('a variant stands once: choosing it again is refused, scanning it again counts', () => {
  expect(withLine([line('a')], 'b')).toEqual([line('a'), line('b')]);
  expect(withLine([line('a')], 'a')).toBeNull();
  expect(withOneMore([line('a', 2)], 'a')).toEqual([line('a', 3)]);
  expect(withOneMore([line('a', '')], 'a')).toEqual([line('a', 1)]);
  expect(withOneMore([], 'a')).toEqual([line('a', 1)]);
});

test('a count changes in its line only, and an emptied one stays empty', () => {
  expect(withCount([line('a'), line('b')], 'b', 7)).toEqual([line('a'), line('b', 7)]);
  expect(withCount([line('a')], 'a', null)).toEqual([line('a', '')]);
  expect(withoutLine([line('a'), line('b')], 'a')).toEqual([line('b')]);
});

test.each<[Line['count'], number | null]>([
  ['', null],
  [null, null],
  [Number.NaN, null],
  [0, null],
  [-1, null],
  [1.5, null],
  [3, 3],
])('the count %s is %s to compute with', (count, known) => {
  expect(countOf(line('a', count))).toBe(known);
});

test('scans add up to the pieces of the order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), (scans) => {
      const lines = scans.reduce<Line[]>((before, id) => withOneMore(before, id), []);
      expect(piecesOf(lines)).toBe(scans.length);
      expect(new Set(lines.map(({ product_variant_id }) => product_variant_id)).size).toBe(lines.length);
    }),
  );
});

const priced: OrderPrice = {
  items: [
    {
      product_variant_id: 'a',
      count: 2,
      base_price: 1050,
      recommended_price: 2000,
      price_level: null,
      price_from: 1,
      discount: 500,
      discount_source: 'counterparty',
      customer_discount: 0,
      amount: 1995,
      recommended_amount: 4000,
      customer_price: null,
      customer_amount: 4000,
    },
  ],
  sum: 1995,
  recommended_sum: 4000,
  customer_sum: 4000,
  cod: null,
  refusals: [],
};

test('the sums are those of the server, and none before it has answered', () => {
  expect(previewOf(priced, null, false)).toMatchObject({ sum: 1995, recommended_sum: 4000, error: null, isOld: false });
  expect(previewOf(priced, null, false).lines.a?.amount).toBe(1995);
  expect(previewOf(null, null, true)).toMatchObject({ sum: null, error: null, lines: {} });
});

test('a code that does not hold is said at its field, another refusal above the lines', () => {
  const code = { code: 'orders.promo_code_unknown', message: 'Немає', path: 'promo_code' };
  const gone = { code: 'orders.not_for_sale', message: 'Приховано', path: 'items.0.product_variant_id' };
  expect(previewOf({ ...priced, refusals: [code] }, null, false)).toMatchObject({
    promo_refused: 'Немає',
    error: null,
  });
  expect(previewOf({ ...priced, refusals: [gone] }, null, false)).toMatchObject({
    promo_refused: null,
    error: 'Приховано',
    sum: 1995,
  });
  const error = new CallError(422, 'orders.sum_too_large', 'Завелика', []);
  expect(previewOf(null, error, false)).toMatchObject({ sum: null, error: 'Завелика' });
  expect(previewOf(null, error, true).error).toBeNull();
});

test('the server says of every short line how much there is', () => {
  const refused = new CallError(422, 'stock.short', 'Недостатньо товару', [
    { product_variant_id: 'a', wanted: 5, available: 2 },
    { product_variant_id: 'b', wanted: 1, available: 0 },
  ]);
  const shortage = shortageOf(refused);
  expect(shortage).toEqual({ a: { wanted: 5, available: 2 }, b: { wanted: 1, available: 0 } });
  expect(isShort(line('a', 5), shortage)).toBe(true);
  expect(isShort(line('a', 2), shortage)).toBe(false);
  expect(isShort(line('c', 99), shortage)).toBe(false);
  expect(shortageOf(new CallError(422, 'orders.no_items', '', [{ product_variant_id: 'a' }]))).toEqual({});
  expect(shortageOf(errors('x', { y: { status: 422, ua: '', en: '' } }).y())).toEqual({});
});

test.each([
  ['Ковдра', '', 'Ковдра'],
  ['Ковдра', 'Ковдра', 'Ковдра'],
  ['Плаття', 'S', 'Плаття, S'],
])('%s and %s are called %s', (product_title, modification_title, name) => {
  expect(titleOf({ product_title, modification_title })).toBe(name);
});

test.each([
  [1, 5],
  [4, 5],
  [5, 20],
  [20, undefined],
])('with %s pieces the next price begins at %s', (count, from_count) => {
  const info = {
    steps: [
      { from_count: 20, price: 80 },
      { from_count: 5, price: 90 },
    ],
  } as unknown as LineInfo;
  expect(nextStep(info, count)?.from_count).toBe(from_count);
});
