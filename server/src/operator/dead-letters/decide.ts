import { type DeadLetterDetails, deadLetterErrors, MOST_REPLAYED } from '@lanka/domain/operator/contract';
import type { StaffScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import type { Services } from '../../kit/services';
import { keepAction } from '../operator.store';
import { lockDeadLetter } from './dead-letters.store';

async function locked(tx: Tx, scope: StaffScope, id: string): Promise<DeadLetterDetails> {
  const letter = await lockDeadLetter(tx, scope, id);
  if (!letter) throw deadLetterErrors.dead_letter_not_found();
  return letter;
}

/** It goes back to its queue, as if it had just been sent. */
export async function replayDeadLetter(tx: Tx, app: Services, scope: StaffScope, id: string): Promise<void> {
  const { job } = await locked(tx, scope, id);
  const replayed = await app.jobs.replay(tx, { ids: [id], limit: 1 });
  if (replayed === 0) throw deadLetterErrors.dead_letter_unknown_job({ job });
  await keepAction(tx, scope, { deed: 'job_replayed', subject_id: id, subject: job });
}

export async function replayDeadLetters(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  job: string | undefined,
): Promise<{ replayed: number }> {
  const replayed = await app.jobs.replay(tx, { ...(job ? { job } : {}), limit: MOST_REPLAYED });
  if (replayed > 0) await keepAction(tx, scope, { deed: 'job_replayed', subject: `${job ?? '*'} × ${replayed}` });
  return { replayed };
}

export async function discardDeadLetter(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  id: string,
  reason: string,
): Promise<void> {
  const { job } = await locked(tx, scope, id);
  await app.jobs.discard(tx, id);
  await keepAction(tx, scope, { deed: 'job_discarded', subject_id: id, subject: job, note: reason });
}
