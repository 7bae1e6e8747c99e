import { isListed } from '@lanka/domain/catalogue/rules';
import { followChanges } from '../catalog';
import type { Tx } from '../kit/db/db';
import { eachAlone } from '../kit/jobs/each-alone';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock, work } from '../kit/slice';
import { listProjectIds, setListed } from '../projects';
import { projectsWithChanges, takeChanged } from '../stock';
import { copyCard, copyGoods, holdListed, listListed, removeCopy } from './copy.store';
import { factsInto } from './facts';
import { lockListing } from './listings.store';

const whole = job<{ supplier_id: string }>('catalogue.copy', { expireInSeconds: 900 });
const changed = job<Record<string, never>>('catalogue.copy_changed', { expireInSeconds: 900 });
const nightly = job<Record<string, never>>('catalogue.copy_all', { expireInSeconds: 3600 });

/**
 * Whoever was changing goods when the supplier was listed did not know that anybody would ask for them: his transaction
 * has ended by then, and all goods are copied once more.
 */
const AGAIN_MINUTES = 15;
/** So many goods are copied in one transaction. */
const PORTION = 2_000;

type App = Pick<Services, 'db' | 'jobs' | 'log'>;

/**
 * To be called with every change of what it hangs on whether the project is listed, or of what its card says, behind the
 * lock of the project. Who is not listed any more is gone with this transaction; the copy of who is follows by a job.
 */
export async function relist(tx: Tx, app: Pick<Services, 'jobs'>, supplierId: string): Promise<void> {
  const row = await lockListing(tx, supplierId);
  if (!row) return;
  const listed = isListed(row);
  if (!listed && !row.listed) return;
  await setListed(tx, supplierId, listed);
  if (!listed) {
    await removeCopy(tx, supplierId);
    return;
  }
  await app.jobs.send(tx, whole, { supplier_id: supplierId });
  if (row.listed) return;
  const startAfter = new Date(Date.now() + AGAIN_MINUTES * 60_000);
  await app.jobs.send(tx, whole, { supplier_id: supplierId }, { startAfter });
}

/** Card and goods of one supplier, as they are now. */
export const copySupplier = (app: Pick<Services, 'db'>, supplierId: string): Promise<void> =>
  app.db.transaction({ projectIds: [supplierId] }, (tx) => copyInto(tx, supplierId));

/** The same in a transaction that has entered the supplier's project. */
export async function copyInto(tx: Tx, supplierId: string): Promise<void> {
  if (!(await holdListed(tx, supplierId))) return;
  // whoever comes back is told of with his facts at once, not from the next night on
  if (await copyCard(tx, supplierId)) await factsInto(tx, supplierId);
  await copyGoods(tx, supplierId, null);
}

/** What changed of the goods of all suppliers: for the catalogue, and for the dropshippers of each. */
export async function copyChanged(app: Pick<Services, 'db' | 'notices' | 'log'>): Promise<void> {
  const all = await app.db.transaction({ readOnly: true }, listProjectIds);
  const waiting = await app.db.transaction({ readOnly: true, projectIds: all }, projectsWithChanges);
  const failed = await eachAlone(app, waiting, async (id) => {
    while (await copyPortion(app, id));
  });
  if (failed > 0) throw new Error(`the changes of ${failed} suppliers wait for the next run`);
}

/** @returns whether more waits */
const copyPortion = (app: Pick<Services, 'db' | 'notices'>, id: string): Promise<boolean> =>
  app.db.transaction({ projectIds: [id] }, async (tx) => {
    const listed = await holdListed(tx, id);
    const ids = await takeChanged(tx, { project: { id } }, PORTION);
    if (listed && ids.length > 0) await copyGoods(tx, id, ids);
    if (ids.length > 0) await followChanges(tx, app, id, ids);
    return ids.length === PORTION;
  });

/** Every minute what has changed; every night all of them anew, so that nothing stays wrong that was ever missed. */
export const copyJobs = [
  work(whole, (app, { supplier_id }) => copySupplier(app, supplier_id)),
  byClock(changed, '* * * * *', copyChanged),
  byClock(nightly, '10 3 * * *', copyAll),
];

async function copyAll(app: App): Promise<void> {
  const listed = await app.db.transaction({ readOnly: true }, listListed);
  const failed = await eachAlone(app, listed, (id) => copySupplier(app, id));
  if (failed > 0) throw new Error(`${failed} suppliers were not copied`);
}
