import { deliveryErrors } from '@lanka/domain/delivery/contract';
import { isHandedOver, kindOf } from '@lanka/domain/delivery/tracking';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { lockOrder } from '../orders';
import { SUPPLIER } from './connections.store';
import { moneyOf, partsOf } from './plan';
import { readCode } from './tracks.store';
import { changeWaybill } from './waybill';
import * as store from './waybills.store';

/**
 * Behind the lock of an order whose parcels are others now. The waybill from before is that of the first parcel: the
 * carrier is told to collect its share with it. Where he cannot be told any more, or has not answered yet, the order is
 * not split; nor does a parcel go whose waybill lives, because nobody would find that any more.
 */
export async function followSplit(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { order_id, gone }: { readonly order_id: string; readonly gone: readonly string[] },
): Promise<void> {
  const order = await lockOrder(tx, scope, order_id);
  for (const parcel_id of gone) {
    const left = await store.findLiving(tx, scope, { order_id, parcel_id, isFirst: false });
    if (left) throw deliveryErrors.parcel_has_waybill({ ttn: left.ttn ?? '' });
  }
  for (const part of await partsOf(tx, scope, order)) {
    if (part.isSent) continue;
    const living = await store.findLiving(tx, scope, part);
    if (!living) continue;
    const { collects } = await moneyOf(tx, scope, order, part);
    if (living.plan.cod_sum === collects) continue;
    if (store.isUnsure(living)) throw deliveryErrors.unsure();
    if (living.state !== 'made') throw deliveryErrors.under_way();
    const code = await readCode(tx, scope, part);
    if (code && isHandedOver(kindOf(code))) throw deliveryErrors.handed_over();
    // a dropshipper's own collects with one parcel alone, or nothing
    if (living.owner_id !== SUPPLIER) throw deliveryErrors.of_other_key();
    const body = part.parcel_id ? { parcel: part.parcel_id } : {};
    await changeWaybill(tx, app, scope, order_id, body, { isRepacked: true });
  }
}
