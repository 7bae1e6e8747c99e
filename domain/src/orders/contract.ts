import { z } from 'zod';
import { fileErrors } from '../files/contract';
import { errors } from '../kit/errors';
import { Actor, CalendarDate, Id, Instant, requiredText, text } from '../kit/ids';
import { Kopecks, Percent, SignedKopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { ledgerErrors } from '../ledger/rules';
import { partnerErrors } from '../partners/contract';
import { stockErrors } from '../stock/contract';
import { FieldsInput } from '../templates/fields';
import { OrderChange } from './changes';
import { CodFigures, CodInput } from './cod';
import {
  CommentVisibility,
  Customer,
  Delivery,
  Effect,
  ExternalNumber,
  FilePurpose,
  HistoryEffect,
  Order,
  OrderFile,
  OrderItem,
  OrderItemInput,
  OrderSource,
  OrderStatus,
  OrderTags,
  PrepaymentInput,
  Utm,
} from './entities';
import {
  countMyOrders,
  countOrders,
  listMyOrders,
  listOrders,
  MAX_QUEUE_PLACE,
  suggestForMyOrders,
  suggestForOrders,
} from './lists';

export * from './entities';
export * from './lists';

export const orderErrors = errors('orders', {
  not_found: { status: 404, ua: 'Замовлення не знайдено', en: 'No such order' },
  supplier_paused: {
    status: 409,
    ua: 'Постачальник на паузі до {until} включно, нові замовлення він прийматиме після цього дня',
    en: 'The supplier pauses up to and including {until}; new orders are taken after that day',
  },
  duplicate_variant: {
    status: 422,
    ua: 'Цю модифікацію вже обрано, приберіть дублікат',
    en: 'This modification is already chosen, remove the duplicate',
  },
  no_items: { status: 422, ua: 'Додайте до замовлення хоча б одну позицію', en: 'Add at least one item to the order' },
  not_for_sale: {
    status: 422,
    ua: 'Цю модифікацію не можна замовити: її приховано, видалено або не вказано ціну',
    en: 'This modification cannot be ordered: it is hidden, deleted or has no price',
  },
  no_customer: { status: 422, ua: 'Вкажіть ім’я покупця', en: 'Give the name of the customer' },
  no_recipient: {
    status: 422,
    ua: 'Вкажіть отримувача, його телефон та адресу доставки',
    en: 'Give the recipient, his phone and the delivery address',
  },
  no_counterparty: { status: 422, ua: 'Оберіть контрагента', en: 'Choose a counterparty' },
  move_impossible: {
    status: 409,
    ua: 'Замовлення не можна перевести з «{from_ua}» у «{to_ua}»',
    en: 'The order cannot go from {from} to {to}',
  },
  move_forbidden: {
    status: 403,
    ua: 'Ваша роль не дозволяє перевести замовлення у «{to_ua}»',
    en: 'Your role does not allow moving the order to {to}',
  },
  waiting_for_stock: {
    status: 409,
    ua: 'Замовлення ще не зібрано: бракує {waiting} од. Їх буде заброньовано, щойно товар надійде на склад',
    en: 'The order is not complete yet: {waiting} pieces are missing. They are booked as soon as stock arrives',
  },
  partly_sent: {
    status: 409,
    ua: 'Частину замовлення вже відправлено, тож перевести його у «{to_ua}» не можна. Приберіть невідправлене зі складу замовлення, а відправлене приймають поверненням',
    en: 'A part of the order is sent, so it cannot go to {to}. Take what is not sent out of the order; what is sent comes back by a return',
  },
  in_parcels: {
    status: 409,
    ua: 'У посилках уже {allowed} од. цієї позиції, менше в замовленні бути не може. Відправлене повертають поверненням, решту спершу приберіть із посилок',
    en: '{allowed} pieces of this item are in parcels, the order cannot have fewer. What is sent comes back by a return, take the others out of the parcels first',
  },
  cod_in_parcels: {
    status: 409,
    ua: 'З посилками, що вже відправлено, перевізник має отримати {allowed_money}: менше чи без післяплати вже не можна',
    en: 'With the parcels that are sent the carrier is to collect {allowed_money}: less than that, or nothing, is too late',
  },
  cod_direct: {
    status: 409,
    ua: 'Накладну створено ключем дропшипера, і післяплату перевізник виплатить йому. Спершу він має видалити свою накладну',
    en: 'The waybill is by the dropshipper’s key, and the carrier pays the cash on delivery to him. First he has to delete his waybill',
  },
  external_number_taken: {
    status: 409,
    ua: 'Номер «{external_number}» уже має інше замовлення цього контрагента',
    en: 'Another order of this counterparty has the number “{external_number}” already',
  },
  not_queued: {
    status: 409,
    ua: 'Замовлення у статусі «{status_ua}» не стоїть у черзі: у ній нові, у виробництві та готові',
    en: 'An order in status {status} is not in the queue: pending ones, those in production and ready ones are',
  },
  reason_required: { status: 422, ua: 'Вкажіть причину', en: 'Give the reason' },
  not_editable: {
    status: 409,
    ua: 'Замовлення у статусі «{status_ua}» вже не можна змінити',
    en: 'An order in status {status} can no longer be changed',
  },
  has_money: {
    status: 409,
    ua: 'За замовленням уже є рух грошей контрагента: іншому його не передати. Створіть для нього нове, а це скасуйте',
    en: 'Money of the counterparty was posted for the order: it cannot be given to another. Make a new one for him and cancel this one',
  },
  only_drafts: { status: 409, ua: 'Видалити можна лише чернетку', en: 'Only a draft can be deleted' },
  promo_code_unknown: {
    status: 422,
    ua: 'Такого промокоду немає або він не діє',
    en: 'No such promo code, or it is not valid now',
  },
  promo_code_no_goods: {
    status: 422,
    ua: 'Промокод не діє на жоден товар цього замовлення',
    en: 'The promo code holds for none of the goods of this order',
  },
  promo_code_used: { status: 422, ua: 'Цей промокод уже використано', en: 'This promo code was used already' },
  temporary_pieces: {
    status: 422,
    ua: 'Тимчасово ви можете забронювати щонайбільше {allowed} од. цієї модифікації (межа постачальника), з них уже заброньовано {held}',
    en: 'You may book at most {allowed} pieces of this modification for a time (a limit of the supplier), {held} of them are booked already',
  },
  /** The same for a dropshipper who is not told how much there is. */
  temporary_untold: {
    status: 422,
    ua: 'Стільки штук цієї модифікації ви не можете забронювати на час (межа постачальника). Зменште кількість',
    en: 'You may not book so many pieces of this modification for a time (a limit of the supplier). Take fewer',
  },
  temporary_lines: {
    status: 422,
    ua: 'Тимчасово можна забронювати позицій: {allowed} (межа постачальника). Приберіть одну з ваших чернеток або надішліть її',
    en: 'At most {allowed} items may be booked for a time (a limit of the supplier). Remove or send one of your drafts',
  },
  prepaid_later: {
    status: 422,
    ua: 'Дата передоплати не може бути пізніше за сьогодні ({day})',
    en: 'The date of the prepayment is today ({day}) at the latest',
  },
  reserved_past: {
    status: 422,
    ua: 'День, до якого діє резерв, минув: назвіть день від {allowed} або зніміть резерв',
    en: 'The day until which it is reserved is over: name a day from {allowed} on, or lift the reservation',
  },
  reserved_too_long: {
    status: 422,
    ua: 'Резерв може діяти щонайдовше до {allowed} (днів: {days})',
    en: 'A reservation lasts until {allowed} at the latest (days: {days})',
  },
  no_reservations: {
    status: 422,
    ua: 'Постачальник не резервує до дати: надішліть замовлення без неї',
    en: 'The supplier takes no reservations until a day: send the order without one',
  },
  not_a_receipt: {
    status: 422,
    ua: 'Чек передоплати має бути зображенням або PDF: {allowed}',
    en: 'A receipt of the prepayment is a picture or a PDF: {allowed}',
  },
  fields_required: {
    status: 422,
    ua: 'Заповніть обов’язкові поля: {names}',
    en: 'Fill in the required fields: {names}',
  },
  cannot_mention: {
    status: 422,
    ua: 'Згадати можна лише того, хто бачить це замовлення й цей коментар, і не себе',
    en: 'Only somebody who sees this order and this comment can be mentioned, and not yourself',
  },
  too_many_mentions: {
    status: 422,
    ua: 'В одному коментарі можна згадати щонайбільше {allowed} людей',
    en: 'One comment mentions at most {allowed} people',
  },
  sum_too_large: {
    status: 422,
    ua: 'Сума замовлення завелика: дозволено до 10 000 000 000,00 ₴',
    en: 'The sum of the order is too large: up to 10,000,000,000.00 ₴ is allowed',
  },
});

const OrderFields = z.object({
  counterparty_id: Id.optional(),
  items: z.array(OrderItemInput).max(500),
  customer: Customer,
  delivery: Delivery,
  promo_code: text(60).nullable().optional(),
  customer_discount: Percent.optional(),
  tags: OrderTags.optional(),
  source: OrderSource.optional(),
  external_number: ExternalNumber.nullable().optional(),
  prepayment: PrepaymentInput.nullable().optional(),
  /** Cash on delivery; null: the order is paid otherwise. */
  cod: CodInput.nullable().optional(),
  /** The last day on which its bookings hold; null: without an end. */
  reserved_until: CalendarDate.nullable().optional(),
  fields: FieldsInput,
});

/** More than one prepayment has. */
export const MAX_RECEIPTS = 10;

export const CreateOrderBody = OrderFields.partial({ customer: true, delivery: true, items: true }).extend({
  comment: text(2000).optional(),
  /** `file_name`s of own uploads: pictures or PDFs of the prepayment's receipts. */
  receipts: z.array(requiredText(300)).max(MAX_RECEIPTS).optional(),
  utm: Utm.nullable().optional(),
  /** Straight to Pending. */
  send: z.boolean().optional(),
});
export type CreateOrderBody = z.infer<typeof CreateOrderBody>;

export const UpdateOrderBody = OrderFields.partial();
export type UpdateOrderBody = z.infer<typeof UpdateOrderBody>;

/** What an order that stands with a manager may lack, and what its price may be refused for. */
const placingErrors = [
  orderErrors.supplier_paused,
  orderErrors.no_items,
  orderErrors.no_customer,
  orderErrors.no_recipient,
  orderErrors.fields_required,
  orderErrors.promo_code_unknown,
  orderErrors.promo_code_used,
  orderErrors.promo_code_no_goods,
  orderErrors.sum_too_large,
  orderErrors.prepaid_later,
  orderErrors.reserved_past,
  orderErrors.reserved_too_long,
  orderErrors.no_reservations,
  stockErrors.short,
  stockErrors.short_untold,
];

/** A line as it would be priced. */
export const PricedItem = OrderItem.pick({
  product_variant_id: true,
  count: true,
  base_price: true,
  recommended_price: true,
  price_level: true,
  price_from: true,
  discount: true,
  discount_source: true,
  customer_discount: true,
  amount: true,
  recommended_amount: true,
  customer_price: true,
  customer_amount: true,
});
export type PricedItem = z.infer<typeof PricedItem>;

export const OrderPrice = z.object({
  items: z.array(PricedItem),
  sum: Kopecks,
  recommended_sum: Kopecks,
  customer_sum: Kopecks,
  /** Null: it is not asked for. */
  cod: CodFigures.nullable(),
  /** What saving would be refused for, each with its field; the sums are without it. */
  refusals: z.array(z.object({ code: z.string(), message: z.string(), path: z.string() })),
});
export type OrderPrice = z.infer<typeof OrderPrice>;

export const PriceOrderBody = OrderFields.pick({
  counterparty_id: true,
  items: true,
  promo_code: true,
  customer_discount: true,
  prepayment: true,
  cod: true,
}).extend({
  /** The order that is being edited: from Pending on, its lines keep their frozen prices. */
  order_id: Id.optional(),
});
export type PriceOrderBody = z.infer<typeof PriceOrderBody>;

export const priceOrder = route({
  method: 'POST',
  path: 'projects/:project_id/orders/price',
  summary: 'What an order would cost: nothing is written, no number is drawn, no promo code is spent',
  auth: 'orders.create',
  api: 'orders.write',
  params: InProject,
  body: PriceOrderBody,
  status: 200,
  writesNothing: true,
  returns: OrderPrice,
  errors: [orderErrors.not_found, orderErrors.duplicate_variant, orderErrors.sum_too_large, partnerErrors.unknown],
});

export const readOrder = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id',
  summary: 'One order with its items',
  auth: 'orders.read',
  api: 'orders.read',
  shows: ['product', 'product_variant', 'counterparty'],
  etag: 'keys',
  params: OneInProject,
  returns: Order,
  errors: [orderErrors.not_found],
});

export const createOrder = route({
  method: 'POST',
  path: 'projects/:project_id/orders',
  summary: 'Create an order as a draft, or with send straight to Pending',
  auth: 'orders.create',
  api: 'orders.write',
  changes: ['order', 'product', 'product_variant', 'counterparty', 'manufacture_request', 'balance', 'account'],
  answers: readOrder,
  params: InProject,
  status: 201,
  body: CreateOrderBody,
  returns: Order,
  errors: [
    orderErrors.not_a_receipt,
    fileErrors.not_found,
    orderErrors.external_number_taken,
    orderErrors.duplicate_variant,
    orderErrors.not_for_sale,
    partnerErrors.unknown,
    ...placingErrors,
  ],
});

export const updateOrder = route({
  method: 'PATCH',
  path: 'projects/:project_id/orders/:id',
  summary: 'Change an order; bookings follow the difference',
  auth: 'orders.edit',
  whileRestricted: true,
  api: 'orders.write',
  changes: ['order', 'product', 'product_variant', 'counterparty', 'manufacture_request', 'balance', 'account'],
  answers: readOrder,
  params: OneInProject,
  body: UpdateOrderBody,
  returns: Order,
  errors: [
    orderErrors.not_found,
    orderErrors.not_editable,
    orderErrors.external_number_taken,
    orderErrors.duplicate_variant,
    orderErrors.not_for_sale,
    orderErrors.has_money,
    orderErrors.in_parcels,
    orderErrors.cod_in_parcels,
    orderErrors.cod_direct,
    partnerErrors.unknown,
    ...placingErrors,
  ],
});

export const deleteOrder = route({
  method: 'DELETE',
  path: 'projects/:project_id/orders/:id',
  summary: 'Delete a draft',
  auth: 'orders.edit',
  api: 'orders.write',
  changes: ['order', 'product', 'product_variant', 'counterparty', 'manufacture_request', 'balance', 'account'],
  params: OneInProject,
  errors: [orderErrors.not_found, orderErrors.only_drafts],
});

/** What may follow, each with its effects or the reason why not. */
export const Move = z.object({
  to: OrderStatus,
  allowed: z.boolean(),
  needs_reason: z.boolean(),
  final: z.boolean(),
  effects: z.array(Effect),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What the mover should know before it: a debt beyond what was agreed. */
  warning: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Move = z.infer<typeof Move>;

export const listMoves = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/moves',
  summary: 'What may follow, each with its effects or the reason why not',
  auth: 'orders.read',
  shows: ['counterparty'],
  api: 'orders.read',
  params: OneInProject,
  returns: z.object({
    status: OrderStatus.describe('What they start from: with another status of the order, others may follow'),
    items: z.array(Move),
  }),
  errors: [orderErrors.not_found],
});

export const moveOrder = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/moves',
  summary: 'Move the order; a second identical request does nothing twice',
  auth: 'orders.move',
  whileRestricted: true,
  api: 'orders.write',
  changes: ['order', 'product', 'product_variant', 'counterparty', 'manufacture_request', 'balance', 'account'],
  answers: readOrder,
  params: OneInProject,
  body: z.object({ to: OrderStatus, reason: text(1000).optional() }),
  returns: Order,
  errors: [
    orderErrors.not_found,
    orderErrors.move_impossible,
    orderErrors.move_forbidden,
    orderErrors.reason_required,
    orderErrors.waiting_for_stock,
    orderErrors.partly_sent,
    ledgerErrors.balance_too_large,
    ledgerErrors.credit_exceeded,
    ledgerErrors.payment_overdue,
    ...placingErrors,
  ],
});

export const moveInQueue = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/queue',
  summary: 'Give the order another place among those that are pending, in production and ready',
  auth: 'orders.queue',
  changes: ['order'],
  answers: readOrder,
  params: OneInProject,
  status: 200,
  body: z.object({ place: z.int().min(1).max(MAX_QUEUE_PLACE) }),
  returns: Order,
  errors: [orderErrors.not_found, orderErrors.not_queued],
});

export const HISTORY_KINDS = [
  ...(['created', 'moved', 'edited', 'returned', 'automated', 'split', 'parcel'] as const),
  ...(['split_off', 'split_from', 'joined', 'joined_into', 'exchanged', 'exchange_from'] as const),
  ...(['reservation_ended', 'access_ended'] as const),
] as const;

export const HistoryEntry = z.object({
  id: Id,
  /**
   * `returned`: something came back, or was to; `reason` names the return by its number. `split`: into how many parcels
   * is the count of its effect; `parcel`: one of them was sent, `reason` names it. Of parts of drafts that went
   * from one to another, of drafts that were joined and of exchanges, `reason` has the numbers of the others.
   * `reservation_ended`: the day in `reason` was over; `to` says whether it came back or only lost its end.
   * `access_ended`: its dropshipper works here no more; what it had booked for hours is free.
   */
  kind: z.enum(HISTORY_KINDS),
  from: OrderStatus.nullable(),
  to: OrderStatus.nullable(),
  reason: z.string(),
  effects: z.array(HistoryEffect),
  /** Of an edit: what it changed, field by field. */
  changes: z.array(OrderChange),
  actor: Actor,
  /** The automation rule that did it, by its name then. */
  rule: z.string().nullable(),
  created_at: Instant,
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const readHistory = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/history',
  summary: 'Every move of the order: who, when, why, with what effects',
  auth: 'orders.read',
  api: 'orders.read',
  params: OneInProject,
  returns: z.object({ items: z.array(HistoryEntry) }),
  errors: [orderErrors.not_found],
});

export const OrderComment = z.object({
  id: Id,
  text: z.string(),
  visibility: CommentVisibility,
  author: Actor,
  mine: z.boolean(),
  /** Who is mentioned in it: the text says `@` and the name. */
  mentions: z.array(z.object({ id: Id, name: z.string() })),
  created_at: Instant,
});
export type OrderComment = z.infer<typeof OrderComment>;

export const listComments = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/comments',
  summary: 'Comments that the asker may see',
  auth: 'orders.read',
  api: 'orders.read',
  params: OneInProject,
  returns: z.object({ items: z.array(OrderComment) }),
  errors: [orderErrors.not_found],
});

export const addComment = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/comments',
  summary: 'Add a comment; `@[id of a user]` mentions somebody, who gets a letter',
  auth: 'orders.comment',
  whileRestricted: true,
  api: 'orders.write',
  changes: ['comment', 'order'],
  params: OneInProject,
  status: 201,
  body: z.object({ text: requiredText(2000), visibility: CommentVisibility.default('all') }),
  returns: OrderComment,
  errors: [orderErrors.not_found, orderErrors.cannot_mention, orderErrors.too_many_mentions],
});

export const listFiles = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/files',
  summary: 'Files of the order; links are valid for one hour',
  auth: 'orders.read',
  api: 'orders.read',
  params: OneInProject,
  returns: z.object({ items: z.array(OrderFile) }),
  errors: [orderErrors.not_found],
});

export const addFile = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/files',
  summary: 'Attach an upload to the order',
  auth: 'orders.comment',
  api: 'orders.write',
  changes: ['file'],
  whileRestricted: true,
  params: OneInProject,
  status: 201,
  body: z.object({ file_name: requiredText(300), purpose: FilePurpose.default('file') }),
  returns: OrderFile,
  errors: [orderErrors.not_found, orderErrors.not_a_receipt, fileErrors.not_found],
});

/** Specification §9: 24 hours. */
export const TEMPORARY_BOOKING_HOURS = 24;

export const bookTemporarily = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/items/:item_id/temporary_booking',
  summary: 'Book one item of a draft for 24 hours',
  auth: 'orders.edit',
  changes: ['order', 'product', 'product_variant', 'counterparty', 'manufacture_request', 'balance', 'account'],
  params: OneInProject.extend({ item_id: z.uuid() }),
  returns: Order,
  errors: [
    orderErrors.supplier_paused,
    orderErrors.not_found,
    orderErrors.not_editable,
    orderErrors.temporary_pieces,
    orderErrors.temporary_untold,
    orderErrors.temporary_lines,
    stockErrors.short,
    stockErrors.short_untold,
    stockErrors.untracked,
  ],
});

/** What was sent to the manager and not yet charged: it stands beside the balance (domain.md, Ledger). */
export const OpenSum = z.object({ project_id: Id, counterparty_id: Id, sum: SignedKopecks, orders: z.int() });
export type OpenSum = z.infer<typeof OpenSum>;

export const readOpenSums = route({
  method: 'GET',
  path: 'projects/:project_id/orders/open_sums',
  summary: 'Sums of orders not yet charged, by counterparty; a Client sees his own',
  auth: 'payments.read',
  params: InProject,
  query: z.object({ counterparty_id: Id.optional() }),
  returns: z.object({ items: z.array(OpenSum) }),
});

export const readMyOpenSums = route({
  method: 'GET',
  path: 'dropshipping/open_sums',
  summary: 'Sums of the dropshipper’s orders not yet charged, by supplier',
  auth: 'dropshipping',
  shows: ['order'],
  returns: z.object({ items: z.array(OpenSum) }),
});

export const orderRoutes = {
  readOpenSums,
  readMyOpenSums,
  listOrders,
  countOrders,
  createOrder,
  priceOrder,
  readOrder,
  updateOrder,
  deleteOrder,
  listMoves,
  moveOrder,
  moveInQueue,
  readHistory,
  listComments,
  addComment,
  listFiles,
  addFile,
  bookTemporarily,
  suggestForOrders,
  listMyOrders,
  countMyOrders,
  suggestForMyOrders,
};
