import { REPORT_DAYS } from '@lanka/domain/reports/contract';
import { eachAlone } from '../kit/jobs/each-alone';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listProjectIds } from '../projects';
import * as store from './reports.store';

/** Reports of one project that go in one step. */
const AT_ONCE = 200;

/** What has been kept for long enough goes: the files first, so that none is left without its row. */
export const expireReports = byClock(job('reports.expire', { expireInSeconds: 1800 }), '35 3 * * *', async (app) => {
  const projects = await app.db.transaction({ readOnly: true }, listProjectIds);
  const failed = await eachAlone(app, projects, (id) => expireOf(app, id));
  if (failed > 0) throw new Error(`the reports of ${failed} projects could not be removed`);
});

async function expireOf(app: Services, id: string): Promise<void> {
  const scope = { project: { id } };
  for (;;) {
    const old = await app.db.transaction({ readOnly: true, projectIds: [id] }, (tx) =>
      store.listExpired(tx, scope, REPORT_DAYS, AT_ONCE),
    );
    for (const { file } of old) if (file) await app.storage.remove(file);
    await app.db.transaction({ projectIds: [id] }, async (tx) => {
      for (const report of old) await store.removeReport(tx, scope, report.id);
    });
    if (old.length < AT_ONCE) return;
  }
}
