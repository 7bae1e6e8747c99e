import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { createdAt, id, projectId } from '../kit/db/columns';
import { projects } from '../projects/tables';

/** Append-only: every change of a project's plan, with who made it. */
export const planChanges = pgTable(
  'plan_changes',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    from_plan: text(),
    to_plan: text().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);

/** The same of users as dropshippers; it belongs to no project. */
export const userPlanChanges = pgTable(
  'user_plan_changes',
  {
    id: id().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    from_plan: text(),
    to_plan: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.user_id)],
);
