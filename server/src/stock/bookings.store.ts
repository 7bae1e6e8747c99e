import type { Ref } from '@lanka/domain/kit/ids';
import type { BookingStatus } from '@lanka/domain/stock/contract';
import type { HeldBooking } from '@lanka/domain/stock/rules';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { toInstantOrNull } from '../kit/db/paging';
import { type LockedLevels, lockLevels, type StockScope } from './levels.store';

/** One booking as it stands behind the lock of its level, which whoever changes a booking takes. */
export interface LockedBooking extends HeldBooking {
  readonly status: BookingStatus;
  readonly ref: Ref;
  readonly booked_hours: number | null;
  readonly version: number;
  readonly levels: LockedLevels;
}

type Row = HeldBooking & {
  status: BookingStatus;
  ref_kind: string;
  ref_id: string;
  booked_hours: number | null;
  version: number;
};

/** Null where there is no such booking. */
export async function lockBooking(tx: Tx, scope: StockScope, id: string): Promise<LockedBooking | null> {
  const [known] = await tx.rows<{ variant: string }>(sql`
    select product_variant_id as variant from bookings where project_id = ${scope.project.id} and id = ${id}`);
  if (!known) return null;
  const levels = await lockLevels(tx, scope, [known.variant]);
  const [row] = await tx.rows<Row>(sql`
    select id, coalesce(ref_line, id) as line, product_variant_id, count, status, ref_kind, ref_id, booked_hours, version
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

/** An active booking that goes from one cause to another. */
export interface ActiveBooking {
  readonly id: string;
  readonly product_variant_id: string;
  readonly ref: Ref;
  readonly line: string;
  readonly count: number;
  readonly status: BookingStatus;
  readonly expires_at: string | null;
  readonly booked_hours: number | null;
  /** It is not written yet; who booked and what he said of it is as the booking that it is a part of. */
  readonly isNew?: true;
  readonly user_id: string | null;
  readonly comment: string;
}

export async function readActive(tx: Tx, scope: StockScope, refs: readonly Ref[]): Promise<ActiveBooking[]> {
  const found = await tx.rows<Omit<ActiveBooking, 'ref'> & { ref_kind: string; ref_id: string }>(sql`
    select b.id, b.product_variant_id, b.ref_kind, b.ref_id, coalesce(b.ref_line, b.id) as line, b.count, b.status,
      b.expires_at, b.booked_hours, b.user_id, b.comment
    from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as r(kind text, id uuid)
    join bookings b on b.project_id = ${scope.project.id} and b.ref_kind = r.kind and b.ref_id = r.id
    where b.status = 'Active' order by b.id`);
  return found.map(({ ref_kind, ref_id, ...rest }) => ({
    ...rest,
    ref: { kind: ref_kind, id: ref_id },
    expires_at: toInstantOrNull(rest.expires_at),
  }));
}

/** Writes bookings as they are after they were handed over; those that end come first, because a line holds one. */
export async function writeHandOver(
  tx: Tx,
  scope: StockScope,
  _levels: LockedLevels,
  bookings: readonly ActiveBooking[],
): Promise<void> {
  const project = scope.project.id;
  const rows = (some: readonly ActiveBooking[]) =>
    JSON.stringify(some.map(({ ref, ...one }) => ({ ...one, ref_kind: ref.kind, ref_id: ref.id })));
  const record = sql.raw(
    'n(id uuid, product_variant_id uuid, ref_kind text, ref_id uuid, line uuid, count int, status text, expires_at timestamptz, booked_hours int, user_id uuid, comment text)',
  );
  const change = (some: readonly ActiveBooking[]) =>
    tx.execute(sql`
    update bookings b set ref_kind = n.ref_kind, ref_id = n.ref_id, ref_line = n.line, count = n.count, status = n.status,
      expires_at = n.expires_at, booked_hours = n.booked_hours, updated_at = now()
    from jsonb_to_recordset(${rows(some)}::jsonb) as ${record}
    where b.project_id = ${project} and b.id = n.id`);
  const known = bookings.filter(({ isNew }) => !isNew);
  const ended = known.filter(({ status }) => status !== 'Active');
  if (ended.length > 0) await change(ended);
  const going = known.filter(({ status }) => status === 'Active');
  if (going.length > 0) await change(going);
  const made = bookings.filter(({ isNew }) => isNew);
  if (made.length > 0)
    await tx.execute(sql`
      insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id, comment, expires_at, booked_hours)
      select ${project}, n.id, n.product_variant_id, n.count, 'Active', n.ref_kind, n.ref_id, n.line, n.user_id, n.comment,
        n.expires_at, n.booked_hours
      from jsonb_to_recordset(${rows(made)}::jsonb) as ${record}`);
}
