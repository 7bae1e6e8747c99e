import type {
  ExportFilters,
  ExportKind,
  FeedHeader,
  FeedKind,
  ImportCounts,
  ImportOptions,
  ImportPhase,
  JobStatus,
  Join,
  RowOutcome,
} from '@lanka/domain/feeds/contract';
import type { RowReason } from '@lanka/domain/feeds/reasons';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
import { createdAt, id, instant, projectId } from '../kit/db/columns';
import type { Offer } from './parse/offer';

/** An error as it is kept: the code and the details; the text comes back from the code. */
export interface KeptError {
  code: string;
  text: { ua: string; en: string };
  details: Record<string, unknown>[];
}

export const imports = pgTable(
  'imports',
  {
    project_id: projectId(),
    id: id(),
    user_id: uuid().notNull(),
    status: text().$type<JobStatus>().notNull().default('queued'),
    phase: text().$type<ImportPhase>(),
    dry_run: boolean().notNull(),
    kind: text().$type<FeedKind>(),
    url: text(),
    /** Storage key of the upload, and the name people know it by. */
    upload: text(),
    file_name: text(),
    source: text(),
    /** What was asked for; null where the last import of the source decides. */
    publish: boolean(),
    discount: integer(),
    /** Fields of the templates that a person has chosen for columns, by the names of these; the rest go by their names. */
    columns: jsonb().$type<Record<string, string | null>>().notNull().default({}),
    joins: jsonb().$type<Join[]>().notNull().default([]),
    header: jsonb().$type<FeedHeader>(),
    error: jsonb().$type<KeptError>(),
    counts: jsonb().$type<ImportCounts>().notNull(),
    options: jsonb().$type<ImportOptions>().notNull(),
    rows_read: integer().notNull().default(0),
    bytes_read: bigint({ mode: 'number' }).notNull().default(0),
    bytes_total: bigint({ mode: 'number' }),
    /** The whole file is in `import_rows`. */
    staged: boolean().notNull().default(false),
    /** Rows were compared in this many batches, of which so many are done: a restart goes on from there. */
    batches: integer().notNull().default(0),
    batches_done: integer().notNull().default(0),
    /** Rows were swept away; counts stay. */
    swept: boolean().notNull().default(false),
    /** Who works on it, and when he last said so. Whoever is silent for some seconds is taken for dead (store.ts). */
    runner: uuid(),
    beat_at: instant(),
    attempts: integer().notNull().default(0),
    created_at: createdAt(),
    finished_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.created_at, t.id),
    index('imports_open').on(t.project_id, t.status).where(sql`status in ('queued', 'running')`),
  ],
);

/** The offer with its own warnings, as it was read. */
export type StagedOffer = Offer & { warnings: RowReason[] };

export const importRows = pgTable(
  'import_rows',
  {
    project_id: projectId(),
    id: id(),
    import_id: uuid().notNull(),
    number: integer().notNull(),
    line: integer(),
    external_id: text().notNull(),
    title: text().notNull(),
    /** Null for rows that did not become an offer, and after the rows are no longer needed. */
    offer: jsonb().$type<StagedOffer>(),
    outcome: text().$type<RowOutcome>(),
    reasons: jsonb().$type<RowReason[]>().notNull().default([]),
    warnings: jsonb().$type<RowReason[]>().notNull().default([]),
    changes: jsonb().$type<Record<string, { from: unknown; to: unknown }>>().notNull().default({}),
    /** Rows with the same one are variants of one product: its id where it exists, else a key of the source. */
    group_ref: text(),
    source_key: text(),
    batch: integer(),
    product_id: uuid(),
    product_variant_id: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.import_id], foreignColumns: [imports.project_id, imports.id] }).onDelete(
      'cascade',
    ),
    index().on(t.project_id, t.import_id, t.number, t.id),
    index('import_rows_batch').on(t.project_id, t.import_id, t.batch),
  ],
);

/** Photos to fetch. Kept afterwards, so that an address is not fetched again by the next import. */
export const importPictures = pgTable(
  'import_pictures',
  {
    project_id: projectId(),
    id: id(),
    import_id: uuid().notNull(),
    product_id: uuid().notNull(),
    /** What it shows, if not the whole product. */
    product_variant_id: uuid(),
    product_value_id: uuid(),
    url: text().notNull(),
    status: text().$type<'waiting' | 'done' | 'failed'>().notNull().default('waiting'),
    /** Why it failed. */
    error: jsonb().$type<KeptError>(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('import_pictures_url').on(t.project_id, t.product_id, t.url),
    index().on(t.project_id, t.import_id, t.status),
  ],
);

export const exports = pgTable(
  'exports',
  {
    project_id: projectId(),
    id: id(),
    user_id: uuid().notNull(),
    kind: text().$type<ExportKind>().notNull(),
    filters: jsonb().$type<ExportFilters>().notNull(),
    /** Of a table of orders, as they were chosen. */
    columns: text().array().notNull().default([]),
    status: text().$type<JobStatus>().notNull().default('queued'),
    /** How often it was begun. */
    attempts: integer().notNull().default(0),
    rows: integer().notNull().default(0),
    rows_total: integer(),
    /** Storage key, and the name people see. */
    file: text(),
    file_name: text(),
    error: jsonb().$type<KeptError>(),
    created_at: createdAt(),
    finished_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.created_at, t.id),
    index('exports_open').on(t.project_id, t.status).where(sql`status in ('queued', 'running')`),
  ],
);
