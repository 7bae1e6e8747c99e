import type { JobStatus } from '@lanka/domain/feeds/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import type { ReportFormat } from '@lanka/domain/reports/contract';
import type { ReportKind } from '@lanka/domain/reports/kinds';
import type { Rhythm } from '@lanka/domain/reports/rules';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, projectId, version, words } from '../kit/db/columns';

/** Whose it is, of what, and in which language its heads are. */
const ofWhat = () => ({
  user_id: uuid().notNull(),
  kind: text().$type<ReportKind>().notNull(),
  format: text().$type<ReportFormat>().notNull(),
  product_variant_id: uuid(),
  counterparty_id: uuid(),
  /** The modification or the counterparty, as it was called then. */
  subject: words(),
  locale: text().$type<Locale>().notNull(),
});

export const reports = pgTable(
  'reports',
  {
    project_id: projectId(),
    id: id(),
    ...ofWhat(),
    from: date({ mode: 'string' }),
    to: date({ mode: 'string' }),
    on: date({ mode: 'string' }),
    /** Costs stand in it: only who sees costs is shown it. */
    costs: boolean().notNull(),
    schedule_id: uuid(),
    /** Who is told when it is ready, of one by the clock; whoever asked for one knows. */
    recipients: uuid().array().notNull().default([]),
    status: text().$type<JobStatus>().notNull().default('queued'),
    /** How often it was begun. */
    attempts: integer().notNull().default(0),
    rows: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }),
    /** Storage key, and the name people see. */
    file: text(),
    file_name: text(),
    failure: text().$type<'broken' | 'too_many_rows'>(),
    created_at: createdAt(),
    finished_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.created_at, t.id),
    index().on(t.project_id, t.kind, t.created_at, t.id),
    index('reports_of_schedule').on(t.project_id, t.schedule_id, t.created_at, t.id),
    index('reports_open').on(t.project_id, t.status).where(sql`status in ('queued', 'running')`),
    check('report_done', sql`(status = 'done') = (file is not null) and (status = 'failed') = (failure is not null)`),
  ],
);

export const reportSchedules = pgTable(
  'report_schedules',
  {
    project_id: projectId(),
    id: id(),
    ...ofWhat(),
    rhythm: text().$type<Rhythm>().notNull(),
    weekday: integer(),
    month_day: integer(),
    hour: integer().notNull(),
    recipients: uuid().array().notNull(),
    active: boolean().notNull(),
    /** It was paused by itself. */
    stopped: boolean().notNull().default(false),
    next_at: instant(),
    last_at: instant(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.created_at, t.id),
    index('report_schedules_due').on(t.project_id, t.next_at).where(sql`next_at is not null`),
    check('report_schedule_next', sql`active = (next_at is not null) and not (active and stopped)`),
    check(
      'report_schedule_days',
      sql`(rhythm <> 'weekly' or weekday is not null) and (rhythm <> 'monthly' or month_day is not null)`,
    ),
  ],
);
