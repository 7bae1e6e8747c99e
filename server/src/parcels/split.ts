import { hook } from '@lanka/domain/kit/hooks';
import { orderErrors } from '@lanka/domain/orders/contract';
import { STATUSES } from '@lanka/domain/orders/machine';
import { editableParts } from '@lanka/domain/orders/rules';
import { parcelErrors, type SplitOrderBody } from '@lanka/domain/parcels/contract';
import { planSplit } from '@lanka/domain/parcels/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { lockOrder, readItems, saveOrder, searchText } from '../orders';
import { readParcels, replaceUnsent } from './parcels.store';
import { isSent, partsOf, unsentOf } from './parts';
import { refusalOf } from './read';
import { giveTtn } from './ttn';

/**
 * Told in the transaction of a split, when the parcels stand as they shall: whoever has told the carrier of them follows,
 * or refuses by throwing. `gone`: parcels that were there before.
 */
export const orderSplit =
  hook<
    (
      tx: Tx,
      app: Services,
      scope: ProjectScope,
      split: { readonly order_id: string; readonly gone: readonly string[] },
    ) => Promise<void>
  >('parcels.split');

/** Splits what is not sent into these parcels and the rest. The same once more changes nothing. */
export async function splitOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { parcels: wanted }: SplitOrderBody,
): Promise<void> {
  const order = await lockOrder(tx, scope, id);
  const refused = refusalOf(order, scope);
  if (refused) throw refused;
  // its sum would be shared by parcels of which the carrier pays one to him and one to the supplier
  if (order.cod_state === 'direct') throw orderErrors.cod_direct();
  const known = order.parcels > 0 ? await readParcels(tx, scope, order) : [];
  const items = await readItems(tx, scope, order);
  const sent = known.filter(isSent);
  const plan = planSplit(partsOf(items, known), wanted, sent.length);
  if ('refused' in plan) throw plan.refused;
  const before = unsentOf(known);
  const highest = Math.max(0, ...sent.map(({ number }) => number));
  // numbers that unsent parcels had stay theirs, so that what was told of them holds
  const numbers = before.map(({ number }) => number);
  const free = (index: number) => numbers[index] ?? Math.max(highest, ...numbers, 0) + 1 + index - numbers.length;
  const unsent = plan.parcels.map((contents, index) => ({
    id: before[index]?.id ?? newId(),
    number: free(index),
    ttn: wanted[index]?.ttn === undefined ? (before[index]?.ttn ?? null) : wanted[index].ttn || null,
    items: [...contents].map(([order_item_id, count]) => ({ order_item_id, count, amount: 0 })),
  }));
  const isWhole = sent.length === 0 && unsent.length < 2;
  await replaceUnsent(tx, scope, order, isWhole ? [] : unsent);
  const first = unsent.find(({ number }) => number === 1);
  const ttn = first && wanted[0]?.ttn !== undefined ? first.ttn : order.ttn;
  const parcels = isWhole ? 0 : sent.length + unsent.length;
  const ttns = isWhole ? [] : [...sent, ...unsent].flatMap((one) => (one.number > 1 && one.ttn ? [one.ttn] : []));
  await saveOrder(
    tx,
    scope,
    order,
    { parcels, ttn, search_text: searchText({ ...order, ttn, ttns }, items) },
    { kind: 'split', from: null, to: null, reason: '', effects: [{ kind: 'split', count: Math.max(1, parcels) }] },
  );
  const stays = new Set(unsent.map((one) => one.id));
  const gone = before.flatMap((one) => (stays.has(one.id) ? [] : [one.id]));
  for (const follow of app.hooks.all(orderSplit)) await follow(tx, app, scope, { order_id: id, gone });
}

/** Gives one parcel its ТТН; that of the first is the order's. */
export async function updateParcel(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { order_id, id }: { readonly order_id: string; readonly id: string },
  given: string | null,
): Promise<void> {
  const order = await lockOrder(tx, scope, order_id);
  const parcels = order.parcels > 0 ? await readParcels(tx, scope, order) : [];
  const parcel = parcels.find((one) => one.id === id);
  if (!parcel) throw parcelErrors.not_found();
  if (!editableParts(order.status, scope.role).details)
    throw orderErrors.not_editable({ status: order.status, status_ua: STATUSES[order.status].ua });
  await giveTtn(tx, app, scope, order, id, given || null);
}
