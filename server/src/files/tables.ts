import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
    /** As counted in the totals; null until the bytes have come or, where they are sent past us, were measured. */
    bytes: bigint({ mode: 'number' }),
    /** Counts against the plan of the dropshipper who sent it, not against the project's. */
    of_user: boolean().notNull().default(false),
    width: integer(),
    height: integer(),
    thumbnail: text(),
    user_id: uuid(),
    created_at: createdAt(),
    /** When something began to use it; what nothing uses is swept after a day. */
    used_at: instant(),
    /** The key under which the bytes stand since then: a copy that no link for sending leads to. */
    kept_as: text(),
    /** How many things use it; null where that was not counted when they began to: such a file is never removed. */
    uses: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.file_name),
    index('uploads_kept').on(t.project_id, t.kept_as).where(sql`kept_as is not null`),
    index('uploads_unmeasured').on(t.project_id, t.id).where(sql`bytes is null`),
  ],
);

/** Kept sums of what is stored in a project: the project's own, under its id, and that of each dropshipper, under his. */
export const storageTotals = pgTable(
  'storage_totals',
  { project_id: projectId(), owner_id: uuid().notNull(), bytes: bigint({ mode: 'number' }).notNull() },
  (t) => [primaryKey({ columns: [t.project_id, t.owner_id] }), check('storage_not_negative', sql`bytes >= 0`)],
);

/** The sum of a dropshipper's totals with all his suppliers: what his plan counts. */
export const userStorage = pgTable(
  'user_storage',
  { user_id: uuid().primaryKey(), bytes: bigint({ mode: 'number' }).notNull() },
  () => [check('user_storage_not_negative', sql`bytes >= 0`)],
);
