import type { StocktakeStatus } from '@lanka/domain/stocktakes/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { productVariants } from '../catalog/tables';
import { count, createdAt, id, instant, kopecks, projectId, version, words } from '../kit/db/columns';

/** A count of the shelves. Closed, it is the document of its corrections and never changes again. */
export const stocktakes = pgTable(
  'stocktakes',
  {
    project_id: projectId(),
    id: id(),
    number: integer().notNull(),
    status: text().$type<StocktakeStatus>().notNull(),
    /** Which goods were asked for: with one of these tags, on shelves that begin so, of a category; all where these are empty. */
    tags: text().array().notNull().default([]),
    place: words(),
    /** The path of the category as it was called then. */
    category: words(),
    comment: words(),
    lines: count().notNull().default(0),
    /** Pieces that the corrections added and took; null until it is closed. */
    surplus: count(),
    shortage: count(),
    opened_by: uuid().notNull(),
    closed_by: uuid(),
    closed_at: instant(),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('stocktakes_number').on(t.project_id, t.number),
    index('stocktakes_by_status').on(t.project_id, t.status, t.number),
    check('stocktake_closed_by_somebody', sql`(status = 'open') = (closed_at is null)`),
    check('stocktake_closed_has_totals', sql`(status = 'closed') = (surplus is not null and shortage is not null)`),
  ],
);

/** Of the lines of a stocktake, kept with them: a row of its own, because who counts holds the stocktake in share. */
export const stocktakeFigures = pgTable(
  'stocktake_figures',
  {
    project_id: projectId(),
    stocktake_id: uuid().notNull(),
    counted: count().notNull().default(0),
    different: count().notNull().default(0),
    /** Pieces beyond the books, and pieces missing. */
    surplus: bigint({ mode: 'number' }).notNull().default(0),
    shortage: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.stocktake_id] }),
    foreignKey({
      columns: [t.project_id, t.stocktake_id],
      foreignColumns: [stocktakes.project_id, stocktakes.id],
    }),
  ],
);

/** What is to be counted; once counted, with what the books said at that moment. Written behind the lock of the level. */
export const stocktakeLines = pgTable(
  'stocktake_lines',
  {
    project_id: projectId(),
    stocktake_id: uuid().notNull(),
    product_variant_id: uuid().notNull(),
    /** By shelf and name, as they stood when it was opened. */
    number: integer().notNull(),
    counted: count(),
    expected: count(),
    difference: count().generatedAlwaysAs(sql`counted - expected`),
    /** What was picked for orders and not sent when it was counted; `expected` is without it. */
    set_aside: count().notNull().default(0),
    /** Of the level when its count began. */
    movements: count(),
    corrections: count(),
    /** Something moved between the parts of its count. */
    moved: boolean().notNull().default(false),
    counted_by: uuid(),
    counted_at: instant(),
    /** Of a piece when it was closed. */
    cost: kopecks(),
    /** The stock refused its correction, and it was closed without it. */
    refused: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.stocktake_id, t.product_variant_id] }),
    foreignKey({
      columns: [t.project_id, t.stocktake_id],
      foreignColumns: [stocktakes.project_id, stocktakes.id],
    }),
    foreignKey({
      columns: [t.project_id, t.product_variant_id],
      foreignColumns: [productVariants.project_id, productVariants.id],
    }),
    index('stocktake_lines_in_order').on(t.project_id, t.stocktake_id, t.number),
    index('stocktake_lines_uncounted').on(t.project_id, t.stocktake_id, t.number).where(sql`counted is null`),
    index('stocktake_lines_counted').on(t.project_id, t.stocktake_id, t.number).where(sql`counted is not null`),
    index('stocktake_lines_different').on(t.project_id, t.stocktake_id, t.number).where(sql`difference <> 0`),
    check(
      'stocktake_line_counted_whole',
      sql`(counted is null) = (expected is null) and (counted is null) = (counted_at is null) and counted >= 0`,
    ),
  ],
);

/** Append-only: every entry of everybody who counted. */
export const stocktakeCounts = pgTable(
  'stocktake_counts',
  {
    project_id: projectId(),
    /** Drawn by who counts, so that what is sent twice is there once. */
    id: id(),
    sequence: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    stocktake_id: uuid().notNull(),
    product_variant_id: uuid().notNull(),
    mode: text().$type<'add' | 'set' | 'clear'>().notNull(),
    count: count().notNull(),
    counted: count(),
    user_id: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.stocktake_id, t.product_variant_id],
      foreignColumns: [stocktakeLines.project_id, stocktakeLines.stocktake_id, stocktakeLines.product_variant_id],
    }),
    index('stocktake_counts_in_order').on(t.project_id, t.stocktake_id, t.sequence),
    index('stocktake_counts_of_line').on(t.project_id, t.stocktake_id, t.product_variant_id, t.sequence),
  ],
);
