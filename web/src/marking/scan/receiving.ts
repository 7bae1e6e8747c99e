/** What came by scanning, line by line. Pure, so that it can be tested alone. */
import type { Goods } from '../../catalog';

export interface ReceivedLine extends Goods {
  readonly product_variant_id: string;
  readonly count: number;
  /** The last number that was typed, and the scans that waited for the network then: who typed it had counted them. */
  readonly typed?: { readonly count: number; readonly scans: readonly string[] };
}
type Lines = readonly ReceivedLine[];

const ofLine = (lines: Lines, id: string) => lines.find(({ product_variant_id }) => product_variant_id === id);

/** A scan whose piece is in the number that was typed while it waited. */
export const isCounted = (lines: Lines, id: string, scan: string): boolean =>
  ofLine(lines, id)?.typed?.scans.includes(scan) ?? false;

/** One piece more; the last that was scanned stands first. */
export function withPiece(lines: Lines, goods: Omit<ReceivedLine, 'count'>): Lines {
  const known = ofLine(lines, goods.product_variant_id);
  const line = { ...goods, ...(known?.typed ? { typed: known.typed } : {}), count: (known?.count ?? 0) + 1 };
  return [line, ...lines.filter((one) => one !== known)];
}

/** So many came in all, as of now. Zero takes the line away; an emptied field stays. */
export const withTyped = (lines: Lines, id: string, count: number | null, waiting: readonly string[]): Lines =>
  lines.flatMap((line) => {
    if (line.product_variant_id !== id) return line;
    if (count === 0) return [];
    return { ...line, count: count ?? 0, typed: { count: count ?? 0, scans: waiting } };
  });

/** What was typed over `before` was a code: the number is as it was, with the pieces that have come since. */
export const withoutTyped = (lines: Lines, before: ReceivedLine): Lines => {
  const now = ofLine(lines, before.product_variant_id);
  if (!now) return [before, ...lines];
  if (now.typed === before.typed) return lines;
  const since = now.count - (now.typed?.count ?? 0);
  return lines.map((line) => (line === now ? { ...before, count: before.count + since } : line));
};

/** What stands in a field can be a count: an emptied one is none, a code typed by a slow scanner is too large. */
export const isCount = (count: number, most: number): boolean => count >= 0 && count <= most;

export const piecesOf = (lines: Lines): number =>
  lines.reduce((sum, { count }) => sum + (Number.isFinite(count) ? count : 0), 0);
