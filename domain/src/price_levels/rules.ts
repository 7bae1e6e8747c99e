/** Columns of prices beside the price itself: drop, wholesale, VIP. More of them nobody keeps right by hand. */
export const MAX_PRICE_LEVELS = 8;
export const MAX_LEVEL_NAME = 40;
/** Prices of one level of one variant: for one piece, and from some counts on. */
export const MAX_STEPS = 10;

/** A name as it is kept: one line. */
export const levelName = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** What is the same level, however it is written. */
export const levelKey = (name: string): string => levelName(name).toLowerCase();

/** What one piece costs of a level, or (null) of the price itself, in a line of so many pieces and more. */
export interface FurtherPrice {
  readonly price_level_id: string | null;
  readonly from_count: number;
  readonly price: number;
}

/** The further prices in the order in which they are kept: by level, those of the price itself first, then by count. */
export const inPriceOrder = (prices: readonly FurtherPrice[]): FurtherPrice[] =>
  prices
    .map(({ price_level_id, from_count, price }) => ({ price_level_id, from_count, price }))
    .sort(
      (a, b) => (a.price_level_id ?? '').localeCompare(b.price_level_id ?? '', 'en') || a.from_count - b.from_count,
    );

export const samePrices = (a: readonly FurtherPrice[], b: readonly FurtherPrice[]): boolean =>
  JSON.stringify(inPriceOrder(a)) === JSON.stringify(inPriceOrder(b));

/** These prices with those put in place of the ones of the same level and count. */
export function withPrices(known: readonly FurtherPrice[], given: readonly FurtherPrice[]): FurtherPrice[] {
  const key = ({ price_level_id, from_count }: FurtherPrice) => `${price_level_id} ${from_count}`;
  return [...new Map([...known, ...given].map((one) => [key(one), one])).values()];
}

export type PriceProblem = 'repeated' | 'from_one' | 'too_many';

/** What is wrong with further prices, each with its place in the list. */
export function priceProblems(prices: readonly FurtherPrice[]): { at: number; problem: PriceProblem }[] {
  const seen = new Set<string>();
  const steps = new Map<string | null, number>();
  return prices.flatMap(({ price_level_id, from_count }, at): { at: number; problem: PriceProblem }[] => {
    const key = `${price_level_id} ${from_count}`;
    const count = (steps.get(price_level_id) ?? 0) + 1;
    steps.set(price_level_id, count);
    // of one piece the price itself says what it costs
    if (price_level_id === null && from_count < 2) return [{ at, problem: 'from_one' }];
    if (seen.has(key)) return [{ at, problem: 'repeated' }];
    seen.add(key);
    return count > MAX_STEPS ? [{ at, problem: 'too_many' }] : [];
  });
}

export interface ChosenPrice {
  readonly price: number;
  /** The level whose price it is; null: the price itself, or its own for so many pieces. */
  readonly price_level_id: string | null;
  /** From how many pieces on it holds. */
  readonly from_count: number;
}

function lastStep(prices: readonly FurtherPrice[], level: string | null, count: number): FurtherPrice | null {
  let found: FurtherPrice | null = null;
  for (const step of prices)
    if (step.price_level_id === level && step.from_count <= count && step.from_count > (found?.from_count ?? 0))
      found = step;
  return found;
}

/**
 * What one piece costs in a line of `count`: by the level's step with the largest count that is reached. Where the level
 * has none, by the steps of the price itself, then the price. A level's own price holds though it be the dearer one.
 * Discounts come afterwards (domain.md, Money).
 */
export function choosePrice(
  { price, prices }: { readonly price: number; readonly prices: readonly FurtherPrice[] },
  level: string | null,
  count: number,
): ChosenPrice {
  const own = level === null ? null : lastStep(prices, level, count);
  return own ?? lastStep(prices, null, count) ?? { price, price_level_id: null, from_count: 1 };
}

export interface PriceStep {
  readonly from_count: number;
  readonly price: number;
}

/** What a piece costs whoever has the level, from which count on; the first step begins at one piece. */
export function ladderOf(
  variant: { readonly price: number; readonly prices: readonly FurtherPrice[] },
  level: string | null,
): [PriceStep, ...PriceStep[]] {
  const starts = new Set<number>();
  for (const { price_level_id, from_count } of variant.prices)
    if (from_count > 1 && (price_level_id === null || price_level_id === level)) starts.add(from_count);
  const ladder: [PriceStep, ...PriceStep[]] = [{ from_count: 1, price: choosePrice(variant, level, 1).price }];
  for (const from_count of [...starts].sort((a, b) => a - b)) {
    const { price } = choosePrice(variant, level, from_count);
    if (price !== ladder.at(-1)?.price) ladder.push({ from_count, price });
  }
  return ladder;
}
