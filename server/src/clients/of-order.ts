import { type ClientOfOrder, clientErrors } from '@lanka/domain/clients/contract';
import { orderErrors } from '@lanka/domain/orders/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type OrderRecord, readOrderRecord } from '../orders';
import { discountOf, holderOf, insertClients, isTrue } from './clients.store';
import { isDropshipper, type Owner, ownerOf } from './owner.store';

/** Whether the order's customer is the asker's to keep. @throws orders.not_found */
export async function ownOrder(tx: Tx, scope: ProjectScope, id: string): Promise<{ order: OrderRecord; own: boolean }> {
  const order = await readOrderRecord(tx, scope, id);
  if (!order) throw orderErrors.not_found();
  const own = scope.role === 'Client' || !(await isTrue(tx, isDropshipper(scope, order.counterparty_id)));
  return { order, own };
}

export const refuseForeign = async (tx: Tx, scope: ProjectScope, id: string): Promise<OrderRecord> => {
  const { order, own } = await ownOrder(tx, scope, id);
  if (!own) throw clientErrors.not_yours();
  return order;
};

async function clientOf(tx: Tx, owner: Owner, phone: string | null): Promise<ClientOfOrder['client']> {
  const holder = phone === null ? null : await holderOf(tx, owner, phone);
  if (!holder) return null;
  const { id, name, phone: main, discount, comment } = holder;
  return { id, name, phone: main, discount, comment };
}

export async function readOrderClient(tx: Tx, scope: ProjectScope, id: string): Promise<ClientOfOrder> {
  const { order, own } = await ownOrder(tx, scope, id);
  return { own, client: own ? await clientOf(tx, ownerOf(scope), order.customer_phone) : null };
}

/** Keeps the order's customer; one who is kept already stays as he is. */
export async function keepOrderClient(tx: Tx, scope: ProjectScope, id: string): Promise<ClientOfOrder> {
  const order = await refuseForeign(tx, scope, id);
  const { customer_phone: phone, customer_name, recipient_name, customer_email: email } = order;
  if (phone === null) throw clientErrors.order_without_phone({ path: 'customer.phone' });
  const owner = ownerOf(scope);
  const known = await clientOf(tx, owner, phone);
  if (known) return { own: true, client: known };
  const name = customer_name || recipient_name || `+${phone}`;
  const { taken } = await insertClients(tx, owner, [{ name, phones: [phone], email, discount: 0, comment: '' }]);
  if (taken.length > 0) throw clientErrors.changed_meanwhile();
  return { own: true, client: await clientOf(tx, owner, phone) };
}

/**
 * The personal discount of the asker's own client with this phone. Staff neither gives nor is told that of a
 * dropshipper's client: it is his, and stands on the order once he saved it.
 */
export function personalDiscount(
  tx: Tx,
  scope: ProjectScope,
  { counterparty_id, phone }: { readonly counterparty_id: string | null; readonly phone: string },
): Promise<number> {
  const { tenant, isDropshipper: mine } = ownerOf(scope);
  // without a counterparty it is an own sale
  const foreign = mine || counterparty_id === null ? null : isDropshipper(scope, counterparty_id);
  return discountOf(tx, tenant, phone, foreign);
}
