import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookingsOf, changesOf, type OrderFace } from './changes';

const line = (id: string, count: number, customer_price: number | null = null) => ({
  ...{ product_variant_id: id, name: id, count, customer_price },
});
const face = (more: Partial<OrderFace> = {}): OrderFace => ({ fields: {}, lines: [], custom: {}, ...more });

it('tells each field that differs, with the lines that came, went and changed', () => {
  const before = face({
    fields: { customer_name: 'Ірина', ttn: '', sum: 100 },
    lines: [line('a', 2), line('b', 1)],
    custom: { gift: true, note: 'x' },
  });
  const after = face({
    fields: { customer_name: 'Олег', ttn: null, sum: 300 },
    lines: [line('a', 3, 500), line('c', 4)],
    custom: { gift: true, note: '' },
  });
  expect(changesOf(before, after)).toEqual([
    { field: 'count', of: 'a', before: 2, after: 3 },
    { field: 'customer_price', of: 'a', before: null, after: 500 },
    { field: 'count', of: 'b', before: 1, after: null },
    { field: 'count', of: 'c', before: null, after: 4 },
    { field: 'customer_name', of: '', before: 'Ірина', after: 'Олег' },
    { field: 'sum', of: '', before: 100, after: 300 },
    { field: 'fields', of: 'note', before: 'x', after: null },
  ]);
  expect(bookingsOf(changesOf(before, after))).toEqual({ book: 5, release: 1 });
});

it('of the same nothing; and what is booked less what is freed is how many pieces more there are', () => {
  const lines = fc
    .uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), count: fc.integer({ min: 1, max: 99 }) }), {
      selector: ({ id }) => id,
    })
    .map((all) => all.map(({ id, count }) => line(id, count)));
  fc.assert(
    fc.property(lines, lines, (had, has) => {
      expect(changesOf(face({ lines: had }), face({ lines: had }))).toEqual([]);
      const { book, release } = bookingsOf(changesOf(face({ lines: had }), face({ lines: has })));
      const pieces = (all: typeof had) => all.reduce((sum, { count }) => sum + count, 0);
      expect(book - release).toBe(pieces(has) - pieces(had));
    }),
  );
});
