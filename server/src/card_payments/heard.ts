import { acquiringErrors } from '@lanka/domain/acquiring/contract';
import { cardPaymentErrors } from '@lanka/domain/card_payments/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import type { OrderPart } from '@lanka/domain/payments/contract';
import type { CardPaymentKind, Change, HeardPayment } from '../acquiring';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { lockOrders } from '../orders';
import { createPayment, reversePayment, tellPayment } from '../payments';
import { authoriseSystem } from '../projects';
import { KINDS } from './pay';
import * as store from './receipts.store';

/** Whose payment it is, and in whose name it is entered. @throws acquiring.not_found */
async function receiptOf(tx: Tx, { project_id, id }: HeardPayment) {
  const scope = await authoriseSystem(tx, project_id);
  const receipt = await store.readReceipt(tx, project_id, id);
  if (!scope || !receipt) throw acquiringErrors.not_found();
  return { scope, receipt };
}

/** An order that was canceled, or given to another, since the page was made gets nothing: the money is on the balance. */
async function partsOf(
  tx: Tx,
  scope: ProjectScope,
  receipt: store.StoredReceipt,
  amount: number,
): Promise<OrderPart[]> {
  const { order_id, counterparty_id } = receipt;
  if (!order_id) return [];
  const order = (await lockOrders(tx, scope, [order_id])).get(order_id);
  const takes = order?.counterparty_id === counterparty_id && order.status !== 'Draft' && order.status !== 'Canceled';
  return takes ? [{ order_id, amount }] : [];
}

const changesOf = (
  { order_id, counterparty_id }: store.StoredReceipt,
  project_id: string,
  payment: string,
): Change[] => [
  { project_id, kind: 'payment', id: payment },
  { project_id, kind: 'counterparty', id: counterparty_id },
  ...(order_id ? [{ project_id, kind: 'order', id: order_id }] : []),
];

/** The money is with the bank: a receipt, posted once, put against its order. */
async function paid(tx: Tx, app: Services, heard: HeardPayment): Promise<Change[]> {
  const { scope, receipt } = await receiptOf(tx, heard);
  const { amount, paid_at, card, project_id, id } = heard;
  const parts = await partsOf(tx, scope, receipt, amount);
  const payment = await createPayment(tx, scope, {
    ...{ counterparty_id: receipt.counterparty_id, type: 'receipt', account: 'bank', amount },
    date: kyivDate(new Date(paid_at ?? Date.now())),
    comment: card ? `Картка ${card}` : 'Оплата карткою',
    ...(parts.length > 0 ? { orders: parts } : {}),
  });
  await tellPayment(tx, app, scope, payment);
  await store.saveReceiptPayment(tx, project_id, id, payment.id);
  return changesOf(receipt, project_id, payment.id);
}

const BACK = 'Повернено на картку';

/** All of it at once takes the receipt back; a part of it is money that is paid out. */
async function refunded(tx: Tx, app: Services, heard: HeardPayment, amount: number): Promise<Change[]> {
  const { scope, receipt } = await receiptOf(tx, heard);
  const { payment_id, counterparty_id } = receipt;
  if (!payment_id) throw acquiringErrors.not_found();
  if (amount === heard.amount) {
    await reversePayment(tx, app, scope, payment_id, BACK);
    return changesOf(receipt, heard.project_id, payment_id);
  }
  const payment = await createPayment(tx, scope, {
    ...{ counterparty_id, type: 'withdrawal', account: 'bank', amount, date: kyivDate(new Date()) },
    comment: heard.card ? `${BACK} ${heard.card}` : BACK,
  });
  await store.insertRefund(tx, heard.project_id, heard.id, payment.id);
  await tellPayment(tx, app, scope, payment);
  return changesOf(receipt, heard.project_id, payment.id);
}

export const kinds: readonly CardPaymentKind[] = Object.values(KINDS).map((kind) => ({ kind, paid, refunded }));

/** A receipt that came by card is refunded to the card, never taken back in the ledger alone; what went back is back. */
export async function guardReversal(tx: Tx, scope: ActingIn, payment_id: string): Promise<void> {
  if (await store.isOfCard(tx, scope, payment_id)) throw cardPaymentErrors.of_card();
}
