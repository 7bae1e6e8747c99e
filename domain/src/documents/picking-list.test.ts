import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gather } from './picking-list';

const order = (id: string, status: 'Pending' | 'Draft' | 'Sent' = 'Pending') => ({ id, number: `РФ-${id}`, status });
const line = (order_id: string, product_variant_id: string, count: number, place = '', unit = 'шт.') => ({
  ...{ order_id, product_variant_id, count, place, unit },
});

it('goes along the shelves once for all orders, and says how many each wants', () => {
  const lines = [line('1', 'a', 2, 'Б-2'), line('1', 'b', 1, 'А-10'), line('2', 'a', 3, 'Б-2'), line('2', 'c', 1)];
  const { rows } = gather([order('1'), order('2')], lines);
  expect(rows.map(({ product_variant_id, count, shares }) => [product_variant_id, count, shares])).toEqual([
    ['b', 1, [{ number: 'РФ-1', count: 1 }]],
    [
      'a',
      5,
      [
        { number: 'РФ-1', count: 2 },
        { number: 'РФ-2', count: 3 },
      ],
    ],
    ['c', 1, [{ number: 'РФ-2', count: 1 }]],
  ]);
});

it('leaves out what is not picked any more, or not yet, and what parcels have sent', () => {
  const lines = [line('1', 'a', 2), line('1', 'b', 0), line('2', 'a', 3), line('3', 'a', 4)];
  const { picked, left, rows } = gather([order('1'), order('2', 'Draft'), order('3', 'Sent')], lines);
  expect([picked, left].map((some) => some.map(({ id }) => id))).toEqual([['1'], ['2', '3']]);
  expect(rows.map(({ count }) => count)).toEqual([2]);
});

it('loses no piece, however orders share their goods', () => {
  const some = fc.array(
    fc.tuple(fc.constantFrom('1', '2', '3'), fc.constantFrom('a', 'b', 'c'), fc.nat(9), fc.constantFrom('', 'А-1')),
  );
  fc.assert(
    fc.property(some, (given) => {
      const lines = given.map(([id, variant, count, place]) => line(id, variant, count, place));
      const { rows } = gather(
        ['1', '2', '3'].map((id) => order(id)),
        lines,
      );
      const sum = (counts: readonly { count: number }[]) => counts.reduce((all, { count }) => all + count, 0);
      expect(sum(rows)).toBe(sum(lines));
      for (const row of rows) expect(sum(row.shares)).toBe(row.count);
    }),
  );
});
