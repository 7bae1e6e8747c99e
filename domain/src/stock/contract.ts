import { z } from 'zod';
import { MAX_STOCK } from '../kit/bounds';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Actor, Id, Instant, Ref, text } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { OneInProject, route } from '../kit/route';

export const stockErrors = errors('stock', {
  /** The same for a dropshipper who is not told how much there is. */
  short_untold: {
    status: 422,
    ua: 'Недостатньо товару: потрібно {wanted}. Зменште кількість',
    en: 'Not enough in stock: {wanted} wanted. Take fewer',
  },
  short: {
    status: 422,
    ua: 'Недостатньо товару: доступно {available}, потрібно {wanted}',
    en: 'Not enough in stock: {available} available, {wanted} wanted',
  },
  below_zero: {
    status: 422,
    ua: 'Залишок не може стати меншим за нуль: на складі {actual}',
    en: 'Stock cannot go below zero: {actual} on the shelf',
  },
  below_booked: {
    status: 422,
    ua: 'Заброньовано {booked}, тож залишити менше не можна. Спершу зніміть бронювання',
    en: '{booked} are booked, so less cannot remain. Release bookings first',
  },
  unknown_variant: { status: 404, ua: 'Такої модифікації немає', en: 'No such modification' },
  untracked: {
    status: 422,
    ua: 'Залишок цього товару не ведеться, тож змінювати й бронювати нічого',
    en: 'The stock of these goods is not counted, so there is nothing to change or to book',
  },
  too_many: {
    status: 422,
    ua: 'Залишок завеликий: дозволено до {allowed} од.',
    en: 'The stock is too large: up to {allowed} units are allowed',
  },
  worth_too_much: {
    status: 422,
    ua: 'За ціни {price_shown} залишок може бути до {allowed} од.: модифікація на складі коштує щонайбільше 10 000 000 000,00 ₴',
    en: 'At the price of {price_shown} up to {allowed} units are allowed: the stock of a modification is worth at most 10,000,000,000.00 ₴',
  },
  price_too_large: {
    status: 422,
    ua: 'На складі {actual} од., тож ціна може бути до {allowed_shown}: модифікація на складі коштує щонайбільше 10 000 000 000,00 ₴',
    en: '{actual} units are on the shelf, so the price is at most {allowed_shown}: the stock of a modification is worth at most 10,000,000,000.00 ₴',
  },
});

export const MovementKind = z.enum(['income', 'shipment', 'return', 'write_off', 'correction']);
export type MovementKind = z.infer<typeof MovementKind>;
export const BookingStatus = z.enum(['Active', 'Disabled', 'Completed']);
export type BookingStatus = z.infer<typeof BookingStatus>;

/** A line that is short and waits for stock (projects that allow orders beyond stock). */
export const WaitStatus = z.enum(['Waiting', 'Filled', 'Canceled']);
export type WaitStatus = z.infer<typeof WaitStatus>;

export const StockLevel = z.object({
  product_variant_id: Id,
  actual: z.int(),
  booked: z.int(),
  available: z.int(),
  /** Pieces ordered beyond stock; more than 0 only while nothing is available. */
  waiting: z.int().optional(),
});
export type StockLevel = z.infer<typeof StockLevel>;

export const StockMovement = z.object({
  id: Id,
  product_variant_id: Id,
  kind: MovementKind,
  delta: z.int(),
  before: z.int(),
  after: z.int(),
  ref: Ref,
  comment: z.string(),
  actor: Actor,
  created_at: Instant,
});
export type StockMovement = z.infer<typeof StockMovement>;

export const StockBooking = z.object({
  id: Id,
  product_variant_id: Id,
  count: z.int(),
  status: BookingStatus,
  ref: Ref,
  comment: z.string(),
  user: Actor,
  expires_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type StockBooking = z.infer<typeof StockBooking>;

export const DELTA_OR_COUNTED = fieldMessage('stock.delta_or_counted', {
  ua: 'Вкажіть щось одне: різницю (delta) або перелічене (counted)',
  en: 'Give one of the two: a difference (delta) or what was counted (counted)',
});

/** Either a difference or a count. A count is turned into the difference to what is there now (domain.md, Stock). */
export const ChangeStockBody = z
  .object({
    delta: z.int().min(-MAX_STOCK).max(MAX_STOCK).optional(),
    counted: z.int().min(0).max(MAX_STOCK).optional(),
    kind: z.enum(['income', 'write_off', 'correction']).optional(),
    comment: text(500).default(''),
  })
  .refine(({ delta, counted }) => (delta === undefined) !== (counted === undefined), {
    error: DELTA_OR_COUNTED,
    path: ['delta'],
  });

export const changeStock = route({
  method: 'POST',
  path: 'projects/:project_id/product_variants/:id/stock',
  summary: 'Change the stock by a difference, or to what was counted',
  auth: 'stock.edit',
  api: 'stock.write',
  changes: ['product', 'product_variant', 'order', 'manufacture_request'],
  params: OneInProject,
  body: ChangeStockBody,
  returns: StockLevel,
  errors: [
    stockErrors.unknown_variant,
    stockErrors.below_zero,
    stockErrors.below_booked,
    stockErrors.untracked,
    stockErrors.too_many,
    stockErrors.worth_too_much,
  ],
});

export const listStockMovements = route({
  method: 'GET',
  path: 'projects/:project_id/product_variants/:id/stock_movements',
  summary: 'What the stock of a variant is made of: before → after, cause, who',
  auth: 'stock.read',
  api: 'stock.read',
  params: OneInProject,
  query: listQuery(['-id'], {}),
  returns: page(StockMovement),
  errors: [stockErrors.unknown_variant],
});

export const listStockBookings = route({
  method: 'GET',
  path: 'projects/:project_id/product_variants/:id/bookings',
  summary: 'What the booked count of a variant is made of',
  auth: 'stock.read',
  api: 'stock.read',
  params: OneInProject,
  query: listQuery(['-id'], { status: BookingStatus.optional() }),
  returns: page(StockBooking),
  errors: [stockErrors.unknown_variant],
});

export const stockRoutes = { changeStock, listStockMovements, listStockBookings };
