import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant, text, Version } from '../kit/ids';
import { listQuery, page, QueryFlag } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { BookingStatus, StockLevel, stockErrors } from '../stock/contract';
import { Count } from '../stock/count';

export const bookingErrors = errors('bookings', {
  not_found: { status: 404, ua: 'Бронювання не знайдено', en: 'No such booking' },
  of_order: {
    status: 409,
    ua: 'Це тримає замовлення № {number}: кількість, час і списання визначає воно. Змініть, відправте або скасуйте замовлення',
    en: 'Order No. {number} holds this: it decides about count, time and shipping. Change, send or cancel the order',
  },
  of_draft: {
    status: 409,
    ua: 'Це тримає чернетка замовлення № {number}: кількість змінюється в ній, а товар вибуває лише з відправленим замовленням',
    en: 'The draft of order No. {number} holds this: its count is changed there, and goods leave only with an order that is sent',
  },
  completed: {
    status: 409,
    ua: 'Заброньоване вже списано зі складу: змінити чи зняти бронювання не можна',
    en: 'What was booked has left the shelf: the booking can no longer be changed or released',
  },
  disabled: {
    status: 409,
    ua: 'Бронювання вже знято. Створіть нове',
    en: 'The booking was released already. Make a new one',
  },
  unknown_user: {
    status: 422,
    ua: 'Такого користувача в проєкті немає',
    en: 'No such user in the project',
  },
  unknown_variant: {
    status: 422,
    ua: 'Такої модифікації немає або її видалено',
    en: 'No such modification, or it was deleted',
  },
});

/** Who decides about it: a person, the draft of an order for some hours, or an order that was sent to the manager. */
export const BookingKind = z.enum(['manual', 'temporary', 'order']);
export type BookingKind = z.infer<typeof BookingKind>;

/** A year: what is booked for longer is booked without an end. */
export const MAX_BOOKED_HOURS = 8_760;
export const BookedHours = z.int().min(1).max(MAX_BOOKED_HOURS);

export const BookingRow = z.object({
  id: Id,
  kind: BookingKind,
  status: BookingStatus,
  product_variant_id: Id,
  product_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  thumbnail_url: z.string().nullable(),
  count: z.int(),
  unit: z.string(),
  /** For whom it is held; null: the system's. */
  user: z.object({ id: Id, name: z.string() }).nullable(),
  order: z.object({ id: Id, number: z.int() }).nullable(),
  comment: z.string(),
  booked_hours: z.int().nullable(),
  /** When it ends by itself; null: not before somebody ends it. */
  expires_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type BookingRow = z.infer<typeof BookingRow>;

/** What can be done with a booking; each `change_…` is a field of the PATCH. */
export const BookingAction = z.enum([
  'change_comment',
  'change_hours',
  'change_count',
  'change_user',
  'update_stock',
  'delete',
]);
export type BookingAction = z.infer<typeof BookingAction>;

export const Booking = BookingRow.extend({
  /** Of its modification now. */
  stock: StockLevel,
  actions: z.array(
    z.object({
      action: BookingAction,
      allowed: z.boolean(),
      /** Why not. */
      refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
  version: Version,
});
export type Booking = z.infer<typeof Booking>;

export const CreateBookingBody = z.object({
  product_variant_id: Id,
  count: Count,
  /** For whom; the asker unless told. */
  user_id: Id.nullable().optional(),
  comment: text(500).default(''),
  /** It ends by itself after so many hours; null: it does not. */
  booked_hours: BookedHours.nullable().default(null),
});
export type CreateBookingBody = z.infer<typeof CreateBookingBody>;

export const UpdateBookingBody = z.object({
  count: Count.optional(),
  user_id: Id.optional(),
  comment: text(500).optional(),
  /** Counted from now on. */
  booked_hours: BookedHours.nullable().optional(),
});
export type UpdateBookingBody = z.infer<typeof UpdateBookingBody>;

/** An order that moves changes what it holds. */
const shows = ['order', 'product', 'product_variant'];

export const listBookings = route({
  method: 'GET',
  path: 'projects/:project_id/bookings',
  summary: 'Who holds which goods; by `expires_at` only those that end by themselves',
  auth: 'bookings.read',
  api: 'stock.read',
  shows,
  params: InProject,
  query: listQuery(['-created_at', 'expires_at'], {
    status: BookingStatus.optional(),
    kind: BookingKind.optional(),
    user_id: Id.optional(),
    product_variant_id: Id.optional(),
    order_id: Id.optional(),
    /** Only those that end by themselves. */
    temporary: QueryFlag.optional(),
  }),
  returns: page(BookingRow),
});

export const countBookings = route({
  method: 'GET',
  path: 'projects/:project_id/bookings/counts',
  summary: 'How many bookings are in each status',
  auth: 'bookings.read',
  shows,
  params: InProject,
  returns: z.object({ by_status: z.object({ Active: z.int(), Disabled: z.int(), Completed: z.int() }) }),
});

/** The badge of the shell, so it counts little: an order ends what it has booked by itself. */
export const countHeld = route({
  method: 'GET',
  path: 'projects/:project_id/bookings/held',
  summary: 'How many active bookings no order decides about: by hand and of drafts',
  auth: 'bookings.read',
  shows,
  params: InProject,
  returns: z.object({ count: z.int() }),
});

export const listBookingUsers = route({
  method: 'GET',
  path: 'projects/:project_id/bookings/users',
  summary: 'Members of the project for whom goods may be booked, by a part of the name',
  auth: 'bookings.read',
  params: InProject,
  query: z.object({ q: z.string().trim().max(120).optional(), id: Id.optional() }),
  returns: z.object({ items: z.array(z.object({ id: Id, name: z.string(), email: z.string() })) }),
});

export const readBooking = route({
  method: 'GET',
  path: 'projects/:project_id/bookings/:id',
  summary: 'One booking: what it holds, until when, and what can be done with it',
  auth: 'bookings.read',
  api: 'stock.read',
  shows,
  params: OneInProject,
  returns: Booking,
  errors: [bookingErrors.not_found],
});

const changes = ['booking', 'product', 'product_variant', 'order'];
const refusals = [bookingErrors.of_order, bookingErrors.of_draft, bookingErrors.completed, bookingErrors.disabled];

export const createBooking = route({
  method: 'POST',
  path: 'projects/:project_id/bookings',
  summary: 'Book by hand, for somebody and for some hours or without an end',
  auth: 'bookings.edit',
  api: 'stock.write',
  changes,
  answers: readBooking,
  params: InProject,
  status: 201,
  body: CreateBookingBody,
  returns: Booking,
  errors: [bookingErrors.unknown_variant, bookingErrors.unknown_user, stockErrors.untracked, stockErrors.short],
});

export const updateBooking = route({
  method: 'PATCH',
  path: 'projects/:project_id/bookings/:id',
  summary: 'Change a booking, as far as no order decides about it',
  auth: 'bookings.edit',
  api: 'stock.write',
  changes,
  answers: readBooking,
  params: OneInProject,
  body: UpdateBookingBody,
  returns: Booking,
  errors: [bookingErrors.not_found, bookingErrors.unknown_user, stockErrors.short, ...refusals],
});

export const deleteBooking = route({
  method: 'DELETE',
  path: 'projects/:project_id/bookings/:id',
  summary: 'Release what is booked; orders that wait get it, oldest first. What is released stays so',
  auth: 'bookings.edit',
  api: 'stock.write',
  changes,
  params: OneInProject,
  errors: [bookingErrors.not_found, bookingErrors.of_order, bookingErrors.completed],
});

export const updateBookingStock = route({
  method: 'POST',
  path: 'projects/:project_id/bookings/:id/update_stock',
  summary: 'Take what is booked off the shelf; the booking is completed, once',
  auth: 'bookings.edit',
  changes,
  answers: readBooking,
  params: OneInProject,
  returns: Booking,
  errors: [bookingErrors.not_found, bookingErrors.of_order, bookingErrors.of_draft, bookingErrors.disabled],
});

export const bookingRoutes = {
  listBookings,
  countBookings,
  countHeld,
  listBookingUsers,
  createBooking,
  readBooking,
  updateBooking,
  deleteBooking,
  updateBookingStock,
};
