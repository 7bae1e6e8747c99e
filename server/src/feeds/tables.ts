import type {
  ExportFilters,
  ExportKind,
  FeedHeader,
  FeedKind,
  HeldFor,
  ImportCounts,
  ImportOptions,
  ImportPhase,
  JobStatus,
  Join,
  RowOutcome,
} from '@lanka/domain/feeds/contract';
import type { RowReason } from '@lanka/domain/feeds/reasons';
import type { EveryHours } from '@lanka/domain/feeds/schedule';
import type { SourceTrouble, Vanished } from '@lanka/domain/feeds/sources';
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
import { count, createdAt, id, instant, percent, projectId, version } from '../kit/db/columns';
import type { Offer } from './parse/offer';

/** An error as it is kept: the code and the details; the text comes back from the code. */
export interface KeptError {
  code: string;
  text: { ua: string; en: string };
  details: Record<string, unknown>[];
}

/** `ETag` and `Last-Modified` of a file, as its site gave them. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
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
    /** The source whose run it is. No foreign key: the history stays when the source goes. */
    source_id: uuid(),
    by_clock: boolean().notNull().default(false),
    /** Why a person has to look first. Stays when he has taken it all the same, so that it is not held again. */
    held: text().$type<HeldFor>(),
    unmodified: boolean().notNull().default(false),
    /** What the site calls this state of its file. */
    validators: jsonb().$type<Validators>(),
    created_at: createdAt(),
    finished_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.created_at, t.id),
    index('imports_of_source').on(t.project_id, t.source_id, t.created_at, t.id),
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

/** Files of goods that are fetched by the clock. */
export const importSources = pgTable(
  'import_sources',
  {
    project_id: projectId(),
    id: id(),
    /** Who made it: its runs are in his name. */
    user_id: uuid().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    kind: text().$type<FeedKind>(),
    every_hours: integer().$type<EveryHours>().notNull(),
    vanished: text().$type<Vanished>().notNull(),
    active: boolean().notNull(),
    publish: boolean().notNull(),
    discount: percent().notNull(),
    /** Under what its rows are recognised: as the first good run found it, also when the shop is renamed. */
    source: text(),
    next_at: instant(),
    /** Of the file that the last good run has read: it is not fetched again while it stays the same. */
    validators: jsonb().$type<Validators>(),
    good_at: instant(),
    good_offers: count(),
    trouble: text().$type<SourceTrouble>(),
    failures: count().notNull().default(0),
    failing_since: instant(),
    paused_at: instant(),
    last_run_id: uuid(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index('import_sources_by_age').on(t.project_id, t.created_at, t.id),
    index('import_sources_due').on(t.project_id, t.next_at).where(sql`active`),
  ],
);

/** What a source has brought. Whatever of it its next file lacks has vanished; the goods of other sources have not. */
export const importSourceGoods = pgTable(
  'import_source_goods',
  {
    project_id: projectId(),
    source_id: uuid().notNull(),
    product_variant_id: uuid().notNull(),
    product_id: uuid().notNull(),
    external_id: text().notNull(),
    vanished_at: instant(),
    /** Its product was hidden for that: it is shown again when it comes back. */
    hidden: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.source_id, t.product_variant_id] }),
    foreignKey({
      columns: [t.project_id, t.source_id],
      foreignColumns: [importSources.project_id, importSources.id],
    }).onDelete('cascade'),
    index('import_source_goods_hidden').on(t.project_id, t.source_id, t.product_id).where(sql`vanished_at is not null`),
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
