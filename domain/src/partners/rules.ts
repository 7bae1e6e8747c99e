import type { PostedOrder, Posting } from '../ledger/contract';
import type { CounterpartyStatus, Reconciliation } from './contract';

/**
 * The rows and sums of a reconciliation, the supplier's half (reference: Акт звірки): what the counterparty was
 * charged or given back is debit, what they paid or returned is credit.
 *
 * @param opening balance before the period, with the counterparty's sign
 * @param postings of the period, oldest first
 */
export function reconcile(
  opening: number,
  postings: readonly (Pick<Posting, 'id' | 'day' | 'purpose' | 'ref' | 'comment' | 'change'> & {
    readonly orders: PostedOrder[];
  })[],
): Omit<Reconciliation, 'from' | 'to' | 'supplier_name' | 'counterparty_name'> {
  const rows = postings.map(({ id, day, purpose, ref, orders, comment, change }) => ({
    id,
    date: day,
    purpose,
    ref,
    orders,
    comment,
    debit: Math.max(0, -change),
    credit: Math.max(0, change),
  }));
  const debit = rows.reduce((sum, row) => sum + row.debit, 0);
  const credit = rows.reduce((sum, row) => sum + row.credit, 0);
  const closing = opening - debit + credit;
  return {
    opening,
    rows,
    turnover: { debit, credit },
    closing,
    in_favour_of: closing === 0 ? null : closing < 0 ? 'supplier' : 'counterparty',
    owed: Math.abs(closing),
  };
}

/** Why a counterparty cannot be deleted, or null. Open orders are the orders' own reason, checked besides. */
export function whyNotDelete(counterparty: {
  readonly own_sales: boolean;
  readonly status: CounterpartyStatus;
  readonly balance: number;
}): 'own_sales' | 'delete_with_access' | 'balance_not_zero' | null {
  if (counterparty.own_sales) return 'own_sales';
  if (counterparty.status !== 'ordinary') return 'delete_with_access';
  return counterparty.balance === 0 ? null : 'balance_not_zero';
}

/** Whole minutes until an invitation may be sent again; 0 when it may now. */
export function minutesUntilResend(resendable_at: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(resendable_at) - now.getTime()) / 60_000));
}
