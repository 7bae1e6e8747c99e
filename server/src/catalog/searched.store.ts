import { searchText } from '@lanka/domain/catalog/rules';
import { searchedFields } from '@lanka/domain/templates/rules';
import { and, eq, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Searched } from '../kit/db/searched';
import { valueTerms } from '../templates';
import { attributeTerms } from './attribute-values.store';
import { type ProductState, type VariantState, valuesOf } from './model';
import { products, productVariants } from './tables';

/** A product is found by its name, its category, its tags and the texts of its variants, those of deleted ones among them. */
export const PRODUCTS: Searched = {
  name: 'products',
  texts: (project_id, ids) => sql`
    select p.id, p.created_at, lower((p.name || ' ' || p.category_path || ' ' || array_to_string(p.tags, ' ')) collate "und-x-icu") || ' ' || coalesce((
      select string_agg(v.search_text, ' ') from product_variants v
      where v.project_id = p.project_id and v.product_id = p.id), '') || ' ' || coalesce((
      select lower(string_agg(x.value, ' ') collate "und-x-icu") from jsonb_each_text(p.fields) x), '')
      || ' ' || ${valueTerms('product', sql`p.fields`)} || ' ' || coalesce((
      select string_agg(${valueTerms('product_modification', sql`v.fields`)}, ' ') from product_variants v
      where v.project_id = p.project_id and v.product_id = p.id), '') || ' ' || coalesce((
      select string_agg(${attributeTerms(sql`o.column_id`, sql`x.value`)}, ' ') from product_variant_options o
      join product_values x on x.project_id = o.project_id and x.option_id = o.id
      where o.project_id = p.project_id and o.product_id = p.id), '') as text
    from products p where p.project_id = ${project_id} and p.id = any(${ids})`,
};

/**
 * What search looks in of a variant. Both have it: a variant is found by the fields of its product. Of its values those
 * that its name does not say: attributes that are not shown there, and all of them where somebody gave the name.
 */
const searchTextWith = (
  product: Pick<ProductState, 'name' | 'fields'>,
  variant: Pick<VariantState, 'name' | 'sku' | 'barcode' | 'internal_code' | 'fields'>,
  values: readonly string[],
): string => {
  const name = variant.name.toLowerCase();
  const unsaid = values.filter((value) => !name.includes(value.toLowerCase()));
  return searchText(product.name, variant, ...unsaid, searchedFields(product.fields), searchedFields(variant.fields));
};

export const searchTextOf = (product: ProductState, variant: VariantState): string =>
  searchTextWith(
    product,
    variant,
    valuesOf(product, variant).map(({ value }) => value),
  );

/** All that search and filters look in, in a form that can be compared. */
export const searchedWords = ({ name, category_path, tags, fields, options, variants }: ProductState): string =>
  JSON.stringify([
    ...[name, category_path, tags, fields],
    options.map(({ column_id, values }) => [column_id, values.map(({ value }) => value)]),
    variants.map((one) => [one.name, one.sku, one.barcode, one.internal_code, one.fields]),
  ]);

/** Variants that are as they were, but are found by other words: of the product, of its fields and of its values. */
export function reworded(
  before: ProductState,
  after: ProductState,
  { added, changed }: { readonly added: readonly VariantState[]; readonly changed: readonly VariantState[] },
): VariantState[] {
  const old = new Map(before.variants.map((variant) => [variant.id, searchTextOf(before, variant)]));
  const others = new Set([...added, ...changed]);
  return after.variants.filter((one) => !others.has(one) && old.get(one.id) !== searchTextOf(after, one));
}

/** Builds the search text of all variants of these products anew, for those who write the tables in sets. */
export async function refreshSearch(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return;
  const { id: project_id } = scope.project;
  const found = await tx
    .select({
      id: productVariants.id,
      name: productVariants.name,
      sku: productVariants.sku,
      barcode: productVariants.barcode,
      internal_code: productVariants.internal_code,
      fields: productVariants.fields,
      product: { name: products.name, fields: products.fields },
      values: sql<string[]>`array(select x.value from product_values x
        join product_variant_options o on o.project_id = x.project_id and o.id = x.option_id
        where x.project_id = ${productVariants.project_id} and x.id = any(${productVariants.value_ids})
        order by o.position, o.id)`,
    })
    .from(productVariants)
    .innerJoin(
      products,
      and(eq(products.project_id, productVariants.project_id), eq(products.id, productVariants.product_id)),
    )
    .where(
      and(
        eq(productVariants.project_id, project_id),
        sql`${productVariants.product_id} = any(${sql.param([...productIds])}::uuid[])`,
      ),
    );
  const rows = found.map(({ product, values, ...variant }) => ({
    id: variant.id,
    search_text: searchTextWith(product, variant, values),
  }));
  await tx.execute(sql`
    update product_variants v set search_text = r.search_text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, search_text text)
    where v.project_id = ${project_id} and v.id = r.id and v.search_text <> r.search_text`);
}
