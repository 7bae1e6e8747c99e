import { hook } from '@lanka/domain/kit/hooks';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import type { LockedLevels } from '../stock';

/** Goods at a moment: so long ago, by the clock of the database. */
export interface Moment {
  readonly id: string;
  readonly product_variant_id: string;
  readonly age_ms: number;
}

/** How many of them had been taken off the shelf by then and were not sent; whether that changed about then. */
export interface Held {
  readonly count: number;
  readonly near: boolean;
}

/** Who picks stands above and says what lies elsewhere; one statement for all, behind the locks of their levels. */
export const setAside =
  hook<(tx: Tx, scope: ProjectScope, moments: readonly Moment[]) => Promise<ReadonlyMap<string, Held>>>(
    'stocktakes.set_aside',
  );

export async function readSetAside(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  _levels: LockedLevels,
  moments: readonly Moment[],
): Promise<ReadonlyMap<string, Held>> {
  const held = new Map<string, Held>();
  if (moments.length === 0) return held;
  for (const asideOf of app.hooks.all(setAside))
    for (const [id, one] of await asideOf(tx, scope, moments)) {
      const before = held.get(id) ?? { count: 0, near: false };
      held.set(id, { count: before.count + one.count, near: before.near || one.near });
    }
  return held;
}
