import type { DomainError } from '../kit/errors';
import { MAX_PARCELS, parcelErrors, type SplitOrderBody } from './contract';

/** Pieces of lines of an order, by the id of the line. */
export type Contents = ReadonlyMap<string, number>;

/** A line of an order with what of it was sent, and what that was charged. */
export interface PartLine {
  readonly id: string;
  readonly count: number;
  readonly amount: number;
  readonly sent: number;
  readonly charged: number;
}

/**
 * What the next `count` pieces of a line are charged: their share, rounded down over all that was sent so far, so that
 * the last pieces take the rounding and all of them together are exactly the line. BigInt: 10^12 kopecks × 10^6 pieces
 * leave the safe integers.
 */
export function shareOf({ count, amount, sent, charged }: Omit<PartLine, 'id'>, pieces: number): number {
  const share = Number((BigInt(amount) * BigInt(sent + pieces)) / BigInt(count));
  return Math.max(0, share - charged);
}

export const piecesOf = (contents: Contents): number => [...contents.values()].reduce((sum, count) => sum + count, 0);

/** What of the lines is neither sent nor in these parcels. */
export function restOf(lines: readonly Omit<PartLine, 'amount' | 'charged'>[], parcels: readonly Contents[]): Contents {
  const left = lines.map(({ id, count, sent }): [string, number] => {
    const put = parcels.reduce((sum, parcel) => sum + (parcel.get(id) ?? 0), 0);
    return [id, count - sent - put];
  });
  return new Map(left.filter(([, count]) => count !== 0));
}

/** What each parcel holds that is not sent: the wanted ones and, where something is left, the rest; or why not. */
export function planSplit(
  lines: readonly Omit<PartLine, 'amount' | 'charged'>[],
  wanted: SplitOrderBody['parcels'],
  sentParcels: number,
): { parcels: readonly Contents[] } | { refused: DomainError } {
  const left = new Map(restOf(lines, []));
  const parcels: Contents[] = [];
  for (const [index, { items }] of wanted.entries()) {
    if (items.length === 0) return { refused: parcelErrors.empty({ path: `parcels.${index}.items` }) };
    const contents = new Map<string, number>();
    for (const [at, { order_item_id: id, count }] of items.entries()) {
      const path = `parcels.${index}.items.${at}`;
      if (!lines.some((line) => line.id === id))
        return { refused: parcelErrors.unknown_item({ path: `${path}.order_item_id` }) };
      if (contents.has(id)) return { refused: parcelErrors.duplicate_item({ path: `${path}.order_item_id` }) };
      const free = left.get(id) ?? 0;
      if (count > free)
        return {
          refused: parcelErrors.bad_count({ path: `${path}.count`, order_item_id: id, wanted: count, left: free }),
        };
      contents.set(id, count);
      left.set(id, free - count);
    }
    parcels.push(contents);
  }
  const rest = restOf(lines, parcels);
  if (rest.size > 0) parcels.push(rest);
  if (sentParcels + parcels.length > MAX_PARCELS)
    return { refused: parcelErrors.too_many({ path: 'parcels', allowed: MAX_PARCELS }) };
  return { parcels };
}
