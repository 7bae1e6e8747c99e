import { text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../kit/db/columns';

/** What a table of attached files has beside `project_id` and the key of what its files belong to. */
export const attachedFile = () => ({
  id: id(),
  user_id: uuid().notNull(),
  /** The key in the storage. */
  file_name: text().notNull(),
  name: text().notNull(),
  created_at: createdAt(),
});
