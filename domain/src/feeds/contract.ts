import { z } from 'zod';
import { StockFilter } from '../catalog/contract';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, text } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Percent } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { PaidFilter } from '../ledger/charges';
import { CodState } from '../orders/cod';
import { OrderMark, OrderStatus, ReservedFilter } from '../orders/entities';
import { listedFields } from '../templates/fields';
import { feedErrors, importErrors } from './errors';
import { MAX_EXPORT_COLUMNS, OrderTableColumn } from './orders_table';

const OTHER_KIND = fieldMessage('export.other_kind', {
  ua: 'Для цієї таблиці такого не вказують: для товарів є published, tags, category_id і stock, для замовлень – status, counterparty_id, has_returns, from, to і columns',
  en: 'not for this table: products have published, tags, category_id and stock, orders have status, counterparty_id, has_returns, from, to and columns',
});

export const FEED_KINDS = [
  'yml',
  'hotline',
  'google',
  'own_xlsx',
  'own_csv',
  'prom_xlsx',
  'prom_csv',
  'horoshop_xlsx',
  'horoshop_csv',
  'shopify_csv',
  'shopify_xlsx',
  'woocommerce_csv',
  'woocommerce_xlsx',
] as const;
export const FeedKind = z.enum(FEED_KINDS);
export type FeedKind = z.infer<typeof FeedKind>;

export const JobStatus = z.enum(['queued', 'running', 'done', 'failed']);
export type JobStatus = z.infer<typeof JobStatus>;

/** What a running import is doing: reading the file, comparing it with the catalogue, writing. */
export const ImportPhase = z.enum(['reading', 'comparing', 'writing']);
export type ImportPhase = z.infer<typeof ImportPhase>;

/** `vanished`: of a source that is fetched by the clock; the file has it no more. */
export const RowOutcome = z.enum(['created', 'changed', 'unchanged', 'skipped', 'refused', 'vanished']);
export type RowOutcome = z.infer<typeof RowOutcome>;

/** Rows of the file by what becomes (in a dry run: would become) of them. */
export const ImportCounts = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  refused: z.int(),
  /** Goods that the file brought before and has no more; they are no rows of it. */
  vanished: z.int(),
  /** Rows that go in with a remark; they are counted above as well. */
  warnings: z.int(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

/** A reason in the asker's language. `field` is the field of the row it speaks of. */
export const ShownReason = z.object({ code: z.string(), field: z.string(), message: z.string() });

const ChangedValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const ImportRow = z.object({
  id: Id,
  /** Of the offer in XML, of the row as a spreadsheet shows it in tables. */
  number: z.int(),
  /** Line of the file, in XML. */
  line: z.int().nullable(),
  external_id: z.string(),
  title: z.string(),
  /** Null while the import has not come to this row. */
  outcome: RowOutcome.nullable(),
  /** The first reason, for those who want one line. */
  reason: z.string().nullable(),
  reasons: z.array(ShownReason),
  warnings: z.array(ShownReason),
  /** What changes, by field: prices in kopecks, weight in grams, sides in millimetres. */
  changes: z.record(z.string(), z.object({ from: ChangedValue, to: ChangedValue })),
  product_id: Id.nullable(),
  product_variant_id: Id.nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const FeedHeader = z.object({
  kind: FeedKind.nullable(),
  /** Which marketplace's dialect it looks like. */
  dialect: z.string().nullable(),
  encoding: z.string().nullable(),
  shop_name: z.string().nullable(),
  categories: z.int(),
  /** Columns of a table that are not used. */
  ignored_columns: z.array(z.string()),
  /** Names of the price levels that columns are of: those that the project does not have yet are made. */
  price_levels: z.array(z.string()).optional(),
  notes: z.array(z.string()),
});
export type FeedHeader = z.infer<typeof FeedHeader>;

const FailureOf = z.object({
  code: z.string(),
  message: z.string(),
  details: z.array(z.record(z.string(), z.unknown())),
});

export const ImportOptions = z.object({
  /** New products are shown to dropshippers at once, where nothing is missing for that. */
  publish: z.boolean(),
  /** Where the file has one price only: the dropshipper pays it less this many hundredths of a percent. */
  discount: Percent,
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/**
 * Why a run of a source has changed nothing and waits for a person to look: the file could not be read to its end, has
 * less than half of the goods of the last good run, or none at all.
 */
export const HeldFor = z.enum(['broken', 'halved', 'empty']);
export type HeldFor = z.infer<typeof HeldFor>;

export const Import = z.object({
  id: Id,
  status: JobStatus,
  phase: ImportPhase.nullable(),
  /** True until the import is applied: nothing has been written to the catalogue. */
  dry_run: z.boolean(),
  /** A finished dry run whose rows are still kept may be applied. */
  can_apply: z.boolean(),
  /** What was asked for; `header.kind` is what was found. */
  kind: FeedKind.nullable(),
  /** The name under which the rows are recognised by the next import. Null until the file is read. */
  source: z.string().nullable(),
  url: z.string().nullable(),
  /** Name of the uploaded file. */
  file_name: z.string().nullable(),
  /** 0 … 100. */
  progress: z.int(),
  rows_read: z.int(),
  bytes_read: z.int(),
  bytes_total: z.int().nullable(),
  counts: ImportCounts,
  header: FeedHeader.nullable(),
  /** Why it failed; on a finished one: why the file could not be read to its end. */
  error: FailureOf.nullable(),
  options: ImportOptions,
  /** Photos of this import; they are fetched after it. */
  /** `no_room`: those of the failed for which the storage of the plan had none. */
  pictures: z.object({ total: z.int(), done: z.int(), failed: z.int(), no_room: z.int() }),
  user_name: z.string().nullable(),
  /** The source that it is a run of, and whether the clock began it. */
  source_id: Id.nullable(),
  by_clock: z.boolean(),
  held: HeldFor.nullable(),
  /** The site says that its file is the same as at the last good run: nothing was read. */
  unmodified: z.boolean(),
  created_at: Instant,
  finished_at: Instant.nullable(),
});
export type Import = z.infer<typeof Import>;

/** A column of a table that may bring an additional field: `product.fabric`, or null where it brings none. */
export const ImportColumn = z.object({ name: z.string(), field: z.string().nullable() });
export type ImportColumn = z.infer<typeof ImportColumn>;

/** One import with the first 100 rows that were refused; the rest through `rows`. */
export const ImportDetail = Import.extend({
  rows: z.array(ImportRow),
  /** The columns that nothing else is read from, with the fields that they bring. */
  columns: z.array(ImportColumn),
});
export type ImportDetail = z.infer<typeof ImportDetail>;

const options = { publish: z.boolean().optional(), discount: Percent.optional() };

/** Exactly one of `url` and `upload`. Options left out are those of the last import of the same source. */
export const CreateImportBody = z
  .object({
    url: requiredText(2000).optional(),
    /** `file_name` of an upload of this project. */
    upload: requiredText(300).optional(),
    kind: FeedKind.nullable().optional(),
    /** Only shows what would be done. */
    dry_run: z.boolean().default(false),
    /** A name for the supplier of the rows, when the one made of format and shop does not do. */
    source: text(120).optional(),
    ...options,
  })
  .refine((body) => (body.url === undefined) !== (body.upload === undefined), {
    error: fieldMessage('import.one_origin', {
      ua: 'Вкажіть або посилання, або завантажений файл',
      en: 'give either a link or an uploaded file',
    }),
    path: ['url'],
  });
export type CreateImportBody = z.infer<typeof CreateImportBody>;

export const Join = z.object({
  title: requiredText(250),
  external_ids: z.array(z.string().min(1).max(200)).min(2).max(1000),
});
export type Join = z.infer<typeof Join>;

export const ApplyImportBody = z.object({
  /** Rows that become variants of one product, where the file does not join them. */
  joins: z.array(Join).max(5000).optional(),
  /** Fields for columns, `{"Склад": "product.fabric"}`; null lets a column bring none. The rest go by their names. */
  columns: z.record(z.string().max(120), z.string().max(60).nullable()).optional(),
  /** Only compare once more, with these columns. */
  dry_run: z.boolean().optional(),
  ...options,
});
export type ApplyImportBody = z.infer<typeof ApplyImportBody>;

export const JoinSuggestion = z.object({
  key: z.string(),
  reason: z.enum(['same_title', 'title_without_last_word', 'id_prefix']),
  title: z.string(),
  external_ids: z.array(z.string()),
  /** Titles of the rows, in the order of the ids. */
  titles: z.array(z.string()),
});
export type JoinSuggestion = z.infer<typeof JoinSuggestion>;

const path = 'projects/:project_id/imports';

export const createImport = route({
  method: 'POST',
  path,
  summary: 'Import products from an upload or an address; with `dry_run` only show what would be done',
  auth: 'imports.run',
  changes: ['import', 'product', 'product_variant'],
  params: InProject,
  body: CreateImportBody,
  returns: Import,
  status: 201,
  errors: [
    importErrors.upload_not_found,
    importErrors.url_invalid,
    importErrors.address_forbidden,
    importErrors.too_many_waiting,
  ],
});

export const listImports = route({
  method: 'GET',
  path,
  summary: 'Imports of the project, newest first: all but those that found the same file, or the runs of one source',
  auth: 'imports.run',
  params: InProject,
  query: listQuery(['-created_at'], { status: commaList(JobStatus), source_id: Id.optional() }),
  returns: page(Import),
});

export const readImport = route({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One import: status, progress, counts and the first refused rows with number and reason',
  auth: 'imports.run',
  params: OneInProject,
  returns: ImportDetail,
  errors: [importErrors.not_found],
});

export const listImportRows = route({
  method: 'GET',
  path: `${path}/:id/rows`,
  summary: 'Rows of an import in the order of the file, with reasons and changes',
  auth: 'imports.run',
  params: OneInProject,
  query: listQuery(['number'], { outcome: commaList(RowOutcome), warnings: z.enum(['true']).optional() }),
  returns: page(ImportRow),
  errors: [importErrors.not_found],
});

export const listJoinSuggestions = route({
  method: 'GET',
  path: `${path}/:id/suggestions`,
  summary: 'Rows that look like variants of one product, where the file does not join them',
  auth: 'imports.run',
  params: OneInProject,
  returns: z.object({ items: z.array(JoinSuggestion), total: z.int() }),
  errors: [importErrors.not_found],
});

export const applyImport = route({
  method: 'POST',
  path: `${path}/:id/apply`,
  summary: 'Carry out a dry run with the rows it has read',
  auth: 'imports.run',
  changes: ['import', 'product', 'product_variant'],
  params: OneInProject,
  body: ApplyImportBody,
  returns: Import,
  status: 202,
  errors: [
    importErrors.not_found,
    importErrors.not_ready,
    importErrors.already_applied,
    importErrors.rows_gone,
    importErrors.superseded,
  ],
});

export const importTemplate = route({
  method: 'GET',
  path: `${path}/template`,
  summary: 'An empty table with our own columns and an example',
  auth: 'imports.run',
  params: InProject,
  query: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  raw: 'application/octet-stream',
});

const Column = z.int().min(0).max(2_000).nullable();
const IncomeColumns = z.object({ code: Column, count: Column, price: Column, sale_price: Column });

/** A row of a table of goods that came, with the modification that its code names. */
export const IncomeTableRow = z.object({
  /** As a spreadsheet numbers it. */
  number: z.int(),
  code: z.string(),
  product_variant_id: Id.nullable(),
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  thumbnail_url: z.string().nullable(),
  count: z.int().nullable(),
  price: z.int().nullable(),
  sale_price: z.int().nullable(),
  /** Why the row cannot be a line. */
  reasons: z.array(ShownReason),
  /** It can, and yet something is to be looked at. */
  warnings: z.array(ShownReason),
});
export type IncomeTableRow = z.infer<typeof IncomeTableRow>;

export const readIncomeTable = route({
  method: 'POST',
  path: `${path}/income`,
  summary: 'Read an uploaded table of goods that came: its columns, its rows, and what is wrong with each',
  auth: 'turnover.edit',
  writesNothing: true,
  params: InProject,
  body: z.object({
    /** `file_name` of an own upload. */
    upload: requiredText(300),
    /** In which columns things stand, from 0; as their names tell unless given. */
    columns: IncomeColumns.optional(),
  }),
  returns: z.object({
    headers: z.array(z.string()),
    columns: IncomeColumns,
    rows: z.array(IncomeTableRow),
  }),
  errors: [importErrors.upload_not_found, ...Object.values(feedErrors)],
});

/** Our own table of all products, read back by an import without a change; or a table of orders. */
export const ExportKind = z.enum(['products_xlsx', 'products_csv', 'orders_xlsx', 'orders_csv']);
export type ExportKind = z.infer<typeof ExportKind>;

export const ExportFilters = z.object({
  q: z.string().trim().max(120).optional(),
  /** Of products. */
  published: z.boolean().optional(),
  tags: z.array(text(40)).max(50).optional(),
  /** With all below it. */
  category_id: Id.optional(),
  stock: StockFilter.optional(),
  /** Of orders, as their list has them. */
  status: z.array(OrderStatus).max(20).optional(),
  counterparty_id: Id.optional(),
  group_id: Id.optional(),
  manager_id: Id.optional(),
  placed: z.boolean().optional(),
  without: z.array(OrderMark).max(4).optional(),
  has_returns: z.boolean().optional(),
  partly_sent: z.boolean().optional(),
  paid: PaidFilter.optional(),
  cod: CodState.optional(),
  reserved: ReservedFilter.optional(),
  /** Only those in a comment of which whoever makes the table is mentioned. */
  mentioned: z.boolean().optional(),
  tag: text(40).optional(),
  source: text(60).optional(),
  town: text(120).optional(),
  external_number: text(60).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** By values of additional fields of the order. */
  fields: listedFields.fields,
});
const OF_PRODUCTS = ['published', 'tags', 'category_id', 'stock'] as const;
const OF_ORDERS = [
  ...(['status', 'counterparty_id', 'has_returns', 'partly_sent', 'paid', 'cod', 'tag', 'source', 'town'] as const),
  ...(['reserved', 'mentioned', 'from', 'to', 'fields', 'group_id', 'manager_id', 'placed', 'without'] as const),
  'external_number',
] as const;

export const CreateExportBody = z
  .object({
    kind: ExportKind,
    filters: ExportFilters.default({}),
    /** Of a table of orders, in their order; the usual ones unless given. With one of lines a row is a line. */
    columns: z.array(OrderTableColumn).max(MAX_EXPORT_COLUMNS).optional(),
  })
  .superRefine(({ kind, filters, columns }, context) => {
    const ofOrders = kind.startsWith('orders');
    const strange = (ofOrders ? OF_PRODUCTS : OF_ORDERS).filter((name) => filters[name] !== undefined);
    const paths = [...strange.map((name) => ['filters', name]), ...(!ofOrders && columns ? [['columns']] : [])];
    for (const path of paths) context.addIssue({ code: 'custom', path, message: OTHER_KIND });
  });
export type ExportFilters = z.infer<typeof ExportFilters>;

export const Export = z.object({
  id: Id,
  kind: ExportKind,
  filters: ExportFilters,
  /** Of a table of orders; none: the usual ones. */
  columns: z.array(z.string()),
  status: JobStatus,
  /** 0 … 100. */
  progress: z.int(),
  rows: z.int(),
  /** Valid for an hour; null until the file is made. */
  url: z.string().nullable(),
  file_name: z.string().nullable(),
  error: FailureOf.nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
});
export type Export = z.infer<typeof Export>;

export const createExport = route({
  method: 'POST',
  path: 'projects/:project_id/exports',
  summary: 'Make a table of products or orders',
  auth: 'imports.run',
  whileRestricted: true,
  changes: ['export'],
  params: InProject,
  body: CreateExportBody,
  returns: Export,
  status: 201,
  errors: [importErrors.too_many_waiting],
});

export const listExports = route({
  method: 'GET',
  path: 'projects/:project_id/exports',
  summary: 'Exports of the project, the newest first',
  auth: 'imports.run',
  params: InProject,
  query: listQuery(['-created_at'], { kind: commaList(ExportKind) }),
  returns: page(Export),
});

export const readExport = route({
  method: 'GET',
  path: 'projects/:project_id/exports/:id',
  summary: 'One export; when it is done, with the address of the file',
  auth: 'imports.run',
  params: OneInProject,
  returns: Export,
  errors: [importErrors.export_not_found],
});

export const feedRoutes = {
  createImport,
  readIncomeTable,
  listImports,
  importTemplate,
  readImport,
  listImportRows,
  listJoinSuggestions,
  applyImport,
  createExport,
  listExports,
  readExport,
};
