import { sql } from 'drizzle-orm';
import type { Tx } from '../../kit/db';

export interface CatalogUsage {
  readonly subscription_plan: string | null;
  readonly products: number;
  readonly product_variants: number;
}

/**
 * How much of the plan's limits the catalogue uses; what is deleted does not count. With `lock` two who want the last
 * place queue up at the project's row, so that one of them gets it.
 */
export async function readUsage(tx: Tx, projectId: string, { lock = false } = {}): Promise<CatalogUsage> {
  const plan = await tx.execute<{ subscription_plan: string | null }>(sql`
    select subscription_plan from projects where id = ${projectId} ${lock ? sql`for no key update` : sql``}`);
  const found = await tx.execute<{ products: number; product_variants: number }>(sql`
    select
      (select count(*)::int from products where project_id = ${projectId} and deleted_at is null) as products,
      (select count(*)::int from product_variants where project_id = ${projectId} and deleted_at is null) as product_variants`);
  const { products = 0, product_variants = 0 } = found.rows[0] ?? {};
  return { subscription_plan: plan.rows[0]?.subscription_plan ?? null, products, product_variants };
}
