import { orderErrors, TEMPORARY_BOOKING_HOURS } from '@lanka/domain/orders/contract';
import { editableParts, pricesAreFrozen } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { bookForHours, endLater } from '../stock';
import { refuseEditing } from './edit';
import { lockOrder, readItems } from './orders.store';

/** Books one item of a draft for 24 hours (specification §4); a job ends the booking. */
export async function bookTemporarily(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  itemId: string,
): Promise<void> {
  const order = await lockOrder(tx, scope, id);
  const item = (await readItems(tx, scope, order)).find((one) => one.id === itemId);
  if (!item) throw orderErrors.not_found();
  if (pricesAreFrozen(order.status) || !editableParts(order.status, scope.role).items) refuseEditing(order);
  const line = { line: item.id, product_variant_id: item.product_variant_id, count: item.count ?? 0 };
  const booking = await bookForHours(tx, scope, { kind: 'order', id }, line, TEMPORARY_BOOKING_HOURS);
  if (booking) await endLater(tx, app.jobs, scope.project.id, booking, TEMPORARY_BOOKING_HOURS);
}
