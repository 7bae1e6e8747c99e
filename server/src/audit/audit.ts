import type { Audit } from '@lanka/domain/audit/contract';
import type { Tx } from '../kit/db';
import { job } from '../kit/jobs';
import type { Services } from '../kit/services';
import { listProjectIds } from '../projects';
import { runChecks } from './store';

export async function audit(tx: Tx, projectId: string): Promise<Audit> {
  const checks = await runChecks(tx, projectId);
  return {
    ok: checks.every(({ differences_total }) => differences_total === 0),
    checked_at: new Date().toISOString(),
    checks,
  };
}

const nightly = job<Record<string, never>>('audit', { expireInSeconds: 3600 });

/** All orders and postings of one project. */
const PROJECT_MS = 30 * 60_000;

/** Every night at 03:30 by Kyiv, all projects one after another; what differs goes to the log, row by row. */
export function registerAudit(app: Services): void {
  app.jobs.handle(nightly, async () => {
    await auditAll(app);
  });
  app.jobs.every(nightly, '30 3 * * *', {});
}

/** Answers the ids of projects in which something differs. */
export async function auditAll(app: Pick<Services, 'db' | 'log'>): Promise<string[]> {
  const ids = await app.db.transaction({ readOnly: true }, listProjectIds);
  const wrong: string[] = [];
  for (const id of ids) {
    const options = { readOnly: true, projectIds: [id], patienceMs: PROJECT_MS };
    const found = await app.db.transaction(options, (tx) => audit(tx, id));
    if (found.ok) continue;
    wrong.push(id);
    for (const { name, differences, differences_total } of found.checks) {
      if (differences_total > 0)
        app.log.error(
          { project_id: id, check: name, differences, differences_total },
          'the self-check found differences',
        );
    }
  }
  app.log.info({ projects: ids.length, wrong: wrong.length }, 'the self-check is done');
  return wrong;
}
