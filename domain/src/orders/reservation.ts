/** An order may hold its goods only until the end of a day of Kyiv: then it comes back to whoever made it. */
import { dayAfter, daysAfter } from '../kit/time';
import type { OrderStatus, Reserved } from './entities';
import { QUEUE_STATUSES } from './machine';

/** So many days one press adds. */
export const PROLONGED_DAYS = 3;

/** Nobody loads it yet: only then does a day end it. */
export const isReserving = (status: OrderStatus): boolean => QUEUE_STATUSES.some((one) => one === status);

interface Reservation {
  readonly status: OrderStatus;
  readonly reserved_until: string | null;
}

/** Null: it has no day, or it is not reckoned with yet (a draft) or any more. */
export function reservedState({ status, reserved_until }: Reservation, today: string): Reserved | null {
  if (reserved_until === null) return null;
  if (reserved_until < today) return 'over';
  if (!isReserving(status)) return null;
  return reserved_until <= dayAfter(today) ? 'soon' : 'held';
}

/** The day itself counts. */
export const isOver = (reserved_until: string | null, today: string): boolean =>
  reserved_until !== null && reserved_until < today;

export const prolonged = (reserved_until: string, today: string): string =>
  daysAfter(reserved_until > today ? reserved_until : today, PROLONGED_DAYS);
