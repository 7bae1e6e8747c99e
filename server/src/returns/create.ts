import type { HistoryEffect } from '@lanka/domain/orders/contract';
import { type CreateReturnBody, MAX_PHOTOS, returnErrors } from '@lanka/domain/returns/contract';
import { goesBack, refuseReturn } from '@lanka/domain/returns/rules';
import { attach } from '../attachments';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type LockedOrder, lockOrder, saveOrder } from '../orders';
import type { CodOfOrder } from '../parcels';
import { readSentParcels, sentParcel } from './parcels';
import { photos } from './photos.store';
import { insertHistory, insertReturn, readLines } from './returns.store';

interface Told {
  readonly number: number;
  readonly pieces: number;
  readonly effects: readonly HistoryEffect[];
  /** Of an order that is paid to the carrier: what a refused parcel makes of it. */
  readonly cod?: CodOfOrder;
}

/** Tells the order what came of a return: the pieces it has back, and a line of its history. */
export async function tellOrder(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  { number, pieces, effects, cod = {} }: Told,
): Promise<void> {
  const entry = { kind: 'returned', from: null, to: null, reason: `№ ${number}`, effects } as const;
  await saveOrder(tx, scope, order, { returned: order.returned + pieces, ...cod }, entry);
}

/** Makes a return; nothing moves until it is approved. The order is locked, so that two at once cannot take the same pieces. */
export async function createReturn(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: CreateReturnBody,
): Promise<string> {
  const order = await lockOrder(tx, scope, body.order_id);
  if (order.shipped_at === null && order.sent_pieces === 0) throw returnErrors.not_shipped();
  const sent = await readLines(tx, scope, order);
  const parcels = await readSentParcels(tx, scope, order);
  if (!body.parcel_id && parcels.length > 1) throw returnErrors.which_parcel({ path: 'parcel_id' });
  const named = body.parcel_id ? sentParcel(parcels, body.parcel_id) : parcels[0];
  const refused = refuseReturn(body, sent, named);
  if (refused) throw refused;
  const { reason, comment } = body;
  const lines = new Map(sent.map((line) => [line.order_item_id, line]));
  const items = body.items.map(({ order_item_id, count, to_warehouse }) => ({
    order_item_id,
    count,
    product_variant_id: lines.get(order_item_id)?.product_variant_id ?? '',
    to_warehouse: (scope.role === 'Client' ? undefined : to_warehouse) ?? goesBack(reason),
  }));
  const made = await insertReturn(tx, scope, order, {
    origin: 'request',
    parcel_id: named?.parcel.id ?? null,
    reason,
    comment,
    items,
  });
  for (const file_name of new Set(body.photos.slice(0, MAX_PHOTOS)))
    await photos.insert(tx, scope, made.id, await attach(app, tx, scope, file_name));
  await insertHistory(tx, scope, made.id, { kind: 'created', count: made.count, comment });
  await tellOrder(tx, scope, order, {
    number: made.number,
    pieces: made.count,
    effects: [{ kind: 'return', count: made.count }],
  });
  return made.id;
}
