import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, projectId } from '../kit/db/columns';

/** Files of a project. `file_name` is the key in the storage. */
export const uploads = pgTable(
  'uploads',
  {
    project_id: projectId(),
    id: id(),
    file_name: text().notNull(),
    original_name: text().notNull(),
    content_type: text().notNull().default('application/octet-stream'),
    bytes: bigint({ mode: 'number' }),
    width: integer(),
    height: integer(),
    thumbnail: text(),
    user_id: uuid(),
    created_at: createdAt(),
    /** When something began to use it; what nothing uses is swept after a day. */
    used_at: instant(),
    /** The key under which the bytes stand since then: a copy that no link for sending leads to. */
    kept_as: text(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), index().on(t.project_id, t.file_name)],
);
