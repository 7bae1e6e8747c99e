import { type Node, namesTo, PATH_SEPARATOR } from '@lanka/domain/categories/rules';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { productCategories } from './tables';

type Scope = Pick<ProjectScope, 'project'>;
export type CategoryRow = typeof productCategories.$inferSelect;

const ofProject = ({ project }: Pick<ActingIn, 'project'>) => eq(productCategories.project_id, project.id);

export const readTree = (tx: Tx, scope: Pick<ActingIn, 'project'>): Promise<CategoryRow[]> =>
  tx
    .select()
    .from(productCategories)
    .where(ofProject(scope))
    .orderBy(asc(productCategories.path), asc(productCategories.id));

/** Of several projects the tree that has this category; empty where none has it. */
export const readTreeOf = (tx: Tx, project_ids: readonly string[], id: string): Promise<CategoryRow[]> =>
  tx.rows<{ [K in keyof CategoryRow]: CategoryRow[K] }>(sql`
    select c.* from product_categories c
    where c.project_id = (select o.project_id from product_categories o
      where o.project_id = any(${idArray(project_ids)}) and o.id = ${id})`);

/** The whole tree, which nobody else changes until the transaction ends. */
export type LockedTree = Locked<'product_categories', readonly CategoryRow[]>;

export function lockTree(tx: Tx, scope: Scope): Promise<LockedTree> {
  const lock = async () => {
    const key = `product_categories ${scope.project.id}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    return readTree(tx, scope);
  };
  return awaitLock('product_categories', lock());
}

/**
 * Those of these categories that are there; they cannot be renamed, moved or deleted until the transaction ends. For who
 * puts goods into them, and before he locks the goods: a change of the tree locks its categories first too.
 */
export async function holdCategories(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<{ id: string; path: string }[]> {
  if (ids.length === 0) return [];
  return tx
    .select({ id: productCategories.id, path: productCategories.path })
    .from(productCategories)
    .where(and(ofProject(scope), inArray(productCategories.id, [...ids])))
    .orderBy(productCategories.id)
    .for('share');
}

/** Those of these categories that are going to change: whoever puts goods into one has finished, or waits. */
export async function lockRows(tx: Tx, scope: Scope, _tree: LockedTree, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select id from product_categories where project_id = ${scope.project.id} and id = any(${idArray(ids)})
    order by id for update`);
}

/** New ones, parents before their children. */
export async function insertCategories(
  tx: Tx,
  { project }: Scope,
  _tree: LockedTree,
  rows: readonly (Node & { readonly path: string })[],
): Promise<void> {
  if (rows.length > 0)
    await tx.insert(productCategories).values(rows.map((row) => ({ ...row, project_id: project.id })));
}

/** Writes these names and places, and the paths that follow from them. */
export async function placeCategories(
  tx: Tx,
  scope: Scope,
  _tree: LockedTree,
  after: readonly Node[],
  ids: readonly string[],
): Promise<void> {
  const rows = after
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, parent_id }) => ({ id, name, parent_id, path: namesTo(after, id).join(PATH_SEPARATOR) }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    update product_categories c set name = r.name, parent_id = r.parent_id, path = r.path, version = version + 1,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, name text, parent_id uuid, path text)
    where c.project_id = ${scope.project.id} and c.id = r.id`);
}

export async function deleteCategories(tx: Tx, scope: Scope, _tree: LockedTree, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.delete(productCategories).where(and(ofProject(scope), inArray(productCategories.id, [...ids])));
}
