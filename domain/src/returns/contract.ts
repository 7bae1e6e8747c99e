import { z } from 'zod';
import { AttachedFile } from '../files/attached';
import { fileErrors } from '../files/contract';
import { errors } from '../kit/errors';
import { Actor, CalendarDate, Id, Instant, requiredText, text, Version } from '../kit/ids';
import { commaList, listQuery, page, QueryFlag } from '../kit/lists';
import { Kopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { ledgerErrors } from '../ledger/rules';
import { orderErrors } from '../orders/contract';
import { stockErrors } from '../stock/contract';
import { Count } from '../stock/count';

export const returnErrors = errors('returns', {
  not_found: { status: 404, ua: 'Повернення не знайдено', en: 'No such return' },
  /** Specification §4: the count of a return is checked. */
  bad_count: {
    status: 422,
    ua: 'Повернути можна щонайбільше {left} од.: відправлено {shipped}, уже повернуто або заявлено {returned}',
    en: 'At most {left} units can come back: {shipped} were sent, {returned} came back or are about to',
  },
  not_shipped: {
    status: 409,
    ua: 'Повернути товар можна, коли замовлення відправлене або виконане',
    en: 'Goods can come back once the order is Sent or Complete',
  },
  no_items: { status: 422, ua: 'Вкажіть, що повертається', en: 'Say what comes back' },
  unknown_item: { status: 422, ua: 'Такої позиції в замовленні немає', en: 'The order has no such line' },
  duplicate_item: {
    status: 422,
    ua: 'Цю позицію вже вказано, приберіть дублікат',
    en: 'This line is given already, remove the duplicate',
  },
  comment_required: { status: 422, ua: 'Опишіть причину', en: 'Describe the reason' },
  not_in_return: { status: 422, ua: 'Такої позиції в поверненні немає', en: 'The return has no such line' },
  nothing_to_decide: {
    status: 422,
    ua: 'Вкажіть рішення хоча б щодо однієї позиції',
    en: 'Decide at least one line',
  },
  decided: {
    status: 409,
    ua: 'Щодо цієї позиції вже є рішення, змінити його не можна',
    en: 'This line was decided already and cannot be changed',
  },
  not_pending: {
    status: 409,
    ua: 'Відкликати можна лише повернення, яке ще не розглядали',
    en: 'Only a return that nobody has decided yet can be withdrawn',
  },
  photos_decided: {
    status: 409,
    ua: 'Рішення щодо повернення вже є: його фото не змінюються',
    en: 'The return was decided already: its photos do not change',
  },
  too_many_photos: {
    status: 409,
    ua: 'У повернення вже {limit} фото, більше додати не можна',
    en: 'The return has {limit} photos already, which is as many as there may be',
  },
  no_photo: { status: 404, ua: 'Такого фото в повернення немає', en: 'The return has no such photo' },
  paid_on_delivery: {
    status: 409,
    ua: 'Перевізник уже розрахувався за цю посилку, тож її отримали. Якщо ні, спершу сторнуйте рядок його реєстру',
    en: 'The carrier has paid for this parcel, so it was taken. If it was not, reverse the row of his register first',
  },
  not_sent: {
    status: 409,
    ua: 'Відмову від посилки позначають, коли замовлення відправлене або виконане, а післяплати ще чекають',
    en: 'A parcel can be refused while the order is Sent, or Complete with its cash on delivery still awaited',
  },
  which_parcel: {
    status: 422,
    ua: 'Замовлення їде кількома посилками: вкажіть, якої з них це стосується (parcel_id)',
    en: 'The order goes in several parcels: say which of them it is about (parcel_id)',
  },
  no_parcel: {
    status: 422,
    ua: 'Такої посилки в замовлення немає або її ще не відправлено',
    en: 'The order has no such parcel, or it is not sent yet',
  },
  nothing_left: {
    status: 409,
    ua: 'Усе з цього замовлення вже повернуто або заявлено до повернення',
    en: 'Everything of this order came back already or is about to',
  },
  no_charge: {
    status: 409,
    ua: 'За це повернення логістику не нараховано',
    en: 'No logistics were charged for this return',
  },
});

export const ReturnStatus = z.enum(['pending', 'approved', 'rejected', 'partially_approved', 'partially_rejected']);
export type ReturnStatus = z.infer<typeof ReturnStatus>;
export const ReturnItemStatus = z.enum(['pending', 'approved', 'rejected']);
export type ReturnItemStatus = z.infer<typeof ReturnItemStatus>;
/** Specification §9, Return reasons. */
export const ReturnReason = z.enum(['damaged', 'incorrect_item', 'not_needed', 'other']);
export type ReturnReason = z.infer<typeof ReturnReason>;
/** Somebody asked for it, or the parcel was not taken. */
export const ReturnOrigin = z.enum(['request', 'refusal']);
export type ReturnOrigin = z.infer<typeof ReturnOrigin>;

export const MAX_PHOTOS = 10;

export const ReturnRow = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  number: z.int(),
  order: z.object({ id: Id, number: z.int() }),
  counterparty: z.object({ id: Id, name: z.string() }),
  status: ReturnStatus,
  origin: ReturnOrigin,
  /** Of a parcel of an order that is split: its number. */
  parcel: z.int().nullable(),
  reason: ReturnReason,
  /** Pieces over all lines, and those of them that nobody has decided yet. */
  count: z.int(),
  undecided: z.int(),
  items_count: z.int(),
  /** What was credited for what was approved. */
  credit: Kopecks,
  /** What was charged for a parcel that was not taken, and whether that was waived. */
  logistics_charge: Kopecks,
  charge_waived: z.boolean(),
  /** Taken back by who had asked for it; its lines are rejected then. */
  withdrawn: z.boolean(),
  first_product_title: z.string(),
  created_by: Actor,
  created_at: Instant,
  updated_at: Instant,
});
export type ReturnRow = z.infer<typeof ReturnRow>;

export const ReturnItem = z.object({
  id: Id,
  order_item_id: Id,
  product_variant_id: Id,
  product_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  thumbnail_url: z.string().nullable(),
  count: z.int(),
  /** What the line of the order is counted in. */
  unit: z.string(),
  /** Pieces of the order's line. */
  shipped: z.int(),
  to_warehouse: z.boolean(),
  status: ReturnItemStatus,
  /** Credited once it is approved; until then what it would be now. */
  credit: Kopecks,
  /** Its pieces were put on the shelf. */
  restocked: z.boolean(),
  decided_by: Actor.nullable(),
  decided_at: Instant.nullable(),
});
export type ReturnItem = z.infer<typeof ReturnItem>;

export const Return = ReturnRow.omit({ items_count: true, first_product_title: true }).extend({
  comment: z.string(),
  items: z.array(ReturnItem),
  photos: z.array(AttachedFile),
  /** What the asker may do with it now. */
  may: z.object({ decide: z.boolean(), withdraw: z.boolean(), waive: z.boolean(), add_photos: z.boolean() }),
  version: Version,
});
export type Return = z.infer<typeof Return>;

const filters = {
  status: commaList(ReturnStatus),
  reason: commaList(ReturnReason),
  origin: ReturnOrigin.optional(),
  /** Only those of which something is still to be decided, or nothing is. */
  undecided: QueryFlag.optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
};
const SORTS = ['-created_at', 'number', 'credit'] as const;

export const listReturns = route({
  method: 'GET',
  path: 'projects/:project_id/returns',
  summary: 'Returns of the project; a Client sees his own',
  auth: 'returns.read',
  api: 'returns.read',
  params: InProject,
  query: listQuery(SORTS, {
    ...filters,
    counterparty_id: Id.optional(),
    order_id: Id.optional(),
    product_variant_id: Id.optional(),
    /** The one that has this line: postings and movements name their line. */
    item_id: Id.optional(),
  }),
  returns: page(ReturnRow),
});

const ReturnCounts = z.object({
  total: z.int(),
  /** Of how many something is still to be decided. */
  undecided: z.int(),
  pending: z.int(),
  approved: z.int(),
  rejected: z.int(),
  partially_approved: z.int(),
  partially_rejected: z.int(),
});
export type ReturnCounts = z.infer<typeof ReturnCounts>;

export const countReturns = route({
  method: 'GET',
  path: 'projects/:project_id/returns/counts',
  summary: 'How many returns are in each status, and of how many something is still to be decided; up to 10,000 each',
  auth: 'returns.read',
  params: InProject,
  returns: ReturnCounts,
});

export const readReturn = route({
  method: 'GET',
  path: 'projects/:project_id/returns/:id',
  summary: 'One return with its lines and photos',
  auth: 'returns.read',
  api: 'returns.read',
  params: OneInProject,
  returns: Return,
  errors: [returnErrors.not_found],
});

export const CreateReturnBody = z.object({
  order_id: Id,
  /** Of an order in several parcels: which of them these pieces came with. While only one is sent it is that one. */
  parcel_id: Id.optional(),
  reason: ReturnReason,
  comment: text(1000).default(''),
  items: z
    .array(
      z.object({
        order_item_id: Id,
        count: Count,
        /** What is damaged does not go back unless said; a Client does not say. */
        to_warehouse: z.boolean().optional(),
      }),
    )
    .max(500),
  /** Names of uploads. */
  photos: z.array(requiredText(300)).max(MAX_PHOTOS).default([]),
});
export type CreateReturnBody = z.infer<typeof CreateReturnBody>;

const changes = ['return', 'order', 'product', 'product_variant', 'counterparty', 'balance', 'account', 'supplier'];

export const createReturn = route({
  method: 'POST',
  path: 'projects/:project_id/returns',
  summary: 'Ask for a return of what an order has sent; nothing moves until it is approved',
  auth: 'returns.create',
  api: 'returns.write',
  changes: ['return', 'order'],
  answers: readReturn,
  params: InProject,
  status: 201,
  body: CreateReturnBody,
  returns: Return,
  errors: [
    orderErrors.not_found,
    returnErrors.not_shipped,
    returnErrors.which_parcel,
    returnErrors.no_parcel,
    returnErrors.no_items,
    returnErrors.unknown_item,
    returnErrors.duplicate_item,
    returnErrors.bad_count,
    returnErrors.comment_required,
    fileErrors.not_found,
  ],
});

const Decision = z.enum(['approved', 'rejected']);

export const DecideReturnBody = z.object({
  items: z
    .array(z.object({ id: Id, status: Decision, to_warehouse: z.boolean().optional() }))
    .max(500)
    .optional(),
  /** Of all lines that are pending and not named. */
  others: Decision.optional(),
  comment: text(1000).default(''),
});
export type DecideReturnBody = z.infer<typeof DecideReturnBody>;

export const decideReturn = route({
  method: 'PATCH',
  path: 'projects/:project_id/returns/:id',
  summary:
    'Approve or reject lines of a return: what is approved goes back to the warehouse where marked, and is credited, once',
  auth: 'returns.decide',
  api: 'returns.write',
  changes,
  answers: readReturn,
  whileRestricted: true,
  params: OneInProject,
  body: DecideReturnBody,
  returns: Return,
  errors: [
    returnErrors.not_found,
    returnErrors.not_in_return,
    returnErrors.duplicate_item,
    returnErrors.nothing_to_decide,
    returnErrors.decided,
    stockErrors.too_many,
    stockErrors.worth_too_much,
    ledgerErrors.balance_too_large,
  ],
});

export const withdrawReturn = route({
  method: 'POST',
  path: 'projects/:project_id/returns/:id/withdraw',
  summary: 'Take a return back that nobody has decided yet; its pieces may be returned again',
  auth: 'returns.create',
  api: 'returns.write',
  changes: ['return', 'order'],
  answers: readReturn,
  params: OneInProject,
  returns: Return,
  errors: [returnErrors.not_found, returnErrors.not_pending],
});

export const ReturnHistoryEntry = z.object({
  id: Id,
  kind: z.enum(['created', 'refused', 'decided', 'withdrawn', 'charged', 'waived']),
  /** Pieces approved and rejected by it, or asked for. */
  approved: z.int(),
  rejected: z.int(),
  count: z.int(),
  /** Credited, charged or waived. */
  amount: Kopecks,
  comment: z.string(),
  actor: Actor,
  created_at: Instant,
});
export type ReturnHistoryEntry = z.infer<typeof ReturnHistoryEntry>;

export const readReturnHistory = route({
  method: 'GET',
  path: 'projects/:project_id/returns/:id/history',
  summary: 'What was done with the return: who, when, with what figures',
  auth: 'returns.read',
  api: 'returns.read',
  params: OneInProject,
  returns: z.object({ items: z.array(ReturnHistoryEntry) }),
  errors: [returnErrors.not_found],
});

const OfReturn = InProject.extend({ return_id: z.uuid() });

export const addReturnPhoto = route({
  method: 'POST',
  path: 'projects/:project_id/returns/:return_id/photos',
  summary: 'Attach an upload to a return that is not decided',
  auth: 'returns.create',
  changes: ['return'],
  params: OfReturn,
  status: 201,
  body: z.object({ file_name: requiredText(300) }),
  returns: AttachedFile,
  errors: [returnErrors.not_found, returnErrors.photos_decided, returnErrors.too_many_photos, fileErrors.not_found],
});

export const deleteReturnPhoto = route({
  method: 'DELETE',
  path: 'projects/:project_id/returns/:return_id/photos/:id',
  summary: 'Remove a photo of a return that is not decided',
  auth: 'returns.create',
  changes: ['return'],
  params: OfReturn.extend({ id: z.uuid() }),
  errors: [returnErrors.not_found, returnErrors.photos_decided, returnErrors.no_photo],
});

/** What came back of one line of an order. */
export const OrderLineReturns = z.object({
  order_item_id: Id,
  shipped: z.int(),
  approved: z.int(),
  pending: z.int(),
  /** What may still come back. */
  left: z.int(),
  credit: Kopecks,
});
export type OrderLineReturns = z.infer<typeof OrderLineReturns>;

export const OrderReturns = z.object({
  items: z.array(ReturnRow),
  lines: z.array(OrderLineReturns),
  /** Of an order that is split: its parcels that are sent, with what may still come back of each. */
  parcels: z.array(
    z.object({ id: Id, number: z.int(), lines: z.array(z.object({ order_item_id: Id, left: z.int() })) }),
  ),
  /** What the asker may do now: return something, and say that the parcel was not taken, or which of several. */
  may: z.object({
    create: z.boolean(),
    refuse: z.boolean(),
    refuse_parcels: z.array(z.object({ id: Id, number: z.int() })),
  }),
  /** What a refused parcel costs this counterparty, as was agreed. */
  refusal_charge: Kopecks,
});
export type OrderReturns = z.infer<typeof OrderReturns>;

export const readOrderReturns = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/returns',
  summary: 'What came back of an order, line by line, and what may still come back',
  auth: 'returns.read',
  api: 'returns.read',
  params: OneInProject,
  returns: OrderReturns,
  errors: [orderErrors.not_found],
});

export const refuseParcel = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/refusal',
  summary:
    'The parcel was not taken, of several the one that is named: drafts the return of all that was sent and charges the logistics agreed with the counterparty, once',
  auth: 'returns.decide',
  changes,
  whileRestricted: true,
  params: OneInProject,
  body: z.object({ comment: text(1000).default(''), parcel_id: Id.optional() }),
  returns: Return,
  errors: [
    orderErrors.not_found,
    returnErrors.not_sent,
    returnErrors.which_parcel,
    returnErrors.no_parcel,
    returnErrors.nothing_left,
    returnErrors.paid_on_delivery,
    ledgerErrors.balance_too_large,
  ],
});

export const waiveCharge = route({
  method: 'POST',
  path: 'projects/:project_id/returns/:id/waive',
  summary: 'Waive the logistics charged for a refused parcel by a reversing posting, once',
  auth: 'returns.decide',
  changes,
  answers: readReturn,
  params: OneInProject,
  body: z.object({ comment: requiredText(500) }),
  returns: Return,
  errors: [returnErrors.not_found, returnErrors.no_charge, ledgerErrors.balance_too_large],
});

export const listMyReturns = route({
  method: 'GET',
  path: 'dropshipping/returns',
  summary: 'The dropshipper’s own returns at all suppliers',
  auth: 'dropshipping',
  api: 'returns.read',
  query: listQuery(['-created_at'], { ...filters, project_id: Id.optional() }),
  returns: page(ReturnRow),
});

export const countMyReturns = route({
  method: 'GET',
  path: 'dropshipping/returns/counts',
  summary: 'How many of the dropshipper’s returns are in each status',
  auth: 'dropshipping',
  returns: ReturnCounts,
});

export const returnRoutes = {
  listReturns,
  countReturns,
  createReturn,
  readReturn,
  decideReturn,
  withdrawReturn,
  readReturnHistory,
  addReturnPhoto,
  deleteReturnPhoto,
  readOrderReturns,
  refuseParcel,
  waiveCharge,
  listMyReturns,
  countMyReturns,
};
