import type { Order, OrderStatus } from '@lanka/domain/orders/contract';
import { queueKey, takesFromStock } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { inOneStatement } from '../kit/db/one-statement';
import { together } from '../kit/db/together';
import type { Services } from '../kit/services';
import { noteSum } from '../ledger';
import { lockedLevels } from '../stock';
import { templatesOf } from '../templates';
import { waitingPiecesOf } from './backorder';
import { awaitCod } from './cod';
import { readComing } from './coming.store';
import { discountForCustomer } from './customer-discount';
import { carryOutMove, type Moving } from './effects';
import { lackingFields } from './fields';
import { parcelsOf, roomFor, tellHappening } from './guards';
import { tellMoved } from './notices';
import { type HistoryInput, itemsOf, type LockedOrder, lockOrder, replaceItems, saveOrder } from './orders.store';
import { refusePaused } from './paused';
import { lineOf } from './price';
import { readOrder, showOrder } from './read';

/**
 * Moves the order: plans by the rules, carries the effects out and writes the history, all in the transaction of the
 * request. The order is locked, so a second identical request finds it moved and does nothing. Answers the order.
 */
export async function moveOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  to: OrderStatus,
  reason: string,
  kind: HistoryInput['kind'] = 'moved',
): Promise<Order> {
  const takeRoom = to === 'Pending' ? await roomFor(tx, app, scope) : null;
  const locked = await lockOrder(tx, scope, id);
  if (locked.status === to) return readOrder(tx, app, scope, id);
  if (locked.status === 'Draft' && to === 'Pending') refusePaused(scope);
  if (locked.first_sent_on === null) takeRoom?.();
  // prices are frozen by this move, the client's discount with them
  const customer_discount =
    to === 'Pending' ? await discountForCustomer(tx, app, scope, locked) : locked.customer_discount;
  const order = { ...locked, customer_discount };
  const reads = [
    itemsOf(scope, order),
    waitingPiecesOf(scope, order),
    templatesOf(scope, ['order', 'order_item']),
  ] as const;
  const shipped = lockedLevels(scope, [], { kind: 'order', id });
  const [items, waiting, templates, levels] = takesFromStock(
    { status: order.status, shipped: order.shipped_at !== null },
    to,
  )
    ? await inOneStatement(tx, [...reads, shipped])
    : await inOneStatement(tx, reads);
  const moving: Moving = {
    ...{ order, items: items.map(lineOf), levels, priced: null, changes: { customer_discount } },
    coming: () => readComing(tx, app, scope, order),
  };
  const entry = { ...(await carryOutMove(tx, scope, moving, { to, reason, waiting })), kind };
  // of an order in several parcels each of them is awaited
  if (locked.parcels === 0)
    Object.assign(moving.changes, await awaitCod(tx, scope, { ...locked, ...moving.changes }, to));
  const { sent_to_manager_at } = moving.changes;
  if (sent_to_manager_at) moving.changes.queue_key = queueKey(sent_to_manager_at, order.number);
  const lacking = to === 'Pending' ? lackingFields(templates, { fields: order.fields, items }, scope.locale) : null;
  if (lacking) throw lacking;
  await moveParcels(tx, app, scope, locked, { moving, entry });
  if (moving.priced) await replaceItems(tx, scope, order, moving.priced);
  const row = await saveOrder(tx, scope, order, moving.changes, entry);
  const [shown] = await together([
    showOrder(tx, app, scope, row),
    tellHappening(tx, app, scope, id, { kind: 'moved', to }),
    // the end of a reservation tells itself
    ...(kind === 'moved' ? [tellMoved(tx, app, scope, { ...order, sum: Number(row.sum) }, { to, reason })] : []),
  ]);
  // frozen prices may be others than what was paid ahead
  if (row.sum !== locked.sum) await noteSum(tx, scope, locked);
  return shown;
}

/** Parcels that are left go with the order; where it is not to be sent any more it is whole again. */
async function moveParcels(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  { moving, entry }: { readonly moving: Moving; readonly entry: HistoryInput },
): Promise<void> {
  const parcels = parcelsOf(app, order);
  const does = (kind: string) => entry.effects.some((effect) => effect.kind === kind);
  if (parcels && does('ship')) {
    const cod = await parcels.sendAll(tx, scope, order);
    const sent_pieces = moving.items.reduce((sum, { count }) => sum + count, 0);
    moving.changes = { ...moving.changes, ...cod, sent_pieces, sent_sum: order.sum };
  }
  if (parcels && does('release')) {
    await parcels.remove(tx, scope, order);
    moving.changes = { ...moving.changes, parcels: 0 };
  }
}
