import { job } from '../../kit/jobs/jobs';
import type { Services } from '../../kit/services';
import { byClock } from '../../kit/slice';
import { listProjectIds } from '../../projects';
import { findPending, indexPending, LARGEST } from './search.store';

const sweep = job<Record<string, never>>('orders.index', { expireInSeconds: 900 });

/** Every minute takes the orders that wait into the index of search, of each project with enough of them. */
export const indexWaiting = byClock(sweep, '* * * * *', (app) => indexAll(app));

export async function indexAll({ db }: Pick<Services, 'db'>): Promise<void> {
  const all = await db.transaction({ readOnly: true }, listProjectIds);
  const projects = await db.transaction({ readOnly: true, projectIds: all }, findPending);
  for (const id of projects) await indexOrders({ db }, id);
}

/**
 * Those of the project that wait now. Orders that are placed meanwhile wait for the next run: a segment of the few of a
 * second would cost more to write than they cost to place.
 */
export async function indexOrders({ db }: Pick<Services, 'db'>, project_id: string): Promise<void> {
  while ((await db.transaction({ projectIds: [project_id] }, (tx) => indexPending(tx, project_id))) === LARGEST);
}
