import { pauseAfter } from '@lanka/domain/integrations/rules';
import { DomainError } from '@lanka/domain/kit/errors';
import { ServiceError } from '../integrations';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import { tellLater } from '../kit/notices/notices';
import type { Services } from '../kit/services';
import { byClock, work } from '../kit/slice';
import { authoriseSystem } from '../projects';
import type { Status } from './answers';
import * as client from './client';
import { isPausedFor, merchantOf } from './connection';
import { findConnection, findKey, type StoredConnection, saveKey, saveRefused } from './connections.store';
import { type Due, isRefunding, lookAfter, pauseOf, saveNext, stopAsking, workJob } from './due';
import { hearIn, notPosted } from './hear';
import { tokenRefused } from './notices';
import * as store from './payments.store';
import { settle, stopAt } from './settle';

/** A payment counts as left by its process after so long. */
const LEASE_SECONDS = 120;
const AT_ONCE = 500;
const HOUR_MS = 3_600_000;
/** A service that a person has paused, or whose token is gone, is not asked; callbacks are heard all the same. */
const NOBODY_MS = 5 * 60_000;

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
  let merchant: client.Merchant | null = null;
  try {
    merchant = isPaused ? null : await merchantOf(app, payment.owner, connection);
    if (!merchant) await within((tx) => nobody(tx, app, payment));
    else await askBank(app, merchant, payment);
  } catch (error) {
    if (error instanceof DomainError) await notPosted(app, payment, error);
    else await failed(app, taken, merchant, error);
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
  return {
    payment,
    connection: payment.owner === 'project' ? await findConnection(tx, tenant) : null,
    isPaused: await isPausedFor(tx, payment.owner, tenant),
  };
}

/** Nobody can be asked: it is looked at again when somebody may have entered a token, or has let the service go on. */
async function nobody(tx: Tx, app: Services, payment: store.StoredPayment): Promise<void> {
  const pause = isRefunding(payment) ? NOBODY_MS : pauseOf(payment);
  if (pause === null) await stopAsking(tx, payment);
  else await lookAfter(tx, app, payment, Math.max(pause, NOBODY_MS));
}

async function askBank(app: Services, merchant: client.Merchant, payment: store.StoredPayment): Promise<void> {
  const { project_id: tenant, id } = payment;
  await renewKey(app, merchant);
  const status = await client.readStatus(app, merchant, payment);
  if (status.invoice_id !== payment.invoice_id) throw new Error('the bank tells of another payment');
  await hear(app, tenant, id, status);
  const isRemoved = await settle(app, merchant, payment, status);
  await app.db.transaction({ projectIds: [tenant] }, async (tx) => {
    const now = await store.findStored(tx, tenant, id);
    if (now && isRemoved && now.state !== 'paid') await stopAsking(tx, now);
    else if (now) await saveNext(tx, app, now);
  });
}

/** Asked again after a pause that grows, unless nothing can come of it. */
async function failed(
  app: Services,
  { payment, connection }: Taken,
  merchant: client.Merchant | null,
  error: unknown,
): Promise<void> {
  const { project_id: tenant, id } = payment;
  const tries = payment.tries + 1;
  if (connection && client.isTokenWrong(error)) await hearRefusal(app, connection);
  if (!(error instanceof ServiceError)) app.log.warn({ err: error, payment: id }, 'a card payment waits');
  await app.db.transaction({ projectIds: [tenant] }, async (tx) => {
    await store.saveCardPayment(tx, payment, { tries });
    const isEnd = client.isRefusal(error) && (error.given.status === 404 || pauseOf(payment) === null);
    if (isEnd && merchant) await stopAt(tx, app, payment, merchant);
    else await lookAfter(tx, app, payment, pauseAfter(tries, 0) ?? HOUR_MS);
  });
}

/** The bank takes the token of a project no more: its leaders are told once, and no cards are taken until there is another. */
export async function hearRefusal(app: Services, connection: StoredConnection): Promise<void> {
  const { project_id } = connection;
  const isNew = await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    if (!(await saveRefused(tx, connection))) return false;
    const scope = await authoriseSystem(tx, project_id);
    if (scope) await tellLater(tx, scope, tokenRefused, {}, [{}]);
    return true;
  });
  if (!isNew) return;
  for (const kind of ['acquiring', 'integration']) app.live.publish(project_id, { kind, id: project_id });
}

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
