import { askRefund, holdCardPayments } from '../acquiring';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { readSettling, saveCard } from './cards.store';
import type { InvoiceRow, PlanCardRow } from './tables';

/** As `ref` of a payment by card has it: it is for an invoice of a plan. */
export const KIND = 'plan_invoice';

export const refOf = (id: string) => ({ kind: KIND, id });

/** Held before the payer is locked, as what the bank tells of a payment is written down. His project was entered. */
export const holdCards = (tx: Tx, { id, payer_id }: Pick<InvoiceRow, 'id' | 'payer_id'>) =>
  holdCardPayments(tx, payer_id, refOf(id));

type Held = Awaited<ReturnType<typeof holdCards>>;

/** Has the bank pay back what it was not asked for yet; nothing where it was. @returns whether something was missing */
export async function refundOwed(
  tx: Tx,
  app: Services,
  { id, owed, by_hand }: Pick<PlanCardRow, 'id' | 'owed' | 'by_hand'>,
  { all }: Held,
): Promise<boolean> {
  const payment = all.find((one) => one.id === id);
  if (!payment) return false;
  const missing = owed - by_hand - payment.refund_wanted;
  if (missing <= 0) return false;
  await askRefund(tx, app, payment.project_id, id, missing);
  return true;
}

/** So much was credited of an invoice; what a card has paid of it goes back there. A transfer is paid back by hand. */
export async function refundSettling(
  tx: Tx,
  app: Services,
  invoiceId: string,
  credited: number,
  held: Held,
): Promise<void> {
  const card = await readSettling(tx, invoiceId);
  if (!card) return;
  await saveCard(tx, card.id, { owed: credited });
  await refundOwed(tx, app, { ...card, owed: credited }, held);
}
