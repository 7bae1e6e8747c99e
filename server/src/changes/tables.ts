import { bigint, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, projectId } from '../kit/db/columns';

/**
 * What changed last of each thing, by numbers in which readers go on. One row a thing: however often it changes, it only
 * moves to the end. Numbers of a project are given one behind another, so that they commit in their order.
 */
export const numberedChanges = pgTable(
  'numbered_changes',
  {
    project_id: projectId(),
    kind: text().notNull(),
    entity_id: uuid().notNull(),
    /** Nil: whoever may see it; a counterparty, or the project for all dropshippers: those for whom it is gone. */
    told_to: uuid().notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    /** The number under which it was new; null where it was there before this table. */
    created_number: bigint({ mode: 'number' }),
    /** The number under which dropshippers saw it first; null where that was when it was new, or never. */
    shown_number: bigint({ mode: 'number' }),
    what: text().$type<'created' | 'changed' | 'deleted'>().notNull(),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.kind, t.entity_id, t.told_to] }),
    uniqueIndex('numbered_changes_in_order').on(t.project_id, t.number),
    index('numbered_changes_by_age').on(t.project_id, t.at),
  ],
);

/** How far the numbers of a project have come. Whoever gives new ones holds the row until his commit. */
export const changeNumbers = pgTable(
  'change_numbers',
  {
    project_id: projectId(),
    last: bigint({ mode: 'number' }).notNull().default(0),
    /** Up to this number something was forgotten: readers behind it have missed it. */
    forgotten: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.project_id] })],
);
