import { NIL_ID } from '../kit/db/tables';
import { job } from '../kit/jobs/jobs';
import { byClock } from '../kit/slice';
import { deleteOldKeys, listProjectIds } from './projects.store';

const sweep = job<Record<string, never>>('projects.sweep');

/** Every night forgets the answers of POSTs that are older than a day (design: Idempotency-Key is kept 24 hours). */
export const forgetAnswers = byClock(sweep, '40 4 * * *', async ({ db }) => {
  const ids = await db.transaction({ readOnly: true }, listProjectIds);
  for (const id of [...ids, NIL_ID]) await db.transaction({ projectIds: [id] }, (tx) => deleteOldKeys(tx, id));
});
