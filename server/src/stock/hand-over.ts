import type { Ref } from '@lanka/domain/kit/ids';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Jobs } from '../kit/jobs/jobs';
import { type ActiveBooking, readActive, writeHandOver } from './bookings.store';
import { endAt } from './expire';
import { type LockedLevels, lockLevels, type StockScope } from './levels.store';

/** Pieces of one line that go to a line of another cause. */
export interface HandedLine {
  readonly from: { readonly ref: Ref; readonly line: string };
  readonly to: { readonly ref: Ref; readonly line: string };
  readonly count: number;
}

/**
 * Pieces that are booked go from one cause to another and stay booked: `booked` of their levels does not change, so that
 * nobody else can take them in between. What is not booked of a line stays behind first. Where both have booked for a
 * time, the earlier end holds for both.
 */
export async function handOver(
  tx: Tx,
  jobs: Jobs,
  scope: StockScope,
  lines: readonly HandedLine[],
): Promise<LockedLevels> {
  const causes = [...new Map(lines.flatMap(({ from, to }) => [from.ref, to.ref]).map((ref) => [ref.id, ref])).values()];
  const before = await readActive(tx, scope, causes);
  const levels = await lockLevels(tx, scope, [...new Set(before.map((one) => one.product_variant_id))]);
  // once more behind the lock: one may have ended since
  const active = (await readActive(tx, scope, causes)).filter((one) => levels.has(one.product_variant_id));
  const bookings = new Map<string, ActiveBooking>(active.map((one) => [keyOf(one.ref, one.line), one]));
  const written = new Map<string, ActiveBooking>();
  const put = (booking: ActiveBooking) => {
    bookings.set(keyOf(booking.ref, booking.line), booking);
    written.set(booking.id, booking);
  };
  for (const { from, to, count } of lines) {
    const held = bookings.get(keyOf(from.ref, from.line));
    if (!held) continue;
    const moved = Math.min(count, held.count);
    const met = bookings.get(keyOf(to.ref, to.line));
    bookings.delete(keyOf(from.ref, from.line));
    if (moved === held.count && !met) {
      put({ ...held, ...to });
      continue;
    }
    const rest = held.count - moved;
    if (rest > 0) put({ ...held, count: rest });
    else written.set(held.id, { ...held, status: 'Disabled' });
    put(
      met
        ? { ...met, count: met.count + moved, ...earlier(met, held) }
        : { ...held, ...to, id: newId(), count: moved, isNew: true },
    );
  }
  const all = [...written.values()];
  await writeHandOver(tx, scope, levels, all);
  for (const { id, status, expires_at } of all)
    if (status === 'Active' && expires_at) await endAt(tx, jobs, scope.project.id, id, new Date(expires_at));
  return levels;
}

const keyOf = (ref: Ref, line: string): string => `${ref.kind} ${ref.id} ${line}`;

const earlier = (a: ActiveBooking, b: ActiveBooking) => {
  const { expires_at, booked_hours } = !b.expires_at || (a.expires_at && a.expires_at <= b.expires_at) ? a : b;
  return { expires_at, booked_hours };
};
