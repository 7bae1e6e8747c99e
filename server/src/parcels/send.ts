import { entryFor } from '@lanka/domain/ledger/rules';
import { orderErrors } from '@lanka/domain/orders/contract';
import { parcelErrors } from '@lanka/domain/parcels/contract';
import { shareOf } from '@lanka/domain/parcels/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { post } from '../ledger';
import { type LockedOrder, lockOrder, moveOrder, readComing, readItems, saveOrder } from '../orders';
import { shipPart } from '../stock';
import { awaitParcels, broughtWith, codParts } from './cod';
import { readParcels, type StoredParcel, saveSent } from './parcels.store';
import { partsOf, unsentOf } from './parts';
import { refusalOf } from './read';

/**
 * Hands a parcel over, behind the lock of the order: a second press finds it sent. The last one sends the order itself,
 * which takes what is still booked and charges what is left of its sum.
 */
export async function sendParcel(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { order_id, id }: { readonly order_id: string; readonly id: string },
): Promise<LockedOrder> {
  const order = await lockOrder(tx, scope, order_id);
  const parcels = order.parcels > 0 ? await readParcels(tx, scope, order) : [];
  const parcel = parcels.find((one) => one.id === id);
  if (!parcel) throw parcelErrors.not_found();
  if (parcel.sent_at !== null) return order;
  const refused = refusalOf(order, scope);
  if (refused) throw refused;
  if (unsentOf(parcels).length === 1) await moveOrder(tx, app, scope, order_id, 'Sent', '');
  else await sendPart(tx, app, scope, order, { parcel, parcels });
  return order;
}

async function sendPart(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  { parcel, parcels }: { readonly parcel: StoredParcel; readonly parcels: readonly StoredParcel[] },
): Promise<void> {
  const lines = await readItems(tx, scope, order);
  const parts = new Map(partsOf(lines, parcels).map((part) => [part.id, part]));
  const variants = new Map(lines.map((line) => [line.id, line.product_variant_id]));
  const items = parcel.items.map(({ order_item_id, count }) => {
    const part = parts.get(order_item_id);
    const product_variant_id = variants.get(order_item_id);
    if (!part || !product_variant_id) throw new Error('a parcel holds lines of its order');
    return { order_item_id, product_variant_id, count, amount: shareOf(part, count) };
  });
  const ref = { kind: 'order', id: order.id };
  const comment = `№ ${order.number}`;
  const booked = items.map(({ order_item_id: line, product_variant_id, count }) => ({
    line,
    product_variant_id,
    count,
  }));
  const waiting = await shipPart(tx, scope, { ref, part: parcel.id, comment }, booked);
  if (waiting > 0) throw orderErrors.waiting_for_stock({ waiting });
  const pieces = items.reduce((sum, { count }) => sum + count, 0);
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  if (amount > 0) {
    const { counterparty_id } = order;
    const entry = { ...entryFor('charge', amount), purpose: 'charge', counterparty_id } as const;
    const coming = async () => {
      const parts = order.cod_state === null ? [] : await codParts(tx, scope, order, parcels);
      return readComing(tx, app, scope, order, broughtWith(parts, parcel.id));
    };
    await post(tx, scope, { ...entry, ref, part: parcel.id, comment, coming });
  }
  await saveSent(
    tx,
    scope,
    order,
    [parcel.id],
    items.map(({ order_item_id, amount }) => ({ parcel_id: parcel.id, order_item_id, amount })),
  );
  const costs = new Map([[parcel.id, amount]]);
  const cod = await awaitParcels(tx, scope, order, { before: parcels, ids: [parcel.id], costs });
  await saveOrder(
    tx,
    scope,
    order,
    { sent_pieces: order.sent_pieces + pieces, sent_sum: order.sent_sum + amount, ...cod },
    {
      ...{ kind: 'parcel', from: null, to: null, reason: `№ ${parcel.number}` },
      effects: [
        { kind: 'ship', count: pieces },
        { kind: 'charge', amount },
      ],
    },
  );
}
