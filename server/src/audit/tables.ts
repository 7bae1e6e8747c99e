import type { Check } from '@lanka/domain/audit/contract';
import { boolean, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, projectId } from '../kit/db/columns';

/** What the self-check of a project found last, and whether another one is waited for. One row a project. */
export const audits = pgTable(
  'audits',
  {
    project_id: projectId(),
    /** These three are null until the first check is done. */
    ok: boolean(),
    checked_at: instant(),
    checks: jsonb().$type<Check[]>(),
    /** Since when a check is waited for; null while none is. */
    asked_at: instant(),
    /** How often the one that is waited for was begun. */
    attempts: integer().notNull().default(0),
    /** When one was given up; null when a later one was done. */
    failed_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.project_id] })],
);
