import { isStaff, type Role } from '../kit/roles';
import type { PaymentAccount, PaymentStatus, PaymentType } from './contract';

/** What is entered: a dropshipper’s report waits for staff, staff’s own entry holds at once (domain.md, Ledger). */
export function initialStatus(role: Role): PaymentStatus {
  return isStaff(role) ? 'confirmed' : 'pending';
}

export type PaymentProblem =
  | 'counterparty_required'
  | 'receipt_only'
  | 'receipt_for_order'
  | 'account_fixed'
  | 'in_future';

/**
 * Why this payment cannot be entered, each with its field; empty when it can.
 * @param today the day in Kyiv, `YYYY-MM-DD`
 */
export function paymentProblems(
  role: Role,
  payment: {
    readonly counterparty_id?: string | undefined;
    readonly order_id?: string | undefined;
    readonly type: PaymentType;
    readonly account?: PaymentAccount | undefined;
    readonly date: string;
  },
  today: string,
): { path: string; problem: PaymentProblem }[] {
  const problems: { path: string; problem: PaymentProblem }[] = [];
  if (isStaff(role)) {
    if (payment.counterparty_id === undefined)
      problems.push({ path: 'counterparty_id', problem: 'counterparty_required' });
  } else {
    if (payment.type !== 'receipt') problems.push({ path: 'type', problem: 'receipt_only' });
    if (payment.account !== undefined) problems.push({ path: 'account', problem: 'account_fixed' });
  }
  if (isStaff(role) && payment.order_id !== undefined && payment.type !== 'receipt')
    problems.push({ path: 'order_id', problem: 'receipt_for_order' });
  if (payment.date > today) problems.push({ path: 'date', problem: 'in_future' });
  return problems;
}

/** What a confirmed payment does to the counterparty's balance, kopecks with sign. */
export function balanceChange(type: PaymentType, amount: number): number {
  return type === 'receipt' ? amount : -amount;
}

/**
 * What a decision does to a payment in this status: `do` it, `nothing` because the same was decided before (a second
 * identical request does nothing twice), or `refuse` because the opposite was.
 */
export function decisionOn(status: PaymentStatus, decision: 'confirmed' | 'declined'): 'do' | 'nothing' | 'refuse' {
  if (status === 'pending') return 'do';
  return status === decision ? 'nothing' : 'refuse';
}
