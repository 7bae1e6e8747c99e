import { askAgainAfter, hearOf, type ToldPayment } from '@lanka/domain/acquiring/rules';
import { pauseAfter } from '@lanka/domain/integrations/rules';
import { DomainError } from '@lanka/domain/kit/errors';
import { findPaused, ServiceError } from '../integrations';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import { tellLater } from '../kit/notices/notices';
import type { Services } from '../kit/services';
import { byClock, work } from '../kit/slice';
import { authoriseSystem } from '../projects';
import type { Status } from './answers';
import * as client from './client';
import { merchantOf } from './connection';
import { findConnection, findKey, type StoredConnection, saveKey, saveRefused } from './connections.store';
import { type Change, cardPaymentKinds, type HeardPayment } from './hooks';
import { cardProblem } from './notices';
import * as store from './payments.store';

interface Due {
  readonly tenant: string;
  readonly id: string;
}

const workJob = job<Due>('acquiring.work', { concurrency: 4 });
/** A payment counts as left by its process after so long. */
const LEASE_SECONDS = 120;
const AT_ONCE = 500;
const HOUR_MS = 3_600_000;
/** A service that a person has paused, or whose token is gone, is not asked; callbacks are heard all the same. */
const NOBODY_MS = 5 * 60_000;
/** The first pauses are shorter than the minute of the clock. */
const SOON = 3;
/** The bank needs a moment for a refund. */
const REFUND_MS = 5_000;

/** Has the bank asked how a payment is, at that moment. */
export async function lookAt(tx: Tx, app: Pick<Services, 'jobs'>, tenant: string, id: string, at: Date): Promise<void> {
  await store.saveDue(tx, tenant, id, at);
  if (at.getTime() <= Date.now()) await app.jobs.send(tx, workJob, { tenant, id });
}

/** Somebody waits: the bank is asked now, unless another process is at it or nothing more can come. */
export async function lookNow(app: Services, due: Due): Promise<void> {
  if (await app.db.transaction({ projectIds: [due.tenant] }, (tx) => store.hurryDue(tx, due.id)))
    await workPayment(app, due);
}

const sweep = byClock(job('acquiring.sweep'), '* * * * *', async (app) => {
  const due = await app.db.transaction({ readOnly: true }, (tx) => store.listDue(tx, AT_ONCE));
  for (const one of due) await app.jobs.poke(workJob, one);
});

export const acquiringJobs = [work(workJob, (app, due) => workPayment(app, due)), sweep];

/** Asks the bank how a payment is when that is due, and does what is wanted of it; nothing twice, whoever is at it too. */
export async function workPayment(app: Services, { tenant, id }: Due): Promise<void> {
  const within = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => app.db.transaction({ projectIds: [tenant] }, act);
  const taken = await within((tx) => take(tx, tenant, id));
  if (!taken) return;
  const { payment, connection, isPaused } = taken;
  try {
    const merchant = isPaused ? null : await merchantOf(app, payment.owner, connection);
    if (!merchant) await within((tx) => store.saveDue(tx, tenant, id, whenNobody(payment)));
    else await askBank(app, merchant, payment);
  } catch (error) {
    if (error instanceof DomainError) await notPosted(app, payment, error);
    else await within((tx) => failed(tx, app, taken, error));
  } finally {
    await within((tx) => store.releaseDue(tx, id));
  }
}

interface Taken {
  readonly payment: store.StoredPayment;
  readonly connection: StoredConnection | null;
  readonly isPaused: boolean;
}

async function take(tx: Tx, tenant: string, id: string): Promise<Taken | null> {
  if (!(await store.takeDue(tx, id, LEASE_SECONDS))) return null;
  const payment = await store.findStored(tx, tenant, id);
  if (!payment) return null;
  const isProjects = payment.owner === 'project';
  return {
    payment,
    connection: isProjects ? await findConnection(tx, tenant) : null,
    isPaused: isProjects && (await findPaused(tx, [tenant], 'acquiring')).size > 0,
  };
}

/** Nobody can be asked: it is looked at again when somebody may have entered a token, or has let the service go on. */
const whenNobody = (payment: store.StoredPayment): Date | null =>
  askAgainAfter(payment.state, ageOf(payment)) === null ? null : new Date(Date.now() + NOBODY_MS);

async function askBank(app: Services, merchant: client.Merchant, payment: store.StoredPayment): Promise<void> {
  const { project_id: tenant, id } = payment;
  await renewKey(app, merchant);
  const status = await client.readStatus(app, merchant, payment);
  if (status.invoice_id !== payment.invoice_id) throw new Error('the bank tells of another payment');
  await hear(app, tenant, id, status);
  await settle(app, merchant, payment, status);
  await app.db.transaction({ projectIds: [tenant] }, async (tx) => {
    const now = await store.findStored(tx, tenant, id);
    if (now) await saveNext(tx, app, now);
  });
}

/** Asked again after a pause that grows. */
async function failed(tx: Tx, app: Services, { payment, connection }: Taken, error: unknown): Promise<void> {
  const { project_id: tenant, id } = payment;
  const tries = payment.tries + 1;
  if (error instanceof ServiceError && error.given.code === 'token_wrong' && connection)
    await saveRefused(tx, connection);
  if (!(error instanceof ServiceError)) app.log.warn({ err: error, payment: id }, 'a card payment waits');
  await store.saveCardPayment(tx, payment, { tries });
  const at = new Date(Date.now() + (pauseAfter(tries, 0) ?? HOUR_MS));
  await store.saveDue(tx, tenant, id, at);
  if (tries < SOON) await app.jobs.send(tx, workJob, { tenant, id }, { startAfter: at });
}

const ageOf = ({ created_at }: Pick<store.StoredPayment, 'created_at'>): number => Date.now() - Date.parse(created_at);

/** A key that something was not signed by is asked for again: the bank may have changed it. */
async function renewKey(app: Services, merchant: client.Merchant): Promise<void> {
  const known = await app.db.transaction({ readOnly: true }, (tx) => findKey(tx, merchant.merchant));
  if (known && !known.is_doubted) return;
  const key = await client.readPublicKey(app, merchant);
  await app.db.transaction({}, (tx) => saveKey(tx, merchant.merchant, key));
}

/** Writes down what the bank tells, in a transaction of its own. */
async function hear(app: Services, tenant: string, id: string, status: Status): Promise<void> {
  const changes = await app.db.transaction({ projectIds: [tenant] }, (tx) => hearIn(tx, app, tenant, id, status));
  for (const change of changes) app.live.publish(change.project_id, change);
}

/**
 * Writes down what the bank tells, and tells whoever asked for the payment what has happened, once, in this transaction
 * and behind the lock of the payment. @throws DomainError what it was for does not take it
 */
export async function hearIn(
  tx: Tx,
  app: Services,
  tenant: string,
  id: string,
  { told, card, failure }: Pick<Status, 'told' | 'card' | 'failure'>,
): Promise<readonly Change[]> {
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
  if (saved.problem && saved.problem !== found.problem) await tellProblem(tx, app, saved);
  if (happened.length === 0 && saved.state === found.state) return [];
  const payment: HeardPayment = {
    ...store.asCardPayment(saved),
    ...{ project_id: tenant, ref: { kind: saved.ref_kind, id: saved.ref_id } },
  };
  const changes: Change[] = [{ project_id: tenant, kind: 'card_payment', id }];
  const kind = app.hooks.all(cardPaymentKinds).find((one) => one.kind === saved.ref_kind);
  for (const one of happened) {
    if (one.what === 'refunded') changes.push(...((await kind?.refunded(tx, app, payment, one.amount)) ?? []));
    else changes.push(...((await kind?.[one.what]?.(tx, app, payment)) ?? []));
  }
  return changes;
}

/** The clock of the bank may be before ours. */
const momentOf = ({ modified_at }: ToldPayment): string =>
  new Date(Math.min(Date.parse(modified_at), Date.now())).toISOString();

async function saveNext(tx: Tx, app: Pick<Services, 'jobs'>, payment: store.StoredPayment): Promise<void> {
  const { project_id: tenant, id } = payment;
  const isRefunding = payment.state === 'paid' && payment.refund_wanted > payment.refunded;
  if (isRefunding) {
    const at = new Date(Date.now() + REFUND_MS);
    await store.saveDue(tx, tenant, id, at);
    return app.jobs.send(tx, workJob, { tenant, id }, { startAfter: at });
  }
  const pause = askAgainAfter(payment.state, ageOf(payment));
  return store.saveDue(tx, tenant, id, pause === null ? null : new Date(Date.now() + pause));
}

/** What is wanted of the bank beyond an answer. It has just said how the payment is, so nothing is asked for twice. */
async function settle(
  app: Services,
  merchant: client.Merchant,
  { project_id, id }: store.StoredPayment,
  { told, refunds }: Status,
): Promise<void> {
  const within = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => app.db.transaction({ projectIds: [project_id] }, act);
  const now = await within((tx) => store.findStored(tx, project_id, id));
  if (!now) return;
  if (now.state === 'canceled' && (told.bank_state === 'created' || told.bank_state === 'failure')) {
    await client.removeInvoice(app, merchant, now);
    return;
  }
  const missing = now.refund_wanted - now.refunded;
  if (now.state !== 'paid' || missing <= 0) return;
  const name = `${id}-${now.refunds}`;
  const known = refunds.find((one) => one.name === name);
  if (known?.status === 'processing') return;
  const { status } = known ?? (await askForRefund(app, merchant, now, name, missing));
  if (status === 'failure') await within((tx) => giveUpRefund(tx, app, project_id, id, now.refunds));
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
    if (error instanceof ServiceError && error.outcome === 'refused' && error.given.code !== 'token_wrong')
      return { status: 'failure' };
    throw error;
  }
}

async function giveUpRefund(tx: Tx, app: Services, tenant: string, id: string, nth: number): Promise<void> {
  const { found } = await store.lockPayment(tx, tenant, id);
  if (found?.refunds !== nth) return;
  const saved = await store.saveCardPayment(tx, found, { refund_wanted: found.refunded, problem: 'refund_refused' });
  await tellProblem(tx, app, saved);
  await saveNext(tx, app, saved);
}

/** The money is with the bank, but what it was for does not take it: a person is told, and it is tried again. */
async function notPosted(app: Services, { project_id, id }: store.StoredPayment, error: DomainError): Promise<void> {
  app.log.warn({ code: error.code, payment: id }, 'a card payment is not posted');
  await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    const { found } = await store.lockPayment(tx, project_id, id);
    if (!found) return;
    await store.saveDue(tx, project_id, id, new Date(Date.now() + HOUR_MS));
    if (found.problem === 'not_posted') return;
    const saved = await store.saveCardPayment(tx, found, { problem: 'not_posted' });
    await tellProblem(tx, app, saved);
  });
}

async function tellProblem(tx: Tx, app: Services, payment: store.StoredPayment): Promise<void> {
  const { project_id, id, amount, problem } = payment;
  app.log.warn({ payment: id, problem }, 'a card payment has to be looked at');
  const scope = payment.owner === 'project' && problem ? await authoriseSystem(tx, project_id) : null;
  if (scope && problem) await tellLater(tx, scope, cardProblem, {}, [{ id, amount, problem }]);
}
