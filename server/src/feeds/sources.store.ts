import type { ImportCounts } from '@lanka/domain/feeds/contract';
import type { CreateSourceBody, ImportSource } from '@lanka/domain/feeds/sources';
import type { Page } from '@lanka/domain/kit/lists';
import { and, eq, sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import type { ImportRecord, ImportScope } from './feeds.store';
import { importSources, type Validators } from './tables';

export type SourceRecord = typeof importSources.$inferSelect;
interface InProject {
  readonly project: { readonly id: string };
}

const one = ({ project }: InProject, id: string) =>
  and(eq(importSources.project_id, project.id), eq(importSources.id, id));

/** As it is shown, but for its last run, which is read with those of the whole page. */
export type StoredSource = Omit<ImportSource, 'last_run'> & { readonly last_run_id: string | null };

const SHOWN = [
  ...(['id', 'name', 'url', 'kind', 'every_hours', 'vanished', 'active', 'publish', 'discount', 'trouble'] as const),
  ...(['good_offers', 'last_run_id', 'version'] as const),
];

function shaped(row: Record<string, unknown>): StoredSource {
  const plain = Object.fromEntries(SHOWN.map((name) => [name, row[name]])) as unknown as StoredSource;
  return {
    ...plain,
    next_at: row.active ? toInstantOrNull(row.next_at) : null,
    ...{ failing_since: toInstantOrNull(row.failing_since), paused_at: toInstantOrNull(row.paused_at) },
    ...{ good_at: toInstantOrNull(row.good_at), created_at: toInstant(row.created_at) },
  };
}

export function listSources(tx: Tx, { project }: InProject, query: ListQuery): Promise<Page<StoredSource>> {
  const plan = {
    ...{ columns: sql`s.*`, from: sql`import_sources s`, where: sql`s.project_id = ${project.id}`, id: sql`s.id` },
    sorts: { created_at: { by: sql`s.created_at`, type: 'timestamptz' as const } },
  };
  return readPage(tx, query, plan, shaped);
}

export async function findSource(tx: Tx, scope: InProject, id: string): Promise<StoredSource | null> {
  const [row] = await tx.select().from(importSources).where(one(scope, id));
  return row ? shaped(row) : null;
}

/** Sources are made one after another, so that the limit is not passed. */
export async function lockSources(tx: Tx, { project }: InProject): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import_sources ${project.id}`}, 0))`);
}

export async function countSources(tx: Tx, { project }: InProject): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from import_sources where project_id = ${project.id}`);
  return row?.n ?? 0;
}

export async function insertSource(tx: Tx, scope: ImportScope, body: CreateSourceBody): Promise<string> {
  const id = newId();
  const { kind = null, publish = false, discount = 0, active = true } = body;
  await tx.insert(importSources).values({
    ...{ ...body, kind, publish, discount, active, id },
    ...{ project_id: scope.project.id, user_id: scope.user.id },
    ...(active ? { next_at: sql`now()` } : {}),
  });
  return id;
}

/** Held before the imports of the source: whoever needs both takes it first. */
export async function lockSource(tx: Tx, scope: InProject, id: string): Promise<SourceRecord | null> {
  const [row] = await tx.select().from(importSources).where(one(scope, id)).for('update');
  return row ?? null;
}

export async function readSourceRecord(tx: Tx, scope: InProject, id: string): Promise<SourceRecord | null> {
  const [row] = await tx.select().from(importSources).where(one(scope, id));
  return row ?? null;
}

type Saved = Partial<typeof importSources.$inferInsert>;

/** What a person changes: who has read it before is told. */
export async function saveSource(tx: Tx, scope: InProject, id: string, values: Saved): Promise<void> {
  await tx
    .update(importSources)
    .set({ ...values, version: sql`${importSources.version} + 1`, updated_at: sql`now()` })
    .where(one(scope, id));
}

/** What its runs say of it: nobody's change is behind the times for that. */
export async function settleSource(tx: Tx, scope: InProject, id: string, values: Saved): Promise<void> {
  await tx.update(importSources).set(values).where(one(scope, id));
}

export async function removeSource(tx: Tx, scope: InProject, id: string): Promise<void> {
  await tx.delete(importSources).where(one(scope, id));
}

/** Whether a run of it waits or is under way. */
export async function hasOpenRun(tx: Tx, { project }: InProject, source_id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select i.id from imports i where i.project_id = ${project.id} and i.source_id = ${source_id}
      and i.status in ('queued', 'running') limit 1`);
  return rows.length > 0;
}

/** Runs that wait or are under way end here: whoever works on one learns of it at his next word. */
export async function stopRuns(tx: Tx, { project }: InProject, source_id: string, error: object): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    update imports set status = 'failed', phase = null, runner = null, finished_at = now(),
      error = ${JSON.stringify(error)}::jsonb
    where project_id = ${project.id} and source_id = ${source_id} and status in ('queued', 'running') returning id`);
  return rows.map(({ id }) => id);
}

export interface DueSource {
  readonly project_id: string;
  readonly id: string;
}

/** Those whose time has come, the longest waiting first. */
export function listDue(tx: Tx, project_ids: readonly string[], limit: number): Promise<DueSource[]> {
  return tx.rows<DueSource & Record<string, unknown>>(sql`
    select s.project_id, s.id from import_sources s
    where s.project_id = any(${idArray(project_ids)}) and s.active and s.next_at <= now()
    order by s.next_at ${atMost(limit)}`);
}

/** Runs that found the same file say nothing that the newest of them does not. */
export async function dropUnmodifiedRuns(tx: Tx, { project }: InProject, source_id: string): Promise<void> {
  await tx.execute(sql`
    delete from imports i where i.project_id = ${project.id} and i.source_id = ${source_id} and i.unmodified
      and i.created_at < now() - interval '2 days'`);
}

/** Rows of the file that go into the catalogue: those that were dealt out. */
export async function countOffers(tx: Tx, project_id: string, import_id: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from import_rows r
    where r.project_id = ${project_id} and r.import_id = ${import_id} and r.batch is not null`);
  return row?.n ?? 0;
}

/**
 * Goods of the source that the file has no more become rows of the import, behind those of the file, in batches of their
 * own from `first` on. Those that vanished before are not told of again, but for those that were hidden with all of their
 * product of which a part comes back now: they had kept their stock. Answers how many batches there are in all.
 */
export async function stageVanished(
  tx: Tx,
  { project_id, id, source_id }: Pick<ImportRecord, 'project_id' | 'id' | 'source_id'>,
  first: number,
  batch_rows: number,
): Promise<number> {
  await tx.execute(sql`
    delete from import_rows where project_id = ${project_id} and import_id = ${id} and offer is null
      and (outcome is null or outcome = 'vanished')`);
  const [dealt] = await tx.rows<{ batches: number | null }>(sql`
    with gone as (
      select g.product_variant_id, g.product_id, g.external_id,
        row_number() over (order by g.product_id, g.product_variant_id) - 1 as place
      from import_source_goods g
      where g.project_id = ${project_id} and g.source_id = ${source_id}
        and (g.vanished_at is null or g.hidden and exists (select 1 from import_rows r
          where r.project_id = g.project_id and r.import_id = ${id} and r.product_id = g.product_id and r.batch is not null))
        and not exists (select 1 from import_rows r where r.project_id = g.project_id and r.import_id = ${id}
          and r.product_variant_id = g.product_variant_id)
        and not exists (select 1 from import_rows r where r.project_id = g.project_id and r.import_id = ${id}
          and r.external_id = g.external_id)
    ), living as (
      select g.*, v.name from gone g
      join product_variants v on v.project_id = ${project_id} and v.id = g.product_variant_id and v.deleted_at is null
    ), last as (
      select coalesce(max(r.number), 0) as number from import_rows r
      where r.project_id = ${project_id} and r.import_id = ${id}
    ), written as (
      insert into import_rows (project_id, id, import_id, number, external_id, title, batch, product_id, product_variant_id)
      select ${project_id}::uuid, gen_random_uuid(), ${id}::uuid, (last.number + l.place + 1)::int, l.external_id, l.name,
        (${first}::int + l.place / ${batch_rows}::int)::int, l.product_id, l.product_variant_id
      from living l, last returning batch
    )
    select max(batch) + 1 as batches from written`);
  return Math.max(first, Number(dealt?.batches ?? 0));
}

/** Of these products those that were hidden because the source had them no more. */
export async function listHidden(
  tx: Tx,
  project_id: string,
  source_id: string,
  product_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (product_ids.length === 0) return new Set();
  const rows = await tx.rows<{ product_id: string }>(sql`
    select distinct g.product_id from import_source_goods g
    where g.project_id = ${project_id} and g.source_id = ${source_id} and g.vanished_at is not null and g.hidden
      and g.product_id = any(${idArray(product_ids)})`);
  return new Set(rows.map(({ product_id }) => product_id));
}

interface SourceGood {
  readonly product_variant_id: string;
  readonly product_id: string;
  readonly external_id: string;
}

/** The file has them: what is known and has not changed is not written again. */
export async function saveGoods(
  tx: Tx,
  project_id: string,
  source_id: string,
  goods: readonly SourceGood[],
): Promise<void> {
  if (goods.length === 0) return;
  await tx.execute(sql`
    insert into import_source_goods as g (project_id, source_id, product_variant_id, product_id, external_id)
    select ${project_id}::uuid, ${source_id}::uuid, r.product_variant_id, r.product_id, r.external_id
    from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb)
      as r(product_variant_id uuid, product_id uuid, external_id text)
    on conflict (project_id, source_id, product_variant_id) do update
      set product_id = excluded.product_id, external_id = excluded.external_id, vanished_at = null, hidden = false
      where g.vanished_at is not null or g.external_id <> excluded.external_id or g.product_id <> excluded.product_id`);
}

/** Of these modifications those that the source had no more before this run, and that its file does not bring back. */
export async function listVanished(
  tx: Tx,
  { project_id, id, source_id }: Pick<ImportRecord, 'project_id' | 'id' | 'source_id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ product_variant_id: string }>(sql`
    select g.product_variant_id from import_source_goods g
    where g.project_id = ${project_id} and g.source_id = ${source_id} and g.vanished_at is not null
      and g.product_variant_id = any(${idArray(ids)})
      and not exists (select 1 from import_rows r where r.project_id = g.project_id and r.import_id = ${id}
        and r.product_variant_id = g.product_variant_id and r.outcome in ('created', 'changed', 'unchanged'))`);
  return new Set(rows.map(({ product_variant_id }) => product_variant_id));
}

export async function markVanished(
  tx: Tx,
  project_id: string,
  source_id: string,
  { ids, hidden_products }: { readonly ids: readonly string[]; readonly hidden_products: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    update import_source_goods set vanished_at = now(), hidden = false
    where project_id = ${project_id} and source_id = ${source_id} and product_variant_id = any(${idArray(ids)})`);
  if (hidden_products.length === 0) return;
  await tx.execute(sql`
    update import_source_goods set hidden = true
    where project_id = ${project_id} and source_id = ${source_id} and vanished_at is not null
      and product_id = any(${idArray(hidden_products)})`);
}

export interface GoodRun {
  readonly source: string | null;
  readonly validators: Validators | null;
  /** Null when the file was the same and nothing was counted. */
  readonly counts: ImportCounts | null;
}
