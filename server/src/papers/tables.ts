import type { PaperType } from '@lanka/domain/papers/contract';
import type { DocumentIssuer } from '@lanka/domain/papers/issuer';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, kopecks, projectId, words } from '../kit/db/columns';

/**
 * The register: a row for each paper that was issued, of whatever kind, written with the paper. The paper itself, all
 * its words and sums, stays where it was frozen: `source` says where.
 */
export const papers = pgTable(
  'papers',
  {
    project_id: projectId(),
    id: id(),
    type: text().$type<PaperType>().notNull(),
    issuer: text().$type<DocumentIssuer>().notNull(),
    /** Made out to the counterparty, who may read it. */
    shared: boolean().notNull(),
    number: integer().notNull(),
    date: date({ mode: 'string' }).notNull(),
    title: text().notNull(),
    counterparty_id: uuid(),
    party_name: words(),
    total: kopecks(),
    source: text().$type<'document' | 'turnover_paper' | 'reconciliation' | 'offset'>().notNull(),
    source_id: uuid().notNull(),
    /** Of an act, which of its versions; 0 of what has none. */
    revision: integer().notNull().default(0),
    subject_kind: text().notNull(),
    subject_id: uuid().notNull(),
    /** Null: the system. */
    user_id: uuid(),
    /** Lower case: title, to whom it is made out, number. */
    search_text: words(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('papers_of_source').on(t.project_id, t.source, t.source_id, t.revision),
    index('papers_by_date').on(t.project_id, t.issuer, t.date, t.id),
    index('papers_by_type').on(t.project_id, t.issuer, t.type, t.date, t.id),
    // with what says who may see it and what it is, so that those of one party are counted without reading them
    index('papers_by_party').on(t.project_id, t.counterparty_id, t.date, t.id, t.issuer, t.shared, t.type),
    index('papers_by_number').on(t.project_id, t.number, t.date, t.id),
    check('paper_of_dropshipper', sql`issuer = 'manufacturer' or counterparty_id is not null`),
  ],
);

/** Many papers in one ZIP, made in the background for the one who asked. */
export const paperArchives = pgTable(
  'paper_archives',
  {
    project_id: projectId(),
    id: id(),
    user_id: uuid().notNull(),
    status: text().$type<'queued' | 'running' | 'done' | 'failed'>().notNull().default('queued'),
    paper_ids: uuid().array().notNull(),
    papers: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** The key in the storage. */
    file: text(),
    created_at: createdAt(),
    finished_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), index().on(t.project_id, t.user_id, t.id)],
);
