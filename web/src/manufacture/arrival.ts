/** What finishing a request will do, by the same rule that the server carries out. */
import type { ManufactureLine, QueueEntry } from '@lanka/domain/manufacture/contract';
import { planFills } from '@lanka/domain/stock/rules';

export interface Arrival {
  /** Lines that arrive, with their pieces. */
  readonly shelf: readonly { readonly line: ManufactureLine; readonly count: number }[];
  /** Orders that get something, oldest first. */
  readonly orders: readonly { readonly id: string; readonly number: number | null; readonly count: number }[];
  /** Pieces that nobody waits for. */
  readonly free: number;
}

export function arrivalOf(
  lines: readonly ManufactureLine[],
  made: Readonly<Record<string, number | null>>,
  queue: readonly QueueEntry[],
): Arrival {
  const shelf = lines.flatMap((line) => {
    const count = made[line.product_variant_id] ?? 0;
    return count > 0 ? [{ line, count }] : [];
  });
  const free = new Map(shelf.map(({ line, count }) => [line.product_variant_id, line.available + count]));
  const { fills } = planFills(free, queue);
  const given = new Map(fills.map(({ id, count }) => [id, count]));
  const orders = new Map<string, { id: string; number: number | null; count: number }>();
  for (const { id, ref, order } of queue) {
    const count = given.get(id);
    if (count === undefined) continue;
    const known = orders.get(ref.id) ?? { id: ref.id, number: order?.number ?? null, count: 0 };
    orders.set(ref.id, { ...known, count: known.count + count });
  }
  const arrived = shelf.reduce((sum, { count }) => sum + count, 0);
  const taken = fills.reduce((sum, { count }) => sum + count, 0);
  return { shelf, orders: [...orders.values()], free: arrived - taken };
}
