import { beginOf, endOf, type Period, partsOf } from './rules';

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

/** What goods are summed up by beside days. */
export type DemandBy = 'week' | 'month';

/** The first days of the weeks from Monday, or of the months, that lie wholly in the period. */
export const wholeParts = (period: Period, by: DemandBy): string[] =>
  partsOf(period, by).flatMap(({ from, to }) => (from === beginOf[by](from) && to === endOf[by](to) ? [from] : []));

/** What demand is compared by: whole months where there are enough, else whole weeks. */
export function demandParts(period: Period): { readonly by: DemandBy; readonly parts: number } | null {
  for (const by of ['month', 'week'] as const) {
    const parts = wholeParts(period, by).length;
    if (parts >= LEAST_PARTS) return { by, parts };
  }
  return null;
}
