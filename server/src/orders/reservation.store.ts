import { sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';
import { QUEUED } from './tables';

/** Reservations that are looked at in one go. */
const PORTION = 200;

export interface EndedReservation {
  readonly id: string;
  readonly reserved_until: string;
}

/** Orders whose day has passed, the oldest first; those behind `after`, for one that must stay is not met again. */
export function findEnded(
  tx: Tx,
  { project }: ActingIn,
  today: string,
  after: EndedReservation | null,
): Promise<EndedReservation[]> {
  const behind = after ? sql`and (o.reserved_until, o.id) > (${after.reserved_until}::date, ${after.id}::uuid)` : sql``;
  return tx.rows<EndedReservation & Record<string, unknown>>(sql`
    select o.id, o.reserved_until from orders o
    where o.project_id = ${project.id} and o.reserved_until < ${today} and o.status in (${QUEUED}) ${behind}
    order by o.reserved_until, o.id ${atMost(PORTION)}`);
}

export interface EndingReservation {
  readonly id: string;
  readonly prefix: string;
  readonly number: number;
  readonly counterparty_id: string;
}

/** Takes those whose last day is this one and of which nobody was told yet; prolonged to another day, it is told of again. */
export function takeEnding(tx: Tx, { project }: ActingIn, today: string): Promise<EndingReservation[]> {
  return tx.rows<EndingReservation & Record<string, unknown>>(sql`
    update orders o set reservation_told = o.reserved_until
    where o.project_id = ${project.id} and o.id = any(array(
      select e.id from orders e where e.project_id = ${project.id} and e.reserved_until = ${today}::date
        and e.status in (${QUEUED}) and e.reservation_told is distinct from e.reserved_until
      order by e.id ${atMost(PORTION)} for no key update))
    returning o.id, o.prefix, o.number, o.counterparty_id`);
}
