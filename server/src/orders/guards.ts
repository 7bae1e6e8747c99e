import { orderErrors } from '@lanka/domain/orders/contract';
import type { Tx } from '../kit/db';
import type { ProjectScope } from '../kit/scope';
import { nameOrders } from '../manufacture';
import { guardDeletion } from '../partners';
import { hasUnfinished, orderNumbers } from './store';

/** A counterparty with orders under way stays; manufacture shows numbers. Both ask through this: they stand below. */
export function registerOrderGuards(): void {
  guardDeletion(async (tx, scope, counterpartyId) => {
    if (await hasUnfinished(tx, scope, counterpartyId)) throw orderErrors.counterparty_has_orders();
  });
  nameOrders(orderNumbers);
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
