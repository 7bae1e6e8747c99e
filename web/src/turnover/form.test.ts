import { describe, expect, it } from 'vitest';
import { check } from '../kit/form/values';
import { documentSchema } from './form';

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
