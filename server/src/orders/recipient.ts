import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { parcelsOf } from './guards';
import { type LockedOrder, readItems, saveOrder } from './orders.store';
import { searchText } from './price';

/** The recipient's phone as the carrier takes it: whoever makes the waybill corrects it in the order by that. */
export async function saveRecipientPhone(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  recipient_phone: string,
): Promise<void> {
  const ttns = await parcelsOf(app, order)?.furtherTtns(tx, scope, order);
  const search_text = searchText({ ...order, recipient_phone, ttns }, await readItems(tx, scope, order));
  const change = { field: 'recipient_phone' as const, of: '', before: order.recipient_phone, after: recipient_phone };
  await saveOrder(
    tx,
    scope,
    order,
    { recipient_phone, search_text },
    { kind: 'edited', from: order.status, to: order.status, reason: '', effects: [], changes: [change] },
  );
}
