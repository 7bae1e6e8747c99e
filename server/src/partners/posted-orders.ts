import { hook } from '@lanka/domain/kit/hooks';
import type { Ref } from '@lanka/domain/kit/ids';
import type { PostedOrder } from '@lanka/domain/ledger/contract';
import type { ActingIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

/** The orders that payments name, by the payment's id; one statement for all. Payments stand above. */
export const ordersOfPayments =
  hook<(tx: Tx, scope: ActingIn, ids: readonly string[]) => Promise<ReadonlyMap<string, PostedOrder[]>>>(
    'partners.orders_of_payments',
  );

/** Rows of a statement, those of payments with the orders that they name. */
export async function withOrders<R extends { readonly ref: Ref }>(
  tx: Tx,
  app: Pick<Services, 'hooks'>,
  scope: ActingIn,
  rows: readonly R[],
): Promise<(R & { orders: PostedOrder[] })[]> {
  const ids = rows.flatMap(({ ref }) => (ref.kind === 'payment' ? ref.id : []));
  const found = new Map<string, PostedOrder[]>();
  if (ids.length > 0)
    for (const ordersOf of app.hooks.all(ordersOfPayments))
      for (const [id, orders] of await ordersOf(tx, scope, ids)) found.set(id, orders);
  return rows.map((row) => ({ ...row, orders: found.get(row.ref.id) ?? [] }));
}
