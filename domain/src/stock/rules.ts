import { MAX_KOPECKS, MAX_PRICE, MAX_STOCK } from '../kit/bounds';
import type { DomainError } from '../kit/errors';
import { formatMoney } from '../kit/money';
import { stockErrors } from './contract';

export interface Level {
  readonly actual: number;
  readonly booked: number;
  /** Pieces ordered beyond stock; more than 0 only while nothing is available. 0 when it is not told. */
  readonly waiting?: number;
  /** Kopecks a piece; 0 when it has none. */
  readonly price?: number;
  /** False of goods whose stock is not counted: made to order, services. They never run out, book nothing and never move. */
  readonly tracked?: boolean;
}

export const availableOf = ({ actual, booked }: Level): number => actual - booked;

/** The most pieces that may lie on the shelf at this price: what they are worth together is bounded (decision 0046). */
export const mostPieces = (price: number): number =>
  price === 0 ? MAX_STOCK : Math.min(MAX_STOCK, Math.floor(MAX_KOPECKS / price));

/** Why so many pieces cannot have this price, or null. */
export function refusePrice(actual: number, price: number, path: string): DomainError | null {
  if (actual <= mostPieces(price)) return null;
  const allowed = Math.min(MAX_PRICE, Math.floor(MAX_KOPECKS / actual));
  return stockErrors.price_too_large({ path, actual, allowed, allowed_shown: formatMoney(allowed) });
}

/** Either a difference or a count of what is on the shelf. */
export type StockChange = { readonly delta: number } | { readonly counted: number };

/**
 * The difference that a change makes to what is there now; or the error. A count becomes a difference at the moment
 * it is carried out, so a stale form can never restore an old number (domain.md, Stock).
 */
export function planStockChange(level: Level, change: StockChange): { delta: number } | { refused: DomainError } {
  if (level.tracked === false)
    return { refused: stockErrors.untracked({ path: 'delta' in change ? 'delta' : 'counted' }) };
  const delta = 'delta' in change ? change.delta : change.counted - level.actual;
  const after = level.actual + delta;
  if (after < 0) return { refused: stockErrors.below_zero({ actual: level.actual, wanted: after }) };
  if (after < level.booked) return { refused: stockErrors.below_booked({ booked: level.booked, wanted: after }) };
  const path = 'delta' in change ? 'delta' : 'counted';
  if (after > MAX_STOCK) return { refused: stockErrors.too_many({ path, allowed: MAX_STOCK }) };
  const price = level.price ?? 0;
  const allowed = mostPieces(price);
  if (after > allowed)
    return { refused: stockErrors.worth_too_much({ path, allowed, price, price_shown: formatMoney(price) }) };
  return { delta };
}

/** A line of a cause that wants stock: `line` is the cause's own name for it, an order's item for instance. */
export interface WantedLine {
  readonly line: string;
  readonly product_variant_id: string;
  readonly count: number;
  /** The id that its booking shall have, where somebody needs to know it; else it gets one. */
  readonly id?: string;
}

export interface HeldBooking {
  readonly id: string;
  readonly line: string;
  readonly product_variant_id: string;
  readonly count: number;
}

/** A line's wait for stock; `count` is what it still lacks. */
export type HeldWait = HeldBooking;

export interface BookingPlan {
  readonly disable: readonly string[];
  readonly change: readonly { readonly id: string; readonly count: number }[];
  readonly insert: readonly WantedLine[];
  /** By variant: what is added to `booked`; never 0. */
  readonly deltas: ReadonlyMap<string, number>;
  /** What is not there, with the count that is; when there is any, nothing is done. */
  readonly short: readonly { product_variant_id: string; wanted: number; available: number }[];
  readonly waits: WaitPlan;
}

/** From the waits a cause has to those it needs, in the same manner as its bookings. */
export interface WaitPlan {
  readonly cancel: readonly string[];
  readonly change: readonly { readonly id: string; readonly count: number }[];
  readonly insert: readonly WantedLine[];
  /** By variant: what is added to `waiting`; never 0. */
  readonly deltas: ReadonlyMap<string, number>;
  /** Every line that waits after the plan, with the pieces it lacks. */
  readonly lines: readonly WantedLine[];
}

export interface BookingOptions {
  /** What the cause waits for already: it may go on waiting, also when orders beyond stock are no longer allowed. */
  readonly waits?: readonly HeldWait[];
  /** The project allows orders beyond stock: what is available is booked, the rest waits (domain.md, Stock). */
  readonly allowShort?: boolean;
}

type Counts = Map<string, number>;
const add = (counts: Counts, key: string, count: number): void => {
  const next = (counts.get(key) ?? 0) + count;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
};

interface Rows {
  readonly gone: string[];
  readonly change: { id: string; count: number }[];
  readonly insert: WantedLine[];
  readonly deltas: Counts;
}

/** From the rows that are there to the lines that shall be, by differences; lines of count 0 have no row. */
function planRows(held: readonly HeldBooking[], lines: readonly WantedLine[]): Rows {
  const heldByLine = new Map(held.map((row) => [row.line, row]));
  const rows: Rows = { gone: [], change: [], insert: [], deltas: new Map() };
  const kept = new Set<string>();
  for (const line of lines) {
    if (line.count === 0) continue;
    const known = heldByLine.get(line.line);
    if (known?.product_variant_id === line.product_variant_id) {
      kept.add(known.id);
      if (known.count !== line.count) rows.change.push({ id: known.id, count: line.count });
    } else rows.insert.push(line);
    add(rows.deltas, line.product_variant_id, line.count);
  }
  for (const row of held) {
    if (!kept.has(row.id)) rows.gone.push(row.id);
    add(rows.deltas, row.product_variant_id, -row.count);
  }
  return rows;
}

/**
 * From the bookings a cause holds to those it wants, by differences. Booking, editing and releasing are all this:
 * from nothing, from some to others, and to nothing. What the cause holds already counts as available to it.
 * A line that is short waits for the rest as far as it may, else it is told and nothing is done.
 */
export function planBookings(
  levels: ReadonlyMap<string, Level>,
  held: readonly HeldBooking[],
  asked: readonly WantedLine[],
  { waits = [], allowShort = false }: BookingOptions = {},
): BookingPlan {
  // goods whose stock is not counted are there for everybody
  const wanted = asked.filter(({ product_variant_id }) => levels.get(product_variant_id)?.tracked !== false);
  const heldHere = totals(held);
  const waitsHere = totals(waits);
  const free = new Map<string, number>();
  const mayWait = new Map<string, number>();
  for (const id of new Set(wanted.map(({ product_variant_id }) => product_variant_id))) {
    const level = levels.get(id) ?? { actual: 0, booked: 0 };
    const own = waitsHere.get(id) ?? 0;
    free.set(id, availableOf(level) + (heldHere.get(id) ?? 0));
    mayWait.set(id, allowShort && levels.has(id) ? Math.max(own, MAX_STOCK - (level.waiting ?? 0)) : own);
  }

  const booked: WantedLine[] = [];
  const waiting: WantedLine[] = [];
  const short: { product_variant_id: string; wanted: number; available: number }[] = [];
  for (const [id, wants] of totals(wanted)) {
    const available = free.get(id) ?? 0;
    if (wants - available > (mayWait.get(id) ?? 0)) short.push({ product_variant_id: id, wanted: wants, available });
  }
  for (const line of wanted) {
    const { product_variant_id } = line;
    const count = Math.max(0, Math.min(line.count, free.get(product_variant_id) ?? 0));
    free.set(product_variant_id, (free.get(product_variant_id) ?? 0) - count);
    booked.push({ ...line, count });
    if (line.count > count) waiting.push({ ...line, count: line.count - count });
  }
  const rows = planRows(held, booked);
  const queue = planRows(waits, waiting);
  return {
    disable: rows.gone,
    change: rows.change,
    insert: rows.insert,
    deltas: rows.deltas,
    short,
    waits: {
      cancel: queue.gone,
      change: queue.change,
      insert: queue.insert,
      deltas: queue.deltas,
      lines: waiting,
    },
  };
}

function totals(lines: readonly { product_variant_id: string; count: number }[]): Counts {
  const counts: Counts = new Map();
  for (const { product_variant_id, count } of lines) add(counts, product_variant_id, count);
  return counts;
}

export interface Fill {
  readonly id: string;
  readonly count: number;
}

export interface FillPlan {
  readonly fills: readonly Fill[];
  /** By variant: what goes from `waiting` to `booked`; never 0. */
  readonly deltas: ReadonlyMap<string, number>;
}

/**
 * Gives what has become free to the lines that wait, oldest first; a line may be filled in part.
 * `queue` is in that order, `count` is what each still lacks.
 */
export function planFills(
  free: ReadonlyMap<string, number>,
  queue: readonly { readonly id: string; readonly product_variant_id: string; readonly count: number }[],
): FillPlan {
  const left = new Map(free);
  const fills: Fill[] = [];
  const deltas: Counts = new Map();
  for (const { id, product_variant_id, count } of queue) {
    const given = Math.min(count, left.get(product_variant_id) ?? 0);
    if (given <= 0) continue;
    left.set(product_variant_id, (left.get(product_variant_id) ?? 0) - given);
    add(deltas, product_variant_id, given);
    fills.push({ id, count: given });
  }
  return { fills, deltas };
}
