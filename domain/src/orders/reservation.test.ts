import fc from 'fast-check';
import { expect, it } from 'vitest';
import { STATUS_NAMES } from './machine';
import { isReserving, prolonged, reservedState } from './reservation';
import { editableParts, planMove, refuseReservation } from './rules';

const TODAY = '2026-11-24';

it.each([
  ['Pending', null, null],
  ['Pending', '2026-11-23', 'over'],
  ['Pending', '2026-11-24', 'soon'],
  ['InProduction', '2026-11-25', 'soon'],
  ['Ready', '2026-11-26', 'held'],
  ['Draft', '2026-11-26', null],
  ['Blocked', '2026-11-23', 'over'],
  ['Loading', '2026-11-26', null],
] as const)('of %s until %s is %s', (status, reserved_until, expected) =>
  expect(reservedState({ status, reserved_until }, TODAY)).toBe(expected),
);

it.each([
  ['Client', 3, '2026-11-24', null],
  ['Client', 3, '2026-11-27', null],
  ['Client', 3, '2026-11-28', 'orders.reserved_too_long'],
  ['Client', 0, '2026-11-24', 'orders.no_reservations'],
  ['Client', 3, '2026-11-23', 'orders.reserved_past'],
  ['Manager', 0, '2027-11-24', null],
  ['Manager', 0, '2027-11-25', 'orders.reserved_too_long'],
  ['Owner', 0, '2026-11-23', 'orders.reserved_past'],
] as const)('%s, whom %s days are let, may reserve until %s: %s', (role, clientDays, day, code) =>
  expect(refuseReservation(day, { today: TODAY, role, clientDays })?.code ?? null).toBe(code),
);

it.each([
  ['2026-11-20', '2026-11-27'],
  ['2026-11-24', '2026-11-27'],
  ['2026-12-30', '2027-01-02'],
])('prolonged, %s becomes %s', (day, later) => expect(prolonged(day, TODAY)).toBe(later));

it('is named by a client until he sends, by staff until somebody loads', () => {
  const may = (role: 'Client' | 'Manager' | 'Stockman') =>
    STATUS_NAMES.filter((status) => editableParts(status, role).reservation);
  expect(may('Client')).toEqual(['Draft', 'Blocked']);
  expect(may('Manager')).toEqual(['Draft', 'Pending', 'InProduction', 'Ready', 'Blocked']);
  expect(may('Stockman')).toEqual([]);
});

it('is sent with a day that is not over', () => {
  const order = {
    ...({ status: 'Blocked', item_count: 1, shipped: false, charged: false, customer_name: 'Ірина' } as const),
    delivery: { operator: 'pickup', recipient_name: '', recipient_phone: null, address: '' },
  };
  const over = { ...order, reservation_over: { today: '2026-11-24' } };
  expect(planMove(over, 'Pending', 'Client')).toMatchObject({
    refused: { code: 'orders.reserved_past', details: [{ path: 'reserved_until', allowed: '24.11.2026' }] },
  });
  expect(planMove(over, 'Canceled', 'Client')).toHaveProperty('effects');
  expect(planMove({ ...order, reservation_over: null }, 'Pending', 'Client')).toHaveProperty('effects');
});

const day = fc.integer({ min: 0, max: 800 }).map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));

it('what may be named is held, what one press makes of it may be named again by staff', () => {
  fc.assert(
    fc.property(day, day, fc.constantFrom(...STATUS_NAMES), (today, until, status) => {
      const state = reservedState({ status, reserved_until: until }, today);
      const allowed = refuseReservation(until, { today, role: 'Manager', clientDays: 0 }) === null;
      if (allowed) expect(state).not.toBe('over');
      if (isReserving(status)) expect(state).not.toBeNull();
      const later = prolonged(until, today);
      expect(later > until && later > today).toBe(true);
      expect(reservedState({ status: 'Pending', reserved_until: later }, today)).toBe('held');
    }),
  );
});
