import { daysAfter } from '../kit/time';
import { daysIn, type Period, partsOf } from './rules';

/** A brings the first 80 % of the revenue, B what follows up to 95 %, C the rest. */
export const ABC = ['A', 'B', 'C'] as const;
export const ABC_SHARES = { A: 80, B: 95 } as const;
/** By how far demand strays from its mean: X by 10 % at most, Y by 25 %, Z by more. */
export const XYZ = ['X', 'Y', 'Z'] as const;
export const XYZ_SHARES = { X: 10, Y: 25 } as const;

export const GOODS_SORTS = ['revenue', 'sold', 'margin'] as const;
export type GoodsSort = (typeof GOODS_SORTS)[number];

/** For how many days nobody has bought it. */
export const STANDING_DAYS = [30, 60, 90, 180, 365] as const;

/** Fewer parts say nothing about how even demand is. */
const LEAST_PARTS = 3;

/** The first days of the months that lie wholly in the period. */
export const wholeMonths = (period: Period): string[] =>
  partsOf(period, 'month').flatMap(({ from, to }) =>
    from.endsWith('-01') && daysAfter(to, 1).endsWith('-01') ? [from] : [],
  );

/** What demand is compared by: whole months where there are enough, else weeks counted back from the last day. */
export function demandParts(period: Period): { readonly by: 'week' | 'month'; readonly parts: number } | null {
  const months = wholeMonths(period).length;
  if (months >= LEAST_PARTS) return { by: 'month', parts: months };
  const weeks = Math.floor(daysIn(period) / 7);
  return weeks >= LEAST_PARTS ? { by: 'week', parts: weeks } : null;
}
