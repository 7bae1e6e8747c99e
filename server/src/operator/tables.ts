import type { OperatorDeed } from '@lanka/domain/operator/contract';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { createdAt, id, wordParts, words } from '../kit/db/columns';

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
    /** In these an operator looks for words. */
    parts: wordParts('subject', 'note'),
    created_at: createdAt(),
  },
  (t) => [
    index('operator_actions_by_age').on(t.created_at, t.id),
    index('operator_actions_by_deed').on(t.deed, t.created_at, t.id),
    index('operator_actions_by_subject').on(t.subject_id, t.created_at, t.id),
    index('operator_actions_by_user').on(t.user_id, t.created_at, t.id),
    index('operator_actions_words').using('gin', sql`parts gin_trgm_ops`),
  ],
);
