import { sql } from 'drizzle-orm';
import { loadProducts, type ProductState } from '../catalog';
import type { Tx } from '../kit/db/db';
import type { ImportScope } from './feeds.store';
import type { PlanContext } from './plan-types';

export interface Known extends Pick<PlanContext, 'levels' | 'barcodes' | 'pictures' | 'linked'> {
  readonly products: Map<string, ProductState>;
  /** Products whose rows a user has joined: their name is his. */
  readonly joined: ReadonlySet<string>;
}

interface Facts extends Record<string, unknown> {
  levels: [string, number, number, number][] | null;
  barcodes: [string, string][] | null;
  pictures: [string, string][] | null;
  linked: string[] | null;
  joined: string[] | null;
}

/** All that the rows of one batch are compared with, in a fixed number of statements. */
export async function loadKnown(
  tx: Tx,
  scope: ImportScope,
  wanted: { readonly product_ids: readonly string[]; readonly barcodes: readonly string[] },
  lock: boolean,
): Promise<Known> {
  const products = await loadProducts(tx, scope, wanted.product_ids, lock);
  const project_id = scope.project.id;
  const variants = sql`${sql.param([...products.values()].flatMap((one) => one.variants.map(({ id }) => id)))}::uuid[]`;
  const ids = sql`${sql.param([...products.keys()])}::uuid[]`;
  const found = await tx.rows<Facts>(sql`
    select
      (select jsonb_agg(jsonb_build_array(product_variant_id, actual, booked, waiting)) from stock_levels
        where project_id = ${project_id} and product_variant_id = any(${variants})) as levels,
      (select jsonb_agg(jsonb_build_array(code, id)) from product_variants
        where project_id = ${project_id} and deleted_at is null
          and code = any(${sql.param([...wanted.barcodes])}::text[])) as barcodes,
      (select jsonb_agg(jsonb_build_array(product_id, url)) from (
        select product_id, source_url as url from product_images
          where project_id = ${project_id} and product_id = any(${ids}) and source_url is not null
        union select product_id, url from import_pictures
          where project_id = ${project_id} and product_id = any(${ids})) urls) as pictures,
      (select jsonb_agg(id) from product_variants where project_id = ${project_id} and id = any(${variants})
        and source is not null) as linked,
      (select jsonb_agg(id) from products where project_id = ${project_id} and id = any(${ids})
        and source_key like 'j:%') as joined`);
  const [facts] = found;
  const pictures = new Map<string, Set<string>>();
  for (const [product, url] of facts?.pictures ?? []) {
    const known = pictures.get(product) ?? new Set();
    pictures.set(product, known.add(url));
  }
  return {
    products,
    levels: new Map((facts?.levels ?? []).map(([id, actual, booked, waiting]) => [id, { actual, booked, waiting }])),
    barcodes: new Map(facts?.barcodes ?? []),
    pictures,
    linked: new Set(facts?.linked ?? []),
    joined: new Set(facts?.joined ?? []),
  };
}

/** How much there is of these modifications and how much of it is booked. */
export async function readLevels(tx: Tx, project_id: string, ids: readonly string[]) {
  const rows = await tx.rows<{ id: string; actual: number; booked: number; tracked: boolean }>(sql`
    select product_variant_id as id, actual, booked, tracked from stock_levels
    where project_id = ${project_id} and product_variant_id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
