import type { ImportCounts, ImportOptions, Join } from '@lanka/domain/feeds/contract';
import { importErrors } from '@lanka/domain/feeds/errors';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { NewPicture } from './plan-types';
import { importPictures, importRows, imports } from './tables';

/** The part of a scope that an import needs; its job makes one of the user who started it. */
export type ImportScope = Pick<ProjectScope, 'project' | 'user'>;
export type ImportRecord = typeof imports.$inferSelect;

/** So many jobs may wait in one project. */
export const MAX_WAITING = 20;
/** Whoever has not said for so long that he is alive is taken for dead; who was not learns of it at his next word. */
const SILENCE = sql`interval '12 seconds'`;
const alive = (at: SQL) => sql`${at} >= clock_timestamp() - ${SILENCE}`;

export const NO_COUNTS: ImportCounts = {
  ...{ created: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0, vanished: 0, warnings: 0 },
};
export const DEFAULT_OPTIONS: ImportOptions = { publish: false, discount: 0 };

const one = (scope: Pick<ProjectScope, 'project'>, id: string) =>
  and(eq(imports.project_id, scope.project.id), eq(imports.id, id));

export async function insertImport(
  tx: Tx,
  scope: ImportScope,
  values: Pick<ImportRecord, 'dry_run' | 'kind' | 'url' | 'upload' | 'file_name' | 'source' | 'publish' | 'discount'> &
    Partial<Pick<ImportRecord, 'source_id' | 'by_clock'>>,
): Promise<string> {
  const id = newId();
  await tx.insert(imports).values({
    ...values,
    id,
    project_id: scope.project.id,
    user_id: scope.user.id,
    counts: NO_COUNTS,
    options: DEFAULT_OPTIONS,
  });
  return id;
}

export async function readRecord(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  id: string,
  lock = false,
): Promise<ImportRecord> {
  const query = tx.select().from(imports).where(one(scope, id));
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw importErrors.not_found();
  return row;
}

export async function countWaiting(tx: Tx, scope: ImportScope): Promise<number> {
  const found = await tx.rows<{ count: number }>(sql`
    select (select count(*) from imports where project_id = ${scope.project.id} and status in ('queued', 'running'))
      + (select count(*) from exports where project_id = ${scope.project.id} and status in ('queued', 'running')) as count`);
  return Number(found[0]?.count ?? 0);
}

export async function setRecord(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  id: string,
  values: Partial<ImportRecord>,
): Promise<void> {
  await tx.update(imports).set(values).where(one(scope, id));
}

/**
 * Takes the import over, unless another one of the project runs or somebody alive has it already. The lock makes
 * two takers come one after another.
 */
export async function claim(tx: Tx, project_id: string, id: string, runner: string): Promise<ImportRecord | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('imports' || ${project_id}, 0))`);
  const [row] = await tx
    .update(imports)
    .set({ status: 'running', runner, beat_at: sql`clock_timestamp()`, attempts: sql`attempts + 1` })
    .where(
      and(
        eq(imports.project_id, project_id),
        eq(imports.id, id),
        sql`(status = 'queued' or (status = 'running' and not ${alive(sql`beat_at`)}))`,
        sql`not exists (select 1 from imports other where other.project_id = ${project_id} and other.id <> ${id}
          and other.status = 'running' and ${alive(sql`other.beat_at`)})`,
      ),
    )
    .returning();
  return row ?? null;
}

/** Whether somebody alive works on an import of the project. */
export async function isWorkedOn(tx: Tx, project_id: string): Promise<boolean> {
  const found = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.project_id, project_id), eq(imports.status, 'running'), alive(sql`beat_at`)))
    .limit(1);
  return found.length > 0;
}

/** Says that the runner lives, with what it has done; false when somebody has taken over. */
export async function beat(
  tx: Tx,
  record: Pick<ImportRecord, 'project_id' | 'id'>,
  runner: string,
  values: Partial<ImportRecord> = {},
): Promise<boolean> {
  const found = await tx
    .update(imports)
    .set({ ...values, beat_at: sql`clock_timestamp()` })
    .where(and(eq(imports.project_id, record.project_id), eq(imports.id, record.id), eq(imports.runner, runner)))
    .returning({ id: imports.id });
  return found.length > 0;
}

/** The import that has waited longest, for its turn or for somebody alive to go on with it. */
export async function nextWaiting(tx: Tx, project_id: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        eq(imports.project_id, project_id),
        sql`(status = 'queued' or (status = 'running' and not ${alive(sql`beat_at`)}))`,
      ),
    )
    .orderBy(imports.created_at, imports.id)
    .limit(1);
  return row?.id ?? null;
}

/** Makes statistics of the tables that an import fills. A login that does not own them only gets a warning. */
export async function analyze(tx: Tx): Promise<void> {
  await tx.execute(sql`analyze products, product_variants, stock_levels, stock_movements`);
}

/** What the last import of the source was carried out with. */
export async function lastOptions(tx: Tx, project_id: string, source: string): Promise<ImportOptions> {
  const found = await tx.rows<{ options: ImportOptions }>(sql`
    select options from imports where project_id = ${project_id} and source = ${source} and not dry_run
      and status = 'done' order by created_at desc limit 1`);
  return found[0]?.options ?? DEFAULT_OPTIONS;
}

type NewRow = typeof importRows.$inferInsert;

export async function clearRows(tx: Tx, project_id: string, import_id: string): Promise<void> {
  await tx.delete(importRows).where(and(eq(importRows.project_id, project_id), eq(importRows.import_id, import_id)));
}

/** Writes rows of the file, in one statement. */
export async function stageRows(tx: Tx, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into import_rows (project_id, id, import_id, number, line, external_id, title, offer, outcome, reasons, warnings)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(project_id uuid, id uuid, import_id uuid,
      number integer, line integer, external_id text, title text, offer jsonb, outcome text, reasons jsonb, warnings jsonb)`);
}

export interface Prepare {
  readonly project_id: string;
  readonly import_id: string;
  readonly source: string;
  /** Our own table names products of any source by their SKU. */
  readonly own: boolean;
  readonly joins: readonly Join[];
  readonly max_variants: number;
  readonly batch_rows: number;
  /** Reasons for rows that are refused here. */
  readonly too_many: object;
  /** The barcode stands where its texts say `{barcode}`. */
  readonly repeated: { readonly code: string; readonly field: string; readonly ua: string; readonly en: string };
}

/**
 * Recognises rows, joins them into products and deals them out in batches of whole products: a fixed number of
 * statements for a file of any length. Rows that an earlier look refused for the catalogue's sake start anew.
 */
export async function prepareRows(tx: Tx, work: Prepare): Promise<number> {
  // rows that were written a moment ago have no statistics: the planner takes them for few and compares each with each
  await tx.execute(sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`);
  const mine = sql`r.project_id = ${work.project_id} and r.import_id = ${work.import_id} and r.offer is not null`;
  await tx.execute(sql`
    update import_rows r set outcome = null, reasons = '[]', changes = '{}', batch = null, group_ref = null,
      warnings = r.offer->'warnings', product_id = v.product_id, product_variant_id = v.id, source_key = coalesce(
        'g:' || nullif(r.offer->>'group_key', ''), j.key, 'o:' || r.external_id)
    from import_rows s
    left join product_variants v on v.project_id = s.project_id and v.source = ${work.source}
      and v.source_key = s.external_id and v.deleted_at is null
    left join (
      select e.external_id, min('j:' || (o.value->'external_ids'->>0)) as key
      from jsonb_array_elements(${JSON.stringify(work.joins)}::jsonb) o,
        jsonb_array_elements_text(o.value->'external_ids') e(external_id)
      group by 1
    ) j on j.external_id = s.external_id
    where s.project_id = r.project_id and s.id = r.id and ${mine}`);
  await adoptBySku(tx, work);
  await refuseRepeatedCodes(tx, work);
  await tx.execute(sql`
    update import_rows r set group_ref = coalesce(r.product_id::text, g.product_id::text, p.id::text, r.source_key),
      product_id = coalesce(r.product_id, g.product_id, p.id)
    from (
      select s.source_key, (min(s.product_id::text))::uuid as product_id from import_rows s
      where s.project_id = ${work.project_id} and s.import_id = ${work.import_id} and s.offer is not null group by 1
    ) g
    left join products p on p.project_id = ${work.project_id} and p.source = ${work.source}
      and p.source_key = g.source_key and p.deleted_at is null
    where ${mine} and r.outcome is null and g.source_key = r.source_key`);
  await tx.execute(sql`
    update import_rows r set outcome = 'refused', reasons = ${JSON.stringify([work.too_many])}::jsonb
    from (select s.id, row_number() over (partition by s.group_ref order by s.number, s.id) as place from import_rows s
      where s.project_id = ${work.project_id} and s.import_id = ${work.import_id} and s.outcome is null) n
    where ${mine} and n.id = r.id and n.place > ${work.max_variants}`);
  const dealt = await tx.rows<{ batches: number }>(sql`
    with groups as (
      select s.group_ref, min(s.number) as first, count(*) as size from import_rows s
      where s.project_id = ${work.project_id} and s.import_id = ${work.import_id} and s.outcome is null group by 1
    ), dealt as (
      select group_ref, ((sum(size) over (order by first, group_ref) - 1) / ${work.batch_rows}::int)::int as batch from groups
    ), numbered as (
      select group_ref, (dense_rank() over (order by batch) - 1)::int as batch from dealt
    ), written as (
      update import_rows r set batch = n.batch from numbered n
      where ${mine} and r.outcome is null and r.group_ref = n.group_ref returning r.batch
    )
    select coalesce(max(batch) + 1, 0)::int as batches from written`);
  return Number(dealt[0]?.batches ?? 0);
}

/** Goods that were entered by hand are recognised by their SKU, where it is that of one row and one variant. */
async function adoptBySku(tx: Tx, work: Prepare): Promise<void> {
  if (work.own) {
    await tx.execute(sql`
      update import_rows r set product_variant_id = v.id, product_id = v.product_id from product_variants v
      where r.project_id = ${work.project_id} and r.import_id = ${work.import_id} and r.offer is not null
        and r.product_variant_id is null and v.project_id = r.project_id and v.deleted_at is null
        and r.external_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
        and v.id::text = r.external_id`);
  }
  const whose = work.own ? sql`true` : sql`v.source is null`;
  await tx.execute(sql`
    with wanted as (
      select r.offer->>'sku' as sku, min(r.id::text)::uuid as id from import_rows r
      where r.project_id = ${work.project_id} and r.import_id = ${work.import_id} and r.offer is not null
        and r.product_variant_id is null and r.offer->>'sku' <> '' group by 1 having count(*) = 1
    ), found as (
      select v.sku, min(v.id::text)::uuid as variant_id, min(v.product_id::text)::uuid as product_id from product_variants v
      where v.project_id = ${work.project_id} and v.deleted_at is null and v.sku <> '' and ${whose}
        and v.sku in (select sku from wanted) group by 1 having count(*) = 1
    )
    update import_rows r set product_variant_id = f.variant_id, product_id = f.product_id
    from wanted w join found f on f.sku = w.sku
    where r.project_id = ${work.project_id} and r.id = w.id and not exists (
      select 1 from import_rows o where o.project_id = ${work.project_id} and o.import_id = ${work.import_id}
        and o.product_variant_id = f.variant_id)`);
}

async function refuseRepeatedCodes(tx: Tx, work: Prepare): Promise<void> {
  const { code, field, ua, en } = work.repeated;
  await tx.execute(sql`
    update import_rows r set outcome = 'refused', reasons = jsonb_build_array(jsonb_build_object(
      'code', ${code}::text, 'field', ${field}::text, 'ua', replace(${ua}::text, '{barcode}', n.barcode),
      'en', replace(${en}::text, '{barcode}', n.barcode)))
    from (
      select s.id, s.offer->>'barcode' as barcode,
        row_number() over (partition by s.offer->>'barcode' order by s.number, s.id) as place
      from import_rows s where s.project_id = ${work.project_id} and s.import_id = ${work.import_id}
        and s.offer->>'barcode' is not null
    ) n
    where r.project_id = ${work.project_id} and r.id = n.id and n.place > 1`);
}

/** Rows that the file itself or the look at the whole of it has settled. */
export async function countSettled(tx: Tx, project_id: string, import_id: string): Promise<ImportCounts> {
  const found = await tx.rows<{ outcome: keyof ImportCounts; count: number; warnings: number }>(sql`
    select outcome, count(*)::int as count, (count(*) filter (where warnings <> '[]'))::int as warnings
    from import_rows where project_id = ${project_id} and import_id = ${import_id} and outcome is not null group by 1`);
  const counts = { ...NO_COUNTS };
  for (const { outcome, count, warnings } of found) {
    counts[outcome] = count;
    if (outcome !== 'skipped' && outcome !== 'refused') counts.warnings += warnings;
  }
  return counts;
}

export async function readBatch(tx: Tx, project_id: string, import_id: string, batch: number) {
  return tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.project_id, project_id), eq(importRows.import_id, import_id), eq(importRows.batch, batch)))
    .orderBy(importRows.group_ref, importRows.number, importRows.id);
}

/** What the batches of a dry run that are done would add: a restart goes on counting from there. */
export async function wouldBeAdded(
  tx: Tx,
  project_id: string,
  import_id: string,
): Promise<{ products: number; product_variants: number }> {
  const found = await tx.rows<{ products: number; product_variants: number }>(sql`
    select count(distinct group_ref) filter (where product_id is null)::int as products, count(*)::int as product_variants
    from import_rows where project_id = ${project_id} and import_id = ${import_id} and outcome = 'created'`);
  return found[0] ?? { products: 0, product_variants: 0 };
}

export interface SettledRow {
  readonly id: string;
  readonly outcome: string;
  readonly reasons: readonly object[];
  readonly warnings: readonly object[];
  readonly changes: object;
  readonly product_id: string | null;
  readonly product_variant_id: string | null;
}

export async function settleRows(tx: Tx, project_id: string, rows: readonly SettledRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update import_rows r set outcome = n.outcome, reasons = n.reasons, warnings = n.warnings, changes = n.changes,
      product_id = n.product_id, product_variant_id = n.product_variant_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, outcome text, reasons jsonb, warnings jsonb,
      changes jsonb, product_id uuid, product_variant_id uuid)
    where r.project_id = ${project_id} and r.id = n.id`);
}

/** After an import has been carried out nobody needs the offers any more. */
export async function dropOffers(tx: Tx, project_id: string, import_id: string): Promise<void> {
  await tx
    .update(importRows)
    .set({ offer: null })
    .where(and(eq(importRows.project_id, project_id), eq(importRows.import_id, import_id)));
}

export async function addPictures(
  tx: Tx,
  project_id: string,
  import_id: string,
  pictures: readonly NewPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  const rows = pictures.map((picture) => ({ ...picture, id: newId() }));
  await tx.execute(sql`
    insert into import_pictures (project_id, id, import_id, product_id, product_variant_id, product_value_id, url)
    select ${project_id}, r.id, ${import_id}, r.product_id, r.product_variant_id, r.product_value_id, r.url
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, product_id uuid, product_variant_id uuid, product_value_id uuid, url text)
    on conflict do nothing`);
}

/** Photos that could not be fetched are tried again with the next import of their products. */
export async function retryPictures(tx: Tx, project_id: string, import_id: string): Promise<void> {
  await tx.execute(sql`
    update import_pictures p set status = 'waiting', error = null, import_id = ${import_id}
    where p.project_id = ${project_id} and p.status = 'failed' and p.product_id in (
      select r.product_id from import_rows r where r.project_id = ${project_id} and r.import_id = ${import_id})`);
}

export async function waitingPictures(tx: Tx, project_id: string, import_id: string, limit: number) {
  return tx
    .select()
    .from(importPictures)
    .where(
      and(
        eq(importPictures.project_id, project_id),
        eq(importPictures.import_id, import_id),
        eq(importPictures.status, 'waiting'),
      ),
    )
    .orderBy(importPictures.id)
    .limit(limit);
}

export async function settlePictures(
  tx: Tx,
  project_id: string,
  ids: readonly string[],
  values: Pick<typeof importPictures.$inferSelect, 'status' | 'error'>,
): Promise<void> {
  await tx
    .update(importPictures)
    .set(values)
    .where(and(eq(importPictures.project_id, project_id), inArray(importPictures.id, [...ids])));
}

/** Rows of imports that are a month old; counts stay. */
export async function sweepRows(tx: Tx, project_id: string): Promise<void> {
  await tx.execute(sql`
    with old as (
      update imports set swept = true where project_id = ${project_id} and not swept
        and status in ('done', 'failed') and created_at < now() - interval '30 days' returning id
    )
    delete from import_rows r using old where r.project_id = ${project_id} and r.import_id = old.id`);
}
