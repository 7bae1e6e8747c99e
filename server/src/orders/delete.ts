import { orderErrors } from '@lanka/domain/orders/contract';
import { type Detaching, detachAll } from '../attachments';
import type { ActingIn } from '../kit/auth/scope';
import { withdrawRequest } from '../manufacture';
import { release } from '../stock';
import { draftDeletion } from './guards';
import { files } from './notes.store';
import { type LockedOrder, lockOrder, readItems, removeOrder } from './orders.store';

/**
 * What it was, with its lines.
 * @throws orders.only_drafts
 */
export async function deleteOrder(asked: Detaching, id: string) {
  const order = await lockOrder(asked.tx, asked.scope, id);
  if (order.status !== 'Draft') throw orderErrors.only_drafts();
  const items = await readItems(asked.tx, asked.scope, order);
  await deleteDraft(asked, order);
  return { id, counterparty_id: order.counterparty_id, items };
}

/** Frees what the draft has booked for a time and deletes it, for a person or for the system. */
export async function deleteDraft(asked: Detaching<ActingIn>, order: LockedOrder): Promise<void> {
  const { tx, app, scope } = asked;
  const ref = { kind: 'order', id: order.id };
  for (const guard of app.hooks.all(draftDeletion)) await guard(tx, scope, order.id);
  await release(tx, scope, ref);
  await withdrawRequest(tx, scope, ref);
  await detachAll(asked, await files.removeAll(tx, scope, order.id));
  await removeOrder(tx, scope, order);
}
