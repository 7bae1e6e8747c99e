import { sql } from 'drizzle-orm';
import { customType, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, projectId } from '../../kit/db/columns';

/**
 * The index that order search looks in (docs/decisions/0023): which orders contain which short part of a word. It is
 * written in portions, by a job. PostgreSQL's own trigram index cannot be used here: `like` is not leakproof, so
 * behind row-level security the planner never takes it as a condition of an index.
 */

/** Compared byte by byte, whatever the database's collation is. */
const gramText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Orders that are new or whose text has changed, and are not in a segment yet: search looks at them one by one. */
export const orderSearchPending = pgTable(
  'order_search_pending',
  { project_id: projectId(), number: integer().notNull() },
  (t) => [primaryKey({ columns: [t.project_id, t.number] })],
);

/** A portion of orders that was indexed together. */
export const orderSearchSegments = pgTable(
  'order_search_segments',
  {
    project_id: projectId(),
    segment: integer().notNull(),
    /** How many orders. */
    orders: integer().notNull(),
    /** When the newest of them was created. */
    newest: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.segment] })],
);

/** For each part of a word the numbers of the segment's orders that contain it. */
export const orderSearchGrams = pgTable(
  'order_search_grams',
  {
    project_id: projectId(),
    gram: gramText().notNull(),
    segment: integer().notNull(),
    /** How many numbers: read without them. */
    orders: integer().notNull(),
    numbers: integer().array().notNull().default(sql`'{}'`),
  },
  // no foreign key to the segment: a hundred thousand rows are written at once, and by one function alone
  (t) => [primaryKey({ columns: [t.project_id, t.gram, t.segment] })],
);
