import { orderErrors } from '@lanka/domain/orders/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readByExternalNumber } from './orders.store';

/** Throws when another order of this counterparty has the number of the seller's own system already; says which. */
export async function refuseTakenNumber(
  tx: Tx,
  scope: ProjectScope,
  counterparty_id: string,
  external_number: string | null,
  id?: string,
): Promise<void> {
  const other = external_number && (await readByExternalNumber(tx, scope, counterparty_id, external_number));
  if (!other || other.id === id) return;
  const { id: order_id, number } = other;
  throw orderErrors.external_number_taken({ path: 'external_number', external_number, order_id, number });
}
