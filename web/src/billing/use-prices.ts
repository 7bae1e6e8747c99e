import { builtPrice, type PlanPrice } from '@lanka/domain/kit/plan_prices';
import type { Plan } from '@lanka/domain/kit/plans';
import { listPlanPrices } from '@lanka/domain/site/contract';
import { useCall } from '../kit/http/query';

export type Priced = PlanPrice & { readonly next: ({ readonly from: string } & PlanPrice) | null };

/** What a plan costs this month, and what it will. Null until that is known: no price is shown that may be another. */
export function usePrices(): ((plan: Plan) => Priced) | null {
  const { data, isError } = useCall(listPlanPrices, {});
  if (!data && !isError) return null;
  return (plan) => data?.items.find((one) => one.plan === plan) ?? { ...builtPrice(plan), next: null };
}
