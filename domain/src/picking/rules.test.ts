import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Role } from '../kit/roles';
import { OrderStatus } from '../orders/contract';
import { planMove } from '../orders/rules';
import { applyPick, byShelf, onwardOf, PICKED_FROM } from './rules';

it('never picks more than the order has, nor less than nothing, in whatever order pieces are taken and put back', () => {
  const by = fc.integer({ min: -6, max: 6 }).filter((n) => n !== 0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(by), (count, steps) => {
      let picked = 0;
      for (const step of steps) {
        const isAllowed = picked + step >= 0 && picked + step <= count;
        if (isAllowed) picked = applyPick({ name: 'Сукня', count, picked }, step);
        else expect(() => applyPick({ name: 'Сукня', count, picked }, step)).toThrow();
        expect(picked).toBeGreaterThanOrEqual(0);
        expect(picked).toBeLessThanOrEqual(count);
      }
    }),
  );
});

it.each([
  [{ count: 200, picked: 0 }, 200, 200],
  [{ count: 200, picked: 150 }, -150, 0],
  [{ count: 200, picked: 150 }, 51, 'picking.more_than_ordered'],
  [{ count: 200, picked: 200 }, 1, 'picking.enough'],
  [{ count: 200, picked: 2 }, -3, 'picking.more_than_picked'],
  [{ count: 200, picked: 0 }, -1, 'picking.nothing_picked'],
  [{ count: 1, picked: 3 }, -1, 2],
] as const)('of %o, %i more or fewer are %s', (line, by, result) => {
  const done = () => applyPick({ name: 'Сукня', ...line }, by);
  if (typeof result === 'number') expect(done()).toBe(result);
  else expect(done).toThrow(expect.objectContaining({ code: result }));
});

it.each([
  // of two who type what they see the second is told so
  [{ count: 20, picked: 0 }, 10, 0, 10],
  [{ count: 20, picked: 10 }, 10, 0, 'picking.picked_beside'],
  [{ count: 20, picked: 10 }, 5, 10, 15],
  [{ count: 20, picked: 10 }, 11, 10, 'picking.more_than_ordered'],
  // of an order that was changed to fewer the screen shows as many as it has
  [{ count: 3, picked: 5 }, -1, 3, 2],
] as const)('of %o, %i more than %i that were seen are %s', (line, by, seen, result) => {
  const done = () => applyPick({ name: 'Сукня', ...line }, by, seen);
  if (typeof result === 'number') expect(done()).toBe(result);
  else expect(done).toThrow(expect.objectContaining({ code: result }));
});

it('goes along the shelves, by numbers as people count', () => {
  const places = ['Б-2', '', 'А-10', 'А-9', 'а-1'];
  expect(byShelf(places.map((place) => ({ place }))).map(({ place }) => place)).toEqual([
    'а-1',
    'А-9',
    'А-10',
    'Б-2',
    '',
  ]);
});

const way = (role: Role, from: OrderStatus): OrderStatus[] => {
  const facts = {
    ...{ item_count: 1, shipped: false, charged: false, customer_name: 'Ірина' },
    delivery: { operator: 'pickup', recipient_name: 'Ірина', recipient_phone: null, address: '' },
  };
  const allowed = (status: OrderStatus, to: OrderStatus) => !('refused' in planMove({ ...facts, status }, to, role));
  const moves = OrderStatus.options.map((to) => ({ to, allowed: allowed(from, to) }));
  const next = onwardOf(from, moves)?.to;
  return next ? [next, ...way(role, next)] : [];
};

it('leads from whatever is picked to the car and away, as far as the role goes, and never back', () => {
  expect(PICKED_FROM.map((from) => way('Manager', from).at(-1))).toEqual(PICKED_FROM.map(() => 'Sent'));
  expect(way('Manager', 'Pending')).toEqual(['Ready', 'Loading', 'Loaded', 'Sent']);
  expect(way('Stockman', 'Pending')).toEqual([]);
  expect(way('Stockman', 'Ready')).toEqual(['Loading', 'Loaded', 'Sent']);
  expect(way('Producer', 'InProduction')).toEqual(['Ready']);
});
