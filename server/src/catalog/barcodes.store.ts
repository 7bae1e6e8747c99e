import { catalogErrors } from '@lanka/domain/catalog/errors';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { isDuplicate } from '../kit/db/duplicates';
import type { VariantState } from './model';
import { products, productVariants } from './tables';

export const isDuplicateBarcode = (error: unknown): boolean => isDuplicate(error, 'variants_barcode');

/** Throws when a barcode stands twice among these variants, or belongs to another one; names who has it. */
export async function refuseBarcodes(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  variants: readonly VariantState[],
  pathOf: (variantId: string) => string,
): Promise<void> {
  const coded = variants.filter(({ barcode }) => barcode !== null);
  if (coded.length === 0) return;
  const problems: { path: string; barcode: string; owner: string; product_variant_id: string; product_id?: string }[] =
    [];
  const first = new Map<string, VariantState>();
  for (const variant of coded) {
    const barcode = String(variant.barcode);
    const earlier = first.get(barcode);
    if (!earlier) first.set(barcode, variant);
    else
      problems.push({
        path: `${pathOf(variant.id)}barcode`,
        barcode,
        owner: earlier.name || earlier.sku || '–',
        product_variant_id: earlier.id,
      });
  }
  const found = await tx
    .select({
      id: productVariants.id,
      code: productVariants.code,
      name: productVariants.name,
      product_id: products.id,
      product_name: products.name,
    })
    .from(productVariants)
    .innerJoin(
      products,
      and(eq(products.project_id, productVariants.project_id), eq(products.id, productVariants.product_id)),
    )
    .where(
      and(
        eq(productVariants.project_id, scope.project.id),
        isNull(productVariants.deleted_at),
        inArray(productVariants.code, [...first.keys()]),
        sql`${productVariants.id} <> all(${sql.param(variants.map(({ id }) => id))}::uuid[])`,
      ),
    );
  for (const { id, code, name, product_id, product_name } of found) {
    const mine = first.get(String(code));
    if (!mine) continue;
    const owner = name && name !== product_name ? `${product_name}, ${name}` : product_name;
    problems.push({
      path: `${pathOf(mine.id)}barcode`,
      barcode: String(code),
      owner,
      product_variant_id: id,
      product_id,
    });
  }
  if (problems.length > 0) throw catalogErrors.duplicate_barcode(...problems);
}
