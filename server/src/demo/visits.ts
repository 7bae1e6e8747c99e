import { daysAfter } from '@lanka/domain/kit/time';
import type { Tx } from '../kit/db/db';
import { insertCounts } from '../site';

/** What happens on a busy day. */
const KINDS = [
  ['visit', '/', '', 46],
  ['page_view', '/', '', 61],
  ['page_view', '/price', '', 24],
  ['page_view', '/cp/signup', '', 7],
  ['page_view', '/cp/onboarding', '', 5],
  ['click', '/', 'open:access', 6],
  ['click', '/', 'sent:access', 2],
  ['click', '/', 'sign_up', 3],
  ['click', '/price', 'choose_plan:manufacturer-standard-monthly', 5],
  ['scroll', '/', '50', 33],
  ['scroll', '/', '90', 17],
  ['step_view', '/cp/onboarding', 'manufacturer:legal', 4],
  ['step_view', '/cp/onboarding', 'manufacturer:plan', 3],
  ['drop_off', '/cp/onboarding', 'manufacturer:legal', 1],
] as const;

/** A month of visits of the site, fewer at weekends. */
export async function addVisits(tx: Tx, today: string): Promise<void> {
  const rows = Array.from({ length: 30 }, (_, ago) => {
    const day = daysAfter(today, -ago);
    const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    const share = (isWeekend ? 0.4 : 0.8) + (ago % 5) * 0.05;
    return KINDS.map(([event, page, label, most]) => ({
      ...{ day, event, page, label, count: Math.max(1, Math.round(most * share)) },
    }));
  });
  await insertCounts(tx, rows.flat());
}
