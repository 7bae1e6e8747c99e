import { z } from 'zod';
import { Id, Instant } from '../kit/ids';
import { InProject, OneInProject, route } from '../kit/route';
import { CreateOrderBody, createOrder, OrderItemInput, OrderStatus, orderErrors } from '../orders/contract';
import { CreateReturnBody, createReturn, ReturnStatus } from '../returns/contract';

/** What comes back of an order, and what goes out instead, made together. */
export const CreateExchangeBody = CreateReturnBody.extend({
  /** Lines of the new order; its customer and delivery are those of the first. */
  out: z.array(OrderItemInput).min(1).max(500),
  /** The new order goes to the manager at once and books its goods; otherwise it is a draft. */
  send: CreateOrderBody.shape.send.default(true),
});
export type CreateExchangeBody = z.infer<typeof CreateExchangeBody>;

const Numbered = z.object({ id: Id, number: z.int(), prefix: z.string(), status: OrderStatus });

export const Exchange = z.object({
  /** The order that was sent first, and the one that goes out instead. */
  first: Numbered,
  made: Numbered,
  return: z.object({ id: Id, number: z.int(), status: ReturnStatus }),
  created_at: Instant,
});
export type Exchange = z.infer<typeof Exchange>;

export const createExchange = route({
  method: 'POST',
  path: 'projects/:project_id/exchanges',
  summary: 'Exchange: a return of what an order has sent, and a new order of the same customer; both or none',
  auth: 'exchanges.create',
  changes: [...(createReturn.changes ?? []), ...(createOrder.changes ?? [])],
  params: InProject,
  status: 201,
  body: CreateExchangeBody,
  returns: Exchange,
  errors: [...(createReturn.errors ?? []), ...(createOrder.errors ?? [])],
});

export const listOrderExchanges = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/exchanges',
  summary: 'Exchanges that this order is the first or the new order of, the latest first, at most 100',
  auth: 'orders.read',
  shows: ['order', 'return'],
  params: OneInProject,
  returns: z.object({ items: z.array(Exchange) }),
  errors: [orderErrors.not_found],
});
