import { kyivDate } from '@lanka/domain/kit/time';
import { entryFor } from '@lanka/domain/ledger/rules';
import { type CreatePaymentBody, type Payment, paymentErrors } from '@lanka/domain/payments/contract';
import { decisionOn, initialStatus, paymentProblems } from '@lanka/domain/payments/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { post, reverse } from '../ledger';
import { lockOrder, readOrderRecord } from '../orders';
import { counterpartyForOrder } from '../partners';
import {
  findPayment,
  findPostingOf,
  insertPayment,
  type LockedPayment,
  lockPayment,
  writeDecision,
} from './payments.store';

export async function readPayment(tx: Tx, scope: ProjectScope, id: string): Promise<Payment> {
  const found = await findPayment(tx, scope, id);
  if (!found) throw paymentErrors.not_found();
  return found;
}

/** Writes the money down in the ledger; once for each payment, whoever asks. */
async function postPayment(tx: Tx, scope: ProjectScope, payment: LockedPayment): Promise<void> {
  const purpose = payment.type === 'receipt' ? 'payment' : 'withdrawal';
  await post(tx, scope, {
    ...entryFor(purpose, payment.amount, payment.account),
    purpose,
    counterparty_id: payment.counterparty_id,
    ref: { kind: 'payment', id: payment.id },
    day: payment.date,
    comment: payment.comment,
    ...(payment.order_id ? { order_id: payment.order_id } : {}),
  });
}

/** Staff's entry is confirmed and posted at once; a dropshipper's report waits (domain.md, Ledger). */
export async function createPayment(tx: Tx, scope: ProjectScope, body: CreatePaymentBody): Promise<Payment> {
  const [first] = paymentProblems(scope.role, body, kyivDate(new Date()));
  if (first) {
    const error = paymentErrors[first.problem];
    throw error({ path: first.path, code: error.code, message: error.text[scope.locale] });
  }
  const party = await counterpartyForOrder(tx, scope, body.counterparty_id);
  if (body.order_id) await holdOrder(tx, scope, party.id, body.order_id);
  const values = {
    counterparty_id: party.id,
    order_id: body.order_id ?? null,
    type: body.type,
    account: body.account ?? 'bank',
    amount: body.amount,
    date: body.date,
    comment: body.comment ?? '',
    status: initialStatus(scope.role),
  };
  const id = await insertPayment(tx, scope, values);
  if (values.status === 'confirmed') await postPayment(tx, scope, { ...values, id });
  return readPayment(tx, scope, id);
}

/**
 * The order stays as it is until the transaction ends, so that what is put against it meets what it is.
 * @throws payments.order_unknown, payments.order_not_payable
 */
async function holdOrder(tx: Tx, scope: ProjectScope, counterpartyId: string, orderId: string): Promise<void> {
  const known = await readOrderRecord(tx, scope, orderId);
  const order = known && (await lockOrder(tx, scope, orderId));
  const problem =
    order?.counterparty_id !== counterpartyId
      ? paymentErrors.order_unknown
      : order.status === 'Draft' || order.status === 'Canceled'
        ? paymentErrors.order_not_payable
        : null;
  if (problem) throw problem({ path: 'order_id', code: problem.code, message: problem.text[scope.locale] });
}

async function lock(tx: Tx, scope: ProjectScope, id: string): Promise<LockedPayment> {
  const payment = await lockPayment(tx, scope, id);
  if (!payment) throw paymentErrors.not_found();
  return payment;
}

export async function confirmPayment(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  account: Payment['account'] | undefined,
): Promise<Payment> {
  const payment = await lock(tx, scope, id);
  const decision = decisionOn(payment.status, 'confirmed');
  if (decision === 'refuse') throw paymentErrors.already_declined();
  if (decision === 'do') {
    await writeDecision(tx, scope, id, 'confirmed', { account });
    await postPayment(tx, scope, { ...payment, account: account ?? payment.account });
  }
  return readPayment(tx, scope, id);
}

export async function declinePayment(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  reason: string | undefined,
): Promise<Payment> {
  const payment = await lock(tx, scope, id);
  const decision = decisionOn(payment.status, 'declined');
  if (decision === 'refuse') throw paymentErrors.already_confirmed();
  if (decision === 'do') await writeDecision(tx, scope, id, 'declined', { reason });
  return readPayment(tx, scope, id);
}

/** The payment stays confirmed in the history; a second posting takes its amount back. */
export async function reversePayment(tx: Tx, scope: ProjectScope, id: string, comment: string): Promise<Payment> {
  const payment = await lock(tx, scope, id);
  const posting = payment.status === 'confirmed' ? await findPostingOf(tx, scope, id) : null;
  if (!posting) throw paymentErrors.not_confirmed();
  await reverse(tx, scope, posting, comment, payment.order_id);
  return readPayment(tx, scope, id);
}
