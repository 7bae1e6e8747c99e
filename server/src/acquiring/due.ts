import { askAgainAfter, askOfRefundAfter, isOver } from '@lanka/domain/acquiring/rules';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import * as store from './payments.store';

export interface Due {
  readonly tenant: string;
  readonly id: string;
}

export const workJob = job<Due>('acquiring.work', { concurrency: 4 });
/** What is due later than this is found by the clock. */
const CLOCK_MS = 60_000;

type Jobs = Pick<Services, 'jobs'>;

/** Has the bank asked how a payment is, at that moment. */
export async function lookAt(tx: Tx, app: Jobs, tenant: string, id: string, at: Date): Promise<void> {
  await store.saveDue(tx, tenant, id, at);
  if (at.getTime() <= Date.now()) await app.jobs.send(tx, workJob, { tenant, id });
}

/** The same after a pause; one that is shorter than that of the clock has a job of its own. */
export async function lookAfter(
  tx: Tx,
  app: Jobs,
  { project_id: tenant, id }: store.StoredPayment,
  pauseMs: number,
): Promise<void> {
  const at = new Date(Date.now() + pauseMs);
  await store.saveDue(tx, tenant, id, at);
  if (pauseMs < CLOCK_MS) await app.jobs.send(tx, workJob, { tenant, id }, { startAfter: at });
}

export const isRefunding = ({ state, refund_wanted, refunded }: store.StoredPayment): boolean =>
  state === 'paid' && refund_wanted > refunded;

/** How long the bank is left alone with a payment; null when nothing more can come of it. */
export function pauseOf(payment: store.StoredPayment): number | null {
  if (isRefunding(payment)) return askOfRefundAfter(since(payment.refund_asked_at ?? payment.created_at));
  return askAgainAfter(payment.state, since(payment.created_at));
}
const since = (moment: string): number => Date.now() - Date.parse(moment);

/** The next look, or the end of looking. */
export async function saveNext(tx: Tx, app: Jobs, payment: store.StoredPayment): Promise<void> {
  const pause = pauseOf(payment);
  if (pause === null) await stopAsking(tx, payment);
  else await lookAfter(tx, app, payment, pause);
}

/** The bank is asked no more. What has not ended by then is over; what it calls back all the same is heard. */
export async function stopAsking(tx: Tx, payment: store.StoredPayment): Promise<void> {
  await store.saveDue(tx, payment.project_id, payment.id, null);
  const { state, problem } = payment;
  const isEnded = state === 'paid' || state === 'expired' || state === 'canceled';
  if (!isEnded && problem === null) await store.saveCardPayment(tx, payment, { state: 'expired' });
}

/** Nobody is to pay on it any more: it is removed at the bank. */
export async function giveUpPage(tx: Tx, app: Jobs, page: store.StoredPayment): Promise<void> {
  await store.saveCardPayment(tx, page, { state: isOver(page, Date.now()) ? 'expired' : 'canceled' });
  await lookAt(tx, app, page.project_id, page.id, new Date());
}
