import type { PlanPriceNow, SiteOptions } from '@lanka/domain/site/contract';
import { errorFrom, request } from '../../kit/http/call';

/** `readSiteOptions` without its schema, which would weigh more than all the rest of these pages. */
export async function readSite(): Promise<SiteOptions> {
  const answer = await request('/api/site/options', {});
  const body: unknown = await answer.json();
  if (!answer.ok) throw errorFrom(answer.status, body);
  return body as SiteOptions;
}

/** `listPlanPrices` likewise. */
export async function readPrices(): Promise<readonly PlanPriceNow[]> {
  const answer = await request('/api/site/plan_prices', {});
  const body: unknown = await answer.json();
  if (!answer.ok) throw errorFrom(answer.status, body);
  return (body as { items: readonly PlanPriceNow[] }).items;
}
