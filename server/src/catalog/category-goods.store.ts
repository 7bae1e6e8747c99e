import { type SQL, sql } from 'drizzle-orm';
import type { CategoryGoods } from '../categories';
import type { ProjectScope } from '../kit/auth/scope';
import { markChanged } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { queueForSearch } from '../search';
import { queueChanged } from '../stock';
import { PRODUCTS } from './searched.store';

/** The products of a category, as the tree asks of them: how many, and that they follow when it changes. */
export const productsOfCategories: CategoryGoods = {
  async count(tx, scope) {
    const seen = scope.role === 'Client' ? sql` and published` : sql``;
    const found = await tx.rows<{ category_id: string; count: number }>(sql`
      select category_id, count(*)::int as count from products
      where project_id = ${scope.project.id} and category_id is not null and deleted_at is null${seen}
      group by category_id`);
    return new Map(found.map(({ category_id, count }) => [category_id, count]));
  },
  repath: (tx, scope, ids) =>
    follow(
      tx,
      scope,
      ids,
      sql`set category_path = c.path, version = p.version + 1, updated_at = now() from product_categories c
        where c.project_id = p.project_id and c.id = p.category_id and`,
    ),
  move: (tx, scope, from, to) =>
    follow(
      tx,
      scope,
      from,
      sql`set category_id = ${to}::uuid, version = p.version + 1, updated_at = now(),
          category_path = coalesce((select c.path from product_categories c
            where c.project_id = ${scope.project.id} and c.id = ${to}::uuid), '')
        where`,
    ),
};

/** Writes what the goods of these categories carry of them, and lets search know it. */
async function follow(tx: Tx, scope: ProjectScope, ids: readonly string[], change: SQL): Promise<void> {
  if (ids.length === 0) return;
  const { id } = scope.project;
  const moved = await tx.rows<{ id: string }>(sql`
    update products p ${change} p.project_id = ${id} and p.category_id = any(${idArray(ids)}) returning p.id`);
  const goods = moved.map((row) => row.id);
  await queueForSearch(tx, PRODUCTS, id, goods);
  markChanged(tx, scope, 'product', goods);
  await queueChanged(tx, scope, goods);
}
