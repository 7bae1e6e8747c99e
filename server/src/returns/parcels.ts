import { returnErrors } from '@lanka/domain/returns/contract';
import type { Pieces } from '@lanka/domain/returns/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readParcels, type StoredParcel } from '../parcels';
import { readReturnedOf } from './returns.store';

/** A parcel that is sent, with what it brought and what of that came back in its name. */
export interface SentParcel {
  readonly parcel: StoredParcel;
  readonly brought: Pieces;
  readonly returned: Pieces;
}

/** None of an order that goes in one. */
export async function readSentParcels(
  tx: Tx,
  scope: ProjectScope,
  order: { readonly id: string; readonly parcels: number },
): Promise<SentParcel[]> {
  if (order.parcels === 0) return [];
  const returned = await readReturnedOf(tx, scope, order);
  return (await readParcels(tx, scope, order))
    .filter(({ sent_at }) => sent_at !== null)
    .map((parcel) => ({
      parcel,
      brought: new Map(parcel.items.map(({ order_item_id, count }) => [order_item_id, count])),
      returned: returned.get(parcel.id) ?? new Map(),
    }));
}

/** @throws returns.no_parcel */
export function sentParcel(sent: readonly SentParcel[], id: string): SentParcel {
  const found = sent.find(({ parcel }) => parcel.id === id);
  if (!found) throw returnErrors.no_parcel({ path: 'parcel_id' });
  return found;
}
