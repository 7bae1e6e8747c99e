import type { Ref } from '@lanka/domain/kit/ids';
import type { BookingStatus } from '@lanka/domain/stock/contract';
import type { HeldBooking } from '@lanka/domain/stock/rules';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { type LockedLevels, lockLevels, type StockScope } from './levels.store';

/** One booking as it stands behind the lock of its level, which whoever changes a booking takes. */
export interface LockedBooking extends HeldBooking {
  readonly status: BookingStatus;
  readonly ref: Ref;
  readonly expires_at: string | null;
  readonly version: number;
  readonly levels: LockedLevels;
}

type Row = HeldBooking & {
  status: BookingStatus;
  ref_kind: string;
  ref_id: string;
  expires_at: string | null;
  version: number;
};

/** Null where there is no such booking. */
export async function lockBooking(tx: Tx, scope: StockScope, id: string): Promise<LockedBooking | null> {
  const [known] = await tx.rows<{ variant: string }>(sql`
    select product_variant_id as variant from bookings where project_id = ${scope.project.id} and id = ${id}`);
  if (!known) return null;
  const levels = await lockLevels(tx, scope, [known.variant]);
  const [row] = await tx.rows<Row>(sql`
    select id, coalesce(ref_line, id) as line, product_variant_id, count, status, ref_kind, ref_id, expires_at, version
    from bookings where project_id = ${scope.project.id} and id = ${id}`);
  if (!row) return null;
  const { ref_kind, ref_id, ...rest } = row;
  return { ...rest, ref: { kind: ref_kind, id: ref_id }, levels };
}

export interface BookingFacts {
  readonly user_id?: string | undefined;
  readonly comment?: string | undefined;
  /** Null: it does not end by itself any more. */
  readonly end?: { readonly expires_at: string; readonly booked_hours: number } | null | undefined;
}

/** Writes what people say of a booking; what it holds stays as it is. The caller holds the level. */
export async function describeBooking(
  tx: Tx,
  scope: StockScope,
  _levels: LockedLevels,
  id: string,
  { user_id, comment, end }: BookingFacts,
): Promise<void> {
  await tx.execute(sql`
    update bookings set version = version + 1, updated_at = now()
      ${user_id === undefined ? sql`` : sql`, user_id = ${user_id}`}
      ${comment === undefined ? sql`` : sql`, comment = ${comment}`}
      ${end === undefined ? sql`` : sql`, expires_at = ${end?.expires_at ?? null}, booked_hours = ${end?.booked_hours ?? null}`}
    where project_id = ${scope.project.id} and id = ${id}`);
}
