import { errors } from '@lanka/domain/kit/errors';
import { MAX_KOPECKS } from '@lanka/domain/kit/money';
import { priceLine } from '@lanka/domain/orders/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallError } from '../kit/call';
import {
  countOf,
  isShort,
  type Line,
  type LineInfo,
  piecesOf,
  preview,
  shortageOf,
  titleOf,
  withCount,
  withFieldMessages,
  withLine,
  withOneMore,
  withoutLine,
} from './lines';

const info = (over: Partial<LineInfo> = {}): LineInfo => ({
  product_title: 'Плаття',
  modification_title: 'чорне, M',
  sku: 'PL-1',
  thumbnail_url: null,
  available: 5,
  base_price: 1050,
  recommended_price: 2000,
  frozen: null,
  ...over,
});
const none = { counterparty_discount: 0, customer_discount: 0, promotions: [] };
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

test('the preview prices as the domain does, with the largest discount', () => {
  const shown = preview([line('a', 2)], { a: info() }, { ...none, counterparty_discount: 500 }, 'ua');
  expect(shown.lines.a?.amount).toBe(1995);
  expect(shown).toMatchObject({ sum: 1995, recommended_sum: 4000, error: null });
  const promotions = [{ id: 'p', discount: 1500, discount_type: 'percent' as const }];
  expect(preview([line('a', 2)], { a: info() }, { ...none, counterparty_discount: 500, promotions }, 'ua').sum).toBe(
    1785,
  );
});

test('a line without a count or a price waits, and the rest is summed', () => {
  const lines = [line('a', ''), line('b', 3), line('c', 1), line('unknown', 1)];
  const infos = { a: info(), b: info({ recommended_price: null }), c: info({ base_price: null }) };
  const shown = preview(lines, infos, none, 'ua');
  expect(Object.keys(shown.lines)).toEqual(['b']);
  expect(shown).toMatchObject({ sum: 3150, recommended_sum: 3150 });
});

test('a frozen line keeps its price and discount whatever holds today', () => {
  const frozen = {
    ...priceLine({ base_price: 1000, recommended_price: 2000, count: 1 }, { ...none, counterparty_discount: 1000 }),
    count: 1,
  };
  const shown = preview([line('a', 3)], { a: info({ base_price: 1000, frozen }) }, none, 'ua');
  expect(shown.sum).toBe(2700);
});

test('a sum beyond the limit is said, not thrown', () => {
  const shown = preview([line('a', 2)], { a: info({ base_price: MAX_KOPECKS }) }, none, 'ua');
  expect(shown.error).toBe('Сума замовлення завелика');
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

test('a detail that only names its field gets the words of the error', () => {
  const error = new CallError(422, 'orders.promo_code_used', 'Уже використано', [{ path: 'promo_code' }, { a: 1 }]);
  expect(withFieldMessages(error)).toMatchObject({
    code: 'orders.promo_code_used',
    details: [{ path: 'promo_code', message: 'Уже використано' }, { a: 1 }],
  });
});

test.each([
  ['Ковдра', '', 'Ковдра'],
  ['Ковдра', 'Ковдра', 'Ковдра'],
  ['Плаття', 'S', 'Плаття, S'],
])('%s and %s are called %s', (product_title, modification_title, name) => {
  expect(titleOf({ product_title, modification_title })).toBe(name);
});
