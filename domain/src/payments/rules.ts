import { formatMoney } from '../kit/money';
import { isStaff, type Role } from '../kit/roles';
import type { OrderPart, PaymentAccount, PaymentStatus, PaymentType } from './contract';

/** What is entered: a dropshipper’s report waits for staff, staff’s own entry holds at once (domain.md, Ledger). */
export function initialStatus(role: Role): PaymentStatus {
  return isStaff(role) ? 'confirmed' : 'pending';
}

export type PaymentProblem =
  | 'counterparty_required'
  | 'receipt_only'
  | 'receipt_for_order'
  | 'account_fixed'
  | 'in_future'
  | 'order_twice'
  | 'orders_above_amount';

interface FoundProblem {
  readonly path: string;
  readonly problem: PaymentProblem;
  /** What may stand there. */
  readonly allowed?: string;
}

/**
 * Why this payment cannot be entered, each with its field; empty when it can.
 * @param today the day in Kyiv, `YYYY-MM-DD`
 */
export function paymentProblems(
  role: Role,
  payment: {
    readonly counterparty_id?: string | undefined;
    readonly orders?: readonly OrderPart[] | undefined;
    readonly amount: number;
    readonly type: PaymentType;
    readonly account?: PaymentAccount | undefined;
    readonly date: string;
  },
  today: string,
): FoundProblem[] {
  const problems: FoundProblem[] = [];
  if (isStaff(role)) {
    if (payment.counterparty_id === undefined)
      problems.push({ path: 'counterparty_id', problem: 'counterparty_required' });
  } else {
    if (payment.type !== 'receipt') problems.push({ path: 'type', problem: 'receipt_only' });
    if (payment.account !== undefined) problems.push({ path: 'account', problem: 'account_fixed' });
  }
  if (payment.date > today) problems.push({ path: 'date', problem: 'in_future' });
  const { orders = [] } = payment;
  if (isStaff(role) && orders.length > 0 && payment.type !== 'receipt')
    problems.push({ path: 'orders', problem: 'receipt_for_order' });
  return [...problems, ...partProblems(orders, payment.amount)];
}

/** Each order once, and together not more than was paid; of each part that is too much, how much it may be. */
function partProblems(orders: readonly OrderPart[], amount: number): FoundProblem[] {
  const seen = new Set<string>();
  let left = amount;
  return orders.flatMap(({ order_id, amount: part }, index): FoundProblem[] => {
    if (seen.has(order_id)) return [{ path: `orders.${index}.order_id`, problem: 'order_twice' }];
    seen.add(order_id);
    const allowed = left;
    left = Math.max(0, left - part);
    if (part <= allowed) return [];
    return [{ path: `orders.${index}.amount`, problem: 'orders_above_amount', allowed: formatMoney(allowed) }];
  });
}

/** An amount over what is left of orders, the oldest first: how much each gets. */
export function spread(amount: number, left: readonly number[]): number[] {
  let rest = amount;
  return left.map((most) => {
    const part = Math.min(rest, most);
    rest -= part;
    return part;
  });
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
