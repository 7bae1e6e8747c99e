import type { CardPaymentProblem } from '@lanka/domain/acquiring/contract';
import { hearOf, type ToldPayment } from '@lanka/domain/acquiring/rules';
import type { DomainError } from '@lanka/domain/kit/errors';
import type { Tx } from '../kit/db/db';
import { tellLater } from '../kit/notices/notices';
import type { Services } from '../kit/services';
import { authoriseSystem } from '../projects';
import type { Status } from './answers';
import { giveUpPage, saveNext } from './due';
import { type Change, cardPaymentKinds, type HeardPayment } from './hooks';
import { cardProblem } from './notices';
import * as store from './payments.store';

const HOUR_MS = 3_600_000;

/**
 * Writes down what the bank tells, and tells whoever asked for the payment what has happened, once, in this transaction
 * and behind the lock of the payment and its cause. @throws DomainError what it was for does not take it
 */
export async function hearIn(
  tx: Tx,
  app: Services,
  tenant: string,
  id: string,
  { told, card, failure }: Pick<Status, 'told' | 'card' | 'failure'>,
): Promise<readonly Change[]> {
  const cause = await lockCauseOf(tx, tenant, id);
  const { found } = await store.lockPayment(tx, tenant, id);
  const heard = found && hearOf(found, told);
  if (!found || !heard) return [];
  const { happened, ...known } = heard;
  const isPaid = happened.some(({ what }) => what === 'paid');
  const saved = await store.saveCardPayment(tx, found, {
    ...known,
    ...{ card: card || found.card, failure: known.state === 'failed' ? failure : '', tries: 0 },
    ...(isPaid ? { paid_at: momentOf(told) } : {}),
    // what went back at the bank’s own page was wanted too
    refund_wanted: Math.max(found.refund_wanted, known.refunded),
  });
  await saveNext(tx, app, saved);
  // it was paid on a page that had been given up: nobody is to pay for the same on another one
  if (isPaid) for (const other of cause.filter((one) => one.id !== id)) await giveUpPage(tx, app, other);
  const isOtherProblem = saved.problem !== found.problem;
  if (isOtherProblem) await tellProblem(tx, app, saved);
  if (happened.length === 0 && saved.state === found.state && !isOtherProblem) return [];
  const payment = asHeard(saved);
  const changes: Change[] = [{ project_id: tenant, kind: 'card_payment', id }];
  const kind = kindOf(app, saved);
  for (const one of happened) {
    if (one.what === 'refunded') changes.push(...((await kind?.refunded(tx, app, payment, one.amount)) ?? []));
    else changes.push(...((await kind?.[one.what]?.(tx, app, payment)) ?? []));
  }
  return changes;
}

/** Before the payment, as whoever begins to pay does it. @returns pages for its cause where nobody is paying yet */
async function lockCauseOf(tx: Tx, tenant: string, id: string): Promise<readonly store.StoredPayment[]> {
  const known = await store.findStored(tx, tenant, id);
  if (!known) return [];
  const { found, declined } = await store.lockCause(tx, tenant, { kind: known.ref_kind, id: known.ref_id });
  return found?.state === 'open' ? [found, ...declined] : declined;
}

const asHeard = (row: store.StoredPayment): HeardPayment => ({
  ...store.asCardPayment(row),
  ...{ project_id: row.project_id, ref: { kind: row.ref_kind, id: row.ref_id } },
});

const kindOf = (app: Services, { ref_kind }: store.StoredPayment) =>
  app.hooks.all(cardPaymentKinds).find(({ kind }) => kind === ref_kind);

/** The clock of the bank may be before ours. */
const momentOf = ({ modified_at }: ToldPayment): string =>
  new Date(Math.min(Date.parse(modified_at), Date.now())).toISOString();

/** The money is with the bank, or back on the card, but what it was for does not take it: it is tried again. */
export async function notPosted(
  app: Services,
  { project_id, id }: store.StoredPayment,
  error: DomainError,
): Promise<void> {
  app.log.warn({ code: error.code, payment: id }, 'a card payment is not posted');
  await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    const { found } = await store.lockPayment(tx, project_id, id);
    if (!found) return;
    await store.saveDue(tx, project_id, id, new Date(Date.now() + HOUR_MS));
    if (found.state === 'paid') await raise(tx, app, found, 'refund_not_posted');
    else await raise(tx, app, found, 'not_posted', { bank_state: 'success' });
  });
}

/** A person has to look at a payment, which the caller holds; he is told once. */
export async function raise(
  tx: Tx,
  app: Services,
  payment: store.StoredPayment,
  problem: CardPaymentProblem,
  values: Partial<store.StoredPayment> = {},
): Promise<store.StoredPayment> {
  if (payment.problem === problem && Object.keys(values).length === 0) return payment;
  const saved = await store.saveCardPayment(tx, payment, { ...values, problem });
  if (payment.problem !== problem) await tellProblem(tx, app, saved);
  return saved;
}

/** It has another problem than before, or none any more: people hear of one that is there. */
export async function tellProblem(tx: Tx, app: Services, payment: store.StoredPayment): Promise<void> {
  const { project_id, id, amount, problem } = payment;
  await kindOf(app, payment)?.problem?.(tx, app, asHeard(payment));
  if (!problem) return;
  app.log.warn({ payment: id, problem }, 'a card payment has to be looked at');
  const scope = payment.owner === 'project' ? await authoriseSystem(tx, project_id) : null;
  if (scope) await tellLater(tx, scope, cardProblem, {}, [{ id, amount, problem }]);
}
