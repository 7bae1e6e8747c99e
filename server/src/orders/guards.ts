import { partnerErrors } from '@lanka/domain/partners/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { nameOrders } from '../manufacture';
import { guardDeletion } from '../partners';
import { onProjectDeletion, registerKeeper } from '../projects';
import { countUnderWay, hasUnfinished, orderNumbers } from './orders.store';

/**
 * A counterparty with unfinished orders stays, a project with orders under way too; whoever leaves is told of those he
 * looks after; manufacture shows numbers. All of them ask through this: they stand below.
 */
export function registerOrderGuards(): void {
  guardDeletion(async (tx, scope, counterpartyId) => {
    if (await hasUnfinished(tx, scope, counterpartyId)) throw partnerErrors.counterparty_has_orders();
  });
  nameOrders(orderNumbers);
  onProjectDeletion(async (tx, scope) => ({ open_orders: await countUnderWay(tx, scope) }));
  registerKeeper({
    kind: 'orders',
    // an order goes with its counterparty, and a dropshipper's own ones stay his
    roles: null,
    count: (tx, scope, { id, role, counterparty_id }) =>
      countUnderWay(tx, scope, role === 'Client' ? { counterparty_id: counterparty_id ?? id } : { manager_id: id }),
  });
}

export type DraftGuard = (tx: Tx, scope: ProjectScope, orderId: string) => Promise<void>;
const draftGuards: DraftGuard[] = [];

/** Registers who may refuse the deletion of a draft by throwing, once at start: orders cannot ask the slices above. */
export function guardDraftDeletion(guard: DraftGuard): void {
  if (!draftGuards.includes(guard)) draftGuards.push(guard);
}

export async function askDraftGuards(tx: Tx, scope: ProjectScope, orderId: string): Promise<void> {
  for (const guard of draftGuards) await guard(tx, scope, orderId);
}
