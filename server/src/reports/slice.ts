import * as contract from '@lanka/domain/reports/contract';
import { wholePage } from '../kit/db/paging';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { expireReports } from './expire';
import { makeJob, removeFile, removeFileJob } from './make';
import { ASKED_TOLD, SCHEDULE_STOPPED, SCHEDULED_TOLD } from './notices';
import { createReport, readReport, showReport } from './report';
import { listReports, removeReport } from './reports.store';
import { kindsFor, readersOf, seenBy } from './rights';
import * as schedule from './schedule';
import { listColleagues, listSchedules } from './schedules.store';

/** What stands on the screens as files: asked for, or by the clock. */
export const reports = slice({
  name: 'reports',
  level: 12,
  topics: [
    { kind: 'report', permission: 'reports.make' },
    { kind: 'report_schedule', permission: 'reports.schedule' },
  ],
  notices: [...Object.values(ASKED_TOLD), ...Object.values(SCHEDULED_TOLD), SCHEDULE_STOPPED],
  jobs: [makeJob, removeFileJob, schedule.runDueSchedules, expireReports],
  routes: [
    serve(contract.createReport, async ({ tx, app, scope, body, locale, changed }) => {
      const id = await createReport(tx, app, scope, body, locale);
      changed('report', id);
      return showReport(app, await readReport(tx, scope, id), locale);
    }),

    serve(contract.listReports, async ({ tx, app, scope, query, locale }) => {
      const page = await listReports(tx, scope, seenBy(scope.role), query);
      return { ...page, items: await Promise.all(page.items.map((one) => showReport(app, one, locale))) };
    }),

    serve(contract.listRecipients, async ({ tx, scope, query }) =>
      wholePage((await listColleagues(tx, scope, readersOf(query.kind))).map(({ id, name }) => ({ id, name }))),
    ),

    serve(contract.readReport, async ({ tx, app, scope, params, locale }) =>
      showReport(app, await readReport(tx, scope, params.id), locale),
    ),

    serve(contract.deleteReport, async ({ tx, app, scope, params, changed }) => {
      await readReport(tx, scope, params.id);
      const file = await removeReport(tx, scope, params.id);
      if (file) await app.jobs.send(tx, removeFile, { file });
      changed('report', params.id);
    }),

    serve(contract.listSchedules, ({ tx, scope, query }) => listSchedules(tx, scope, kindsFor(scope.role), query)),

    serve(contract.readSchedule, ({ tx, scope, params }) => schedule.readSchedule(tx, scope, params.id)),

    serve(contract.createSchedule, async ({ tx, scope, body, locale, changed }) => {
      const made = await schedule.createSchedule(tx, scope, body, locale);
      changed('report_schedule', made.id);
      return made;
    }),

    serve(contract.updateSchedule, async ({ tx, scope, params, body, locale, if_match, changed }) => {
      const made = await schedule.updateSchedule(tx, scope, params.id, body, { locale, if_match });
      changed('report_schedule', made.id);
      return made;
    }),

    serve(contract.deleteSchedule, async ({ tx, scope, params, changed }) => {
      await schedule.deleteSchedule(tx, scope, params.id);
      changed('report_schedule', params.id);
    }),
  ],
});
