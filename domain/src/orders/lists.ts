import { z } from 'zod';
import { Id } from '../kit/ids';
import { commaList, listQuery, page, QueryFlag } from '../kit/lists';
import { InProject, route } from '../kit/route';
import { PaidFilter } from '../ledger/charges';
import { listedFields } from '../templates/fields';
import { CodState } from './cod';
import { OrderMark, OrderRow, OrderStatus, ReservedFilter } from './entities';

/** Further places than this are not told apart: each order that is placed would count all that wait. */
export const MAX_QUEUE_PLACE = 500;

export const orderFilters = {
  status: commaList(OrderStatus),
  counterparty_id: Id.optional(),
  /** Only those of which something came back or is about to, or nothing is. */
  has_returns: QueryFlag.optional(),
  /** Only those of which some parcels are sent and others not, or no such ones. */
  partly_sent: QueryFlag.optional(),
  /** The whole words, in any case: a tag of the order, its source, its town. */
  tag: z.string().trim().max(40).optional(),
  source: z.string().trim().max(60).optional(),
  town: z.string().trim().max(120).optional(),
  /** The whole number that the seller's own system gave it. */
  external_number: z.string().trim().max(60).optional(),
  /** How far they are paid; `overdue`: the last day to pay has passed. */
  paid: PaidFilter.optional(),
  /** Cash on delivery: awaited of the carrier, received, refused, or not sent yet. */
  cod: CodState.optional(),
  /** Held until a day: all of them, those that end today or tomorrow, and those whose day has passed. */
  reserved: ReservedFilter.optional(),
  /** Sent to the supplier and going on or done: no drafts, nothing canceled or returned for editing. */
  placed: QueryFlag.optional(),
  /** Of counterparties whom this member looks after. */
  manager_id: Id.optional(),
  /** Those that have none of these. */
  without: commaList(OrderMark),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

/** Of counterparties in this group. */
const group_id = Id.optional();
/** Only those in a comment of which the asker is mentioned. */
const mentioned = QueryFlag.optional();
/** Rows tell their place in the queue. */
const with_queue_place = QueryFlag.optional();

export const listOrders = route({
  method: 'GET',
  path: 'projects/:project_id/orders',
  summary: 'Orders of the project; a Client sees his own',
  auth: 'orders.read',
  api: 'orders.read',
  params: InProject,
  query: listQuery(['-created_at', 'number', 'sum', 'updated_at'], {
    ...orderFilters,
    group_id,
    mentioned,
    with_queue_place,
    ...listedFields,
  }),
  returns: page(OrderRow),
});

/** So many of what a search has found are counted: they have to be read, where a list is counted in its index. */
export const COUNTED_OF_SEARCH = 200;

const OrderCounts = z.object({
  total: z.int(),
  by_status: z.partialRecord(OrderStatus, z.int()),
  /** There are more: counting stopped before the end. */
  total_is_estimate: z.boolean().optional(),
  /** Of any status there may be more, also of one that is not named. */
  by_status_is_estimate: z.boolean().optional(),
});
export type OrderCounts = z.infer<typeof OrderCounts>;

export const countOrders = route({
  method: 'GET',
  path: 'projects/:project_id/orders/counts',
  summary:
    'How many orders are in each status, counted up to 10,000; of a search, some 200 of the newest. What is not counted to its end is marked',
  auth: 'orders.read',
  api: 'orders.read',
  params: InProject,
  query: z.object({ q: z.string().trim().max(120).optional(), counterparty_id: Id.optional() }),
  returns: OrderCounts,
});

export const listMyOrders = route({
  method: 'GET',
  path: 'dropshipping/orders',
  summary: 'The dropshipper’s own orders at all suppliers',
  auth: 'dropshipping',
  api: 'orders.read',
  query: listQuery(['-created_at'], { ...orderFilters, mentioned, project_id: Id.optional() }),
  returns: page(OrderRow),
});

export const countMyOrders = route({
  method: 'GET',
  path: 'dropshipping/orders/counts',
  summary: 'How many of the dropshipper’s orders are in each status',
  auth: 'dropshipping',
  api: 'orders.read',
  query: z.object({ q: z.string().trim().max(120).optional() }),
  returns: OrderCounts,
});

/** So many of the newest orders are looked at. */
export const SUGGESTED_FROM = 2_000;
const Suggestions = z.object({ tags: z.array(z.string()), sources: z.array(z.string()), towns: z.array(z.string()) });
export type OrderSuggestions = z.infer<typeof Suggestions>;

export const suggestForOrders = route({
  method: 'GET',
  path: 'projects/:project_id/orders/suggestions',
  summary: 'Tags, sources and towns of the newest 2,000 orders, 50 of each, the most used first',
  auth: 'orders.read',
  params: InProject,
  returns: Suggestions,
});

export const suggestForMyOrders = route({
  method: 'GET',
  path: 'dropshipping/orders/suggestions',
  summary: 'Tags, sources and towns of the dropshipper’s newest 2,000 orders, 50 of each, the most used first',
  auth: 'dropshipping',
  shows: ['order'],
  returns: Suggestions,
});
