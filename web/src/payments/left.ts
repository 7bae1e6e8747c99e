import type { OrderPayment } from '@lanka/domain/ledger/charges';
import type { OrderRow } from '@lanka/domain/orders/entities';
import { listOrders } from '@lanka/domain/orders/lists';
import { MAX_PAYMENT_ORDERS } from '@lanka/domain/payments/contract';
import { useCall } from '../kit/http/query';
import { numberOf } from '../orders';

export interface PaidOrder {
  id: string;
  /** As people say it. */
  number: string;
  /** How much of it is left to pay. */
  left: number;
}

interface Asked {
  sum: number;
  payment: OrderPayment | null;
}

/** What is sent costs what it was charged, what is not sent yet its sum of today. */
export const costOf = ({ sum, payment }: Asked): number =>
  payment?.charged_on ? payment.charged - payment.credited : sum;
export const leftOf = (order: Asked): number =>
  order.payment?.charged_on ? order.payment.unpaid : Math.max(0, costOf(order) - (order.payment?.put ?? 0));

/** Those of the orders that can be paid, the oldest debt first; what is not charged yet comes last. */
export function payable(rows: readonly OrderRow[]): PaidOrder[] {
  const age = ({ payment }: OrderRow) => payment?.charged_on ?? '9999';
  return rows
    .filter((row) => row.status !== 'Draft' && row.status !== 'Canceled' && leftOf(row) > 0)
    .sort((a, b) => age(a).localeCompare(age(b)) || a.number - b.number)
    .map((row) => ({ id: row.id, number: numberOf(row), left: leftOf(row) }));
}

/** What is owed in the project for sent orders: of one counterparty, or the dropshipper's own. Whole or nothing yet. */
export function useUnpaid(project_id: string, counterparty_id: string | undefined, enabled: boolean): PaidOrder[] {
  const limit = MAX_PAYMENT_ORDERS;
  const query = { sort: 'number' as const, limit, ...(counterparty_id ? { counterparty_id } : {}) };
  const params = { project_id: project_id || '-' };
  const owed = useCall(listOrders, { params, query: { ...query, paid: 'owed' } }, { enabled });
  return enabled && owed.data ? payable(owed.data.items) : [];
}
