import { sql } from 'drizzle-orm';
import type { Tx } from '../../kit/db/db';
import { readTotals } from '../../stock';

export interface CatalogUsage {
  readonly subscription_plan: string | null;
  readonly products: number;
  readonly product_variants: number;
}

/**
 * The project's plan. With `lock`, whoever else wants a place queues up at the project's row until the transaction
 * ends, and so does a change of the plan: a plan that goes down counts what is being added at that moment.
 */
export async function readPlanOf(tx: Tx, projectId: string, lock: boolean): Promise<string | null> {
  const [row] = await tx.rows<{ subscription_plan: string | null }>(sql`
    select subscription_plan from projects where id = ${projectId} ${lock ? sql`for no key update` : sql``}`);
  return row?.subscription_plan ?? null;
}

/** What is deleted does not count. A statement of its own: it has to see what was committed while the lock was awaited. */
export async function countCatalogue(tx: Tx, projectId: string): Promise<Omit<CatalogUsage, 'subscription_plan'>> {
  const { products, modifications } = await readTotals(tx, { project: { id: projectId } });
  return { products, product_variants: modifications };
}

/** How much of the plan's limits the catalogue uses; `lock` as in `readPlanOf`. */
export async function readUsage(tx: Tx, projectId: string, { lock = false } = {}): Promise<CatalogUsage> {
  const subscription_plan = await readPlanOf(tx, projectId, lock);
  return { subscription_plan, ...(await countCatalogue(tx, projectId)) };
}
