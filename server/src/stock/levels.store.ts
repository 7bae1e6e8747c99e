import type { Ref } from '@lanka/domain/kit/ids';
import type { Level } from '@lanka/domain/stock/rules';
import { sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { type Locked, lockingRead } from '../kit/db/locked';
import { inOneStatement, type Read } from '../kit/db/one-statement';

export type StockScope = ActingIn;

/** Levels that are locked until the transaction ends, by the id of their variant. */
export type LockedLevels = Locked<'stock_levels', ReadonlyMap<string, Level>>;

/**
 * Locks the levels of these variants, and of those that the cause holds bookings of or waits for, in key order: two
 * writers that need the same rows meet them in the same order and cannot block each other crosswise. Whoever changes
 * a booking, a wait or a level holds its lock, and shows the locked levels for it.
 */
export function lockedLevels(scope: StockScope, variantIds: readonly string[], ref?: Ref): Read<LockedLevels> {
  // an array made once, so that the index finds the rows; a condition with `or` would read the project's whole stock
  const held = ref
    ? sql` || array(
        select b.product_variant_id from bookings b where b.project_id = ${scope.project.id}
          and b.ref_kind = ${ref.kind} and b.ref_id = ${ref.id} and b.status = 'Active'
        union all
        select w.product_variant_id from stock_waits w where w.project_id = ${scope.project.id}
          and w.ref_kind = ${ref.kind} and w.ref_id = ${ref.id} and w.status = 'Waiting')`
    : sql``;
  return lockingRead('stock_levels', {
    select: sql`
      select product_variant_id, actual, booked, waiting, price, tracked from stock_levels
      where project_id = ${scope.project.id} and product_variant_id = any(${idArray(variantIds)}${held})
      order by product_variant_id for update`,
    answer: (rows) =>
      new Map(
        (rows as unknown as (Level & { product_variant_id: string })[]).map(({ product_variant_id, ...level }) => [
          product_variant_id,
          level,
        ]),
      ),
  });
}

export async function lockLevels(
  tx: Tx,
  scope: StockScope,
  variantIds: readonly string[],
  ref?: Ref,
): Promise<LockedLevels> {
  const [levels] = await inOneStatement(tx, [lockedLevels(scope, variantIds, ref)]);
  return levels;
}
