import type { DomainError } from '../kit/errors';
import type { Ref } from '../kit/ids';
import type { BookingStatus } from '../stock/contract';
import { type BookingAction, type BookingKind, bookingErrors, type UpdateBookingBody } from './contract';

/** The cause of what is booked by hand: the booking itself. */
export const BY_HAND = 'booking';

/** What a draft has booked ends after some hours; the day until which an order is reserved is the order's own. */
export function kindOf({ ref, booked_hours }: { ref: Pick<Ref, 'kind'>; booked_hours: number | null }): BookingKind {
  if (ref.kind === BY_HAND) return 'manual';
  return booked_hours === null ? 'order' : 'temporary';
}

/**
 * What may be done with an active booking. What an order has booked is its lines, to the piece: another count, an end or
 * a shipment of its own would leave an order that cannot be sent. A draft needs no booking, so it may lose one sooner or
 * later; its count is that of the draft's line, and goods leave only with an order that charges somebody.
 */
const ALLOWED: Readonly<Record<BookingKind, readonly BookingAction[]>> = {
  manual: ['change_comment', 'change_hours', 'change_count', 'change_user', 'update_stock', 'delete'],
  temporary: ['change_comment', 'change_hours', 'delete'],
  order: ['change_comment'],
};

export interface KnownBooking {
  readonly kind: BookingKind;
  readonly status: BookingStatus;
  /** Of the order that holds it. */
  readonly number: number | null;
}

/** Why this cannot be done with the booking, or null. */
export function refuseAction({ kind, status, number }: KnownBooking, action: BookingAction): DomainError | null {
  if (status === 'Completed') return bookingErrors.completed();
  if (status === 'Disabled') return bookingErrors.disabled();
  if (ALLOWED[kind].includes(action)) return null;
  const why = kind === 'order' ? bookingErrors.of_order : bookingErrors.of_draft;
  const path = FIELDS[action];
  return why({ number: number ?? '–', ...(path ? { path } : {}) });
}

/** The field of the PATCH that each action is. */
const FIELDS: Readonly<Partial<Record<BookingAction, keyof UpdateBookingBody>>> = {
  change_comment: 'comment',
  change_hours: 'booked_hours',
  change_count: 'count',
  change_user: 'user_id',
};

/** What the fields of a change ask for. */
export const actionsOf = (body: UpdateBookingBody): BookingAction[] =>
  (Object.entries(FIELDS) as [BookingAction, keyof UpdateBookingBody][]).flatMap(([action, field]) =>
    body[field] === undefined ? [] : [action],
  );
