/** What is known of a modification, in pieces. */
export interface Facts {
  /** Sold in the weeks that were asked for, less what came back. */
  readonly sold: number;
  /** The least that shall lie on the shelf; null where nobody has said. */
  readonly minimum: number | null;
  readonly available: number;
  /** Ordered from suppliers and not arrived. */
  readonly expected: number;
  /** In requests that are not finished. */
  readonly in_production: number;
  /** Lines of orders wait for so many. */
  readonly waiting: number;
}

export interface Horizon {
  /** Over so many past weeks sales are averaged. */
  readonly weeks: number;
  /** For so many days goods shall last. */
  readonly days: number;
}

/** Pieces that the sales of the past would take in the days to come; a piece that is begun counts whole. */
export const coverOf = (sold: number, { weeks, days }: Horizon): number =>
  Math.ceil((Math.max(0, sold) * days) / (weeks * 7));

/**
 * How many to order or make: what sales will take, or the minimum where that is more, and what orders wait for; less what
 * is there, on its way or being made.
 */
export function propose(facts: Facts, horizon: Horizon): number {
  const target = Math.max(facts.minimum ?? 0, coverOf(facts.sold, horizon)) + facts.waiting;
  return Math.max(0, target - facts.available - facts.expected - facts.in_production);
}
