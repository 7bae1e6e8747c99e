import { orderErrors } from '@lanka/domain/orders/contract';
import { type Detaching, detachAll } from '../attachments';
import { releaseItems } from './backorder';
import { draftDeletion } from './guards';
import { files } from './notes.store';
import { lockOrder, removeOrder } from './orders.store';

/** @throws orders.only_drafts */
export async function deleteOrder(asked: Detaching, id: string): Promise<void> {
  const { tx, app, scope } = asked;
  const order = await lockOrder(tx, scope, id);
  if (order.status !== 'Draft') throw orderErrors.only_drafts();
  for (const guard of app.hooks.all(draftDeletion)) await guard(tx, scope, id);
  await releaseItems(tx, scope, order);
  await detachAll(asked, await files.removeAll(tx, scope, id));
  await removeOrder(tx, scope, order);
}
