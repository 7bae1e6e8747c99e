import { sql } from 'drizzle-orm';
import { customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, projectId } from '../kit/db/columns';

/**
 * The index that lists look in for words (docs/decisions/0049), one for each kind of thing that is searched for: which
 * of them contain which short part of a word. It is written in portions, by a job. PostgreSQL's own trigram index
 * cannot be used here: `like` is not leakproof, so behind row-level security the planner never takes it as a condition
 * of an index.
 */

/** Compared byte by byte, whatever the database's collation is. */
const gramText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Tenants that are no project and have something to be found: dropshippers' own workspaces, by their ids. */
export const searchWorkspaces = pgTable('search_workspaces', { id: uuid().primaryKey() });

/** What is new or whose words have changed, and is not in a segment yet: a search looks at it one by one. */
export const searchPending = pgTable(
  'search_pending',
  { project_id: projectId(), kind: text().notNull(), id: uuid().notNull() },
  (t) => [primaryKey({ columns: [t.project_id, t.kind, t.id] })],
);

/** A portion that was indexed together. */
export const searchSegments = pgTable(
  'search_segments',
  {
    project_id: projectId(),
    kind: text().notNull(),
    segment: integer().notNull(),
    /** How many entries. */
    entries: integer().notNull(),
    /** When the newest of them was created. */
    newest: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.kind, t.segment] })],
);

/**
 * Whole numbers instead of ids, because they take a quarter of the room and are compared faster. Kinds that have a
 * number of their own need none of these.
 */
export const searchEntries = pgTable(
  'search_entries',
  { project_id: projectId(), kind: text().notNull(), number: integer().notNull(), id: uuid().notNull() },
  (t) => [primaryKey({ columns: [t.project_id, t.kind, t.number] })],
);

/** Of each so many numbers: when the newest was created of all up to the last of these. Numbers grow with time, nearly. */
export const searchMarks = pgTable(
  'search_marks',
  { project_id: projectId(), kind: text().notNull(), mark: integer().notNull(), newest: instant().notNull() },
  (t) => [primaryKey({ columns: [t.project_id, t.kind, t.mark] })],
);

/** For each part of a word the numbers of the segment's entries that contain it. */
export const searchGrams = pgTable(
  'search_grams',
  {
    project_id: projectId(),
    kind: text().notNull(),
    gram: gramText().notNull(),
    segment: integer().notNull(),
    /** How many numbers: read without them. */
    entries: integer().notNull(),
    numbers: integer().array().notNull().default(sql`'{}'`),
  },
  // no foreign key to the segment: a hundred thousand rows are written at once, and by one function alone
  (t) => [primaryKey({ columns: [t.project_id, t.kind, t.gram, t.segment] })],
);
