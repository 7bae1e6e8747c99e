import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { markChanged } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { queueChanged } from '../stock';

/**
 * A price level goes, and its prices go from all variants that have one. The level is held by then, so no further variant
 * gets a price of it; their products are locked in key order, as whoever edits one locks it before he reads its variants.
 */
export async function dropLevelPrices(tx: Tx, { project }: ProjectScope, level: string): Promise<void> {
  const has = sql`prices @> ${JSON.stringify([{ price_level_id: level }])}::jsonb`;
  const locked = await tx.rows<{ id: string }>(sql`
    select p.id from products p where p.project_id = ${project.id} and p.id in (
      select product_id from product_variants where project_id = ${project.id} and ${has})
    order by p.id for update`);
  if (locked.length === 0) return;
  const goods = locked.map(({ id }) => id);
  const ids = idArray(goods);
  const repriced = await tx.rows<{ id: string }>(sql`
    update product_variants v set version = version + 1, updated_at = now(), prices = (
      select coalesce(jsonb_agg(x), '[]') from jsonb_array_elements(v.prices) x
      where x ->> 'price_level_id' is distinct from ${level})
    where v.project_id = ${project.id} and v.product_id = any(${ids}) and ${has} returning v.id`);
  await tx.execute(sql`
    update products set version = version + 1, updated_at = now()
    where project_id = ${project.id} and id = any(${ids})`);
  markChanged(tx, { project }, 'product', goods);
  markChanged(
    tx,
    { project },
    'price',
    repriced.map(({ id }) => id),
  );
  await queueChanged(tx, { project }, goods);
}
