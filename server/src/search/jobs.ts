import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listProjectIds } from '../projects';
import { findPending, indexPending, LARGEST, pendingKinds } from './search.store';

const sweep = job<Record<string, never>>('search.index', { expireInSeconds: 900 });

/** Every minute takes what waits into the index of search, of each project and kind with enough of it. */
export const indexWaiting = byClock(sweep, '* * * * *', (app) => indexAll(app));

async function indexAll({ db }: Pick<Services, 'db'>): Promise<void> {
  const all = await db.transaction({ readOnly: true }, listProjectIds);
  const places = await db.transaction({ readOnly: true, projectIds: all }, findPending);
  for (const { project_id, kind } of places) await indexKind({ db }, project_id, kind);
}

/** What of the kind waits now. What comes meanwhile waits for the next run: a segment of a few costs more than it saves. */
async function indexKind({ db }: Pick<Services, 'db'>, project_id: string, kind: string): Promise<void> {
  const take = () => db.transaction({ projectIds: [project_id] }, (tx) => indexPending(tx, { project_id, kind }));
  while ((await take()) === LARGEST);
}

/** All that waits in the project now, be it ever so little. */
export async function indexSearch({ db }: Pick<Services, 'db'>, project_id: string): Promise<void> {
  const kinds = await db.transaction({ readOnly: true, projectIds: [project_id] }, (tx) =>
    pendingKinds(tx, project_id),
  );
  for (const kind of kinds) await indexKind({ db }, project_id, kind);
}
