import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type AccessKeeper, lockParty } from '../partners';
import { lockLevels, readActive, release } from '../stock';
import { lockOrders, saveOrder } from './orders.store';
import { countLeft, listEarly } from './under-way.store';

/**
 * A dropshipper goes: of his drafts, and of what came back to him for editing, what they have booked for hours is free.
 * What was sent goes on. Orders, their counterparty and the stock are locked in this order, as by whoever books.
 */
async function freeDrafts(tx: Tx, scope: ProjectScope, counterpartyId: string): Promise<number> {
  const drafts = await lockOrders(tx, scope, await listEarly(tx, scope, counterpartyId));
  if (drafts.size === 0) return 0;
  await lockParty(tx, scope, counterpartyId);
  const refs = [...drafts.keys()].map((id) => ({ kind: 'order', id }));
  const booked = await readActive(tx, scope, refs);
  // all of them before the first is written, in the order of their keys
  await lockLevels(
    tx,
    scope,
    booked.map(({ product_variant_id }) => product_variant_id),
  );
  const held = await readActive(tx, scope, refs);
  let freed = 0;
  for (const [id, order] of drafts) {
    const count = held.reduce((sum, booking) => sum + (booking.ref.id === id ? booking.count : 0), 0);
    if (count === 0) continue;
    await release(tx, scope, { kind: 'order', id });
    const effects = [{ kind: 'release' as const, count }];
    await saveOrder(tx, scope, order, {}, { kind: 'access_ended', from: null, to: null, reason: '', effects });
    freed += count;
  }
  return freed;
}

export const ordersOfDropshipper: AccessKeeper = {
  count: countLeft,
  ends: (tx, scope, { counterparty_id }) => freeDrafts(tx, scope, counterparty_id),
};
