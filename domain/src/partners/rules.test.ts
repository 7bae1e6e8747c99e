import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesUntilResend, reconcile, whyNotDelete } from './rules';

const posting = (change: number) => ({
  id: '018f0000-0000-7000-8000-000000000000',
  day: '2026-11-20',
  purpose: 'charge' as const,
  ref: { kind: 'order', id: '018f0000-0000-7000-8000-000000000001' },
  orders: [],
  comment: '',
  change,
});

describe('reconciliation', () => {
  it('puts charges in debit and payments in credit, and says who is owed', () => {
    const act = reconcile(-1000, [posting(-5000), posting(3000)]);
    expect(act.rows.map(({ debit, credit }) => [debit, credit])).toEqual([
      [5000, 0],
      [0, 3000],
    ]);
    expect(act).toMatchObject({
      opening: -1000,
      turnover: { debit: 5000, credit: 3000 },
      closing: -3000,
      in_favour_of: 'supplier',
      owed: 3000,
    });
    expect(reconcile(0, [])).toMatchObject({ closing: 0, in_favour_of: null, owed: 0 });
    expect(reconcile(0, [posting(1)])).toMatchObject({ in_favour_of: 'counterparty', owed: 1 });
  });

  it('closes at opening plus every change, and two periods in a row join', () => {
    const change = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).filter((value) => value !== 0);
    fc.assert(
      fc.property(change, fc.array(change), fc.array(change), (opening, first, second) => {
        const whole = reconcile(opening, [...first, ...second].map(posting));
        const before = reconcile(opening, first.map(posting));
        const after = reconcile(before.closing, second.map(posting));
        expect(whole.closing).toBe([...first, ...second].reduce((sum, one) => sum + one, opening));
        expect(after.closing).toBe(whole.closing);
        expect(whole.turnover.debit).toBe(before.turnover.debit + after.turnover.debit);
        for (const row of whole.rows) expect(row.debit === 0 || row.credit === 0).toBe(true);
      }),
    );
  });
});

it.each([
  [{ own_sales: false, status: 'ordinary', balance: 0 }, null],
  [{ own_sales: false, status: 'ordinary', balance: -1 }, 'balance_not_zero'],
  [{ own_sales: false, status: 'ordinary', balance: 1 }, 'balance_not_zero'],
  [{ own_sales: false, status: 'invited', balance: 0 }, 'delete_with_access'],
  [{ own_sales: false, status: 'dropshipper', balance: 0 }, 'delete_with_access'],
  [{ own_sales: true, status: 'ordinary', balance: 0 }, 'own_sales'],
] as const)('deleting %j: %s', (counterparty, reason) => expect(whyNotDelete(counterparty)).toBe(reason));

it.each([
  ['2026-11-20T10:15:00Z', 15],
  ['2026-11-20T10:14:01Z', 15],
  ['2026-11-20T10:00:01Z', 1],
  ['2026-11-20T10:00:00Z', 0],
  ['2026-11-20T09:00:00Z', 0],
])('at 10:00 an invitation resendable at %s waits %i minutes', (at, minutes) =>
  expect(minutesUntilResend(at, new Date('2026-11-20T10:00:00Z'))).toBe(minutes),
);
