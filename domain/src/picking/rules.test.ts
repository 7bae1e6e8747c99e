import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Role } from '../kit/roles';
import { OrderStatus } from '../orders/contract';
import { planMove } from '../orders/rules';
import { applyPick, onwardOf, PICKED_FROM } from './rules';

it('never picks more than the order has, nor less than nothing, in whatever order pieces are taken and put back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.constantFrom<1 | -1>(1, -1)), (count, steps) => {
      let picked = 0;
      for (const by of steps) {
        const isAllowed = by > 0 ? picked < count : picked > 0;
        if (isAllowed) picked = applyPick({ name: 'Сукня', count, picked }, by);
        else expect(() => applyPick({ name: 'Сукня', count, picked }, by)).toThrow();
        expect(picked).toBeGreaterThanOrEqual(0);
        expect(picked).toBeLessThanOrEqual(count);
      }
    }),
  );
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
