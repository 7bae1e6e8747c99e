import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

type Scope = Pick<ProjectScope, 'project'>;

/** Two calls that make the same new SKU wait for each other: a SKU is not unique by itself. Taken before anything else. */
export async function lockNewSkus(tx: Tx, { project }: Scope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`by_sku ${project.id}`}, 0))`);
}

export interface KnownSku {
  /** As it is compared: of two that are told apart by capitals alone it is the same. */
  readonly key: string;
  readonly variants: readonly { readonly id: string; readonly product_id: string }[];
}

/** What has each of these SKUs, in the order in which they are given. */
export async function findBySku(tx: Tx, { project }: Scope, skus: readonly string[]): Promise<KnownSku[]> {
  return tx.rows<{ key: string; variants: { id: string; product_id: string }[] }>(sql`
    select lower(w.sku) as key, coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'product_id', v.product_id))
      from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
      where v.project_id = ${project.id} and v.sku_key = lower(w.sku) and v.deleted_at is null
        and p.deleted_at is null), '[]') as variants
    from unnest(${textArray(skus)}) with ordinality as w(sku, nth) order by w.nth`);
}
