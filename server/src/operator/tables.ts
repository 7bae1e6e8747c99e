import type { OperatorDeed } from '@lanka/domain/operator/contract';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { createdAt, id, words } from '../kit/columns';

/** What operators of the platform did; append-only. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: id().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    deed: text().$type<OperatorDeed>().notNull(),
    /** A request, a user or a message; null for the whole platform. */
    subject_id: uuid(),
    /** Its name at that time, so that the list needs nothing else. */
    subject: words(),
    note: words(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.created_at), index().on(t.subject_id)],
);
