import { createSchedule } from '@lanka/domain/reports/contract';
import { lastDayUntil } from '@lanka/domain/reports/rules';
import { addPastReports } from '../reports';
import type { Person } from './caller';
import { DAY, HOUR, type Stage } from './stage';

/** One that comes every Monday, and those of the last two: the job makes them right after the start. */
export async function addReports(stage: Stage, owner: Person, manager: Person, project_id: string): Promise<void> {
  const schedule = await stage.call(owner, createSchedule, {
    params: { project_id },
    body: { kind: 'revenue', rhythm: 'weekly', weekday: 1, recipients: [owner.user_id, manager.user_id] },
  });
  const scope = await stage.scope(owner, 'reports.schedule', project_id);
  const monday = Date.parse(`${lastDayUntil(schedule, new Date(stage.now))}T06:00:00Z`);
  const moments = [monday - 7 * DAY, Math.min(monday + HOUR, stage.now)].map((at) => new Date(at));
  await addPastReports(stage.tx, stage.app, scope, schedule, moments);
}
