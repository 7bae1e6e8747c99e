import type { Locale } from '@lanka/domain/kit/errors';
import type { Role } from '@lanka/domain/kit/roles';
import { sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';
import type { OrderRecord } from './orders.store';
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

interface Addressee {
  readonly email: string;
  readonly locale: Locale;
  readonly role: Role;
}

/** Who has access as the counterparty of the order, and who looks after it: its manager, else the owner. */
export function findWhoIsTold(
  tx: Tx,
  { project }: ProjectScope,
  { counterparty_id }: Pick<OrderRecord, 'counterparty_id'>,
): Promise<Addressee[]> {
  return tx.rows<Addressee & Record<string, unknown>>(sql`
    select u.email, u.locale, m.role from counterparties c
    join memberships m on m.project_id = c.project_id and m.ended_at is null
      and (m.counterparty_id = c.id or m.user_id = c.manager_id or (c.manager_id is null and m.role = 'Owner'))
    join users u on u.id = m.user_id
    where c.project_id = ${project.id} and c.id = ${counterparty_id} and u.blocked_at is null
    order by u.id ${atMost(20)}`);
}
