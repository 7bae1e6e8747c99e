import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, projectId } from '../kit/db/columns';
import type { Reason } from './hooks';

/** How a service is in a project. There is a row since something was first asked of it, or it was paused. */
export const integrationStates = pgTable(
  'integration_states',
  {
    project_id: projectId(),
    service: text().notNull(),
    paused_at: instant(),
    last_success_at: instant(),
    last_failure_at: instant(),
    last_error: jsonb().$type<Reason>(),
    /** One behind another, until a call succeeds. */
    failures: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.service] })],
);

/** Calls of the last 30 days, without what was sent and answered. */
export const integrationCalls = pgTable(
  'integration_calls',
  {
    project_id: projectId(),
    id: id(),
    service: text().notNull(),
    at: createdAt(),
    action: text().notNull(),
    outcome: text().$type<'ok' | 'refused' | 'failed'>().notNull(),
    status: integer(),
    ms: integer().notNull(),
    error: jsonb().$type<Reason>(),
    ref_kind: text(),
    ref_id: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index('integration_calls_by_time').on(t.project_id, t.service, t.at, t.id),
    index('integration_calls_by_outcome').on(t.project_id, t.service, t.outcome, t.at, t.id),
    index('integration_calls_old').on(t.project_id, t.at),
  ],
);

/** What is to be asked of a service, written by the transaction that wants it and done after its commit. */
export const integrationTasks = pgTable(
  'integration_tasks',
  {
    project_id: projectId(),
    id: id(),
    service: text().notNull(),
    kind: text().notNull(),
    /** The cause: it is queued once. */
    key: text().notNull(),
    ref_kind: text(),
    ref_id: uuid(),
    payload: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    state: text().$type<'waiting' | 'running' | 'done' | 'failed' | 'canceled'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    created_at: createdAt(),
    /** When it may be tried; of a running task when its process counts as lost. */
    next_at: instant().notNull().default(sql`now()`),
    finished_at: instant(),
    error: jsonb().$type<Reason>(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('integration_tasks_key').on(t.project_id, t.service, t.key),
    index('integration_tasks_by_age').on(t.project_id, t.service, t.created_at, t.id),
    index('integration_tasks_by_state').on(t.project_id, t.service, t.state, t.created_at, t.id),
    index('integration_tasks_due')
      .on(t.project_id, t.service, t.next_at, t.id)
      .where(sql`state in ('waiting', 'running')`),
    index('integration_tasks_old').on(t.project_id, t.finished_at).where(sql`state in ('done', 'canceled')`),
  ],
);

/**
 * How a service was across all projects a minute ago. Like the rows of trouble it is a copy without walls for the
 * operator alone: figures and reasons, nothing of trade.
 */
export const serviceFigures = pgTable('service_figures', {
  service: text().primaryKey(),
  working: integer().notNull(),
  failing: integer().notNull(),
  late: integer().notNull(),
  paused: integer().notNull(),
  waiting: integer().notNull(),
  waiting_since: instant(),
  given_up: integer().notNull(),
  last_success_at: instant(),
  last_failure_at: instant(),
  last_error: jsonb().$type<Reason>(),
  measured_at: instant().notNull(),
});

export const serviceTroubles = pgTable(
  'service_troubles',
  {
    id: id().primaryKey(),
    /** Not `project_id`: no wall is put up. */
    of_project: uuid().notNull(),
    service: text().notNull(),
    trouble: text().$type<'failing' | 'late' | 'given_up'>().notNull(),
    since: instant().notNull(),
    waiting: integer().notNull(),
    waiting_since: instant(),
    given_up: integer().notNull(),
    last_success_at: instant(),
    last_failure_at: instant(),
    last_error: jsonb().$type<Reason>(),
    measured_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('service_troubles_once').on(t.of_project, t.service),
    index().on(t.since, t.id),
    index().on(t.service, t.since, t.id),
    index().on(t.trouble, t.since, t.id),
  ],
);
