import type { Audit } from '@lanka/domain/audit/contract';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { listProjectIds } from '../projects';
import { runChecks } from './audit.store';
import { isLarge, type LiveBounds, readKept } from './kept.store';

/**
 * A few seconds of work. On a slow machine 100,000 orders of three lines took 40 s, the 4,000,000 totals of their 30,000
 * modifications 60: whoever waits is answered 503 after a minute.
 */
export const LIVE_BOUNDS: LiveBounds = { orders: 20_000, levels: 200_000, movements: 1_000_000, totals: 200_000 };

/** The figures at this moment, or of a large project those that the last check in the background found. */
export async function readAudit(tx: Tx, projectId: string): Promise<Audit> {
  const kept = await readKept(tx, projectId);
  if (await isLarge(tx, projectId, LIVE_BOUNDS)) return kept;
  const { running, failed_at } = kept;
  return { ...(await audit(tx, projectId)), running, failed_at };
}

/** Compares every figure now. The transaction must have entered the project. */
async function audit(tx: Tx, projectId: string): Promise<Audit> {
  const checks = await runChecks(tx, projectId);
  return {
    ok: checks.every(({ differences_total }) => differences_total === 0),
    checked_at: new Date().toISOString(),
    checks,
    ...{ live: true, running: false, failed_at: null },
  };
}

/** All orders and postings of one project, of ten million orders too. */
export const PROJECT_MS = 60 * 60_000;

/** The check in a transaction of its own that has the time it takes; what differs goes to the log, row by row. */
export async function auditProject(app: Pick<Services, 'db' | 'log'>, id: string): Promise<Audit> {
  const options = { readOnly: true, projectIds: [id], patienceMs: PROJECT_MS };
  const found = await app.db.transaction(options, (tx) => audit(tx, id));
  for (const { name, differences, differences_total } of found.checks) {
    if (differences_total > 0)
      app.log.error(
        { project_id: id, check: name, differences, differences_total },
        'the self-check found differences',
      );
  }
  return found;
}

/** Checks all projects, one after another, and answers the ids of those in which something differs. Keeps nothing. */
export async function auditAll(app: Pick<Services, 'db' | 'log'>): Promise<string[]> {
  const ids = await app.db.transaction({ readOnly: true }, listProjectIds);
  const wrong: string[] = [];
  for (const id of ids) if (!(await auditProject(app, id)).ok) wrong.push(id);
  app.log.info({ projects: ids.length, wrong: wrong.length }, 'the self-check is done');
  return wrong;
}
