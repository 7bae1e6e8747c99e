import { expect, it } from 'vitest';
import { BookingAction, type BookingKind } from './contract';
import { actionsOf, kindOf, refuseAction } from './rules';

it.each([
  ['booking', null, 'manual'],
  ['booking', 24, 'manual'],
  ['order', 24, 'temporary'],
  ['order', null, 'order'],
] as const)('of %s, for %s hours, is %s', (kind, booked_hours, expected) =>
  expect(kindOf({ ref: { kind }, booked_hours })).toBe(expected),
);

const OF_ORDER = 'bookings.of_order';
const OF_DRAFT = 'bookings.of_draft';
/** In the order of the actions: comment, hours, count, user, update stock, delete. */
const TABLE: Readonly<Record<BookingKind, readonly (string | null)[]>> = {
  manual: [null, null, null, null, null, null],
  temporary: [null, null, OF_DRAFT, OF_DRAFT, OF_DRAFT, null],
  order: [null, OF_ORDER, OF_ORDER, OF_ORDER, OF_ORDER, OF_ORDER],
};

it.each(Object.entries(TABLE) as [BookingKind, (string | null)[]][])('%s allows what breaks no order', (kind, row) => {
  const why = (status: 'Active' | 'Disabled' | 'Completed') =>
    BookingAction.options.map((action) => refuseAction({ kind, status, number: 1042 }, action)?.code ?? null);
  expect(why('Active')).toEqual(row);
  expect(new Set(why('Completed'))).toEqual(new Set(['bookings.completed']));
  expect(new Set(why('Disabled'))).toEqual(new Set(['bookings.disabled']));
});

it('names the order and the field', () => {
  const refused = refuseAction({ kind: 'order', status: 'Active', number: 1042 }, 'change_count');
  expect(refused?.message_in('ua')).toContain('замовлення № 1042');
  expect(refused?.details).toEqual([{ number: 1042, path: 'count' }]);
  expect(actionsOf({ count: 3, booked_hours: null })).toEqual(['change_hours', 'change_count']);
});
