import { z } from 'zod';
import { fileErrors } from '../files/contract';
import { Email } from '../identity/contract';
import { Availability } from '../kit/availability';
import { errors } from '../kit/errors';
import { Actor, Id, Instant, requiredText, text, Version } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, Percent, SignedKopecks } from '../kit/money';
import { Phone } from '../kit/phone';
import { InProject, OneInProject, route } from '../kit/route';
import { ledgerErrors } from '../ledger/rules';
import { partnerErrors } from '../partners/contract';
import { Count, stockErrors } from '../stock/contract';
import { FieldsInput, FieldValues, listedFields } from '../templates/fields';
import { EFFECTS, STATUS_NAMES } from './machine';

export const orderErrors = errors('orders', {
  not_found: { status: 404, ua: 'Замовлення не знайдено', en: 'No such order' },
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
    ua: 'Замовлення ще не зібрано: бракує {waiting} шт. Їх буде заброньовано, щойно товар надійде на склад',
    en: 'The order is not complete yet: {waiting} pieces are missing. They are booked as soon as stock arrives',
  },
  reason_required: { status: 422, ua: 'Вкажіть причину', en: 'Give the reason' },
  not_editable: {
    status: 409,
    ua: 'Замовлення у статусі «{status_ua}» вже не можна змінити',
    en: 'An order in status {status} can no longer be changed',
  },
  only_drafts: { status: 409, ua: 'Видалити можна лише чернетку', en: 'Only a draft can be deleted' },
  promo_code_unknown: {
    status: 422,
    ua: 'Такого промокоду немає або він не діє',
    en: 'No such promo code, or it is not valid now',
  },
  promo_code_used: { status: 422, ua: 'Цей промокод уже використано', en: 'This promo code was used already' },
  temporary_pieces: {
    status: 422,
    ua: 'Тимчасово ви можете забронювати щонайбільше {allowed} шт. цієї модифікації (межа постачальника), з них уже заброньовано {held}',
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
  fields_required: {
    status: 422,
    ua: 'Заповніть обов’язкові поля: {names}',
    en: 'Fill in the required fields: {names}',
  },
  sum_too_large: {
    status: 422,
    ua: 'Сума замовлення завелика: дозволено до 10 000 000 000,00 ₴',
    en: 'The sum of the order is too large: up to 10,000,000,000.00 ₴ is allowed',
  },
});

export const OrderStatus = z.enum(STATUS_NAMES);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Comments: seen by their author, by all with access to the order, or by managers and above (specification §6). */
export const CommentVisibility = z.enum(['self', 'all', 'managers']);
export type CommentVisibility = z.infer<typeof CommentVisibility>;

/** What a move does besides changing the status. The server carries it out, the web shows it beforehand. */
export const EffectKind = z.enum(EFFECTS);
export type EffectKind = z.infer<typeof EffectKind>;

/** An effect with its figures: pieces booked, released or shipped; kopecks charged. */
export const Effect = z.object({
  kind: EffectKind,
  count: z.int().optional(),
  amount: Kopecks.optional(),
  /** With book and release: pieces that are not there and wait for stock, beside those booked (`count`). */
  waiting: z.int().optional(),
  /** With book, for a dropshipper who is not told how much there is: some of the pieces would wait. */
  short: z.boolean().optional(),
});
export type Effect = z.infer<typeof Effect>;

export const Customer = z.object({
  name: text(200),
  email: Email.nullable().optional(),
  phone: Phone.nullable().optional(),
});

/** Operators that people name; the delivery integrations know them by these words. */
export const DELIVERY_OPERATORS = ['nova_poshta', 'ukrposhta', 'meest', 'pickup', 'other'] as const;

export const Delivery = z.object({
  operator: z.enum(DELIVERY_OPERATORS),
  recipient_name: text(200),
  recipient_phone: Phone.nullable().optional(),
  address: text(500),
  ttn: text(40).nullable().optional(),
});

export const OrderItemInput = z.object({ product_variant_id: Id, count: Count, fields: FieldsInput });

export const OrderItem = z.object({
  id: Id,
  product_variant_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  thumbnail_url: z.string().nullable(),
  /** Where it stands in the warehouse now; empty when not said, and always for a Client. */
  place: z.string(),
  count: z.int(),
  base_price: Kopecks,
  recommended_price: Kopecks,
  discount: Percent,
  discount_source: z.enum(['none', 'counterparty', 'promotion']),
  customer_discount: Percent,
  amount: Kopecks,
  recommended_amount: Kopecks,
  /** Stock at this moment: what else can be taken. Null where no number is told. */
  available: z.int().nullable(),
  availability: Availability,
  /** Pieces ordered beyond stock that have not come yet; 0 or missing: everything is booked. */
  waiting: z.int().optional(),
  /** Of the template order_item. */
  fields: FieldValues,
  /** Until when the item is booked for a draft. */
  temporary_booking_expires_at: Instant.nullable(),
});
export type OrderItem = z.infer<typeof OrderItem>;

export const OrderRow = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  number: z.int(),
  status: OrderStatus,
  counterparty_id: Id,
  counterparty_name: z.string(),
  manager_name: z.string().nullable(),
  customer_name: z.string(),
  sum: Kopecks,
  recommended_sum: Kopecks,
  items_count: z.int(),
  ttn: z.string().nullable(),
  first_thumbnail_url: z.string().nullable(),
  /** Those that `with_fields` asks for. */
  fields: FieldValues.optional(),
  sent_to_manager_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type OrderRow = z.infer<typeof OrderRow>;

export const Order = OrderRow.omit({
  customer_name: true,
  ttn: true,
  items_count: true,
  first_thumbnail_url: true,
}).extend({
  last_status: OrderStatus,
  items: z.array(OrderItem),
  customer: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  delivery: z.object({
    operator: z.enum(DELIVERY_OPERATORS),
    recipient_name: z.string(),
    recipient_phone: z.string().nullable(),
    address: z.string(),
    ttn: z.string().nullable(),
  }),
  promo_code: z.string().nullable(),
  customer_discount: Percent,
  counterparty_discount: Percent,
  fields: FieldValues,
  created_by: Actor,
  shipped_at: Instant.nullable(),
  charged_at: Instant.nullable(),
  /** What this asker may edit now: the items with their discounts; the customer and the delivery. */
  editable: z.object({ items: z.boolean(), details: z.boolean() }),
  version: Version,
});
export type Order = z.infer<typeof Order>;

const OrderFields = z.object({
  counterparty_id: Id.optional(),
  items: z.array(OrderItemInput).max(500),
  customer: Customer,
  delivery: Delivery,
  promo_code: text(60).nullable().optional(),
  customer_discount: Percent.optional(),
  fields: FieldsInput,
});

export const CreateOrderBody = OrderFields.partial({ customer: true, delivery: true, items: true }).extend({
  comment: text(2000).optional(),
  /** Straight to Pending. */
  send: z.boolean().optional(),
});
export type CreateOrderBody = z.infer<typeof CreateOrderBody>;

export const UpdateOrderBody = OrderFields.partial();
export type UpdateOrderBody = z.infer<typeof UpdateOrderBody>;

export const orderFilters = {
  status: commaList(OrderStatus),
  counterparty_id: Id.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

/** What an order that stands with a manager may lack, and what its price may be refused for. */
const placingErrors = [
  orderErrors.no_items,
  orderErrors.no_customer,
  orderErrors.no_recipient,
  orderErrors.fields_required,
  orderErrors.promo_code_unknown,
  orderErrors.promo_code_used,
  orderErrors.sum_too_large,
  stockErrors.short,
  stockErrors.short_untold,
];

export const listOrders = route({
  method: 'GET',
  path: 'projects/:project_id/orders',
  summary: 'Orders of the project; a Client sees his own',
  auth: 'orders.read',
  params: InProject,
  query: listQuery(['-created_at', 'number', 'sum', 'updated_at'], { ...orderFilters, ...listedFields }),
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
  params: InProject,
  query: z.object({ q: z.string().trim().max(120).optional(), counterparty_id: Id.optional() }),
  returns: OrderCounts,
});

/** A line as it would be priced. */
export const PricedItem = OrderItem.pick({
  product_variant_id: true,
  count: true,
  base_price: true,
  recommended_price: true,
  discount: true,
  discount_source: true,
  customer_discount: true,
  amount: true,
  recommended_amount: true,
});
export type PricedItem = z.infer<typeof PricedItem>;

export const OrderPrice = z.object({
  items: z.array(PricedItem),
  sum: Kopecks,
  recommended_sum: Kopecks,
  /** What saving would be refused for, each with its field; the sums are without it. */
  refusals: z.array(z.object({ code: z.string(), message: z.string(), path: z.string() })),
});
export type OrderPrice = z.infer<typeof OrderPrice>;

export const PriceOrderBody = OrderFields.pick({
  counterparty_id: true,
  items: true,
  promo_code: true,
  customer_discount: true,
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
  params: OneInProject,
  returns: Order,
  errors: [orderErrors.not_found],
});

export const createOrder = route({
  method: 'POST',
  path: 'projects/:project_id/orders',
  summary: 'Create an order as a draft, or with send straight to Pending',
  auth: 'orders.create',
  changes: ['order', 'product', 'product_variant', 'counterparty', 'manufacture_request', 'balance', 'account'],
  answers: readOrder,
  params: InProject,
  status: 201,
  body: CreateOrderBody,
  returns: Order,
  errors: [orderErrors.duplicate_variant, orderErrors.not_for_sale, partnerErrors.unknown, ...placingErrors],
});

export const updateOrder = route({
  method: 'PATCH',
  path: 'projects/:project_id/orders/:id',
  summary: 'Change an order; bookings follow the difference',
  auth: 'orders.edit',
  changes: ['order', 'product', 'product_variant', 'counterparty', 'manufacture_request', 'balance', 'account'],
  answers: readOrder,
  params: OneInProject,
  body: UpdateOrderBody,
  returns: Order,
  errors: [
    orderErrors.not_found,
    orderErrors.not_editable,
    orderErrors.duplicate_variant,
    orderErrors.not_for_sale,
    partnerErrors.unknown,
    ...placingErrors,
  ],
});

export const deleteOrder = route({
  method: 'DELETE',
  path: 'projects/:project_id/orders/:id',
  summary: 'Delete a draft',
  auth: 'orders.edit',
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
});
export type Move = z.infer<typeof Move>;

export const listMoves = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/moves',
  summary: 'What may follow, each with its effects or the reason why not',
  auth: 'orders.read',
  params: OneInProject,
  returns: z.object({ items: z.array(Move) }),
  errors: [orderErrors.not_found],
});

export const moveOrder = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/moves',
  summary: 'Move the order; a second identical request does nothing twice',
  auth: 'orders.move',
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
    ledgerErrors.balance_too_large,
    ...placingErrors,
  ],
});

export const HistoryEntry = z.object({
  id: Id,
  kind: z.enum(['created', 'moved', 'edited']),
  from: OrderStatus.nullable(),
  to: OrderStatus.nullable(),
  reason: z.string(),
  effects: z.array(Effect),
  actor: Actor,
  created_at: Instant,
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const readHistory = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/history',
  summary: 'Every move of the order: who, when, why, with what effects',
  auth: 'orders.read',
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
  created_at: Instant,
});
export type OrderComment = z.infer<typeof OrderComment>;

export const listComments = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/comments',
  summary: 'Comments that the asker may see',
  auth: 'orders.read',
  params: OneInProject,
  returns: z.object({ items: z.array(OrderComment) }),
  errors: [orderErrors.not_found],
});

export const addComment = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/comments',
  summary: 'Add a comment',
  auth: 'orders.comment',
  changes: ['comment', 'order'],
  params: OneInProject,
  status: 201,
  body: z.object({ text: requiredText(2000), visibility: CommentVisibility.default('all') }),
  returns: OrderComment,
  errors: [orderErrors.not_found],
});

export const OrderFile = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  author: Actor,
  created_at: Instant,
});
export type OrderFile = z.infer<typeof OrderFile>;

export const listFiles = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/files',
  summary: 'Files of the order; links are valid for one hour',
  auth: 'orders.read',
  params: OneInProject,
  returns: z.object({ items: z.array(OrderFile) }),
  errors: [orderErrors.not_found],
});

export const addFile = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/files',
  summary: 'Attach an upload to the order',
  auth: 'orders.comment',
  changes: ['file'],
  params: OneInProject,
  status: 201,
  body: z.object({ file_name: requiredText(300) }),
  returns: OrderFile,
  errors: [orderErrors.not_found, fileErrors.not_found],
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

export const listMyOrders = route({
  method: 'GET',
  path: 'dropshipping/orders',
  summary: 'The dropshipper’s own orders at all suppliers',
  auth: 'dropshipping',
  query: listQuery(['-created_at'], { ...orderFilters, project_id: Id.optional() }),
  returns: page(OrderRow),
});

export const countMyOrders = route({
  method: 'GET',
  path: 'dropshipping/orders/counts',
  summary: 'How many of the dropshipper’s orders are in each status',
  auth: 'dropshipping',
  query: z.object({ q: z.string().trim().max(120).optional() }),
  returns: OrderCounts,
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
  readHistory,
  listComments,
  addComment,
  listFiles,
  addFile,
  bookTemporarily,
  listMyOrders,
  countMyOrders,
};
