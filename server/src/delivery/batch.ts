import { type Batch, deliveryErrors } from '@lanka/domain/delivery/contract';
import { DomainError } from '@lanka/domain/kit/errors';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { lockOrders } from '../orders';
import { mustConnection, originOf } from './connections';
import { partsOf } from './plan';
import { askFor } from './waybill';
import * as store from './waybills.store';

/** The first thing that is wrong, in words. */
const whyNot = (error: DomainError) => {
  const [first] = error.details;
  const told = error.code === deliveryErrors.problems.code && typeof first?.message === 'string' ? first.message : null;
  return { ua: told ?? error.message_in('ua'), en: told ?? error.message_in('en') };
};

/**
 * Asks for the waybills of many orders: each that can be asked for gets its task, what cannot is refused by its row. The
 * carrier is asked one after another in the background.
 */
export async function makeBatch(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order_ids: readonly string[],
): Promise<Batch> {
  originOf(await mustConnection(tx, scope));
  const ids = [...new Set(order_ids)];
  const orders = await lockOrders(tx, scope, ids);
  const id = newId();
  const refused: store.NewBatch['refused'] = [];
  for (const order_id of ids) {
    const order = orders.get(order_id);
    if (!order) continue;
    const parts = (await partsOf(tx, scope, order)).filter(
      (part) => order.parcels === 0 || (!part.isSent && !part.ttn),
    );
    for (const part of parts) {
      const number = `${order.prefix}${order.number}${part.parcel ? `/${part.parcel.number}` : ''}`;
      await askFor(tx, app, scope, order, part, {}, id).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        refused.push({ order_id, number, ...whyNot(error) });
      });
    }
  }
  await store.insertBatch(tx, { project_id: scope.project.id, id, refused, created_by: scope.user.id });
  return mustBatch(tx, scope, id);
}

export async function mustBatch(tx: Tx, scope: ProjectScope, id: string): Promise<Batch> {
  const batch = await store.readBatch(tx, scope, id);
  if (!batch) throw deliveryErrors.no_batch();
  return batch;
}
