import { createReport, createSchedule } from '@lanka/domain/reports/contract';
import { type Entries, each, P, wholly } from '../../test/entries';

const PERIOD = { from: '2026-11-01', to: '2026-11-26' };
const SCHEDULES = wholly('at most 50 for each project', 'report_schedules');
const MEMBERS = wholly('the members of the project, who are few', 'memberships', 'users');

export const entries: Entries = {
  walls: {
    [`POST ${P}/reports`]: { body: () => ({ kind: 'goods', ...PERIOD }) },
    [`GET ${P}/reports`]: {},
    [`GET ${P}/reports/recipients`]: { query: () => ({ kind: 'sales' }) },
    [`GET ${P}/reports/:id`]: {},
    [`DELETE ${P}/reports/:id`]: {},
    [`GET ${P}/report_schedules`]: {},
    [`POST ${P}/report_schedules`]: {
      body: ({ people }) => ({ kind: 'sales', rhythm: 'daily', recipients: [people.Owner.id] }),
    },
    [`GET ${P}/report_schedules/:id`]: {},
    [`PATCH ${P}/report_schedules/:id`]: {
      body: ({ people }) => ({ kind: 'goods', rhythm: 'monthly', month_day: 31, recipients: [people.Manager.id] }),
    },
    [`DELETE ${P}/report_schedules/:id`]: {},
  },
  async world(app, { project, mark, people, ids }) {
    const at = { params: { project_id: project.id }, token: people.Owner.token };
    const asked = { kind: 'movement' as const, product_variant_id: ids.product_variants ?? '', ...PERIOD };
    const report = await app.call(createReport, { ...at, body: asked });
    const body = { kind: 'sales' as const, rhythm: 'daily' as const, recipients: [people.Owner.id] };
    const schedule = await app.call(createSchedule, { ...at, body });
    for (const table of ['reports', 'report_schedules'])
      await app.sql(project.id, `update ${table} set subject = $2 where project_id = $1`, [project.id, mark]);
    return { reports: report.body.id, report_schedules: schedule.body.id };
  },
  growth: {
    reads: {
      [`GET ${P}/reports`]: { queries: [...each('kind', 'sales', 'sales,goods'), { schedule_id: '$report_schedule' }] },
      [`GET ${P}/reports/recipients`]: { always: { kind: 'sales' }, known: { memberships: MEMBERS } },
      [`GET ${P}/reports/:id`]: { params: { id: '$report' } },
      [`GET ${P}/report_schedules`]: { known: { '': SCHEDULES } },
      [`GET ${P}/report_schedules/:id`]: { params: { id: '$report_schedule' }, known: { report_schedules: SCHEDULES } },
    },
    writes: {
      [`POST ${P}/reports`]: [
        { body: { kind: 'sales', ...PERIOD } },
        { body: { kind: 'movement', product_variant_id: '$variant', ...PERIOD } },
      ],
      [`DELETE ${P}/reports/:id`]: [{ params: { id: '$report' } }],
      [`POST ${P}/report_schedules`]: [
        {
          body: { kind: 'sales', rhythm: 'daily', recipients: ['$user'] },
          known: { '': wholly('at most 50 for each project', 'report_schedules', 'memberships', 'users') },
        },
      ],
      [`DELETE ${P}/report_schedules/:id`]: [
        { params: { id: '$report_schedule' }, known: { report_schedules: SCHEDULES } },
      ],
    },
    rows: [
      `insert into report_schedules (project_id, id, user_id, kind, format, locale, rhythm, hour, recipients, active, created_at)
         select :project:, pg_temp.key('schedule' || n), :user:, 'sales', 'xlsx', 'ua', 'daily', 8, array[:user:]::uuid[],
           false, now() - n * interval '1 hour'
         from generate_series(1, 40) n`,
      `insert into reports (project_id, id, user_id, kind, format, locale, "from", "to", costs, schedule_id, status, file, created_at)
         select :project:, pg_temp.key('report' || n), :user:, case n % 10 when 0 then 'goods' else 'sales' end, 'xlsx', 'ua',
           '2026-11-01', '2026-11-26', false,
           case when n % 50 = 0 then pg_temp.key('schedule' || 1 + n / 50 % 40) end, 'done',
           concat(:project:, '/', pg_temp.key('report' || n), '/report.xlsx'),
           now() - n * interval '1 minute'
         from generate_series(1, 20000) n`,
    ],
    ids: {
      report: 'reports where project_id = :project:',
      report_schedule: 'report_schedules where project_id = :project:',
    },
  },
};
