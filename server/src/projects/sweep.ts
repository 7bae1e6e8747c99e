import { NIL_ID } from '../kit/db/tables';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { deleteOldKeys, listProjectIds } from './projects.store';

const sweep = job<Record<string, never>>('projects.sweep');

/** Every night forgets the answers of POSTs that are older than a day (design: Idempotency-Key is kept 24 hours). */
export function registerSweep(app: Services): void {
  app.jobs.handle(sweep, async () => {
    const ids = await app.db.transaction({ readOnly: true }, listProjectIds);
    for (const id of [...ids, NIL_ID]) await app.db.transaction({ projectIds: [id] }, (tx) => deleteOldKeys(tx, id));
  });
  app.jobs.every(sweep, '40 4 * * *', {});
}
