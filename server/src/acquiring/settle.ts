import type { CardPaymentProblem } from '@lanka/domain/acquiring/contract';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import type { Status } from './answers';
import * as client from './client';
import { isRefunding, saveNext, stopAsking } from './due';
import { raise } from './hear';
import * as store from './payments.store';

/**
 * What is wanted of the bank beyond an answer. It has just said how the payment is, so nothing is asked for twice.
 * @returns whether the page is removed: the bank knows it no more
 */
export async function settle(
  app: Services,
  merchant: client.Merchant,
  { project_id, id }: store.StoredPayment,
  { told, refunds }: Status,
): Promise<boolean> {
  const within = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => app.db.transaction({ projectIds: [project_id] }, act);
  const now = await within((tx) => store.findStored(tx, project_id, id));
  if (!now) return false;
  const isGivenUp = now.state === 'canceled' || now.state === 'expired';
  if (isGivenUp && (told.bank_state === 'created' || told.bank_state === 'failure')) {
    await client.removeInvoice(app, merchant, now);
    return true;
  }
  if (!isRefunding(now)) return false;
  const name = `${id}-${now.refunds}`;
  const known = refunds.find((one) => one.name === name);
  if (known?.status === 'processing') return false;
  const missing = now.refund_wanted - now.refunded;
  const { status } = known ?? (await askForRefund(app, merchant, now, name, missing));
  if (status === 'failure') await within((tx) => giveUpRefund(tx, app, now, 'refund_refused'));
  return false;
}

/** A refusal is one that a person looks at; everything else may have been done, and is asked for first. */
async function askForRefund(
  app: Services,
  merchant: client.Merchant,
  payment: store.StoredPayment,
  name: string,
  amount: number,
): Promise<{ readonly status: 'processing' | 'success' | 'failure' }> {
  try {
    return await client.refund(app, merchant, payment, name, amount);
  } catch (error) {
    if (client.isRefusal(error)) return { status: 'failure' };
    throw error;
  }
}

/** @param of as it was when the bank was asked: another refund that was wanted since stays */
async function giveUpRefund(
  tx: Tx,
  app: Services,
  { project_id, id, refunds }: store.StoredPayment,
  problem: CardPaymentProblem,
): Promise<void> {
  const { found } = await store.lockPayment(tx, project_id, id);
  if (found?.refunds !== refunds) return;
  await saveNext(tx, app, await raise(tx, app, found, problem, { refund_wanted: found.refunded }));
}

/** The bank does not know the payment, and will not: it is asked no more, and what was wanted of it a person hears of. */
export async function stopAt(
  tx: Tx,
  app: Services,
  asked: store.StoredPayment,
  merchant: client.Merchant,
): Promise<void> {
  const problem = asked.merchant === merchant.merchant ? 'refund_refused' : 'other_token';
  if (isRefunding(asked)) await giveUpRefund(tx, app, asked, problem);
  const { found } = await store.lockPayment(tx, asked.project_id, asked.id);
  if (!found || isRefunding(found)) return;
  // whether somebody has paid on it can be seen by the token that made it alone
  const isOpen = found.state === 'open' || found.state === 'processing' || found.state === 'failed';
  const isLost = isOpen && found.problem === null && problem === 'other_token';
  await stopAsking(tx, isLost ? await raise(tx, app, found, problem) : found);
}
