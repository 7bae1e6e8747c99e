import { MAX_STOCK } from '../kit/bounds';
import { stocktakeErrors } from './contract';

/** Of the level at the moment of a count, read behind its lock. */
export interface Shelf {
  readonly actual: number;
  /** How many movements of stock there have been, and how many of them were corrections. */
  readonly movements: number;
  readonly corrections: number;
  /** What lies in orders that are picked and not sent: in the books, and not on the shelf. */
  readonly set_aside?: number;
  /** Something moved so near that moment that nobody knows whether it was counted before or after. */
  readonly unsure?: boolean;
}

/** A count that comes sooner belongs to the moment when it comes: its lock says what was before and what after. */
export const SOON_MS = 5_000;

/** So exact is the moment of a count that comes later: a call may be on its way for so long before it is made again. */
export const NEAR_MS = 20_000;

/** What happened to a level since a moment that is past. */
export interface Since {
  readonly delta: number;
  readonly movements: number;
  readonly corrections: number;
  /** Within `NEAR_MS` of it, before or after. */
  readonly near: boolean;
}

/** The shelf as the books had it then: as it is now, less what happened since. */
export const shelfThen = (now: Shelf, since: Since): Shelf => ({
  actual: now.actual - since.delta,
  movements: now.movements - since.movements,
  corrections: now.corrections - since.corrections,
  unsure: since.near,
});

/** What is known of a line that was counted. */
export interface Counted {
  readonly counted: number;
  /** What lay on the shelf by the books when it was counted. */
  readonly expected: number;
  /** What had been taken off it for orders by then. */
  readonly set_aside: number;
  /** Of the shelf when its count began. */
  readonly movements: number;
  readonly corrections: number;
  /** Goods came or left between the parts of its count: which part they left nobody knows. */
  readonly moved: boolean;
}

/** `add` counts on what was counted before (a scan is one piece), `set` is the whole, `clear` takes the count back. */
export type CountEntry = { readonly mode: 'add' | 'set'; readonly count: number } | { readonly mode: 'clear' };

/**
 * The line after an entry; `shelf` is that of the moment when it was counted. A count is compared with what lay there by the books at that very moment; whatever is sold or
 * received afterwards changes shelf and books alike, so the difference stays what it is. A count in parts belongs to the
 * moment of its first part, which holds only as long as nothing moves between the parts.
 * @throws stocktakes.below_zero, stocktakes.too_many
 */
export function applyCount(line: Counted | null, shelf: Shelf, entry: CountEntry): Counted | null {
  if (entry.mode === 'clear') return null;
  const { actual, movements, corrections, set_aside = 0, unsure = false } = shelf;
  const expected = actual - set_aside;
  const counted = entry.mode === 'add' ? (line?.counted ?? 0) + entry.count : entry.count;
  if (counted < 0) throw stocktakeErrors.below_zero({ path: 'count', counted: line?.counted ?? 0 });
  if (counted > MAX_STOCK) throw stocktakeErrors.too_many({ path: 'count', allowed: MAX_STOCK });
  if (entry.mode === 'add' && line !== null)
    return {
      ...line,
      counted,
      moved: line.moved || unsure || movements !== line.movements || set_aside !== line.set_aside,
    };
  return { counted, expected, set_aside, movements, corrections, moved: unsure };
}

/**
 * How long a call was on its way, by when it was sent on the server's clock as the phone knows it; 0 where it does not
 * say. No call lives longer than `NEAR_MS`, so whatever a clock says wrongly is no more than what is in doubt anyway.
 */
export const onTheWay = (sent_at: string | undefined, now: number): number =>
  sent_at === undefined ? 0 : Math.min(Math.max(0, now - Date.parse(sent_at)), NEAR_MS);

export const differenceOf = ({ counted, expected }: Pick<Counted, 'counted' | 'expected'>): number =>
  counted - expected;

/**
 * Why the count of a line no longer says what lies there, or null: something moved between its parts, or the books were
 * corrected since without anything moving (by hand, by another stocktake, by a reversal).
 */
export function doubtOf(
  line: Pick<Counted, 'moved' | 'corrections'>,
  shelf: Pick<Shelf, 'corrections'>,
): 'moved' | 'corrected' | null {
  if (line.moved) return 'moved';
  return line.corrections === shelf.corrections ? null : 'corrected';
}

/** What is kept of all lines of a stocktake. */
export interface Figures {
  readonly counted: number;
  readonly different: number;
  /** Pieces beyond the books, and pieces missing. */
  readonly surplus: number;
  readonly shortage: number;
}

type Line = Pick<Counted, 'counted' | 'expected'> | null;

const figuresOf = (line: Line): Figures => {
  const difference = line ? differenceOf(line) : 0;
  return {
    counted: line ? 1 : 0,
    different: difference === 0 ? 0 : 1,
    surplus: Math.max(0, difference),
    shortage: Math.max(0, -difference),
  };
};

/** By how much the figures change when these lines do. */
export function figuresChange(lines: readonly { readonly before: Line; readonly after: Line }[]): Figures {
  const sum = { counted: 0, different: 0, surplus: 0, shortage: 0 };
  for (const { before, after } of lines) {
    const [was, is] = [figuresOf(before), figuresOf(after)];
    for (const name of ['counted', 'different', 'surplus', 'shortage'] as const) sum[name] += is[name] - was[name];
  }
  return sum;
}
