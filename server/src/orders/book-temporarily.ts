import { orderErrors, TEMPORARY_BOOKING_HOURS } from '@lanka/domain/orders/contract';
import { editableParts, pricesAreFrozen, temporaryRefusal } from '@lanka/domain/orders/rules';
import { availableOf, type WantedLine } from '@lanka/domain/stock/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { together } from '../kit/db/together';
import type { Services } from '../kit/services';
import { lockParty } from '../partners';
import { readProject } from '../projects';
import { bookForHours, endLater, heldPieces, lockLevels } from '../stock';
import { type LockedOrder, lockOrder, readItems } from './orders.store';
import { refusePaused } from './paused';
import { tellingRefusals } from './told';
import { readTemporary } from './under-way.store';
import { refuseEditing } from './update';

/** Books one item of a draft for 24 hours (specification §4); a job ends the booking. */
export async function bookTemporarily(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  itemId: string,
): Promise<void> {
  refusePaused(scope);
  const order = await lockOrder(tx, scope, id);
  const item = (await readItems(tx, scope, order)).find((one) => one.id === itemId);
  if (!item) throw orderErrors.not_found();
  if (pricesAreFrozen(order.status) || !editableParts(order.status, scope.role).items) refuseEditing(order);
  const line = { line: item.id, product_variant_id: item.product_variant_id, count: item.count ?? 0 };
  const booking = await tellingRefusals(scope, async () => {
    if (scope.role === 'Client') await refuseBeyondCap(tx, scope, order, line);
    return bookForHours(tx, scope, { kind: 'order', id }, line, TEMPORARY_BOOKING_HOURS);
  });
  if (booking) await endLater(tx, app.jobs, scope.project.id, booking, TEMPORARY_BOOKING_HOURS);
}

/**
 * One client must not empty the shelf with drafts: the supplier's settings say how much he may hold for a time. Staff
 * books for the supplier and is not bound. First the client is locked and then the level, as everywhere, so that of
 * two bookings at once the second sees the first.
 */
async function refuseBeyondCap(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  { line: id, product_variant_id, count }: WantedLine,
): Promise<void> {
  const party = await lockParty(tx, scope, order.counterparty_id);
  const levels = await lockLevels(tx, scope, [product_variant_id], { kind: 'order', id: order.id });
  const [held, project, own] = await together([
    readTemporary(tx, scope, order, { id, product_variant_id }, party),
    readProject(tx, scope),
    heldPieces(tx, scope, { kind: 'order', id: order.id }),
  ]);
  const level = levels.get(product_variant_id);
  // of what is not counted nothing is booked; whoever books says so
  if (level?.tracked === false) return;
  // what this line holds already is available to it
  const available = (level ? availableOf(level) : 0) + (own.get(product_variant_id) ?? 0);
  const caps = { share: project.temporary_booking_share, lines: project.temporary_booking_lines };
  const refused = temporaryRefusal(caps, held, { count, available });
  if (refused) throw refused;
}
