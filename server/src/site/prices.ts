import { type PriceFrom, type PriceList, priceIn } from '@lanka/domain/kit/plan_prices';
import { Plan } from '@lanka/domain/kit/plans';
import { kyivDate } from '@lanka/domain/kit/time';
import type { PlanPriceNow } from '@lanka/domain/site/contract';

const nextOf = (plan: Plan, month: string, list: PriceList): PriceFrom | null =>
  list.filter((one) => one.plan === plan && one.from > month).sort((a, b) => (a.from < b.from ? -1 : 1))[0] ?? null;

/** What everybody is told: this month's prices, and those that come. */
export function pricesNow(list: PriceList, now: Date): PlanPriceNow[] {
  const month = `${kyivDate(now).slice(0, 7)}-01`;
  return Plan.options.map((plan) => {
    const { plan: _plan, ...next } = nextOf(plan, month, list) ?? { plan };
    return { plan, ...priceIn(plan, month, list), next: 'from' in next ? next : null };
  });
}
