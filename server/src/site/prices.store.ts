import type { PaidPlan, PriceFrom } from '@lanka/domain/kit/plan_prices';
import { and, asc, desc, eq } from 'drizzle-orm';
import { users } from '../identity/tables';
import type { Tx } from '../kit/db/db';
import { planPrices } from './tables';

/** All prices that were ever set: a row for each plan and each time, so there are few. */
export async function readPriceList(tx: Tx): Promise<PriceFrom[]> {
  const { plan, since, price, old_price, extra_orders, extra_collaborator } = planPrices;
  return tx
    .select({ plan, from: since, price, old_price, extra_orders, extra_collaborator })
    .from(planPrices)
    .orderBy(asc(plan), asc(since));
}

export interface PriceRow extends PriceFrom {
  readonly note: string;
  readonly set_at: string;
  readonly set_by: { readonly id: string; readonly name: string };
}

/** The same with who set them, the newest first. */
export async function listPriceRows(tx: Tx): Promise<PriceRow[]> {
  const rows = await tx
    .select({ row: planPrices, name: users.name })
    .from(planPrices)
    .innerJoin(users, eq(users.id, planPrices.set_by))
    .orderBy(desc(planPrices.since));
  return rows.map(({ row: { since, set_by, ...row }, name }) => ({
    ...row,
    from: since,
    set_by: { id: set_by, name },
  }));
}

export async function savePrice(
  tx: Tx,
  { from, ...price }: PriceFrom & { readonly note: string; readonly set_by: string },
): Promise<void> {
  const row = { ...price, since: from, set_at: new Date().toISOString() };
  await tx
    .insert(planPrices)
    .values(row)
    .onConflictDoUpdate({ target: [planPrices.plan, planPrices.since], set: row });
}

export async function removePrice(tx: Tx, plan: PaidPlan, from: string): Promise<void> {
  await tx.delete(planPrices).where(and(eq(planPrices.plan, plan), eq(planPrices.since, from)));
}
