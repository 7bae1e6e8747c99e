import type { Locale } from '@lanka/domain/kit/errors';
import { can } from '@lanka/domain/kit/permissions';
import { MAX_SCHEDULES, type ReportSchedule, reportErrors, type ScheduleBody } from '@lanka/domain/reports/contract';
import { REPORTS } from '@lanka/domain/reports/kinds';
import { daysToldOn, lastDayUntil, nextAfter } from '@lanka/domain/reports/rules';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import { eachAlone } from '../kit/jobs/each-alone';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { authoriseRule, inHundreds } from '../projects';
import { makeReport } from './make';
import { SCHEDULE_STOPPED } from './notices';
import { subjectOf } from './report';
import { insertReport } from './reports.store';
import { readersOf, withCosts } from './rights';
import * as store from './schedules.store';

export async function readSchedule(tx: Tx, scope: ProjectScope, id: string): Promise<ReportSchedule> {
  const found = await store.readSchedule(tx, scope, id);
  // whoever does not see such rows does not see that others are sent them
  if (!found || !can(scope.role, REPORTS[found.kind].permission)) throw reportErrors.schedule_not_found();
  return found;
}

/** What is kept of a schedule as it is given. @throws by the field that is wrong */
async function checked(tx: Tx, scope: ProjectScope, body: ScheduleBody, locale: Locale) {
  const subject = await subjectOf(tx, scope, body);
  const recipients = [...new Set(body.recipients)];
  const found = await store.listColleagues(tx, scope, readersOf(body.kind), recipients);
  if (found.length < recipients.length) throw reportErrors.no_recipient({ path: 'recipients' });
  const { kind, format, product_variant_id = null, counterparty_id = null, rhythm, hour, active } = body;
  const weekday = rhythm === 'weekly' ? body.weekday : null;
  const month_day = rhythm === 'monthly' ? body.month_day : null;
  const next_at = active ? nextAfter({ rhythm, weekday, month_day, hour }, new Date()).toISOString() : null;
  return {
    ...{ kind, format, product_variant_id, counterparty_id, subject, locale, rhythm, weekday, month_day, hour, active },
    ...{ recipients, next_at, stopped: false, user_id: scope.user.id },
  };
}

export async function createSchedule(
  tx: Tx,
  scope: ProjectScope,
  body: ScheduleBody,
  locale: Locale,
): Promise<ReportSchedule> {
  const values = await checked(tx, scope, body, locale);
  await store.lockSchedules(tx, scope);
  if ((await store.countSchedules(tx, scope)) >= MAX_SCHEDULES)
    throw reportErrors.too_many_schedules({ allowed: MAX_SCHEDULES });
  return readSchedule(tx, scope, await store.insertSchedule(tx, scope, values));
}

export async function updateSchedule(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  body: ScheduleBody,
  { locale, if_match }: { readonly locale: Locale; readonly if_match: number | undefined },
): Promise<ReportSchedule> {
  const known = await store.lockSchedule(tx, scope, id);
  if (!known || !can(scope.role, REPORTS[known.kind].permission)) throw reportErrors.schedule_not_found();
  await refuseStale(if_match, known.version, () => readSchedule(tx, scope, id));
  await store.saveSchedule(tx, scope, id, await checked(tx, scope, body, locale));
  return readSchedule(tx, scope, id);
}

export async function deleteSchedule(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const known = await store.lockSchedule(tx, scope, id);
  if (!known || !can(scope.role, REPORTS[known.kind].permission)) throw reportErrors.schedule_not_found();
  await store.removeSchedule(tx, scope, id);
}

/** Schedules that are read by one statement. */
const A_PAGE = 200;

/** Reports whose time has come are asked for, until none is left: at eight in the morning they are many. */
export const runDueSchedules = byClock(job('reports.schedules'), '*/5 * * * *', (app) => runDue(app));

export async function runDue(app: Services, page = A_PAGE): Promise<void> {
  await inHundreds(app, async (projectIds) => {
    for (let last: store.Due | null = null; ; ) {
      const after: store.Due | null = last;
      const due: store.Due[] = await app.db.transaction({ readOnly: true, projectIds }, (tx) =>
        store.listDue(tx, projectIds, page, after),
      );
      // one that fails is tried again by the next tick of the clock; those behind it must not wait for it
      await eachAlone(app, due, async ({ project_id, id }) => {
        await app.db.transaction({ projectIds: [project_id] }, (tx) => runSchedule(tx, app, project_id, id));
        app.live.publish(project_id, { kind: 'report_schedule', id });
        app.live.publish(project_id, { kind: 'report', id });
      });
      if (due.length < page) return;
      last = due.at(-1) ?? null;
    }
  });
}

/** In one transaction with the next time: whoever runs it twice finds that it is not due any more. */
async function runSchedule(tx: Tx, app: Services, project_id: string, id: string): Promise<void> {
  const scope = { project: { id: project_id } };
  const schedule = await store.lockSchedule(tx, scope, id);
  const now = new Date();
  if (!schedule?.next_at || new Date(schedule.next_at) > now) return;
  const { kind, format, product_variant_id, counterparty_id, subject, locale, user_id, rhythm } = schedule;
  const by_rule = { name: null, chain: [] };
  const maker = await authoriseRule(tx, project_id, user_id, REPORTS[kind].permission, by_rule);
  const people = maker ? await store.listColleagues(tx, scope, readersOf(kind), schedule.recipients) : [];
  if (!maker || people.length === 0) {
    await store.settleSchedule(tx, scope, id, { active: false, stopped: true, next_at: null });
    await app.notices.tell(tx, systemIn(project_id), SCHEDULE_STOPPED, { user_id }, { id, kind });
    return;
  }
  const days = daysToldOn(rhythm, lastDayUntil(schedule, now));
  const report_id = await insertReport(tx, scope, user_id, {
    ...{ kind, format, product_variant_id, counterparty_id, subject, locale, schedule_id: id },
    ...(REPORTS[kind].asks === 'day' ? { on: days.to } : days),
    // each sees all that stands in it, and whoever made it too
    costs: withCosts(kind, [maker.role, ...people.map(({ role }) => role)]),
    recipients: people.map((person) => person.id),
  });
  await app.jobs.send(tx, makeReport, { project_id, report_id });
  await store.settleSchedule(tx, scope, id, {
    last_at: now.toISOString(),
    next_at: nextAfter(schedule, now).toISOString(),
  });
}
