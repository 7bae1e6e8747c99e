import type { PostingPurpose } from '@lanka/domain/ledger/contract';
import type { ActSide, ActStatus } from '@lanka/domain/reconciliations/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { count, createdAt, id, instant, kopecks, projectId, words } from '../kit/db/columns';
import { counterparties } from '../partners/tables';
import { projects } from '../projects/tables';
import type { Parties } from './requisites.store';

/** An act that both sides see alike. Agreed, it never changes again. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    project_id: projectId(),
    id: id(),
    number: integer().notNull(),
    counterparty_id: uuid().notNull(),
    /** Days of Kyiv, both in the period. */
    first_day: date({ mode: 'string' }).notNull(),
    last_day: date({ mode: 'string' }).notNull(),
    built_by: text().$type<ActSide>().notNull(),
    status: text().$type<ActStatus>().notNull(),
    /** The side that has to do something next. */
    awaits: text()
      .$type<ActSide>()
      .generatedAlwaysAs(
        sql`case status when 'sent' then case built_by when 'supplier' then 'counterparty' else 'supplier' end
          when 'disputed' then built_by end`,
      ),
    /** The newest of its versions; 0 until it is sent. */
    revision: count().notNull().default(0),
    /** Of the newest version. */
    closing: kopecks(),
    /** Null: the job that proposes acts. */
    created_by: uuid(),
    sent_at: instant(),
    /** The day of Kyiv on which whose turn it is was reminded last. */
    reminded_on: date({ mode: 'string' }),
    agreed_by: uuid(),
    agreed_at: instant(),
    /** As whoever agreed was called then. */
    agreed_name: words(),
    agreed_note: words(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    uniqueIndex('reconciliations_number').on(t.project_id, t.number),
    // one living act of a period from each side: what is proposed twice, or late, is there once
    uniqueIndex('reconciliations_once')
      .on(t.project_id, t.counterparty_id, t.first_day, t.last_day, t.built_by)
      .where(sql`status <> 'withdrawn'`),
    index('reconciliations_by_status').on(t.project_id, t.status, t.number),
    index('reconciliations_by_party').on(t.project_id, t.counterparty_id, t.number),
    index('reconciliations_by_age').on(t.project_id, t.counterparty_id, t.created_at, t.id),
    index('reconciliations_by_end').on(t.project_id, t.last_day, t.number),
    index('reconciliations_waiting').on(t.project_id, t.awaits, t.number).where(sql`awaits is not null`),
    check('reconciliation_period', sql`first_day <= last_day`),
    check(
      'reconciliation_sent_whole',
      sql`(revision > 0) = (sent_at is not null) and (revision > 0) = (closing is not null)`,
    ),
    check('reconciliation_agreed_whole', sql`(status = 'agreed') = (agreed_at is not null)`),
  ],
);

/** Append-only: what was sent, each time. */
export const reconciliationRevisions = pgTable(
  'reconciliation_revisions',
  {
    project_id: projectId(),
    reconciliation_id: uuid().notNull(),
    revision: count().notNull(),
    opening: kopecks().notNull(),
    debit: kopecks().notNull(),
    credit: kopecks().notNull(),
    closing: kopecks().notNull(),
    /** Both sides as papers name them, as they were then. */
    parties: jsonb().$type<Parties>().notNull(),
    sent_by: uuid(),
    sent_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.reconciliation_id, t.revision] }),
    foreignKey({
      columns: [t.project_id, t.reconciliation_id],
      foreignColumns: [reconciliations.project_id, reconciliations.id],
    }),
    check('reconciliation_revision_sum', sql`closing = opening - debit + credit`),
  ],
);

/** Append-only: the postings of the period as they were when the version was sent. */
export const reconciliationLines = pgTable(
  'reconciliation_lines',
  {
    project_id: projectId(),
    reconciliation_id: uuid().notNull(),
    revision: count().notNull(),
    position: integer().notNull(),
    /** Of the posting. */
    posting_id: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    purpose: text().$type<PostingPurpose>().notNull(),
    ref_kind: text().notNull(),
    ref_id: uuid().notNull(),
    document: text().notNull(),
    comment: words(),
    debit: kopecks().notNull(),
    credit: kopecks().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.reconciliation_id, t.revision, t.position] }),
    foreignKey({
      columns: [t.project_id, t.reconciliation_id, t.revision],
      foreignColumns: [
        reconciliationRevisions.project_id,
        reconciliationRevisions.reconciliation_id,
        reconciliationRevisions.revision,
      ],
    }),
    check('reconciliation_line_one_side', sql`(debit = 0) <> (credit = 0) and debit >= 0 and credit >= 0`),
  ],
);

/** Append-only: what the sides say to one another, about a line or about the act as a whole. */
export const reconciliationNotes = pgTable(
  'reconciliation_notes',
  {
    project_id: projectId(),
    id: id(),
    reconciliation_id: uuid().notNull(),
    revision: count().notNull(),
    /** The posting of the line. */
    line_id: uuid(),
    kind: text().$type<'dispute' | 'comment'>().notNull(),
    side: text().$type<ActSide>().notNull(),
    user_id: uuid().notNull(),
    text: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.reconciliation_id],
      foreignColumns: [reconciliations.project_id, reconciliations.id],
    }),
    index('reconciliation_notes_in_order').on(t.project_id, t.reconciliation_id, t.id),
  ],
);

/** Of a project that wants its acts proposed each month. */
export const reconciliationSettings = pgTable('reconciliation_settings', {
  project_id: projectId()
    .primaryKey()
    .references(() => projects.id),
  monthly: boolean().notNull().default(false),
  /** The last month that was proposed by itself, `YYYY-MM`. */
  proposed_month: text(),
});
