import { describe, expect, it } from 'vitest';
import { check } from '../kit/form/values';
import { documentSchema, proposalOf } from './form';

const line = { product_variant_id: '019a0000-0000-7000-8000-000000000000', count: 1, sale_price: null };
const values = {
  flow: 'income',
  type: 'purchase',
  counterparty_id: '',
  date: '2026-01-15',
  in_stock: true,
  expected_on: '',
  reason: '',
  comment: '',
  items: [{ ...line, transaction_item_price: null as number | null }],
};
const errorsOf = (change: object, draft = false) =>
  check(
    documentSchema(() => draft, 'ua'),
    { ...values, ...change },
    'ua',
  ).errors;

describe('the form of a document', () => {
  it('asks for a price before a quantity goes on, unless it is kept as a draft', () => {
    expect(Object.keys(errorsOf({}) ?? {})).toEqual(['items.0.transaction_item_price']);
    expect(errorsOf({}, true)).toBeNull();
    expect(errorsOf({ items: [{ ...line, transaction_item_price: 100 }] })).toBeNull();
  });
  it.each([
    [{ items: [] }, 'items'],
    [{ flow: 'outcome', type: 'sale' }, 'counterparty_id'],
    [{ flow: 'outcome', type: 'write_off' }, 'reason'],
    [{ date: '2999-01-01' }, 'date'],
    [{ items: [{ ...line, count: null, transaction_item_price: 1 }] }, 'items.0.count'],
  ])('%j is told at its field', (change, path) => expect(Object.keys(errorsOf(change) ?? {})).toEqual([path]));
});

describe('the price of a line', () => {
  const step = (price_level_id: string | null, from_count: number, price: number) => ({
    ...{ price_level_id, from_count, price },
  });
  const goods = { price: 100, prices: [step('vip', 1, 80), step('vip', 10, 70), step(null, 5, 95)] };
  it.each([
    ['sale', 1, null, 100],
    ['sale', 5, null, 95],
    ['sale', 1, 'vip', 80],
    ['sale', 12, 'vip', 70],
    ['sale', null, 'vip', 80],
    ['return', 12, 'vip', 100],
    ['purchase', 1, 'vip', null],
    ['write_off', 1, 'vip', null],
  ] as const)('of a %s of %s at the level %s is proposed as %s', (type, count, level, price) =>
    expect(proposalOf(type, goods, count, level)).toBe(price),
  );
});
