import { builtPrice, type PlanPrice } from '@lanka/domain/kit/plan_prices';
import type { Plan } from '@lanka/domain/kit/plans';
import { listPlanPrices } from '@lanka/domain/site/contract';
import type { Answer } from '../kit/http/call';
import { useCall } from '../kit/http/query';

export type Priced = PlanPrice & { readonly next: ({ readonly from: string } & PlanPrice) | null };

export const usePriceList = () => useCall(listPlanPrices, {});

/** What a plan costs this month, and what it will. */
export const pricedIn =
  ({ items }: Answer<typeof listPlanPrices>) =>
  (plan: Plan): Priced =>
    items.find((one) => one.plan === plan) ?? { ...builtPrice(plan), next: null };

/** Null until it is known: no price is shown that may be another. */
export function usePrices(): ((plan: Plan) => Priced) | null {
  const { data } = usePriceList();
  return data ? pricedIn(data) : null;
}
