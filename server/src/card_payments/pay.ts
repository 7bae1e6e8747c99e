import { acquiringErrors } from '@lanka/domain/acquiring/contract';
import { cardPaymentErrors, type PayByCardBody } from '@lanka/domain/card_payments/contract';
import { common } from '@lanka/domain/kit/errors';
import { formatMoney } from '@lanka/domain/kit/money';
import { paymentErrors } from '@lanka/domain/payments/contract';
import { acceptsCards, askCardPage, type CardPage, type CardWish, lockCardCause, startCardPayment } from '../acquiring';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { AskContext } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { balances } from '../ledger';
import * as store from './receipts.store';

/** What `ref` of the payment says: it is for an order, or goes on the balance of a counterparty. */
export const KINDS = { order: 'card_order', balance: 'card_balance' } as const;

/** Staff enters what was paid, and pays nothing itself. */
function payerOf({ counterparty_id }: ProjectScope): string {
  if (!counterparty_id) throw common.forbidden();
  return counterparty_id;
}

/** Whether the supplier takes cards, and what is left to pay. */
export async function readOffer(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order_id: string | undefined,
): Promise<{ accepted: boolean; left: number }> {
  const payer = payerOf(scope);
  const takes = await acceptsCards(tx, app, { project_id: scope.project.id });
  if (order_id) {
    const found = await store.findLeft(tx, scope, payer, order_id);
    if (!found) throw paymentErrors.order_unknown({ path: 'order_id' });
    return { accepted: takes && found.payable, left: found.payable ? found.left : 0 };
  }
  const balance = (await balances(tx, scope, [payer])).get(payer) ?? 0;
  return { accepted: takes, left: Math.max(0, -balance) };
}

const refOf = (payer: string, order_id: string | undefined) =>
  order_id ? { kind: KINDS.order, id: order_id } : { kind: KINDS.balance, id: payer };

/** What he wants to pay, checked against what is left of the order. */
async function wishOf(tx: Tx, scope: ProjectScope, { order_id, amount }: PayByCardBody): Promise<CardWish> {
  const payer = payerOf(scope);
  const { id, title } = scope.project;
  const base = {
    ...({ tenant: id, owner: 'project', amount } as const),
    ref: refOf(payer, order_id),
    return_path: (card: string) => `/cp/card-payments/${id}/${card}`,
    // an order that was given to another: whoever had it before may have a page for it
    serves: async (within: Tx, card: string) => (await store.readReceipt(within, id, card))?.counterparty_id === payer,
  };
  if (!order_id) return { ...base, destination: `Поповнення балансу, ${title}` };
  const found = await store.findLeft(tx, scope, payer, order_id);
  if (!found) throw paymentErrors.order_unknown({ path: 'order_id' });
  if (!found.payable) throw paymentErrors.order_not_payable({ path: 'order_id' });
  if (found.left === 0) throw cardPaymentErrors.nothing_left();
  if (amount > found.left) throw cardPaymentErrors.above_left({ path: 'amount', allowed: formatMoney(found.left) });
  return {
    ...base,
    destination: `Оплата за замовлення № ${found.number}, ${title}`,
  };
}

type Asking = AskContext<{ project_id: string }, PayByCardBody, 'payments.report'>;

export async function askPage({ app, body, read }: Asking): Promise<CardPage> {
  const wish = await read((tx, scope) => wishOf(tx, scope, body));
  return askCardPage(app, wish, (act) => read(act));
}

export async function payByCard(tx: Tx, app: Services, scope: ProjectScope, body: PayByCardBody, page: CardPage) {
  // who pays for the same meanwhile has come to an end behind this lock: what is left is read then
  await lockCardCause(tx, scope.project.id, refOf(payerOf(scope), body.order_id));
  const wish = await wishOf(tx, scope, body);
  const { id } = await startCardPayment(tx, app, wish, page, scope.user);
  await store.insertReceipt(tx, scope, {
    ...{ card_payment_id: id, counterparty_id: payerOf(scope), order_id: body.order_id ?? null },
  });
  return mustFind(tx, scope, id);
}

export async function mustFind(tx: Tx, scope: ProjectScope, id: string) {
  const found = await store.findReceipt(tx, scope, id);
  if (!found) throw acquiringErrors.not_found();
  return found;
}
