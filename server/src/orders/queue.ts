import { type Order, orderErrors } from '@lanka/domain/orders/contract';
import { QUEUE_STATUSES, STATUSES } from '@lanka/domain/orders/machine';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { lockOrder, saveOrder } from './orders.store';
import { keyOfPlace, lockQueue } from './queue.store';
import { readOrder, showOrder } from './read';

/** Gives the order another place in the queue; the others move up or down by one. Answers the order. */
export async function moveInQueue(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  place: number,
): Promise<Order> {
  const order = await lockOrder(tx, scope, id);
  const { status } = order;
  if (!QUEUE_STATUSES.some((one) => one === status))
    throw orderErrors.not_queued({ status, status_ua: STATUSES[status].ua });
  await lockQueue(tx, scope);
  const before = await readOrder(tx, app, scope, id);
  const queue_key = await keyOfPlace(tx, scope, order, place);
  if (before.queue_place === place || queue_key === null) return before;
  const effects = [{ kind: 'queue' as const, count: place }];
  const told = { kind: 'edited' as const, from: status, to: status, reason: '', effects };
  return showOrder(tx, app, scope, await saveOrder(tx, scope, order, { queue_key }, told));
}
