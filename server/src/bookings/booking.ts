import {
  type Booking,
  BookingAction,
  bookingErrors,
  type CreateBookingBody,
  type UpdateBookingBody,
} from '@lanka/domain/bookings/contract';
import { actionsOf, BY_HAND, kindOf, refuseAction } from '@lanka/domain/bookings/rules';
import { DomainError } from '@lanka/domain/kit/errors';
import type { Ref } from '@lanka/domain/kit/ids';
import { stockErrors } from '@lanka/domain/stock/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { queueForSearch } from '../search';
import {
  describeBooking,
  endBooking,
  endLater,
  type LockedBooking,
  lockBooking,
  lockLevels,
  setBookings,
  ship,
} from '../stock';
import * as store from './bookings.store';

/** The booking as its page shows it, with what can be done with it. @throws bookings.not_found */
export async function readBooking(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<Booking> {
  const found = await store.findBooking(tx, scope, id);
  if (!found) throw bookingErrors.not_found();
  const { thumbnail, ...shown } = found;
  const known = { kind: shown.kind, status: shown.status, number: shown.order?.number ?? null };
  return {
    ...shown,
    thumbnail_url: thumbnail ? await app.storage.presignGet(thumbnail) : null,
    actions: BookingAction.options.map((action) => {
      const refused = refuseAction(known, action);
      const refusal = refused && { code: refused.code, message: refused.message_in(scope.locale) };
      return { action, allowed: refused === null, refusal };
    }),
  };
}

export interface Done {
  readonly id: string;
  readonly product_variant_id: string;
  /** The causes whose waiting lines got what became free. */
  readonly filled: readonly Ref[];
}

const lineOf = (id: string, product_variant_id: string, count: number) => ({ id, line: id, product_variant_id, count });

/** What is short lands on the field of the count. */
async function within<T>(booked: Promise<T>): Promise<T> {
  try {
    return await booked;
  } catch (error) {
    if (error instanceof DomainError && error.code === stockErrors.short.code)
      throw stockErrors.short(...error.details.map((detail) => ({ ...detail, path: 'count' })));
    throw error;
  }
}

async function requireMember(tx: Tx, scope: ProjectScope, id: string | undefined): Promise<void> {
  if (id === undefined || id === scope.user.id) return;
  if ((await store.listUsers(tx, scope, { id })).length === 0) throw bookingErrors.unknown_user({ path: 'user_id' });
}

/** The end so many hours from now, and the job that brings it. */
async function endIn(tx: Tx, app: Services, scope: ProjectScope, id: string, hours: number | null) {
  if (hours === null) return null;
  await endLater(tx, app.jobs, scope.project.id, id, hours);
  return { expires_at: new Date(Date.now() + hours * 3_600_000).toISOString(), booked_hours: hours };
}

export async function createBooking(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { product_variant_id, count, user_id, comment, booked_hours }: CreateBookingBody,
): Promise<Done> {
  await requireMember(tx, scope, user_id ?? undefined);
  const id = newId();
  const levels = await lockLevels(tx, scope, [product_variant_id]);
  // whoever deletes the product holds its levels, too: what is alive behind the lock stays so
  if (!(await store.isAlive(tx, scope, product_variant_id)))
    throw bookingErrors.unknown_variant({ path: 'product_variant_id' });
  if (levels.get(product_variant_id)?.tracked === false) throw stockErrors.untracked({ path: 'product_variant_id' });
  const wanted = [lineOf(id, product_variant_id, count)];
  await within(setBookings(tx, scope, { kind: BY_HAND, id }, wanted, { isNew: true, levels }));
  const end = await endIn(tx, app, scope, id, booked_hours);
  await describeBooking(tx, scope, levels, id, { comment, end, user_id: user_id ?? undefined });
  if (comment) await queueForSearch(tx, store.BOOKINGS, scope.project.id, [id]);
  return { id, product_variant_id, filled: [] };
}

/** @throws bookings.not_found, and why this cannot be done with the booking */
async function lockFor(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  actions: (booking: LockedBooking) => readonly BookingAction[],
): Promise<LockedBooking> {
  const booking = await lockBooking(tx, scope, id);
  if (!booking) throw bookingErrors.not_found();
  const number = booking.ref.kind === 'order' ? await store.orderNumber(tx, scope, booking.ref.id) : null;
  for (const action of actions(booking)) {
    const refused = refuseAction({ kind: kindOf(booking), status: booking.status, number }, action);
    if (refused) throw refused;
  }
  return booking;
}

export async function updateBooking(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  body: UpdateBookingBody,
  ifMatch: number | undefined,
): Promise<Done> {
  const booking = await lockFor(tx, scope, id, () => actionsOf(body));
  await refuseStale(ifMatch, booking.version, () => readBooking(tx, app, scope, id));
  const { count = booking.count, comment, user_id, booked_hours } = body;
  await requireMember(tx, scope, user_id);
  const { product_variant_id, levels, ref } = booking;
  const changed =
    count === booking.count
      ? null
      : await within(setBookings(tx, scope, ref, [{ ...lineOf(id, product_variant_id, count) }], { levels }));
  const end = booked_hours === undefined ? undefined : await endIn(tx, app, scope, id, booked_hours);
  await describeBooking(tx, scope, levels, id, { comment, user_id, end });
  if (comment !== undefined) await queueForSearch(tx, store.BOOKINGS, scope.project.id, [id]);
  return { id, product_variant_id, filled: changed?.filled ?? [] };
}

/** What is released already stays so. */
export async function deleteBooking(tx: Tx, scope: ProjectScope, id: string): Promise<Done> {
  const booking = await lockFor(tx, scope, id, ({ status }) => (status === 'Disabled' ? [] : ['delete']));
  const { product_variant_id, levels, status } = booking;
  const filled = status === 'Disabled' ? [] : await endBooking(tx, scope, levels, booking);
  return { id, product_variant_id, filled };
}

/** Goods leave by the booking, once: a second time it is completed already. */
export async function updateStock(tx: Tx, scope: ProjectScope, id: string): Promise<Done> {
  const booking = await lockFor(tx, scope, id, ({ status }) => (status === 'Completed' ? [] : ['update_stock']));
  const { product_variant_id, levels, ref } = booking;
  await ship(tx, scope, ref, '', levels);
  return { id, product_variant_id, filled: [] };
}
