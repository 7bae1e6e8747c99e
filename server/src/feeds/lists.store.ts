import type { ExportKind, Import, ImportRow, JobStatus, RowOutcome } from '@lanka/domain/feeds/contract';
import type { RowReason } from '@lanka/domain/feeds/reasons';
import { DomainError, type ErrorText, type Locale } from '@lanka/domain/kit/errors';
import type { Page } from '@lanka/domain/kit/lists';
import { planErrors } from '@lanka/domain/kit/plans';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { exports, importRows, type KeptError, type StagedOffer } from './tables';

const COLUMNS = sql`i.*, u.name as user_name, (
  select jsonb_build_object('total', count(*), 'done', count(*) filter (where p.status = 'done'),
    'failed', count(*) filter (where p.status = 'failed'),
    'no_room', count(*) filter (where p.status = 'failed' and p.error->>'code' = ${planErrors.storage_limit.code}))
  from import_pictures p where p.project_id = i.project_id and p.import_id = i.id) as pictures`;
const FROM = sql`imports i left join users u on u.id = i.user_id`;

export function listImports(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { status?: JobStatus[] | undefined; source_id?: string | undefined },
): Promise<Page<Import>> {
  const status = query.status?.length ? sql` and i.status = any(${sql.param([...query.status])}::text[])` : sql``;
  const which = query.source_id ? sql` and i.source_id = ${query.source_id}` : sql` and not i.unmodified`;
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`imports i`,
      where: sql`i.project_id = ${scope.project.id}${which}${status}`,
      customPlan: isFiltered(query.source_id),
      sorts: { created_at: { by: sql`i.created_at`, type: 'timestamptz' } },
      id: sql`i.id`,
    },
    (row) => showImport(row, scope.locale),
  );
}

/** Of these ids, by id: what a list of sources shows of each. */
export async function readImports(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Import>> {
  if (ids.length === 0) return new Map();
  const found = await tx.rows(sql`
    select ${COLUMNS} from ${FROM} where i.project_id = ${scope.project.id} and i.id = any(${idArray(ids)})`);
  return new Map(found.map((row) => [String(row.id), showImport(row, scope.locale)]));
}

export async function readImport(tx: Tx, scope: ProjectScope, id: string): Promise<Import | null> {
  const found = await tx.rows(sql`
    select ${COLUMNS} from ${FROM} where i.project_id = ${scope.project.id} and i.id = ${id}`);
  const [row] = found;
  return row ? showImport(row, scope.locale) : null;
}

export function showError(kept: unknown, locale: Locale) {
  if (!kept) return null;
  const { code, text, details } = kept as KeptError;
  const error = new DomainError(code, { status: 422, ...text } satisfies ErrorText, details);
  return { code, message: error.message_in(locale), details };
}

/** Reading is the first half of the way when the file's length is known, comparing or writing the rest. */
function progressOf(row: Record<string, unknown>): number {
  if (row.status === 'done') return 100;
  const [read, total] = [Number(row.bytes_read), Number(row.bytes_total ?? 0)];
  if (!row.staged) return total > 0 ? Math.min(49, Math.floor((read / total) * 50)) : read > 0 ? 10 : 0;
  const batches = Number(row.batches);
  return batches > 0 ? Math.min(99, 50 + Math.floor((Number(row.batches_done) / batches) * 50)) : 50;
}

function showImport(row: Record<string, unknown>, locale: Locale): Import {
  const taken = <K extends keyof Import>(key: K): Import[K] => row[key] as Import[K];
  const status = taken('status');
  return {
    ...{ id: taken('id'), status, phase: taken('phase'), dry_run: taken('dry_run'), kind: taken('kind') },
    can_apply: row.dry_run === true && status === 'done' && row.swept !== true,
    ...{ source: taken('source'), url: taken('url'), file_name: taken('file_name'), progress: progressOf(row) },
    rows_read: Number(row.rows_read),
    bytes_read: Number(row.bytes_read),
    bytes_total: row.bytes_total === null ? null : Number(row.bytes_total),
    // those of before vanished goods were counted
    counts: { ...taken('counts'), vanished: taken('counts').vanished ?? 0 },
    ...{ header: taken('header'), error: showError(row.error, locale) },
    ...{ options: taken('options'), pictures: taken('pictures'), user_name: taken('user_name') },
    ...{ source_id: taken('source_id'), by_clock: taken('by_clock'), held: taken('held') },
    unmodified: taken('unmodified'),
    created_at: toInstant(row.created_at),
    finished_at: toInstantOrNull(row.finished_at),
  };
}

export function listRows(
  tx: Tx,
  scope: ProjectScope,
  import_id: string,
  query: ListQuery & { outcome?: RowOutcome[] | undefined; warnings?: 'true' | undefined },
): Promise<Page<ImportRow>> {
  const outcome = query.outcome?.length ? sql` and r.outcome = any(${sql.param([...query.outcome])}::text[])` : sql``;
  const warned = query.warnings
    ? sql` and r.warnings <> '[]' and r.outcome in ('created', 'changed', 'unchanged')`
    : sql``;
  return readPage(
    tx,
    query,
    {
      columns: sql`r.id, r.number, r.line, r.external_id, r.title, r.outcome, r.reasons, r.warnings, r.changes,
        r.product_id, r.product_variant_id`,
      from: sql`import_rows r`,
      where: sql`r.project_id = ${scope.project.id} and r.import_id = ${import_id}${outcome}${warned}`,
      sorts: { number: { by: sql`r.number`, type: 'integer' } },
      id: sql`r.id`,
    },
    (row) => showRow(row, scope.locale),
  );
}

function showRow(row: Record<string, unknown>, locale: Locale): ImportRow {
  const taken = <K extends keyof ImportRow>(key: K): ImportRow[K] => row[key] as ImportRow[K];
  const shown = (list: unknown) =>
    (list as RowReason[]).map((reason) => ({ code: reason.code, field: reason.field, message: reason[locale] }));
  const reasons = shown(row.reasons);
  return {
    ...{ id: taken('id'), number: taken('number'), line: taken('line'), external_id: taken('external_id') },
    ...{ title: taken('title'), outcome: taken('outcome'), reason: reasons[0]?.message ?? null, reasons },
    ...{ warnings: shown(row.warnings), changes: taken('changes') },
    ...{ product_id: taken('product_id'), product_variant_id: taken('product_variant_id') },
  };
}

/** Rows that nothing joins yet: new ones without a marker, in the order of the file. */
export async function readLooseRows(tx: Tx, scope: ProjectScope, import_id: string, limit: number) {
  const rows = await tx
    .select({
      external_id: importRows.external_id,
      title: importRows.title,
      options: sql<StagedOffer['options']>`${importRows.offer}->'options'`,
    })
    .from(importRows)
    .where(
      and(
        eq(importRows.project_id, scope.project.id),
        eq(importRows.import_id, import_id),
        eq(importRows.outcome, 'created'),
        isNull(importRows.product_id),
        sql`${importRows.offer} is not null and nullif(${importRows.offer}->>'group_key', '') is null`,
      ),
    )
    .orderBy(importRows.number, importRows.id)
    .limit(limit);
  return rows;
}

export type ExportRecord = typeof exports.$inferSelect;

export async function readExport(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  id: string,
): Promise<ExportRecord | null> {
  const [row] = await tx
    .select()
    .from(exports)
    .where(and(eq(exports.project_id, scope.project.id), eq(exports.id, id)));
  return row ?? null;
}

/** Of any user of the project who may export. */
export function listExports(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { kind?: ExportKind[] | undefined },
): Promise<Page<ExportRecord>> {
  const kinds = query.kind?.length ? sql` and e.kind = any(${sql.param([...query.kind])}::text[])` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: sql`e.*`,
      from: sql`exports e`,
      where: sql`e.project_id = ${scope.project.id}${kinds}`,
      sorts: { created_at: { by: sql`e.created_at`, type: 'timestamptz' } },
      id: sql`e.id`,
    },
    (row) =>
      ({
        ...row,
        created_at: toInstant(row.created_at),
        finished_at: toInstantOrNull(row.finished_at),
      }) as ExportRecord,
  );
}

const XLSX = {
  extension: 'xlsx',
  content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const CSV = { extension: 'csv', content_type: 'text/csv; charset=utf-8' };
export const EXPORT_TYPES: Readonly<Record<ExportKind, { extension: string; content_type: string }>> = {
  products_xlsx: XLSX,
  products_csv: CSV,
  orders_xlsx: XLSX,
  orders_csv: CSV,
};
