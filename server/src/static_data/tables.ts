import type { HistoryKind, StoredContent, Told } from '@lanka/domain/static_data/contract';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { byKey, createdAt, id, projectId, version } from '../kit/db/columns';

export const staticData = pgTable(
  'static_data',
  {
    project_id: projectId(),
    id: id(),
    key: text().notNull(),
    name: text().notNull(),
    content: jsonb().$type<StoredContent>().notNull(),
    position: integer().notNull(),
    /** Of a picture: the keys of the storage, the size that the plan counts, and by what it is asked for. */
    file_name: text(),
    thumbnail: text(),
    file_bytes: integer(),
    picture_id: uuid(),
    version: version(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), uniqueIndex('static_data_key').on(t.project_id, t.key)],
);

/** What became of them, line by line. What is deleted keeps its lines. */
export const staticDataHistory = pgTable(
  'static_data_history',
  {
    project_id: projectId(),
    id: id(),
    static_data_id: uuid().notNull(),
    kind: text().$type<HistoryKind>().notNull(),
    /** Null before they were there, and after they were deleted. */
    before: jsonb().$type<Told>(),
    after: jsonb().$type<Told>(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    by_key: byKey(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index('static_data_history_by_age').on(t.project_id, t.created_at, t.id),
    index('static_data_history_of_one').on(t.project_id, t.static_data_id, t.created_at, t.id),
  ],
);
