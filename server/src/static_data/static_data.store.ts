import type { CreateStaticDataBody, StaticData, UpdateStaticDataBody } from '@lanka/domain/static_data/contract';
import { and, asc, count, eq, max, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { staticData } from './tables';

type Row = typeof staticData.$inferSelect;
const shaped = ({ project_id: _project, ...row }: Row): StaticData => row;

const ofProject = (scope: ProjectScope) => eq(staticData.project_id, scope.project.id);
const byId = (scope: ProjectScope, id: string) => and(ofProject(scope), eq(staticData.id, id));

export async function listStaticData(tx: Tx, scope: ProjectScope): Promise<StaticData[]> {
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

export async function lockOne(tx: Tx, scope: ProjectScope, id: string): Promise<StaticData | undefined> {
  const [row] = await tx.select().from(staticData).where(byId(scope, id)).for('update');
  return row && shaped(row);
}

export async function insertStaticData(
  tx: Tx,
  scope: ProjectScope,
  values: Required<CreateStaticDataBody>,
): Promise<StaticData> {
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
  changes: UpdateStaticDataBody,
): Promise<StaticData> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const [row] = await tx
    .update(staticData)
    .set({ ...given, version: sql`${staticData.version} + 1`, updated_at: sql`now()` })
    .where(byId(scope, id))
    .returning();
  return shaped(row as Row);
}

export async function deleteStaticData(tx: Tx, scope: ProjectScope, id: string): Promise<boolean> {
  return (await tx.delete(staticData).where(byId(scope, id)).returning({ id: staticData.id })).length > 0;
}
