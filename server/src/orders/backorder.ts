import type { BookingPlan, Level } from '@lanka/domain/stock/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { requestFor } from '../manufacture';
import { type Booked, book, bookNew, planNew, release, setBookings, waitingLines } from '../stock';
import type { NewItem } from './orders.store';

type Line = Pick<NewItem, 'id' | 'product_variant_id' | 'count'>;

const refOf = (orderId: string) => ({ kind: 'order', id: orderId });
const pieces = (lines: readonly { count: number }[]): number => lines.reduce((total, { count }) => total + count, 0);

/** What a new order takes from stock that is locked. @throws stock.short with every line that is short */
export function planItems(
  scope: ProjectScope,
  levels: ReadonlyMap<string, Level>,
  items: readonly Line[],
): { plan: BookingPlan; waiting: number } {
  const plan = planNew(levels, asLines(items), { allowShort: scope.project.allow_backorders });
  return { plan, waiting: pieces(plan.waits.lines) };
}

/** Carries out what was planned for a new order. */
export async function bookPlanned(tx: Tx, scope: ProjectScope, orderId: string, plan: BookingPlan): Promise<void> {
  const { lines } = plan.waits;
  await bookNew(tx, scope, refOf(orderId), plan);
  if (lines.length > 0) await requestFor(tx, scope, refOf(orderId), lines);
}

/**
 * Orders beyond stock (domain.md, Stock): what is available is booked, the rest waits, and a manufacture request
 * linked to the order asks for it. Each of these answers how many pieces wait; in a project that orders within stock
 * it is 0, and nothing is done besides the booking.
 */
export async function bookItems(tx: Tx, scope: ProjectScope, orderId: string, items: readonly Line[]): Promise<number> {
  const allowShort = scope.project.allow_backorders;
  const booked = await book(tx, scope, refOf(orderId), asLines(items), { allowShort });
  if (booked.waiting.length > 0) await requestFor(tx, scope, refOf(orderId), booked.waiting);
  return pieces(booked.waiting);
}

/** Bookings and waits follow the difference of an edit, and so does the request while nobody has begun with it. */
export async function rebookItems(tx: Tx, scope: ProjectScope, orderId: string, items: readonly Line[]): Promise<void> {
  const allowShort = scope.project.allow_backorders;
  await followUp(tx, scope, orderId, await setBookings(tx, scope, refOf(orderId), asLines(items), { allowShort }));
}

export async function releaseItems(tx: Tx, scope: ProjectScope, orderId: string): Promise<void> {
  await followUp(tx, scope, orderId, await release(tx, scope, refOf(orderId)));
}

async function followUp(tx: Tx, scope: ProjectScope, orderId: string, { waited, waiting }: Booked): Promise<void> {
  if (scope.project.allow_backorders || waited) await requestFor(tx, scope, refOf(orderId), waiting);
}

/** Pieces of the order that are not there yet. */
export async function waitingPieces(tx: Tx, scope: ProjectScope, orderId: string): Promise<number> {
  return pieces(await waitingLines(tx, scope, refOf(orderId)));
}

const asLines = (items: readonly Line[]) =>
  items.map(({ id: line, product_variant_id, count }) => ({ line, product_variant_id, count }));
