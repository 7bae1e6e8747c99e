import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { priceLevels } from './tables';

type Scope = Pick<ProjectScope, 'project'>;
export type LevelRow = typeof priceLevels.$inferSelect;

const ofProject = ({ project }: Scope) => eq(priceLevels.project_id, project.id);
const byId = (scope: Scope, id: string) => and(ofProject(scope), eq(priceLevels.id, id));

export const readLevels = (tx: Tx, scope: Scope): Promise<LevelRow[]> =>
  tx.select().from(priceLevels).where(ofProject(scope)).orderBy(asc(priceLevels.position), asc(priceLevels.id));

/** All levels, which nobody else adds to, names or places until the transaction ends. */
export type LockedLevels = Locked<'price_levels', readonly LevelRow[]>;

export function lockLevels(tx: Tx, scope: Scope): Promise<LockedLevels> {
  const lock = async () => {
    const key = `price_levels ${scope.project.id}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    return readLevels(tx, scope);
  };
  return awaitLock('price_levels', lock());
}

/**
 * Those of these levels that are there; they cannot be deleted until the transaction ends. For who gives one to a
 * counterparty or to a variant, and before he locks those: whoever deletes a level locks it first too.
 */
export async function holdLevels(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<Pick<LevelRow, 'id' | 'name'>[]> {
  if (ids.length === 0) return [];
  return tx
    .select({ id: priceLevels.id, name: priceLevels.name })
    .from(priceLevels)
    .where(and(ofProject(scope), inArray(priceLevels.id, [...ids])))
    .orderBy(priceLevels.id)
    .for('key share');
}

/** The level goes: whoever gives it to somebody has finished, or waits. */
export async function lockLevel(tx: Tx, scope: Scope, _levels: LockedLevels, id: string): Promise<void> {
  await tx.select({ id: priceLevels.id }).from(priceLevels).where(byId(scope, id)).for('update');
}

export async function insertLevels(
  tx: Tx,
  { project }: Scope,
  _levels: LockedLevels,
  rows: readonly Pick<LevelRow, 'id' | 'name' | 'position'>[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(priceLevels).values(rows.map((row) => ({ ...row, project_id: project.id })));
}

export async function renameLevel(
  tx: Tx,
  scope: Scope,
  _levels: LockedLevels,
  id: string,
  name: string,
): Promise<void> {
  await tx
    .update(priceLevels)
    .set({ name, version: sql`${priceLevels.version} + 1`, updated_at: sql`now()` })
    .where(byId(scope, id));
}

/** Writes the places of all levels, which are named in their order. */
export async function placeLevels(tx: Tx, scope: Scope, _levels: LockedLevels, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update price_levels l set position = p.place - 1, version = version + 1, updated_at = now()
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as p(id, place)
    where l.project_id = ${scope.project.id} and l.id = p.id and l.position <> p.place - 1`);
}

export async function deleteLevel(tx: Tx, scope: Scope, _levels: LockedLevels, id: string): Promise<void> {
  await tx.delete(priceLevels).where(byId(scope, id));
}
