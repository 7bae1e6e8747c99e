/**
 * What plans cost from a month on. Their limits are those of the code (`plans.ts`), and so is the price until an operator
 * sets another: prices change on the 1st, because a plan is billed for whole months.
 */
import { z } from 'zod';
import { DROPSHIPPER_PLANS, DropshipperPlan, MANUFACTURER_PLANS, ManufacturerPlan, type Plan } from './plans';

/** The free plan stays free. */
export const PaidPlan = z.enum([...ManufacturerPlan.options, ...DropshipperPlan.exclude(['dropshipper-free']).options]);
export type PaidPlan = z.infer<typeof PaidPlan>;

/** Kopecks a month; null: the plan has no such thing. */
export interface PlanPrice {
  readonly price: number;
  /** Struck through beside it. */
  readonly old_price: number | null;
  /** A pack of further orders. */
  readonly extra_orders: number | null;
  readonly extra_collaborator: number | null;
}

export interface PriceFrom extends PlanPrice {
  readonly plan: PaidPlan;
  /** The first day of the month from which it holds. */
  readonly from: string;
}
export type PriceList = readonly PriceFrom[];

/** As the product was built. */
export function builtPrice(plan: Plan): PlanPrice {
  const manufacturer = ManufacturerPlan.safeParse(plan);
  if (!manufacturer.success) {
    const { price, old_price } = DROPSHIPPER_PLANS[DropshipperPlan.parse(plan)];
    return { price, old_price, extra_orders: null, extra_collaborator: null };
  }
  const { price, old_price, extra_orders, extra_collaborator } = MANUFACTURER_PLANS[manufacturer.data];
  return { price, old_price, extra_orders: extra_orders.price, extra_collaborator };
}

/** What a plan costs in this month. `list` in any order. */
export function priceIn(plan: Plan, month: string, list: PriceList): PlanPrice {
  let found: PriceFrom | null = null;
  for (const one of list)
    if (one.plan === plan && one.from <= month && (found === null || one.from > found.from)) found = one;
  if (!found) return builtPrice(plan);
  const { price, old_price, extra_orders, extra_collaborator } = found;
  return { price, old_price, extra_orders, extra_collaborator };
}

/** Something of it costs more than before. */
export const isDearer = (before: PlanPrice, after: PlanPrice): boolean =>
  (['price', 'extra_orders', 'extra_collaborator'] as const).some((one) => (after[one] ?? 0) > (before[one] ?? 0));
