import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Role } from '../kit/roles';
import { balanceChange, decisionOn, initialStatus, paymentProblems, spread } from './rules';

const today = '2026-11-20';
const id = '018f0000-0000-7000-8000-000000000001';

it('staff’s entry holds at once, anybody else’s waits', () => {
  for (const role of Role.options)
    expect(initialStatus(role)).toBe(['Owner', 'Administrator', 'Manager'].includes(role) ? 'confirmed' : 'pending');
});

const part = (order_id: string, amount: number) => ({ order_id, amount });

describe('the parts of a payment', () => {
  it('may be at most what the parts before leave of it', () => {
    const orders = [part('a', 60), part('b', 41), part('c', 1)];
    const problems = paymentProblems('Client', { type: 'receipt', date: today, amount: 100, orders }, today);
    expect(problems).toEqual([
      { path: 'orders.1.amount', problem: 'orders_above_amount', allowed: '0,40\u00a0₴' },
      { path: 'orders.2.amount', problem: 'orders_above_amount', allowed: '0,00\u00a0₴' },
    ]);
  });

  it('as they are spread are never refused, pay the oldest first and leave nothing that could be paid', () =>
    fc.assert(
      fc.property(fc.nat(1_000), fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 9 }), (amount, left) => {
        const parts = spread(amount, left);
        const orders = parts.map((sum, nth) => part(String(nth), sum));
        expect(paymentProblems('Client', { type: 'receipt', date: today, amount, orders }, today)).toEqual([]);
        const total = left.reduce((sum, one) => sum + one, 0);
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(Math.min(amount, total));
        // what comes after one that is not paid whole gets nothing
        const short = parts.findIndex((sum, nth) => sum < (left[nth] ?? 0));
        if (short >= 0) expect(parts.slice(short + 1).every((sum) => sum === 0)).toBe(true);
      }),
    ));
});

describe('what may be entered', () => {
  it.each([
    ['Manager', { counterparty_id: id, type: 'withdrawal', account: 'cash', date: today }, []],
    ['Manager', { type: 'receipt', date: today }, ['counterparty_id counterparty_required']],
    ['Client', { type: 'receipt', date: today }, []],
    ['Client', { type: 'withdrawal', date: today }, ['type receipt_only']],
    ['Client', { type: 'receipt', account: 'cash', date: today }, ['account account_fixed']],
    ['Client', { type: 'receipt', date: '2026-11-21' }, ['date in_future']],
    ['Owner', { counterparty_id: id, type: 'receipt', date: '2027-01-01' }, ['date in_future']],
    ['Client', { type: 'receipt', date: today, orders: [part(id, 100)] }, []],
    ['Client', { type: 'receipt', date: today, orders: [part(id, 101)] }, ['orders.0.amount orders_above_amount']],
    ['Client', { type: 'receipt', date: today, orders: [part(id, 1), part(id, 1)] }, ['orders.1.order_id order_twice']],
    [
      'Owner',
      { counterparty_id: id, type: 'withdrawal', date: today, orders: [part(id, 1)] },
      ['orders receipt_for_order'],
    ],
  ] as const)('%s %j: %j', (role, payment, problems) =>
    expect(
      paymentProblems(role, { amount: 100, ...payment }, today).map(({ path, problem }) => `${path} ${problem}`),
    ).toEqual(problems),
  );
});

it.each([
  ['pending', 'confirmed', 'do'],
  ['pending', 'declined', 'do'],
  ['confirmed', 'confirmed', 'nothing'],
  ['declined', 'declined', 'nothing'],
  ['confirmed', 'declined', 'refuse'],
  ['declined', 'confirmed', 'refuse'],
] as const)('%s, then %s: %s', (status, decision, what) => expect(decisionOn(status, decision)).toBe(what));

it('a receipt adds, a withdrawal takes', () => {
  expect([balanceChange('receipt', 5), balanceChange('withdrawal', 5)]).toEqual([5, -5]);
});
