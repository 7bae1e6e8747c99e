import type { NoticeTo } from '@lanka/domain/automation/contract';
import type { Arrival, Move, PaidArrival, Trigger } from '@lanka/domain/automation/rules';
import type { OrderDocumentType } from '@lanka/domain/documents/frozen';
import type { Locale } from '@lanka/domain/kit/errors';
import type { DeliveryState } from '@lanka/domain/orders/happenings';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { createdAt, id, kopecks, projectId, version } from '../kit/db/columns';
import { projects } from '../projects/tables';

export const automationRules = pgTable(
  'automation_rules',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    name: text().notNull(),
    enabled: boolean().notNull(),
    trigger: text().$type<Trigger>().notNull(),
    statuses: text().array().$type<Arrival[]>().notNull(),
    paid_states: text().array().$type<PaidArrival[]>().notNull().default([]),
    delivery_states: text().array().$type<DeliveryState[]>().notNull().default([]),
    sum_from: kopecks(),
    sum_to: kopecks(),
    counterparty_ids: uuid().array().notNull(),
    tags: text().array().notNull().default([]),
    move_to: text().$type<Move>(),
    paper: text().$type<OrderDocumentType>(),
    comment: text(),
    comment_visibility: text().$type<'all' | 'managers'>().notNull(),
    notice_to: text().$type<NoticeTo>(),
    notice_text: text(),
    /** In whose name it acts: who saved it last. */
    author_id: uuid()
      .notNull()
      .references(() => users.id),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    // what each move of an order asks
    index('automation_rules_asked').on(t.project_id, t.trigger).where(sql`enabled`),
  ],
);

/** What a rule did for what happened, or why it could not. It outlives its rule. */
export const automationRuns = pgTable(
  'automation_runs',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    rule_id: uuid().notNull(),
    rule_name: text().notNull(),
    /** What happened; a rule runs once for it. */
    event_id: uuid().notNull(),
    order_id: uuid().notNull(),
    order_number: integer().notNull(),
    outcome: text().$type<'done' | 'failed'>().notNull(),
    /** Why nothing was done, in both languages. */
    reason: jsonb().$type<Record<Locale, string>>(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('automation_runs_once').on(t.project_id, t.event_id, t.rule_id),
    index().on(t.project_id, t.created_at, t.id),
    index().on(t.project_id, t.rule_id, t.created_at, t.id),
    index('automation_runs_failed').on(t.project_id, t.created_at, t.id).where(sql`outcome = 'failed'`),
  ],
);
