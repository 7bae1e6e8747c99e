import type { Page } from '@lanka/domain/kit/lists';
import type { StaticDataEvent, StoredContent, Told } from '@lanka/domain/static_data/contract';
import { and, asc, count, eq, max, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { staticData, staticDataHistory } from './tables';

type Row = typeof staticData.$inferSelect;
export type StoredData = Omit<Row, 'project_id'>;
/** Of what has no picture all are null. */
export type Picture = Pick<StoredData, 'file_name' | 'thumbnail' | 'file_bytes' | 'picture_id'>;
export type DataFields = Pick<StoredData, 'key' | 'name' | 'position'> & { readonly content: StoredContent };

const shaped = ({ project_id: _project, ...row }: Row): StoredData => row;

const ofProject = (scope: ProjectScope) => eq(staticData.project_id, scope.project.id);
const byId = (scope: ProjectScope, id: string) => and(ofProject(scope), eq(staticData.id, id));

export async function listStaticData(tx: Tx, scope: ProjectScope): Promise<StoredData[]> {
  const order = [asc(staticData.position), asc(staticData.name), asc(staticData.id)];
  return (
    await tx
      .select()
      .from(staticData)
      .where(ofProject(scope))
      .orderBy(...order)
  ).map(shaped);
}

/** Keys and places of one project are given one after another, so that neither the limit nor a key is passed twice. */
export async function lockStaticData(tx: Tx, scope: ProjectScope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`static_data ${scope.project.id}`}, 0))`);
}

export async function countStaticData(tx: Tx, scope: ProjectScope): Promise<{ total: number; last: number }> {
  const counts = { total: count(), last: max(staticData.position) };
  const [row] = await tx.select(counts).from(staticData).where(ofProject(scope));
  return { total: row?.total ?? 0, last: row?.last ?? -1 };
}

export async function idOfKey(tx: Tx, scope: ProjectScope, key: string): Promise<string | undefined> {
  const ofKey = and(ofProject(scope), eq(staticData.key, key));
  const [row] = await tx.select({ id: staticData.id }).from(staticData).where(ofKey);
  return row?.id;
}

export async function lockOne(tx: Tx, scope: ProjectScope, id: string): Promise<StoredData | undefined> {
  const [row] = await tx.select().from(staticData).where(byId(scope, id)).for('update');
  return row && shaped(row);
}

export async function insertStaticData(
  tx: Tx,
  scope: ProjectScope,
  values: DataFields & Partial<Picture>,
): Promise<StoredData> {
  const [row] = await tx
    .insert(staticData)
    .values({ ...values, project_id: scope.project.id, id: newId() })
    .returning();
  return shaped(row as Row);
}

/** The caller holds the row. */
export async function updateStaticData(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  changes: DataFields & Picture,
): Promise<StoredData> {
  const [row] = await tx
    .update(staticData)
    .set({ ...changes, version: sql`${staticData.version} + 1`, updated_at: sql`now()` })
    .where(byId(scope, id))
    .returning();
  return shaped(row as Row);
}

/** The caller holds the row. */
export async function deleteStaticData(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  await tx.delete(staticData).where(byId(scope, id));
}

export async function findPicture(tx: Tx, project_id: string, picture_id: string): Promise<string | null> {
  const ofPicture = and(eq(staticData.project_id, project_id), eq(staticData.picture_id, picture_id));
  const [row] = await tx.select({ file_name: staticData.file_name }).from(staticData).where(ofPicture);
  return row?.file_name ?? null;
}

interface Line {
  readonly static_data_id: string;
  readonly kind: StaticDataEvent['kind'];
  readonly before: Told | null;
  readonly after: Told | null;
}

export async function insertEvent(tx: Tx, { project, user }: ProjectScope, line: Line): Promise<void> {
  await tx.insert(staticDataHistory).values({ ...line, project_id: project.id, id: newId(), user_id: user.id });
}

/** Of one thing so many lines are kept, none longer than a year. */
export const KEPT_LINES = 100;

export async function forgetHistory(tx: Tx, projectIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from static_data_history where project_id = any(${idArray(projectIds)}) and created_at < now() - interval '1 year'`);
  await tx.execute(sql`
    delete from static_data_history h using (
      select project_id, id, row_number() over (
        partition by project_id, static_data_id order by created_at desc, id desc) as place
      from static_data_history where project_id = any(${idArray(projectIds)})
    ) ranked
    where h.project_id = ranked.project_id and h.id = ranked.id and ranked.place > ${KEPT_LINES}`);
}

export function listHistory(
  tx: Tx,
  { project }: ProjectScope,
  query: ListQuery & { readonly static_data_id?: string | undefined },
): Promise<Page<StaticDataEvent>> {
  const ofOne = query.static_data_id ? sql` and h.static_data_id = ${query.static_data_id}` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: sql`h.id, h.static_data_id, h.kind, h.before, h.after, h.by_key, h.created_at,
        (select u.name from users u where u.id = h.user_id) as person`,
      from: sql`static_data_history h`,
      where: sql`h.project_id = ${project.id}${ofOne}`,
      id: sql`h.id`,
      sorts: { created_at: { by: sql`h.created_at`, type: 'timestamptz' } },
    },
    (row) => ({
      ...{ id: String(row.id), static_data_id: String(row.static_data_id) },
      ...{ kind: row.kind as Line['kind'], before: row.before as Told | null, after: row.after as Told | null },
      ...{ by: String(row.by_key ?? row.person), by_key: row.by_key !== null, created_at: toInstant(row.created_at) },
    }),
  );
}
