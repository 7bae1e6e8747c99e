import { z } from 'zod';
import { errors } from '../kit/errors';
import { Actor, Id, Instant, text } from '../kit/ids';
import { Kopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { ledgerErrors } from '../ledger/rules';
import { CodFigures, CodState } from '../orders/cod';
import { orderErrors } from '../orders/contract';
import { Count } from '../stock/count';

/** More than anybody sends one order in. */
export const MAX_PARCELS = 20;

export const parcelErrors = errors('parcels', {
  not_found: { status: 404, ua: 'Такої посилки в замовлення немає', en: 'The order has no such parcel' },
  unknown_item: { status: 422, ua: 'Цієї позиції немає в замовленні', en: 'The order has no such item' },
  duplicate_item: {
    status: 422,
    ua: 'Позиція стоїть у посилці двічі, приберіть дублікат',
    en: 'The item stands twice in the parcel, remove the duplicate',
  },
  bad_count: {
    status: 422,
    ua: 'Стільки штук цієї позиції вже не розподілити: лишилось {left}',
    en: 'There are not so many pieces of this item left to put into parcels: {left} are',
  },
  empty: { status: 422, ua: 'Покладіть у посилку хоча б одну штуку', en: 'Put at least one piece into the parcel' },
  too_many: {
    status: 422,
    ua: 'Замовлення можна розділити щонайбільше на {allowed} посилок',
    en: 'An order can be split into {allowed} parcels at most',
  },
});

const ParcelItem = z.object({
  order_item_id: Id,
  product_variant_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  unit: z.string(),
  count: z.int(),
  /** What its pieces were charged; of a parcel that is not sent, what they would be now. */
  amount: Kopecks,
});
export type ParcelItem = z.infer<typeof ParcelItem>;

/** What the carrier collects with a parcel; until it is sent, what it would be. */
const ParcelCod = CodFigures.extend({
  state: CodState,
  received: Kopecks.nullable(),
  received_fee: Kopecks.nullable(),
});

export const Parcel = z.object({
  id: Id,
  /** From 1 on, within its order. */
  number: z.int(),
  ttn: z.string().nullable(),
  sent_at: Instant.nullable(),
  sent_by: Actor.nullable(),
  items: z.array(ParcelItem),
  pieces: z.int(),
  amount: Kopecks,
  /** Null: nothing is collected with it. */
  cod: ParcelCod.nullable(),
  /** Sending it sends the order: the others are gone. */
  last: z.boolean(),
  /** Why it cannot be sent now; null when it can, or was. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What the sender should know before it: a debt beyond what was agreed. */
  warning: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Parcel = z.infer<typeof Parcel>;

/** Empty while the order is not split: then it goes in one parcel, which is the order itself. */
export const OrderParcels = z.object({
  items: z.array(Parcel),
  /** What the asker may do now: split what is not sent, and send. */
  may: z.object({ split: z.boolean(), send: z.boolean() }),
});
export type OrderParcels = z.infer<typeof OrderParcels>;

export const listParcels = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/parcels',
  summary: 'The parcels of an order, each with what is in it; none while the order is not split',
  auth: 'orders.read',
  api: 'orders.read',
  params: OneInProject,
  returns: OrderParcels,
  errors: [orderErrors.not_found],
});

export const SplitOrderBody = z.object({
  /** What is in none of them goes in one more, the last. Without any, what is not sent is one parcel again. */
  parcels: z
    .array(
      z.object({
        items: z.array(z.object({ order_item_id: Id, count: Count })).max(500),
        /** Not given: as the parcel in this place had it. */
        ttn: text(40).nullable().optional(),
      }),
    )
    .max(MAX_PARCELS),
});
export type SplitOrderBody = z.infer<typeof SplitOrderBody>;

const refusals = [orderErrors.not_found, orderErrors.move_impossible, orderErrors.move_forbidden];

export const splitOrder = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/parcels',
  summary: 'Split what is not sent of an order into these parcels and the rest; parcels that are sent stay as they are',
  auth: 'orders.move',
  whileRestricted: true,
  changes: ['order'],
  answers: listParcels,
  params: OneInProject,
  status: 200,
  body: SplitOrderBody,
  returns: OrderParcels,
  errors: [
    ...refusals,
    parcelErrors.unknown_item,
    parcelErrors.duplicate_item,
    parcelErrors.bad_count,
    parcelErrors.empty,
    parcelErrors.too_many,
  ],
});

const OneParcel = InProject.extend({ order_id: z.uuid(), id: z.uuid() });

export const updateParcel = route({
  method: 'PATCH',
  path: 'projects/:project_id/orders/:order_id/parcels/:id',
  summary: 'Give a parcel its ТТН',
  auth: 'orders.move',
  whileRestricted: true,
  changes: ['order'],
  params: OneParcel,
  body: z.object({ ttn: text(40).nullable() }),
  returns: OrderParcels,
  errors: [orderErrors.not_found, orderErrors.not_editable, orderErrors.move_forbidden, parcelErrors.not_found],
});

export const sendParcel = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:order_id/parcels/:id/send',
  summary:
    'Hand a parcel over: its pieces leave the warehouse and are charged, once; with the last one the order is Sent',
  auth: 'orders.move',
  whileRestricted: true,
  changes: ['order', 'product', 'product_variant', 'counterparty', 'manufacture_request', 'balance', 'account'],
  params: OneParcel,
  status: 200,
  returns: OrderParcels,
  errors: [
    ...refusals,
    parcelErrors.not_found,
    orderErrors.waiting_for_stock,
    ledgerErrors.balance_too_large,
    ledgerErrors.credit_exceeded,
    ledgerErrors.payment_overdue,
  ],
});

export const parcelRoutes = { listParcels, splitOrder, updateParcel, sendParcel };
