import type { DocumentType, FrozenDocument } from '@lanka/domain/documents/frozen';
import type { FrozenTurnoverPaper } from '@lanka/domain/documents/turnover';
import type { DocumentIssuer } from '@lanka/domain/papers/issuer';
import { sql } from 'drizzle-orm';
import {
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
import { users } from '../identity/tables';
import { createdAt, id, projectId } from '../kit/db/columns';
import { orders } from '../orders/tables';
import { counterparties } from '../partners/tables';
import { returns } from '../returns/tables';
import { turnoverDocuments } from '../turnover/tables';

/** Issued documents. A row is written once and never changed: a correction is another document. */
export const documents = pgTable(
  'documents',
  {
    project_id: projectId(),
    id: id(),
    order_id: uuid().notNull(),
    /**
     * The order's counterparty at issue: the one who issued it, or to whom it is addressed. Kept here because the
     * order may pass to another counterparty, and the paper does not pass with it.
     */
    counterparty_id: uuid().notNull(),
    /** Of the note of a return and of what corrects the papers of its order: one of each, by each side. */
    return_id: uuid(),
    type: text().$type<DocumentType>().notNull(),
    issuer: text().$type<DocumentIssuer>().notNull(),
    sequence_key: text().notNull(),
    number: integer().notNull(),
    /** In Kyiv. */
    date: date({ mode: 'string' }).notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    frozen: jsonb().$type<FrozenDocument>().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    // no cascade: an issued number may not vanish, so an order with documents stays
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    foreignKey({ columns: [t.project_id, t.return_id], foreignColumns: [returns.project_id, returns.id] }),
    uniqueIndex('documents_of_return')
      .on(t.project_id, t.return_id, t.type, t.issuer)
      .where(sql`return_id is not null`),
    uniqueIndex('documents_number').on(t.project_id, t.sequence_key, t.number),
    index().on(t.project_id, t.order_id, t.created_at, t.id),
  ],
);

/** Issued papers of documents of turnover. A row is written once and never changed. */
export const turnoverPapers = pgTable(
  'turnover_papers',
  {
    project_id: projectId(),
    id: id(),
    document_id: uuid().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    frozen: jsonb().$type<FrozenTurnoverPaper>().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.document_id],
      foreignColumns: [turnoverDocuments.project_id, turnoverDocuments.id],
    }),
    index('turnover_papers_of_document').on(t.project_id, t.document_id, t.id),
  ],
);
