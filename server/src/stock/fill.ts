import type { Ref } from '@lanka/domain/kit/ids';
import { type FillPlan, planFills } from '@lanka/domain/stock/rules';
import type { Tx } from '../kit/db/db';
import type { StockScope } from './levels.store';
import { readQueue } from './stock.store';

export interface Filling {
  readonly plan: FillPlan;
  /** The causes that get something, each once. */
  readonly filled: Ref[];
}

/**
 * Who gets the pieces that have become free, oldest first; null when nobody waits. One statement however many
 * variants and lines. The levels are locked, so the queue of these variants stands still until commit.
 */
export async function planFilling(
  tx: Tx,
  scope: StockScope,
  free: ReadonlyMap<string, number>,
  except?: Ref,
): Promise<Filling | null> {
  if (free.size === 0) return null;
  const queue = await readQueue(tx, scope, free, except);
  const plan = planFills(free, queue);
  if (plan.fills.length === 0) return null;
  const given = new Set(plan.fills.map(({ id }) => id));
  const refs = new Map(queue.filter(({ id }) => given.has(id)).map(({ ref }) => [`${ref.kind} ${ref.id}`, ref]));
  return { plan, filled: [...refs.values()] };
}
