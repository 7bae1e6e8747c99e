import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock, work } from '../kit/slice';
import { listProjectIds } from '../projects';
import { auditProject, PROJECT_MS } from './audit';
import * as kept from './kept.store';

const nightly = job<Record<string, never>>('audit', { expireInSeconds: 3600 });
const one = job<{ project_id: string }>('audit.one', { expireInSeconds: PROJECT_MS / 1000 + 600 });

/** The database may be away for a while, or the process be killed: it is begun so often before it is given up. */
export const MAX_ATTEMPTS = 4;

/** Every night at 03:30 by Kyiv all projects are asked for; they are checked one after another. */
export const selfChecks = [
  work(one, (app, { project_id }) => checkProject(app, project_id)),
  byClock(nightly, '30 3 * * *', (app) => askAll(app)),
];

export async function askAll(app: Services): Promise<void> {
  const ids = await app.db.transaction({ readOnly: true }, listProjectIds);
  for (const id of ids) await app.db.transaction({ projectIds: [id] }, (tx) => askAudit(app, tx, id));
}

/** The row of the project is the lock: while one is waited for there is one job, however often it is asked for. */
export async function askAudit(app: Services, tx: Tx, project_id: string): Promise<void> {
  if (await kept.ask(tx, project_id)) await app.jobs.send(tx, one, { project_id });
}

/**
 * Makes the check that is waited for and keeps what it found.
 * @throws what went wrong, so that it is tried again; not at the last attempt, after which nobody waits any more. Those
 * that were killed count too: nobody was left to say that they had failed.
 */
export async function checkProject(app: Services, project_id: string): Promise<void> {
  const within = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction({ projectIds: [project_id] }, work);
  const attempts = await within((tx) => kept.begin(tx, project_id));
  if (attempts === null) return;
  try {
    if (attempts > MAX_ATTEMPTS) throw new Error(`the self-check was begun ${attempts - 1} times and never ended`);
    const found = await auditProject(app, project_id);
    await within((tx) => kept.keep(tx, project_id, found));
  } catch (error) {
    if (attempts < MAX_ATTEMPTS) throw error;
    app.log.error({ err: error, project_id }, 'the self-check was given up');
    await within((tx) => kept.giveUp(tx, project_id));
  }
  app.live.publish(project_id, { kind: 'audit', id: project_id });
}
