import { tellLow } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { inOneStatement, type Read } from '../kit/db/one-statement';
import { requestFor } from '../manufacture';
import { type Booked, type BookingChoice, book, release, setBookings, waitingLines } from '../stock';
import type { LockedOrder, NewItem } from './orders.store';
import { tellingRefusals } from './told';

type Line = Pick<NewItem, 'id' | 'product_variant_id' | 'count'>;

/** An order as stock knows it. */
type Ordered = { readonly id: string };
const refOf = ({ id }: Ordered) => ({ kind: 'order', id });
const pieces = (lines: readonly { count: number }[]): number => lines.reduce((total, { count }) => total + count, 0);

/**
 * Orders beyond stock (domain.md, Stock): what is available is booked, the rest waits, and a manufacture request
 * linked to the order asks for it. Each of these answers how many pieces wait; in a project that orders within stock
 * it is 0, and nothing is done besides the booking.
 */
export async function bookItems(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder<Ordered>,
  items: readonly Line[],
  choice: Pick<BookingChoice, 'isNew' | 'levels'>,
): Promise<number> {
  const allowShort = scope.project.allow_backorders;
  const booked = await tellingRefusals(scope, () =>
    book(tx, scope, refOf(order), asLines(items), { allowShort, ...choice }),
  );
  await tellLow(tx, scope, booked.ran_low);
  if (booked.waiting.length > 0) await requestFor(tx, scope, refOf(order), booked.waiting);
  return pieces(booked.waiting);
}

/** Bookings and waits follow the difference of an edit, and so does the request while nobody has begun with it. */
export async function rebookItems(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder<Ordered>,
  items: readonly Line[],
): Promise<void> {
  const allowShort = scope.project.allow_backorders;
  const booked = await tellingRefusals(scope, () =>
    setBookings(tx, scope, refOf(order), asLines(items), { allowShort }),
  );
  await tellLow(tx, scope, booked.ran_low);
  await followUp(tx, scope, order, booked);
}

export async function releaseItems(tx: Tx, scope: ProjectScope, order: LockedOrder<Ordered>): Promise<void> {
  await followUp(tx, scope, order, await release(tx, scope, refOf(order)));
}

async function followUp(tx: Tx, scope: ProjectScope, order: Ordered, { waited, waiting }: Booked): Promise<void> {
  if (scope.project.allow_backorders || waited) await requestFor(tx, scope, refOf(order), waiting);
}

/** Pieces of the order that are not there yet. */
export function waitingPiecesOf(scope: ProjectScope, order: Ordered): Read<number> {
  const { select, answer } = waitingLines(scope, refOf(order));
  return { select, answer: (rows) => pieces(answer(rows)) };
}

export async function waitingPieces(tx: Tx, scope: ProjectScope, order: Ordered): Promise<number> {
  const [waiting] = await inOneStatement(tx, [waitingPiecesOf(scope, order)]);
  return waiting;
}

const asLines = (items: readonly Line[]) =>
  items.map(({ id: line, product_variant_id, count }) => ({ line, product_variant_id, count }));
