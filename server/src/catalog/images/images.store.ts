import { catalogErrors } from '@lanka/domain/catalog/errors';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
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

/** Writes order, thumbnail and variant of these images, in one statement. */
export async function arrangeImages(tx: Tx, scope: Scope, images: readonly ImageRow[]): Promise<void> {
  if (images.length === 0) return;
  const rows = images.map(({ id, is_thumbnail, product_variant_id }, position) => ({
    ...{ id, is_thumbnail, product_variant_id, position },
  }));
  await tx.execute(sql`
    update product_images i set position = r.position, is_thumbnail = r.is_thumbnail, product_variant_id = r.product_variant_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, position integer, is_thumbnail boolean, product_variant_id uuid)
    where i.project_id = ${scope.project.id} and i.id = r.id`);
}
