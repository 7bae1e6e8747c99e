import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryFor, shownBalance } from '../ledger/rules';
import { meantOf, netOf, refOf, rowProblem, transferOf } from './rules';

test.each([
  ['20 4500 0000 0017', '20450000000017', null],
  ['№ 125', '№125', 125],
  ['РФ-125', 'РФ125', 125],
  ['125', '125', 125],
  ['20450000000017', '20450000000017', null],
])('%s is the ТТН %s or the number %s', (ref, ttn, number) => {
  expect(refOf(ref)).toEqual({ ttn, number, parcel: null });
});

test('125/2 is the second parcel of an order', () => {
  expect(refOf('№ 125/2')).toMatchObject({ number: 125, parcel: 2 });
});

test('a row is settled when it names one order that is awaited', () => {
  const order = { id: 'a', parcel_id: null, state: 'awaited' as const };
  const sums = { amount: 100, fee: 10 };
  const none = new Set<string>();
  expect(rowProblem([order], sums, none)).toBeNull();
  expect(rowProblem([], sums, none)).toBe('unknown');
  expect(rowProblem([order, { id: 'b', parcel_id: null, state: null }], sums, none)).toBe('several');
  expect(rowProblem([order], sums, new Set(['a']))).toBe('twice');
  expect(rowProblem([{ id: 'a', parcel_id: null, state: 'received' }], sums, none)).toBe('not_awaited');
  expect(rowProblem([order], { amount: 100, fee: 101 }, none)).toBe('fee_above_sum');
});

test.each([
  ['the only parcel that is awaited', ['received', 'awaited', 'refused'], 1],
  ['the only parcel', ['received'], 0],
  ['nobody can tell of two that are awaited', ['awaited', 'awaited'], null],
  ['nobody can tell of two that are settled', ['received', 'received'], null],
] as const)('the number of an order in several parcels means %s', (_, states, place) => {
  const parcels = states.map((state, index) => ({ id: 'a', parcel_id: String(index), state }));
  expect(meantOf(parcels)).toBe(place === null ? null : parcels[place]);
  expect(rowProblem(parcels, { amount: 1, fee: 0 }, new Set()) === 'parcels').toBe(place === null);
});

test('the account says what the carrier owes: by the rows until he pays, nothing after it', () => {
  const row = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((amount) => fc.record({ amount: fc.constant(amount), fee: fc.integer({ min: 0, max: amount }) }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const settled = rows.flatMap(({ amount, fee }) => [
        entryFor('payment', amount, 'cash_on_delivery'),
        entryFor('cod_fee', fee),
      ]);
      const owed = (entries: readonly { source: string; destination: string; amount: number }[]) =>
        shownBalance(
          'cash_on_delivery',
          entries.reduce((raw, { source, destination, amount }) => {
            if (source === 'cash_on_delivery') return raw - amount;
            return destination === 'cash_on_delivery' ? raw + amount : raw;
          }, 0),
        );
      expect(owed(settled)).toBe(netOf(rows));
      expect(owed([...settled, ...transferOf(netOf(rows), 'bank')])).toBe(0);
    }),
  );
});
