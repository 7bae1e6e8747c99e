import { describe, expect, it } from 'vitest';
import { Role } from '../kit/roles';
import { balanceChange, decisionOn, initialStatus, paymentProblems } from './rules';

const today = '2026-11-20';
const id = '018f0000-0000-7000-8000-000000000001';

it('staff’s entry holds at once, anybody else’s waits', () => {
  for (const role of Role.options)
    expect(initialStatus(role)).toBe(['Owner', 'Administrator', 'Manager'].includes(role) ? 'confirmed' : 'pending');
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
  ] as const)('%s %j: %j', (role, payment, problems) =>
    expect(paymentProblems(role, payment, today).map(({ path, problem }) => `${path} ${problem}`)).toEqual(problems),
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
