import { orderErrors } from '@lanka/domain/orders/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { releaseItems } from './backorder';
import { draftDeletion } from './guards';
import { lockOrder, removeOrder } from './orders.store';

/** @throws orders.only_drafts */
export async function deleteOrder(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<void> {
  const order = await lockOrder(tx, scope, id);
  if (order.status !== 'Draft') throw orderErrors.only_drafts();
  for (const guard of app.hooks.all(draftDeletion)) await guard(tx, scope, id);
  await releaseItems(tx, scope, order);
  await removeOrder(tx, scope, order);
}
