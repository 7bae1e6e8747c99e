import { deliveryErrors } from '@lanka/domain/delivery/contract';
import { type Deed, kindOf, type TrackKind } from '@lanka/domain/delivery/tracking';
import { restricted } from '@lanka/domain/kit/plan_refusals';
import { kyivDate } from '@lanka/domain/kit/time';
import { isFinal, isOpen } from '@lanka/domain/orders/rules';
import { createRegister } from '../cod';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type LockedOrder, lockOrder, moveOrder, type OrderRecord } from '../orders';
import { readParcels, sendParcel } from '../parcels';
import { toldAs } from '../projects';
import { readRefusals, refuseParcel } from '../returns';
import type { Status } from './carrier';
import { namedPart } from './plan';
import * as store from './tracks.store';

/** What follows from the carrier's word: by a rule of the supplier, or by the press of whoever was told of it. */

/** Somebody has done it by hand already. `isRefused`: there is a return of what the customer has not taken. */
export function isSuperfluous(
  { status, cod_state }: Pick<OrderRecord, 'status' | 'cod_state'>,
  deed: Deed,
  isRefused: boolean,
): boolean {
  if (deed === 'sent') return !isOpen(status);
  if (deed === 'received') return isFinal(status);
  if (deed === 'paid') return cod_state === 'received';
  return (isFinal(status) && cod_state !== 'awaited') || cod_state === 'refused' || isRefused;
}

/** @returns false: not yet, other parcels of the order are under way */
export async function act(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  track: store.StoredTrack,
  deed: Deed,
  status: Pick<Status, 'status' | 'collects'>,
): Promise<boolean> {
  const parcel_id = order.parcels > 0 ? track.part_id : null;
  if (deed === 'sent') {
    if (!isOpen(order.status)) return true;
    if (parcel_id === null) await moveOrder(tx, app, scope, order.id, 'Sent', '');
    else await sendParcel(tx, app, scope, { order_id: order.id, id: parcel_id });
    return true;
  }
  if (deed === 'received') {
    if (order.status === 'Complete') return true;
    if (order.parcels > 0 && !(await areAll(tx, scope, order, track, (kind) => kind === 'received'))) return false;
    await moveOrder(tx, app, scope, order.id, 'Complete', '');
    return true;
  }
  if (deed === 'refused') {
    await refuseParcel(tx, app, scope, order.id, { comment: status.status, parcel_id });
    return true;
  }
  await settle(tx, scope, order, track, parcel_id, status);
  return true;
}

/** Of this parcel it is known. */
export async function areAll(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  track: store.StoredTrack,
  isSo: (kind: TrackKind) => boolean,
): Promise<boolean> {
  const codes = await store.readCodes(tx, scope.project.id, order.id);
  const parcels = await readParcels(tx, scope, order);
  return parcels.every(({ id }) => id === track.part_id || isSo(kindOf(codes.get(id) ?? '')));
}

/** The carrier's money for one parcel: a register of one row, as if a person had entered it. */
async function settle(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  track: store.StoredTrack,
  parcel_id: string | null,
  status: Pick<Status, 'status' | 'collects'>,
): Promise<void> {
  const parcel = parcel_id === null ? null : (await readParcels(tx, scope, order)).find(({ id }) => id === parcel_id);
  const awaited = parcel ? parcel.cod : { state: order.cod_state, sum: order.cod_sum, fee: order.cod_fee };
  // a person has entered the carrier's register already
  if (awaited.state === 'received') return;
  const amount = status.collects || (awaited.sum ?? 0);
  const date = kyivDate(new Date());
  await createRegister(tx, scope, {
    ...{ carrier: 'nova_poshta', number: track.ttn, date, received: { account: 'bank', date } },
    rows: [{ order_id: order.id, parcel_id, amount, fee: Math.min(amount, awaited.fee ?? 0) }],
  });
}

/**
 * A person presses what was suggested: it is done as the rule would do it, once. Who has done it by hand meanwhile finds
 * it done. @returns the order's dropshipper, whose balance may be another
 */
export async function decide(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { deed, parcel }: { readonly deed: Deed; readonly parcel?: string | undefined },
): Promise<string> {
  // orders under way are brought to their end; the money is settled on a page of its own, which is closed too
  const { restricted: since } = scope.project;
  if (deed === 'paid' && since) throw restricted(since, toldAs(scope.role));
  const order = await lockOrder(tx, scope, id);
  const { ttn, parcel_id } = await namedPart(tx, scope, order, parcel);
  if (!ttn) throw deliveryErrors.not_suggested();
  const project_id = scope.project.id;
  const named = { order_id: id, part_id: parcel_id ?? id, ttn: ttn.replace(/\s/g, '') };
  const { found } = await store.lockTrack(tx, project_id, named);
  if (!found?.suggested.includes(deed)) throw deliveryErrors.not_suggested();
  const isRefused = (await readRefusals(tx, scope, id)).has(parcel_id);
  if (!isSuperfluous(order, deed, isRefused) && !(await act(tx, app, scope, order, found, deed, found)))
    throw deliveryErrors.parcels_under_way();
  await store.saveDeed(tx, project_id, found, deed, 'done');
  return order.counterparty_id;
}
