import type { Ref } from '@lanka/domain/kit/ids';
import { stockErrors } from '@lanka/domain/stock/contract';
import {
  availableOf,
  type BookingPlan,
  type HeldBooking,
  planBookings,
  type WantedLine,
} from '@lanka/domain/stock/rules';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { planFilling } from './fill';
import { type LockedLevels, lockLevels, type StockScope } from './levels.store';
import {
  bookedVariant,
  clearExpiry,
  type Held,
  readExpired,
  readHeld,
  setExpiry,
  shipBookings,
  shipPieces,
  writeBookings,
  writeFills,
  writeHold,
} from './stock.store';

export interface BookingChoice {
  /** Book what is available and let the rest wait, instead of refusing. */
  readonly allowShort?: boolean;
  /** The cause was made in this transaction, so that it has booked nothing and waits for nothing yet. */
  readonly isNew?: boolean;
  /** Of the variants that are wanted, and of those that the cause holds, when they were locked already. */
  readonly levels?: LockedLevels | undefined;
}

const NOTHING: Held = { bookings: [], waits: [] };

/** What came of booking for the cause. */
export interface Booked {
  /** The lines that wait, with the pieces they lack. */
  readonly waiting: readonly WantedLine[];
  /** Whether it waited for something before. */
  readonly waited: boolean;
  /** The causes whose waiting lines got what became free. */
  readonly filled: readonly Ref[];
  /** The products of which modifications run low by it. */
  readonly ran_low: readonly string[];
}

/**
 * Makes the cause hold exactly these bookings: books, changes and releases by differences, the same number of
 * statements for one line and for five hundred. Refuses with every line that is short, nothing half done; or lets
 * what is short wait, when that is allowed. What becomes free goes to the lines of others that wait, oldest first.
 */
export async function setBookings(
  tx: Tx,
  scope: StockScope,
  ref: Ref,
  wanted: readonly WantedLine[],
  { allowShort = false, isNew = false, levels: given }: BookingChoice = {},
): Promise<Booked> {
  const variants = wanted.map(({ product_variant_id }) => product_variant_id);
  const levels = given ?? (await lockLevels(tx, scope, variants, isNew ? undefined : ref));
  const { bookings, waits } = isNew ? NOTHING : await readHeld(tx, scope, ref);
  const plan = planBookings(levels, bookings, wanted, { waits, allowShort });
  const done = await carryOut(tx, scope, ref, levels, plan);
  return { waiting: plan.waits.lines, waited: waits.length > 0, ...done };
}

async function carryOut(
  tx: Tx,
  scope: StockScope,
  ref: Ref,
  levels: LockedLevels,
  plan: BookingPlan,
): Promise<Pick<Booked, 'filled' | 'ran_low'>> {
  if (plan.short.length > 0) throw stockErrors.short(...plan.short);
  const free = new Map<string, number>();
  for (const [variant, level] of levels) {
    const waiting = (level.waiting ?? 0) + (plan.waits.deltas.get(variant) ?? 0);
    const available = availableOf(level) - (plan.deltas.get(variant) ?? 0);
    if (waiting > 0 && available > 0) free.set(variant, available);
  }
  const filling = await planFilling(tx, scope, free, ref);
  const ran_low = await writeBookings(tx, scope, levels, ref, plan, filling?.plan.deltas);
  if (filling) await writeFills(tx, scope, levels, filling.plan);
  return { ran_low, filled: filling?.filled ?? [] };
}

/** Books for good: what was booked for a time stays booked. */
export async function book(
  tx: Tx,
  scope: StockScope,
  ref: Ref,
  wanted: readonly WantedLine[],
  choice?: BookingChoice,
): Promise<Booked> {
  const booked = await setBookings(tx, scope, ref, wanted, choice);
  if (!choice?.isNew) await clearExpiry(tx, scope, ref);
  return booked;
}

export const release = (tx: Tx, scope: StockScope, ref: Ref): Promise<Booked> => setBookings(tx, scope, ref, []);

/** Until the end of which day of Kyiv the cause holds what it has booked and what it waits for; null: without an end. */
export async function holdUntil(tx: Tx, scope: StockScope, ref: Ref, day: string | null): Promise<void> {
  const levels = await lockLevels(tx, scope, [], ref);
  await writeHold(tx, scope, levels, ref, day);
}

/** Books one more line of the cause for some hours; the booking's id, for the job that ends it. */
export async function bookForHours(
  tx: Tx,
  scope: StockScope,
  ref: Ref,
  line: WantedLine,
  hours: number,
): Promise<string | null> {
  const levels = await lockLevels(tx, scope, [line.product_variant_id], ref);
  if (levels.get(line.product_variant_id)?.tracked === false) throw stockErrors.untracked();
  const { bookings, waits } = await readHeld(tx, scope, ref);
  const others = bookings.filter((booking) => booking.line !== line.line);
  await carryOut(tx, scope, ref, levels, planBookings(levels, bookings, [...others, line], { waits }));
  const expires_at = new Date(Date.now() + hours * 3_600_000).toISOString();
  return setExpiry(tx, scope, ref, line.line, { expires_at, booked_hours: hours });
}

/** Ends one booking whose time is over; whether it was still active. Takes the level's lock first, as everybody does. */
export async function expireBooking(tx: Tx, projectId: string, bookingId: string): Promise<boolean> {
  const scope = systemIn(projectId);
  const variant = await bookedVariant(tx, scope, bookingId);
  if (!variant) return false;
  const levels = await lockLevels(tx, scope, [variant]);
  const booking = await readExpired(tx, scope, levels, bookingId);
  if (!booking) return false;
  await endBooking(tx, scope, levels, booking);
  return true;
}

/** Frees what one active booking holds; the causes whose waiting lines got it. */
export async function endBooking(
  tx: Tx,
  scope: StockScope,
  levels: LockedLevels,
  booking: HeldBooking & { readonly ref: Ref },
): Promise<readonly Ref[]> {
  const { filled } = await carryOut(tx, scope, booking.ref, levels, planBookings(levels, [booking], []));
  return filled;
}

/** Ships what the cause has booked. `given`: the levels of that, when they were locked already. */
export async function ship(tx: Tx, scope: StockScope, ref: Ref, comment: string, given?: LockedLevels): Promise<void> {
  const levels = given ?? (await lockLevels(tx, scope, [], ref));
  await shipBookings(tx, scope, levels, ref, comment);
}

/**
 * Ships these pieces of what the cause has booked for one part of it, once. Answers how many of them are not booked: then
 * nothing is done. Goods whose stock is not counted go without.
 */
export async function shipPart(
  tx: Tx,
  scope: StockScope,
  cause: { readonly ref: Ref; readonly part: string; readonly comment: string },
  wanted: readonly WantedLine[],
): Promise<number> {
  const variants = wanted.map(({ product_variant_id }) => product_variant_id);
  const levels = await lockLevels(tx, scope, variants);
  const counted = wanted.filter(({ product_variant_id }) => levels.get(product_variant_id)?.tracked !== false);
  const { bookings } = await readHeld(tx, scope, cause.ref);
  const booked = new Map(bookings.map(({ line, count }) => [line, count]));
  const missing = counted.reduce((sum, { line, count }) => sum + Math.max(0, count - (booked.get(line) ?? 0)), 0);
  if (missing === 0 && counted.length > 0) await shipPieces(tx, scope, levels, cause, counted);
  return missing;
}
