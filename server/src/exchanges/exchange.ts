import type { CreateExchangeBody, Exchange } from '@lanka/domain/exchanges/contract';
import { DomainError } from '@lanka/domain/kit/errors';
import { type CreateOrderBody, orderErrors } from '@lanka/domain/orders/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { createOrder, insertExchange, type LockedOrder, lockOrder, readItems, roomFor, saveOrder } from '../orders';
import { createReturn, readReturn, tellReturn } from '../returns';
import { listExchanges } from './exchanges.store';

/**
 * What comes back and what goes out instead, in one transaction: of a return that cannot be made no order is made, and
 * the other way round. Afterwards each goes its own way: a return that is rejected leaves the order, an order that is
 * canceled leaves the return.
 */
export async function createExchange(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { out, send, ...body }: CreateExchangeBody,
): Promise<Exchange> {
  // who counts the orders of a month locks the count before any order
  if (send) await roomFor(tx, app, scope);
  // the order is locked first, as by a return of its own
  const return_id = await createReturn(tx, app, scope, body);
  await tellReturn(tx, app, scope, await readReturn(tx, app, scope, return_id), 'made');
  const first = await lockOrder(tx, scope, body.order_id);
  const items = await readItems(tx, scope, first);
  const made = await namingOut(() =>
    createOrder(tx, app, scope, asNew(first, out, send), {
      fields: { fields: first.fields, items },
      told: { kind: 'exchange_from', from: null, to: null, reason: numberOf(first), effects: [] },
    }),
  );
  await insertExchange(tx, scope, { order_id: made.id, first_order_id: first.id, return_id });
  await saveOrder(
    tx,
    scope,
    first,
    {},
    { kind: 'exchanged', from: null, to: null, reason: numberOf(made), effects: [] },
  );
  const [exchange] = await listExchanges(tx, scope, made.id);
  if (!exchange) throw orderErrors.not_found();
  return exchange;
}

const numberOf = ({ prefix, number }: { prefix: string; number: number }): string => `${prefix}${number}`;

/** For the same customer, to the same place; the waybill was of the first parcel. */
function asNew(
  first: LockedOrder,
  items: CreateExchangeBody['out'],
  send: CreateExchangeBody['send'],
): CreateOrderBody {
  return {
    counterparty_id: first.counterparty_id,
    items,
    ...(send === undefined ? {} : { send }),
    customer: { name: first.customer_name, email: first.customer_email, phone: first.customer_phone },
    delivery: {
      operator: (first.delivery_operator || 'other') as NonNullable<CreateOrderBody['delivery']>['operator'],
      recipient_name: first.recipient_name,
      recipient_phone: first.recipient_phone,
      town: first.delivery_town,
      address: first.delivery_address,
      city_ref: first.delivery_city_ref,
      branch_ref: first.delivery_branch_ref,
      door: first.delivery_door,
    },
    customer_discount: first.customer_discount ?? 0,
    tags: first.tags,
    source: first.source,
  };
}

/** Lines of the new order are `out` to whoever asks; `items` are those that come back. */
async function namingOut<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const details = error.details.map((detail) =>
      typeof detail.path === 'string' ? { ...detail, path: detail.path.replace(/^items\b/, 'out') } : detail,
    );
    throw new DomainError(error.code, error.text, details, error.retryAfterSeconds);
  }
}
