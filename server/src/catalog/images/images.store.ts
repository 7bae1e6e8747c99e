import { catalogErrors } from '@lanka/domain/catalog/errors';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Unmeasured } from '../../files';
import type { ProjectScope } from '../../kit/auth/scope';
import { idArray } from '../../kit/db/arrays';
import type { Tx } from '../../kit/db/db';
import { queueChanged } from '../../stock';
import { productImages } from '../tables';

type Scope = Pick<ProjectScope, 'project'>;
export type ImageRow = typeof productImages.$inferSelect;

/** The images of a product in their order. */
export function readImages(tx: Tx, scope: Scope, product_id: string): Promise<ImageRow[]> {
  return tx
    .select()
    .from(productImages)
    .where(and(eq(productImages.project_id, scope.project.id), eq(productImages.product_id, product_id)))
    .orderBy(asc(productImages.position), asc(productImages.id));
}

export async function insertImage(tx: Tx, row: Omit<ImageRow, 'created_at'>): Promise<ImageRow> {
  const [inserted] = await tx.insert(productImages).values(row).returning();
  if (!inserted) throw catalogErrors.image_not_found();
  return inserted;
}

export async function removeImage(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.delete(productImages).where(and(eq(productImages.project_id, scope.project.id), eq(productImages.id, id)));
}

/** The picture of product `p` in lists. */
export const pictureOfProduct = sql`(select i.thumbnail from product_images i where i.project_id = p.project_id and i.product_id = p.id
  order by i.is_thumbnail desc, i.position, i.id limit 1)`;

/**
 * The picture of variant `v` wherever it is shown: its own one, then one of its values ("grey"), then one of the whole
 * product. What shows another variant or another value is never taken: a wrong picture makes a packer err, none does not.
 */
export const pictureOfVariant = sql`(select i.thumbnail from product_images i
  where i.project_id = v.project_id and i.product_id = v.product_id
    and (i.product_variant_id is null or i.product_variant_id = v.id)
    and (i.product_value_id is null or i.product_value_id = any(v.value_ids))
  order by i.product_variant_id is null, i.product_value_id is null, i.is_thumbnail desc, i.position, i.id limit 1)`;

/**
 * Writes the pictures that products and their variants are shown by, where they differ: to be called after every change
 * of pictures, variants and values, by whoever holds the lock of the products. Their copies in the catalogue follow.
 */
export async function refreshThumbnails(tx: Tx, scope: Scope, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  const { id } = scope.project;
  await tx.execute(sql`
    with of_products as (
      update products p set thumbnail = ${pictureOfProduct}
      where p.project_id = ${id} and p.id = any(${idArray(productIds)}) and p.thumbnail is distinct from ${pictureOfProduct}
    )
    update product_variants v set thumbnail = ${pictureOfVariant}
    where v.project_id = ${id} and v.product_id = any(${idArray(productIds)}) and v.thumbnail is distinct from ${pictureOfVariant}`);
  await queueChanged(tx, scope, productIds);
}

/** Pictures of values that go show the whole product again. */
export async function unbindImages(tx: Tx, scope: Scope, valueIds: readonly string[]): Promise<void> {
  await tx
    .update(productImages)
    .set({ product_value_id: null })
    .where(and(eq(productImages.project_id, scope.project.id), inArray(productImages.product_value_id, [...valueIds])));
}

/** Writes order, thumbnail and what they show of these images, in one statement. */
export async function arrangeImages(tx: Tx, scope: Scope, images: readonly ImageRow[]): Promise<void> {
  if (images.length === 0) return;
  const rows = images.map(({ id, is_thumbnail, product_variant_id, product_value_id }, position) => ({
    ...{ id, is_thumbnail, product_variant_id, product_value_id, position },
  }));
  await tx.execute(sql`
    update product_images i set position = r.position, is_thumbnail = r.is_thumbnail,
      product_variant_id = r.product_variant_id, product_value_id = r.product_value_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, position integer, is_thumbnail boolean, product_variant_id uuid, product_value_id uuid)
    where i.project_id = ${scope.project.id} and i.id = r.id`);
}

/** Pictures that an older version has stored without their size, by key, behind this one. */
export const unmeasuredImages = (tx: Tx, projectIds: readonly string[], after: string, limit: number) =>
  tx.rows<Unmeasured>(sql`
    select project_id, id, file_name as key from product_images
    where project_id = any(${idArray(projectIds)}) and bytes is null and id > ${after} order by id limit ${limit}`);

/** Whose it is, unless somebody else has measured it meanwhile. */
export async function setMeasured(tx: Tx, { project_id, id }: Unmeasured, bytes: number) {
  const found = await tx.rows(sql`
    update product_images set bytes = ${bytes}
    where project_id = ${project_id} and id = ${id} and bytes is null returning id`);
  return found.length > 0 ? { project_id, user_id: null } : undefined;
}
