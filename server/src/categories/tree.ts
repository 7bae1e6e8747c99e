import { type Category, categoryErrors } from '@lanka/domain/categories/contract';
import {
  branchOf,
  MAX_CATEGORIES,
  type Node,
  namesTo,
  PATH_SEPARATOR,
  pathKey,
  planMerge,
  refusePlace,
} from '@lanka/domain/categories/rules';
import { hook } from '@lanka/domain/kit/hooks';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import * as store from './categories.store';

/** What stands in categories, in a slice above. */
export interface CategoryGoods {
  /** How many there are in each, as the asker may see them; those with none may be left out. */
  count(tx: Tx, scope: ProjectScope): Promise<ReadonlyMap<string, number>>;
  /** The paths of these categories are other ones now. */
  repath(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<void>;
  /** What stands in these goes to that one, or to none. */
  move(tx: Tx, scope: ProjectScope, from: readonly string[], to: string | null): Promise<void>;
}

export const categoryGoods = hook<CategoryGoods>('categories.goods');

export async function listCategories(tx: Tx, app: Services, scope: ProjectScope): Promise<Category[]> {
  const counts = new Map<string, number>();
  for (const goods of app.hooks.all(categoryGoods))
    for (const [id, count] of await goods.count(tx, scope)) counts.set(id, (counts.get(id) ?? 0) + count);
  return (await store.readTree(tx, scope)).map(({ id, parent_id, name, path, version, updated_at }) => ({
    ...{ id, parent_id, name, path, goods_count: counts.get(id) ?? 0, version, updated_at },
  }));
}

export async function readCategory(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<Category> {
  const found = (await listCategories(tx, app, scope)).find((one) => one.id === id);
  if (!found) throw categoryErrors.not_found();
  return found;
}

function refuse(tree: readonly Node[], place: { name: string; parent_id: string | null }, own?: string): void {
  const refused = refusePlace(tree, place, own);
  if (refused) throw categoryErrors[refused]({ path: refused === 'taken' ? 'name' : 'parent_id', name: place.name });
}

const nodeOf = (tree: readonly store.CategoryRow[], id: string): store.CategoryRow => {
  const found = tree.find((one) => one.id === id);
  if (!found) throw categoryErrors.not_found();
  return found;
};

export async function createCategory(
  tx: Tx,
  scope: ProjectScope,
  { name, parent_id = null }: { name: string; parent_id?: string | null | undefined },
): Promise<string> {
  const tree = await store.lockTree(tx, scope);
  if (tree.length >= MAX_CATEGORIES) throw categoryErrors.full();
  refuse(tree, { name, parent_id });
  const row = { id: newId(), name, parent_id, path: [...namesTo(tree, parent_id), name].join(PATH_SEPARATOR) };
  await store.insertCategories(tx, scope, tree, [row]);
  return row.id;
}

/** Writes the places of these and of all below them, and tells those who carry the paths. */
async function place(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  tree: store.LockedTree,
  after: readonly Node[],
  changed: readonly string[],
): Promise<void> {
  const ids = [...new Set(changed.flatMap((id) => branchOf(after, id)))];
  await store.lockRows(tx, scope, tree, ids);
  await store.placeCategories(tx, scope, tree, after, ids);
  for (const goods of app.hooks.all(categoryGoods)) await goods.repath(tx, scope, ids);
}

export async function updateCategory(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { name, parent_id }: { name?: string | undefined; parent_id?: string | null | undefined },
): Promise<void> {
  const tree = await store.lockTree(tx, scope);
  const known = nodeOf(tree, id);
  const next = { id, name: name ?? known.name, parent_id: parent_id === undefined ? known.parent_id : parent_id };
  if (next.name === known.name && next.parent_id === known.parent_id) return;
  refuse(tree, next, id);
  await place(tx, app, scope, tree, [...tree.filter((one) => one.id !== id), next], [id]);
}

export async function mergeCategory(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  from: string,
  into: string,
): Promise<void> {
  const tree = await store.lockTree(tx, scope);
  nodeOf(tree, from);
  if (!tree.some(({ id }) => id === into)) throw categoryErrors.unknown_parent({ path: 'into' });
  if (branchOf(tree, from).includes(into)) throw categoryErrors.below_itself({ path: 'into' });
  const { moved, gone } = planMerge(tree, from, into);
  const places = new Map(moved.map(({ id, parent_id }) => [id, parent_id]));
  const lost = new Set(gone.map(({ id }) => id));
  const after: Node[] = tree
    .filter(({ id }) => !lost.has(id))
    .map((one) => ({ ...one, parent_id: places.get(one.id) ?? one.parent_id }));
  for (const { id, name, parent_id } of after.filter((one) => places.has(one.id)))
    if (refusePlace(after, { name, parent_id }, id) === 'too_deep') throw categoryErrors.too_deep({ path: 'into' });
  await store.lockRows(tx, scope, tree, [...lost]);
  await place(tx, app, scope, tree, after, [...places.keys()]);
  for (const { id, into: to } of gone)
    for (const goods of app.hooks.all(categoryGoods)) await goods.move(tx, scope, [id], to);
  await store.deleteCategories(tx, scope, tree, [...lost]);
}

export async function deleteCategory(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  goods_to: string | undefined,
): Promise<void> {
  const tree = await store.lockTree(tx, scope);
  nodeOf(tree, id);
  const branch = branchOf(tree, id);
  await store.lockRows(tx, scope, tree, branch);
  const to = goods_to === undefined || goods_to === 'none' ? null : nodeOf(tree, goods_to).id;
  if (to !== null && branch.includes(to)) throw categoryErrors.below_itself({ path: 'goods_to' });
  const keepers = app.hooks.all(categoryGoods);
  if (goods_to === undefined) {
    let goods = 0;
    for (const keeper of keepers) goods += (await keeper.count(tx, scope)).get(id) ?? 0;
    const children = branch.length - 1;
    if (goods + children > 0) throw categoryErrors.not_empty({ goods, children });
  }
  for (const keeper of keepers) await keeper.move(tx, scope, branch, to);
  await store.deleteCategories(tx, scope, tree, branch);
}

/** A category as goods carry it. */
export interface Place {
  readonly id: string;
  readonly path: string;
}

/**
 * The categories of these paths by their keys, made where they are not there yet, as many as the tree has room for. They
 * stay what they are until the transaction ends; whoever locks goods as well does it behind this.
 */
export async function ensureCategories(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, Place>> {
  if (paths.length === 0) return new Map();
  const known = keysOf(await store.readTree(tx, scope));
  const all = paths.every((names) => known.has(pathKey(names))) ? known : await makeMissing(tx, scope, paths);
  const ids = paths.flatMap((names) => all.get(pathKey(names))?.id ?? []);
  return keysOf(await store.holdCategories(tx, scope, ids));
}

async function makeMissing(tx: Tx, scope: Pick<ProjectScope, 'project'>, paths: readonly (readonly string[])[]) {
  const tree = await store.lockTree(tx, scope);
  const found = keysOf(tree);
  const made: (Node & Place)[] = [];
  for (const names of paths) {
    let parent: Place | undefined;
    for (const [depth, name] of names.entries()) {
      const key = pathKey(names.slice(0, depth + 1));
      let at: Place | undefined = found.get(key);
      if (!at) {
        if (tree.length + made.length >= MAX_CATEGORIES) break;
        // the names above it are written as they are known
        const path: string = parent ? `${parent.path}${PATH_SEPARATOR}${name}` : name;
        const row: Node & Place = { id: newId(), name, parent_id: parent?.id ?? null, path };
        made.push(row);
        found.set(key, row);
        at = row;
      }
      parent = at;
    }
  }
  await store.insertCategories(tx, scope, tree, made);
  return found;
}

/** The categories that are there, by the keys of their paths. */
export async function knownCategories(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
): Promise<ReadonlyMap<string, Place>> {
  return keysOf(await store.readTree(tx, scope));
}

const keysOf = (tree: readonly Place[]): Map<string, Place> =>
  new Map(tree.map(({ id, path }) => [path.toLowerCase(), { id, path }]));
