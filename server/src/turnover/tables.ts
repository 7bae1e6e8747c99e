import type { TurnoverFlow, TurnoverStatus, TurnoverType } from '@lanka/domain/turnover/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { attachedFile } from '../attachments/tables';
import { productVariants } from '../catalog/tables';
import { bounded } from '../kit/db/bounds';
import { count, createdAt, id, instant, kopecks, projectId, version, words } from '../kit/db/columns';
import { counterparties } from '../partners/tables';
import { stockLevels } from '../stock/tables';

/** Goods that came or went, and what that did to somebody's account. Posted, a row changes its status alone. */
export const turnoverDocuments = pgTable(
  'turnover_documents',
  {
    project_id: projectId(),
    id: id(),
    number: integer().notNull(),
    flow: text().$type<TurnoverFlow>().notNull(),
    type: text().$type<TurnoverType>().notNull(),
    status: text().$type<TurnoverStatus>().notNull(),
    counterparty_id: uuid(),
    date: date({ mode: 'string' }).notNull(),
    in_stock: boolean().notNull().default(true),
    expected_on: date({ mode: 'string' }),
    reason: words(),
    comment: words(),
    /** Of its lines, written with them: money, pieces, pieces that are still to come, how many lines, and the first of them. */
    sum: kopecks().notNull().default(0),
    count: count().notNull().default(0),
    expected: count().notNull().default(0),
    items_count: count().notNull().default(0),
    first_variant_id: uuid(),
    /** The document that this one takes back. */
    reverses: uuid(),
    /** What made it: a manufacture request. */
    ref_kind: text(),
    ref_id: uuid(),
    created_by: uuid().notNull(),
    posted_by: uuid(),
    posted_at: instant(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    uniqueIndex().on(t.project_id, t.number),
    index().on(t.project_id, t.date, t.id),
    index().on(t.project_id, t.created_at, t.id),
    index().on(t.project_id, t.sum, t.id),
    index().on(t.project_id, t.flow, t.date, t.id),
    index().on(t.project_id, t.type, t.date, t.id),
    index().on(t.project_id, t.status, t.date, t.id),
    index().on(t.project_id, t.counterparty_id, t.date, t.id),
    index('turnover_documents_expected').on(t.project_id, t.date, t.id).where(sql`expected > 0`),
    uniqueIndex('turnover_documents_reversed_once').on(t.project_id, t.reverses).where(sql`reverses is not null`),
    index('turnover_documents_made').on(t.project_id, t.ref_kind, t.ref_id).where(sql`ref_id is not null`),
    bounded('sum'),
    check('turnover_ref_whole', sql`(ref_kind is null) = (ref_id is null)`),
    check('turnover_draft_expects_nothing', sql`expected >= 0 and (status = 'posted' or expected = 0)`),
    check('turnover_posted_by_somebody', sql`(status = 'draft') = (posted_at is null)`),
  ],
);

/**
 * How many documents a project has, so that its list need not count them. Who enters one holds the counter of numbers
 * already, and so waits for nobody here.
 */
export const turnoverTotals = pgTable(
  'turnover_totals',
  {
    project_id: projectId(),
    flow: text().$type<TurnoverFlow>().notNull(),
    documents: count().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.flow] })],
);

export const turnoverItems = pgTable(
  'turnover_items',
  {
    project_id: projectId(),
    document_id: uuid().notNull(),
    product_variant_id: uuid().notNull(),
    position: integer().notNull(),
    count: count().notNull(),
    transaction_item_price: kopecks(),
    sale_price: kopecks(),
    transaction_amount: kopecks().notNull(),
    /** Pieces that came or went. */
    arrived: count().notNull().default(0),
    /** Pieces that are still to come. */
    expected: count().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.document_id, t.product_variant_id] }),
    foreignKey({
      columns: [t.project_id, t.document_id],
      foreignColumns: [turnoverDocuments.project_id, turnoverDocuments.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.project_id, t.product_variant_id],
      foreignColumns: [productVariants.project_id, productVariants.id],
    }),
    index().on(t.project_id, t.product_variant_id, t.document_id),
    index('turnover_items_expected').on(t.project_id, t.product_variant_id).where(sql`expected > 0`),
    check('turnover_item_counts', sql`count > 0 and arrived >= 0 and expected >= 0 and arrived + expected <= count`),
    check('turnover_item_amount', sql`transaction_amount = count * coalesce(transaction_item_price, 0)`),
    bounded('amount', 'transaction_amount'),
  ],
);

/** A part of an expected income that came. Which goods they were, the movements say whose cause it is. */
export const turnoverArrivals = pgTable(
  'turnover_arrivals',
  {
    project_id: projectId(),
    id: id(),
    document_id: uuid().notNull(),
    count: count().notNull(),
    comment: words(),
    user_id: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.document_id],
      foreignColumns: [turnoverDocuments.project_id, turnoverDocuments.id],
    }),
    index().on(t.project_id, t.document_id, t.id),
    check('turnover_arrival_count_positive', sql`count > 0`),
  ],
);

export const turnoverFiles = pgTable(
  'turnover_files',
  {
    project_id: projectId(),
    document_id: uuid().notNull(),
    ...attachedFile(),
    /** It came when the document was posted already; what was there before stays. */
    added_later: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.document_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.document_id],
      foreignColumns: [turnoverDocuments.project_id, turnoverDocuments.id],
    }),
  ],
);

/** What a piece costs by its purchases; the cost of its last step. Null where no purchase is left. */
export const variantCosts = pgTable(
  'variant_costs',
  {
    project_id: projectId(),
    product_variant_id: id(),
    cost: kopecks(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.product_variant_id] }),
    foreignKey({
      columns: [t.project_id, t.product_variant_id],
      foreignColumns: [stockLevels.project_id, stockLevels.product_variant_id],
    }),
    check('variant_cost_not_negative', sql`cost >= 0`),
  ],
);

/** Append-only: every change of a cost, written behind the lock of the variant's level. */
export const costSteps = pgTable(
  'cost_steps',
  {
    project_id: projectId(),
    id: id(),
    /** Grows with each step of a variant. */
    sequence: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    product_variant_id: uuid().notNull(),
    document_id: uuid().notNull(),
    /** Pieces that came; below zero where they are taken back. */
    count: count().notNull(),
    price: kopecks().notNull(),
    pieces_before: count().notNull(),
    cost_before: kopecks(),
    cost_after: kopecks(),
    /** The document that is taken back. */
    reverses: uuid(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.document_id],
      foreignColumns: [turnoverDocuments.project_id, turnoverDocuments.id],
    }),
    foreignKey({
      columns: [t.project_id, t.product_variant_id],
      foreignColumns: [stockLevels.project_id, stockLevels.product_variant_id],
    }),
    index().on(t.project_id, t.product_variant_id, t.sequence),
    index().on(t.project_id, t.document_id, t.product_variant_id),
    check('cost_step_counts', sql`(count > 0 and reverses is null) or (count < 0 and reverses is not null)`),
  ],
);
