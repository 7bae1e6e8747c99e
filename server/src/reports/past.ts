import type { ReportSchedule } from '@lanka/domain/reports/contract';
import { daysToldOn, lastDayUntil } from '@lanka/domain/reports/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { makeReport } from './make';
import { insertReport } from './reports.store';
import { withCosts } from './rights';

/** For the demo: what a schedule would have made at these moments. The job makes them, and nobody is told. */
export async function addPastReports(
  tx: Tx,
  app: Services,
  { project, user, role, locale }: ProjectScope,
  { id, kind, format, rhythm, weekday, month_day, hour }: ReportSchedule,
  moments: readonly Date[],
): Promise<void> {
  for (const moment of moments) {
    const days = daysToldOn(rhythm, lastDayUntil({ rhythm, weekday, month_day, hour }, moment));
    const values = { kind, format, locale, ...days, schedule_id: id, costs: withCosts(kind, [role]) };
    const report_id = await insertReport(tx, { project }, user.id, { ...values, created_at: moment.toISOString() });
    await app.jobs.send(tx, makeReport, { project_id: project.id, report_id });
  }
}
