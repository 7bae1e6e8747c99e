import { percentOf } from '../kit/money';

/** A discount of a payer on his plan; months by their first days, both inclusive. */
export interface DiscountTerms {
  readonly kind: 'percent' | 'sum';
  /** Hundredths of a percent, or kopecks. */
  readonly value: number;
  readonly from: string;
  /** Null: until it is ended. */
  readonly until: string | null;
}

const holdsIn = ({ from, until }: Pick<DiscountTerms, 'from' | 'until'>, month: string): boolean =>
  from <= month && (until === null || month <= until);

/** What it takes off a price, which never falls below nothing. */
const takenOff = (price: number, { kind, value }: Pick<DiscountTerms, 'kind' | 'value'>): number =>
  Math.min(price, kind === 'percent' ? percentOf(price, value) : value);

/** Discounts do not add up (domain.md, Money): the largest of those that hold in the month. Null: none takes anything off. */
export function discountIn<T extends DiscountTerms>(
  price: number,
  month: string,
  discounts: readonly T[],
): { readonly discount: T; readonly amount: number } | null {
  let best: { discount: T; amount: number } | null = null;
  for (const discount of discounts) {
    if (!holdsIn(discount, month)) continue;
    const amount = takenOff(price, discount);
    if (amount > (best?.amount ?? 0)) best = { discount, amount };
  }
  return best;
}

/** One that was ended before it began takes nothing off, ever. */
export function stateOf(
  { from, until }: Pick<DiscountTerms, 'from' | 'until'>,
  month: string,
): 'coming' | 'active' | 'over' | 'canceled' {
  if (until !== null && until < from) return 'canceled';
  if (month < from) return 'coming';
  return until !== null && until < month ? 'over' : 'active';
}
