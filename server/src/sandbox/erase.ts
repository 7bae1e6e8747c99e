import { kyivDate } from '@lanka/domain/kit/time';
import { revokeAllKeys } from '../api_keys';
import type { Tx } from '../kit/db/db';
import { eraseTenant } from '../kit/db/erase';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock, type SliceJob, work } from '../kit/slice';
import {
  closeSandbox,
  deleteSandboxRow,
  enterProjects,
  findSandboxOf,
  listClosedSandboxes,
  listOverSandboxes,
  lockClosedSandbox,
  lockSandboxOf,
} from '../projects';

/**
 * What began in a sandbox before it was closed may still write for so long: a request a minute, a job five (`patienceMs`,
 * kit/db/transaction.ts). Its rows are erased after that, so that none comes behind them.
 */
const MINUTES_OF_GRACE = 10;
/**
 * The row of the project itself goes a day later, with whatever a job that walks through all projects, or the journal of a
 * process that was killed, has added meanwhile.
 */
const LAST_LOOK_MINUTES = 24 * 60;
const FILES_AT_ONCE = 100;

const eraseOne = job<{ id: string }>('sandbox.erase');
const removeFiles = job<{ keys: readonly string[] }>('sandbox.remove_files');

/** Its keys and its doors are closed with the commit; its rows and files are erased some minutes later. */
export async function throwAway(tx: Tx, app: Pick<Services, 'jobs'>, id: string): Promise<void> {
  await enterProjects(tx, [id]);
  await revokeAllKeys(tx, id);
  await closeSandbox(tx, id);
  const startAfter = new Date(Date.now() + MINUTES_OF_GRACE * 60_000);
  await app.jobs.send(tx, eraseOne, { id }, { startAfter });
}

/** Erases what a closed sandbox has. `whole`: the row of the project too. */
export async function eraseSandbox(app: Pick<Services, 'db' | 'jobs'>, id: string, whole: boolean): Promise<void> {
  await app.db.transaction({ projectIds: [id] }, async (tx) => {
    if (!(await lockClosedSandbox(tx, id))) return;
    const keys = await eraseTenant(tx, id);
    // files know no transaction: they go when nothing names them any more
    for (let at = 0; at < keys.length; at += FILES_AT_ONCE)
      await app.jobs.send(tx, removeFiles, { keys: keys.slice(at, at + FILES_AT_ONCE) });
    if (whole) await deleteSandboxRow(tx, id);
  });
}

export const erase: SliceJob = work(eraseOne, (app, { id }) => eraseSandbox(app, id, false));

export const removeErased: SliceJob = work(removeFiles, async ({ storage }, { keys }) => {
  for (const key of keys) await storage.remove(key);
});

/** Every hour: those whose day has come are thrown away, and of those before them the last is erased. */
export const sweep = byClock(job<Record<string, never>>('sandbox.sweep'), '20 * * * *', (app) =>
  sweepAt(app, new Date()),
);

export async function sweepAt(app: Services, now: Date): Promise<void> {
  const today = kyivDate(now);
  const over = await app.db.transaction({ readOnly: true }, (tx) => listOverSandboxes(tx, today));
  // one that cannot be erased keeps no other from it, and is tried again in an hour
  const each = async (id: string, act: () => Promise<void>): Promise<void> => {
    await act().catch((err: unknown) => app.log.error({ err, sandbox: id }, 'a sandbox is not erased'));
  };
  for (const { id, of } of over)
    await each(id, () =>
      app.db.transaction({ projectIds: [id] }, async (tx) => {
        await lockSandboxOf(tx, of);
        // its owner may have thrown it away meanwhile
        if ((await findSandboxOf(tx, of))?.id === id) await throwAway(tx, app, id);
      }),
    );
  const closed = await app.db.transaction({ readOnly: true }, (tx) => listClosedSandboxes(tx, LAST_LOOK_MINUTES));
  for (const id of closed) await each(id, () => eraseSandbox(app, id, true));
}
