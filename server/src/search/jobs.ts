import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listProjectIds } from '../projects';
import { findPending, indexPending, LARGEST, listWorkspaces, pendingKinds } from './index.store';

const sweep = job<Record<string, never>>('search.index', { expireInSeconds: 900 });

/** Every minute takes what waits into the index of search, of each project and kind with enough of it. */
export const indexWaiting = byClock(sweep, '* * * * *', (app) => indexAll(app));

type App = Pick<Services, 'db' | 'searches'>;

async function indexAll({ db, searches }: App): Promise<void> {
  const all = await db.transaction({ readOnly: true }, async (tx) => [
    ...(await listProjectIds(tx)),
    ...(await listWorkspaces(tx)),
  ]);
  const places = await db.transaction({ readOnly: true, projectIds: all }, findPending);
  // those that nobody declares come last, so that they keep nobody else waiting
  const known = ({ kind }: { kind: string }): boolean => searches.some(({ name }) => name === kind);
  for (const { project_id, kind } of [...places.filter(known), ...places.filter((place) => !known(place))])
    await indexKind({ db, searches }, project_id, kind);
}

/**
 * What of the kind waits now. What comes meanwhile waits for the next run: a segment of a few costs more than it saves.
 * @throws when no manifest declares the kind
 */
async function indexKind({ db, searches }: App, project_id: string, kind: string): Promise<void> {
  const searched = searches.find(({ name }) => name === kind);
  if (!searched) throw new Error(`${kind} wait for the index of search, and no manifest says how their words are read`);
  const take = () => db.transaction({ projectIds: [project_id] }, (tx) => indexPending(tx, searched, project_id));
  while ((await take()) === LARGEST);
}

/** All that waits in the project now, be it ever so little. */
export async function indexSearch({ db, searches }: App, project_id: string): Promise<void> {
  const kinds = await db.transaction({ readOnly: true, projectIds: [project_id] }, (tx) =>
    pendingKinds(tx, project_id),
  );
  for (const kind of kinds) await indexKind({ db, searches }, project_id, kind);
}
