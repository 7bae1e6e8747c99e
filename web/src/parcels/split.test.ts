import { describe, expect, it } from 'vitest';
import { asked, leftOf, linesOf, startOf } from './split';

const item = (id: string, count: number) => ({ id, count }) as never;
const parcel = (items: Record<string, number>, sent_at: string | null = null) =>
  ({
    sent_at,
    items: Object.entries(items).map(([order_item_id, count]) => ({ order_item_id, count })),
  }) as never;
const order = { items: [item('a', 5), item('b', 2)] };

describe('parcels that are typed', () => {
  it('hold what is not sent, and begin with those that are there', () => {
    const parcels = [parcel({ a: 1, b: 2 }, '2026-11-20T10:00:00Z'), parcel({ a: 3 }), parcel({ a: 1 })];
    const lines = linesOf(order, parcels);
    expect(lines.map(({ item: { id }, free }) => [id, free])).toEqual([['a', 4]]);
    expect(startOf(parcels)).toEqual([{ a: 3 }]);
    expect(startOf([])).toEqual([{}]);
    expect(lines.map((line) => leftOf(line, [{ a: 3 }, { a: null }]))).toEqual([1]);
  });

  it.each([
    [[{ a: 2 }], { parcels: [{ items: [{ order_item_id: 'a', count: 2 }] }] }],
    [[], { parcels: [] }],
    [[{}], null],
    [[{ a: 2 }, { a: 0 }], null],
    [[{ a: 4 }, { a: 2 }], null],
    [[{ a: Number.NaN, b: 1 }], null],
  ])('%j ask for %j', (wanted, body) => {
    expect(asked(linesOf(order, []), wanted)).toEqual(body);
  });
});
