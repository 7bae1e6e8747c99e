import type { Page } from '@lanka/domain/kit/lists';
import { REPORT_KINDS, type ReportKind } from '@lanka/domain/reports/kinds';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import type { Seen } from './rights';
import { reports } from './tables';

export type ReportRecord = typeof reports.$inferSelect;
export type NewReport = Omit<typeof reports.$inferInsert, 'project_id' | 'id' | 'user_id'>;
/** With the name of whoever asked. */
export type ListedReport = ReportRecord & { readonly user_name: string };

export interface InProject {
  readonly project: { readonly id: string };
}

const one = ({ project }: InProject, id: string) => and(eq(reports.project_id, project.id), eq(reports.id, id));

/** Reports are asked for one after another, so that the same one is made once and the limit is not passed. */
export async function lockReports(tx: Tx, { project }: InProject): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reports ${project.id}`}, 0))`);
}

/** Those that wait or are being made. */
export async function listOpen(tx: Tx, { project }: InProject): Promise<ReportRecord[]> {
  return tx
    .select()
    .from(reports)
    .where(and(eq(reports.project_id, project.id), sql`status in ('queued', 'running')`));
}

export async function insertReport(tx: Tx, scope: InProject, user_id: string, values: NewReport): Promise<string> {
  const id = newId();
  // the transaction may have waited for the lock since before another report was finished
  const created_at = sql`clock_timestamp()`;
  await tx.insert(reports).values({ ...values, id, project_id: scope.project.id, user_id, created_at });
  return id;
}

/** Answers how often it was begun, this time included; 0: it is over, or gone. */
export async function beginReport(tx: Tx, scope: InProject, id: string): Promise<number> {
  const [begun] = await tx
    .update(reports)
    .set({ status: 'running', rows: 0, attempts: sql`attempts + 1` })
    .where(and(one(scope, id), sql`status in ('queued', 'running')`))
    .returning({ attempts: reports.attempts });
  return begun?.attempts ?? 0;
}

/** While it is being made; false: it was deleted, or another has finished it. */
export async function setRunning(
  tx: Tx,
  scope: InProject,
  id: string,
  values: Partial<ReportRecord>,
): Promise<boolean> {
  const set = await tx
    .update(reports)
    .set(values)
    .where(and(one(scope, id), eq(reports.status, 'running')))
    .returning({ id: reports.id });
  return set.length > 0;
}

/** To a job, which sees them all. */
export async function findReport(tx: Tx, scope: InProject, id: string): Promise<ReportRecord | null> {
  const [found] = await tx.select().from(reports).where(one(scope, id));
  return found ?? null;
}

/** A condition that holds for all would only hide from PostgreSQL how many there are. */
function seen({ project }: InProject, { kinds, costs }: Seen, asked: readonly ReportKind[] = kinds): SQL {
  const shown = kinds.filter((kind) => asked.includes(kind));
  const ofKinds = shown.length < REPORT_KINDS.length ? sql` and r.kind = any(${textArray(shown)})` : sql``;
  return sql`r.project_id = ${project.id}${ofKinds}${costs ? sql`` : sql` and not r.costs`}`;
}
const COLUMNS = sql`r.*, u.name as user_name`;
const FROM = sql`reports r left join users u on u.id = r.user_id`;

const shaped = (row: Record<string, unknown>): ListedReport => ({
  ...(row as unknown as ReportRecord),
  bytes: row.bytes === null ? null : Number(row.bytes),
  user_name: String(row.user_name ?? ''),
  ...{ created_at: toInstant(row.created_at), finished_at: toInstantOrNull(row.finished_at) },
});

export function listReports(
  tx: Tx,
  scope: InProject,
  mine: Seen,
  query: ListQuery & { kind?: readonly ReportKind[] | undefined; schedule_id?: string | undefined },
): Promise<Page<ListedReport>> {
  const schedule = query.schedule_id ? sql` and r.schedule_id = ${query.schedule_id}` : sql``;
  return readPage(
    tx,
    query,
    {
      ...{
        columns: COLUMNS,
        from: FROM,
        countFrom: sql`reports r`,
        where: sql`${seen(scope, mine, query.kind)}${schedule}`,
      },
      customPlan: isFiltered(query.kind, query.schedule_id, mine.kinds.length < REPORT_KINDS.length),
      sorts: { created_at: { by: sql`r.created_at`, type: 'timestamptz' } },
      id: sql`r.id`,
    },
    shaped,
  );
}

export async function readReport(tx: Tx, scope: InProject, mine: Seen, id: string) {
  const [row] = await tx.rows(sql`select ${COLUMNS} from ${FROM} where ${seen(scope, mine)} and r.id = ${id}`);
  return row ? shaped(row) : null;
}

/** Answers its file; null: it has none yet. */
export async function removeReport(tx: Tx, scope: InProject, id: string): Promise<string | null> {
  const [gone] = await tx.delete(reports).where(one(scope, id)).returning({ file: reports.file });
  return gone?.file ?? null;
}

/** Those of a project that have been kept for long enough, the oldest first. */
export async function listExpired(tx: Tx, { project }: InProject, days: number, limit: number) {
  return tx.rows<{ id: string; file: string | null }>(sql`
    select id, file from reports
    where project_id = ${project.id} and created_at < now() - make_interval(days => ${days})
    order by created_at, id ${atMost(limit)}`);
}

/** How a modification is called, and how it is found; null: there never was one. */
export async function nameVariant(tx: Tx, { project }: InProject, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ product: string; modification: string; sku: string }>(sql`
    select p.name as product, v.name as modification, v.sku from product_variants v
    join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${project.id} and v.id = ${id}`);
  if (!row) return null;
  const name = row.modification ? `${row.product}, ${row.modification}` : row.product;
  return row.sku ? `${name} (${row.sku})` : name;
}

export async function nameCounterparty(tx: Tx, { project }: InProject, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ name: string }>(
    sql`select name from counterparties where project_id = ${project.id} and id = ${id}`,
  );
  return row?.name ?? null;
}
