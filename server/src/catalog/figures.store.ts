import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { fillLevels, fillStockFigures } from '../stock';
import { pictureOfProduct, pictureOfVariant } from './images/images.store';

/** The variants that belong to what a product shows: living ones, and with a deleted product those that went with it. */
const SHOWN = sql`(v.deleted_at is null or v.deleted_at is not distinct from p.deleted_at)`;

/**
 * Makes all kept figures of a project anew, for those who write products, variants and levels in sets and not through
 * the slices. Nothing else may write to them meanwhile; the product itself keeps them by difference.
 */
export async function fillFigures(tx: Tx, projectId: string): Promise<void> {
  await tx.execute(sql`
    update product_variants v set published = p.published and v.deleted_at is null, thumbnail = ${pictureOfVariant}
    from products p
    where v.project_id = ${projectId} and p.project_id = ${projectId} and p.id = v.product_id
      and (v.published, v.thumbnail) is distinct from (p.published and v.deleted_at is null, ${pictureOfVariant})`);
  await tx.execute(sql`
    update products p set thumbnail = ${pictureOfProduct}
    where p.project_id = ${projectId} and p.thumbnail is distinct from ${pictureOfProduct}`);
  await tx.execute(sql`
    update products p set (${LISTED}) = (${listedBy(sql`n`)})
    from (${ofVariants(projectId)}) n
    where p.project_id = ${projectId} and p.id = n.id and (${listedBy(sql`p`)}) is distinct from (${listedBy(sql`n`)})`);
  await fillLevels(
    tx,
    projectId,
    sql`select v.id as product_variant_id, v.product_id, coalesce(v.price, 0) as price, v.minimum, v.deleted_at is null as listed,
      ${SHOWN} as shown, p.tracked or v.deleted_at is not null as tracked
      from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
      where v.project_id = ${projectId}`,
  );
  const ofProject = sql`from products where project_id = ${projectId}`;
  await fillStockFigures(tx, projectId, {
    products: sql`select id ${ofProject}`,
    counts: sql`select count(*) filter (where deleted_at is null) as products,
      count(*) filter (where published and deleted_at is null) as published,
      count(*) filter (where deleted_at is not null) as deleted ${ofProject}`,
  });
}

/** The columns of `listedOf` in products.store. */
const LISTED_NAMES = [
  ...['variants_count', 'only_variant_id', 'first_sku', 'min_price', 'max_price'],
  ...['min_recommended_price', 'max_recommended_price'],
];
const LISTED = sql.raw(LISTED_NAMES.join(', '));
const listedBy = (table: SQL): SQL =>
  sql.join(
    LISTED_NAMES.map((name) => sql`${table}.${sql.raw(name)}`),
    sql`, `,
  );

/** Of each product what its variants come to. */
const ofVariants = (projectId: string): SQL => sql`
  select p.id, count(v.id) as variants_count, case when count(v.id) = 1 then (array_agg(v.id))[1] end as only_variant_id,
    coalesce((array_agg(v.sku order by v.position, v.id) filter (where v.sku <> ''))[1], '') as first_sku,
    min(v.price) as min_price, max(v.price) as max_price, min(v.recommended_price) as min_recommended_price,
    max(v.recommended_price) as max_recommended_price
  from products p left join product_variants v on v.project_id = p.project_id and v.product_id = p.id and ${SHOWN}
  where p.project_id = ${projectId} group by p.id`;
