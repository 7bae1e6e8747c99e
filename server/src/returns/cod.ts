import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { startTerm, stopTerm } from '../ledger';
import type { LockedOrder, OrderRecord } from '../orders';
import { type CodOfOrder, changeCod, readParcels, stillAwaited } from '../parcels';

/** Whether the carrier's money is awaited, of an order in several parcels that of this one. */
export async function codStateOf(
  tx: Tx,
  scope: ProjectScope,
  order: OrderRecord,
  parcel_id: string | null,
): Promise<OrderRecord['cod_state']> {
  if (parcel_id === null) return order.cod_state;
  return (await readParcels(tx, scope, order)).find(({ id }) => id === parcel_id)?.cod.state ?? null;
}

/** Whether the money is awaited: of an order in several parcels by the one that is named. */
export async function moveCod(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  parcel_id: string | null,
  state: 'refused' | 'awaited',
): Promise<CodOfOrder> {
  const after =
    parcel_id === null
      ? { cod_state: state }
      : await changeCod(tx, scope, order, [{ id: parcel_id, state, received: null, received_fee: null }]);
  const turn = state === 'refused' ? startTerm : stopTerm;
  await turn(tx, scope, order, await stillAwaited(tx, scope, order, state));
  return after;
}
