import { LOW_STOCK } from '@lanka/domain/stock/rules';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';

/** The variants that belong to what a product shows: living ones, and with a deleted product those that went with it. */
const SHOWN = sql`(v.deleted_at is null or v.deleted_at is not distinct from p.deleted_at)`;

/**
 * Makes all kept figures of a project anew, for those who write products, variants and levels in sets and not through
 * the slices. Nothing else may write to them meanwhile; the product itself keeps them by difference.
 */
export async function fillFigures(tx: Tx, projectId: string): Promise<void> {
  await tx.execute(sql`
    update product_variants v set published = p.published and v.deleted_at is null from products p
    where v.project_id = ${projectId} and p.project_id = ${projectId} and p.id = v.product_id
      and v.published <> (p.published and v.deleted_at is null)`);
  await tx.execute(sql`
    update stock_levels l set product_id = v.product_id, price = coalesce(v.price, 0), listed = v.deleted_at is null,
      shown = ${SHOWN}
    from product_variants v, products p
    where l.project_id = ${projectId} and v.project_id = ${projectId} and v.id = l.product_variant_id
      and p.project_id = ${projectId} and p.id = v.product_id
      and (l.product_id, l.price, l.listed, l.shown) is distinct from (v.product_id, coalesce(v.price, 0), v.deleted_at is null, ${SHOWN})`);
  await tx.execute(sql`
    update products p set price_from = n.price from (
      select p.id, coalesce(min(v.price), 0) as price from products p
      left join product_variants v on v.project_id = ${projectId} and v.product_id = p.id and ${SHOWN}
      where p.project_id = ${projectId} group by p.id) n
    where p.project_id = ${projectId} and p.id = n.id and p.price_from <> n.price`);
  await tx.execute(sql`delete from product_figures where project_id = ${projectId}`);
  await tx.execute(sql`
    insert into product_figures (project_id, product_id, available, out_of_stock, low)
    select ${projectId}, p.id, coalesce(sum(l.available), 0), count(*) filter (where l.available = 0),
      count(*) filter (where l.available between 1 and ${LOW_STOCK})
    from products p left join stock_levels l on l.project_id = ${projectId} and l.product_id = p.id and l.shown
    where p.project_id = ${projectId} group by p.id`);
  await tx.execute(sql`delete from stock_totals where project_id = ${projectId}`);
  await tx.execute(sql`
    insert into stock_totals (project_id, id, products, published, deleted, modifications, out_of_stock, pieces, value)
    select ${projectId}, ${newId()}, p.*, l.* from (
      select count(*) filter (where deleted_at is null), count(*) filter (where published and deleted_at is null),
        count(*) filter (where deleted_at is not null) from products where project_id = ${projectId}) p,
      (select count(*), count(*) filter (where available = 0), coalesce(sum(actual), 0), coalesce(sum(actual * price), 0)
        from stock_levels where project_id = ${projectId} and listed and product_id is not null) l`);
}
