import { hook } from '@lanka/domain/kit/hooks';
import { kyivDate } from '@lanka/domain/kit/time';
import { entryFor } from '@lanka/domain/ledger/rules';
import { type CreatePaymentBody, type OrderPart, type Payment, paymentErrors } from '@lanka/domain/payments/contract';
import { decisionOn, initialStatus, paymentProblems } from '@lanka/domain/payments/rules';
import type { ProjectScope } from '../kit/auth/scope';
import { markChanged } from '../kit/changes/record';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { freePrepaid, type NewPosting, postAll, reverse } from '../ledger';
import { type LockedOrder, lockOrders } from '../orders';
import { counterpartiesForPayments } from '../partners';
import { tellReversal } from './notices';
import {
  findPayment,
  findPostingOf,
  insertPayments,
  type LockedPayment,
  lockPayment,
  readParts,
  writeDecision,
} from './payments.store';

export async function readPayment(tx: Tx, scope: ProjectScope, id: string): Promise<Payment> {
  const found = await findPayment(tx, scope, id);
  if (!found) throw paymentErrors.not_found();
  return found;
}

interface ToPost extends Omit<LockedPayment, 'status' | 'bank_row_id'> {
  readonly parts: readonly OrderPart[];
}

function postingOf({ id, type, amount, account, counterparty_id, date, comment, parts }: ToPost): NewPosting {
  const purpose = type === 'receipt' ? 'payment' : 'withdrawal';
  return {
    ...{ ...entryFor(purpose, amount, account), purpose, counterparty_id, day: date, comment },
    ref: { kind: 'payment', id },
    ...(parts.length > 0 ? { parts } : {}),
  };
}

/** Writes the money down in the ledger; once for each payment, whoever asks. `orders` are those that they name. */
async function postPayments(
  tx: Tx,
  scope: ProjectScope,
  payments: readonly ToPost[],
  orders: readonly LockedOrder[],
): Promise<void> {
  await postAll(tx, scope, payments.map(postingOf));
  // reported before its order was canceled: such an order is charged nothing, so its part is free
  for (const order of orders) if (order.status === 'Canceled') await freePrepaid(tx, scope, order);
}

function refuseProblems(scope: ProjectScope, body: CreatePaymentBody): void {
  const [first] = paymentProblems(scope.role, body, kyivDate(new Date()));
  if (!first) return;
  const error = paymentErrors[first.problem];
  const { path, allowed } = first;
  throw error({ path, code: error.code, ...(allowed === undefined ? {} : { allowed }) });
}

/**
 * As `enterPayments` does one; answers it as it is then.
 * @param bank_row_id of what is entered because a row of a bank statement says so
 */
export async function createPayment(
  tx: Tx,
  scope: ProjectScope,
  body: CreatePaymentBody,
  bank_row_id: string | null = null,
): Promise<Payment> {
  const [id = ''] = await enterPayments(tx, scope, [body], bank_row_id);
  return readPayment(tx, scope, id);
}

/**
 * Staff's entries are confirmed and posted at once; a dropshipper's reports wait (domain.md, Ledger). Several take the
 * statements of one, and all are entered or none; an error names the field as if there were one. Locked are the
 * counterparties, the orders that are named, then the accounts, each in the order of keys. Answers the ids in the order given.
 */
export async function enterPayments(
  tx: Tx,
  scope: ProjectScope,
  bodies: readonly CreatePaymentBody[],
  bank_row_id: string | null = null,
): Promise<string[]> {
  if (bodies.length === 0) return [];
  for (const body of bodies) refuseProblems(scope, body);
  const parties = await counterpartiesForPayments(
    tx,
    scope,
    bodies.map(({ counterparty_id }) => counterparty_id),
  );
  const status = initialStatus(scope.role);
  const payments = bodies.map((body, nth) => ({
    counterparty_id: parties[nth] as string,
    type: body.type,
    account: body.account ?? 'bank',
    amount: body.amount,
    date: body.date,
    comment: body.comment ?? '',
    parts: body.orders ?? [],
    ...{ bank_row_id, status },
  }));
  const orders = await holdOrders(tx, scope, payments);
  const ids = await insertPayments(tx, scope, payments);
  const entered = payments.map((payment, nth) => ({ ...payment, id: ids[nth] as string }));
  if (status === 'confirmed') await postPayments(tx, scope, entered, orders);
  return ids;
}

const idsOf = (parts: readonly OrderPart[]): string[] => parts.map(({ order_id }) => order_id);

/**
 * The orders stay as they are until the transaction ends, so that what is put against them meets what they are.
 * @throws payments.order_unknown, payments.order_not_payable
 */
async function holdOrders(
  tx: Tx,
  scope: ProjectScope,
  payments: readonly Pick<ToPost, 'counterparty_id' | 'parts'>[],
): Promise<LockedOrder[]> {
  const locked = await lockOrders(tx, scope, idsOf(payments.flatMap(({ parts }) => parts)));
  for (const { counterparty_id, parts } of payments) {
    for (const [index, { order_id }] of parts.entries()) {
      const order = locked.get(order_id);
      const path = `orders.${index}.order_id`;
      if (order?.counterparty_id !== counterparty_id) throw paymentErrors.order_unknown({ path });
      if (order.status === 'Draft' || order.status === 'Canceled') throw paymentErrors.order_not_payable({ path });
    }
  }
  return [...locked.values()];
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
    const parts = await readParts(tx, scope, id);
    const orders = await lockOrders(tx, scope, idsOf(parts));
    // reported before the order was given to another
    for (const [index, { order_id }] of parts.entries())
      if (orders.get(order_id)?.counterparty_id !== payment.counterparty_id)
        throw paymentErrors.order_unknown({ path: `orders.${index}.order_id` });
    await postPayments(tx, scope, [{ ...payment, account: account ?? payment.account, parts }], [...orders.values()]);
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

/** What slices above say against taking a payment back by hand. @throws DomainError */
export const reversalGuards =
  hook<(tx: Tx, scope: ProjectScope, paymentId: string) => Promise<void>>('payments.reversal_guards');

/** The payment stays confirmed in the history; a second posting takes its amount back. */
export async function reversePayment(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  comment: string,
  { ofBankRow = false } = {},
): Promise<Payment> {
  const payment = await lock(tx, scope, id);
  // its row would still say that it is in the ledger
  if (payment.bank_row_id !== null && !ofBankRow) throw paymentErrors.of_bank_row({ bank_row_id: payment.bank_row_id });
  const posting = payment.status === 'confirmed' ? await findPostingOf(tx, scope, id) : null;
  if (!posting) throw paymentErrors.not_confirmed();
  const isNew = await reverse(tx, scope, posting, comment, { parts: await readParts(tx, scope, id) });
  markChanged(tx, scope, 'payment', [id]);
  const after = await readPayment(tx, scope, id);
  if (isNew) await tellReversal(tx, app, scope, after, comment);
  return after;
}
