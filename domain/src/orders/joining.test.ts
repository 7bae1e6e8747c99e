import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JoinedDraft, type JoinedLine, type JoinField, join } from './joining';

const LIMITS = { tags: 10, lines: 500, count: 1_000 };
const line = (more: Partial<JoinedLine> = {}): JoinedLine => ({
  ...{ id: 'line', product_variant_id: 'a', count: 1, customer_price: null, fields: {} },
  ...more,
});
const draft = (more: Partial<JoinedDraft> = {}): JoinedDraft => ({
  counterparty_id: 'shop',
  customer: { name: 'Марта', email: null, phone: '380670000001' },
  delivery: {
    ...{ operator: 'nova_poshta', recipient_name: 'Марта', recipient_phone: null, town: '', address: '' },
    ...{ city_ref: null, branch_ref: null, door: null, ttn: null },
  },
  ...{
    promo_code: null,
    customer_discount: 0,
    cod: false,
    tags: [],
    source: '',
    external_number: null,
    prepaid: 0,
    prepaid_on: null,
    fields: {},
  },
  items: [line()],
  ...more,
});
const nowhere = { ...draft().delivery, operator: 'pickup', recipient_name: '' };

describe('joining', () => {
  it.each<[JoinField, Partial<JoinedDraft>]>([
    ['counterparty', { counterparty_id: 'other' }],
    ['customer', { customer: { ...draft().customer, phone: '380670000002' } }],
    ['delivery', { delivery: { ...draft().delivery, operator: 'ukrposhta' } }],
    ['promo_code', { promo_code: 'ЛІТО' }],
    ['customer_discount', { customer_discount: 500 }],
    ['cod', { cod: true }],
    ['customer_price', { items: [line({ customer_price: 100 })] }],
    ['line_fields', { items: [line({ fields: { thread: 'біла' } })] }],
    ['fields', { fields: { origin: 'сайт' } }],
    ['tags', { tags: Array.from({ length: 11 }, (_, n) => `тег ${n}`) }],
    ['count', { items: [line({ count: 1_000 })] }],
  ])('tells that %s differs', (field, more) => {
    const first = draft({ fields: { origin: 'дзвінок' }, items: [line({ fields: { thread: 'чорна' } })] });
    expect(join(first, draft(more), LIMITS).differs).toEqual([field]);
  });

  it('takes from the other what one does not say', () => {
    const bare = draft({ customer: { name: '', email: null, phone: null }, delivery: nowhere, source: '' });
    const said = draft({ source: 'Instagram', tags: ['подарунок'], fields: { origin: 'сайт' } });
    const { draft: joined, differs } = join(bare, said, LIMITS);
    expect(differs).toEqual([]);
    expect(joined).toMatchObject({ customer: said.customer, delivery: said.delivery, source: 'Instagram' });
    expect(joined).toMatchObject({ tags: ['подарунок'], fields: { origin: 'сайт' } });
    expect(join(said, bare, LIMITS).draft.delivery).toEqual(said.delivery);
  });

  it('keeps what was paid beforehand, by the later day', () => {
    const first = draft({ prepaid: 10_000, prepaid_on: '2026-11-20' });
    const second = draft({ prepaid: 5_000, prepaid_on: '2026-11-22' });
    expect(join(first, second, LIMITS).draft).toMatchObject({ prepaid: 15_000, prepaid_on: '2026-11-22' });
  });
});

const lines = fc.uniqueArray(
  fc.record({ product_variant_id: fc.constantFrom('a', 'b', 'c', 'd'), count: fc.integer({ min: 1, max: 40 }) }),
  { selector: (one) => one.product_variant_id, minLength: 1 },
);
const countsOf = (items: readonly { product_variant_id: string; count: number }[]) => {
  const counts = new Map<string, number>();
  for (const one of items) counts.set(one.product_variant_id, (counts.get(one.product_variant_id) ?? 0) + one.count);
  return Object.fromEntries([...counts].sort());
};

it('loses and makes no piece, keeps each variant once and says where each line went', () => {
  fc.assert(
    fc.property(lines, lines, (mine, others) => {
      const named = (items: typeof mine, of: string) =>
        items.map((one) => line({ ...one, id: `${of} ${one.product_variant_id}` }));
      const [first, second] = [draft({ items: named(mine, 'first') }), draft({ items: named(others, 'second') })];
      const { draft: joined, into, differs } = join(first, second, LIMITS);
      expect(differs).toEqual([]);
      expect(countsOf(joined.items)).toEqual(countsOf([...first.items, ...second.items]));
      expect(new Set(joined.items.map((one) => one.product_variant_id)).size).toBe(joined.items.length);
      for (const { id, product_variant_id } of second.items)
        expect(joined.items.find((one) => one.id === into.get(id))?.product_variant_id).toBe(product_variant_id);
    }),
  );
});
