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
