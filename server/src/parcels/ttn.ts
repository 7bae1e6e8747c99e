import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type LockedOrder, readItems, saveOrder, searchText, tellHappening } from '../orders';
import { readParcels, saveTtn } from './parcels.store';

/**
 * Gives a parcel its ТТН, or takes it, whether a person has written it or the carrier has told it; that of the first is
 * the order's. Whoever calls it has made sure that it may be done. An order that goes in one parcel has no id of it.
 */
export async function giveTtn(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  id: string | null,
  after: string | null,
): Promise<void> {
  const parcels = order.parcels > 0 ? await readParcels(tx, scope, order) : [];
  const parcel = parcels.find((one) => one.id === id);
  const further = parcel && parcel.number > 1 ? parcel : null;
  const before = further ? further.ttn : order.ttn;
  if (before === after) return;
  if (further) await saveTtn(tx, scope, order, further.id, after);
  const ttn = further ? order.ttn : after;
  const ttns = parcels.flatMap((one) => (one.number === 1 ? [] : [one.id === further?.id ? after : one.ttn]));
  const search_text = searchText(
    { ...order, ttn, ttns: ttns.filter((one) => one !== null) },
    await readItems(tx, scope, order),
  );
  const changes = [{ field: 'ttn' as const, of: further ? `№ ${further.number}` : '', before, after }];
  await saveOrder(
    tx,
    scope,
    order,
    { ttn, search_text },
    { kind: 'edited', from: order.status, to: order.status, reason: '', effects: [], changes },
  );
  if (!before) await tellHappening(tx, app, scope, order.id, { kind: 'ttn_given' });
}
