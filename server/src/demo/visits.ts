import { daysAfter } from '@lanka/domain/kit/time';
import type { Tx } from '../kit/db/db';
import { insertCounts, insertDecided } from '../site';

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

const DAYS = 90;

/** Who asked for access and was answered: days ago, who, as what, and whether it was approved. */
const ASKED = [
  [3, 'Ганна Левицька', 'dropshipper', true],
  [8, 'Фабрика «Льон і шерсть»', 'manufacturer', true],
  [12, 'Роман Кравчук', 'dropshipper', false],
  [19, 'Студія кераміки «Глина»', 'manufacturer', true],
  [26, 'Ірина Савчук', 'dropshipper', true],
  [41, 'Майстерня «Дубок»', 'manufacturer', true],
  [57, 'Олег Панченко', 'dropshipper', false],
  [73, 'Меблі «Полісся»', 'manufacturer', true],
] as const;

/** Those of the last months; whoever was approved has not signed up yet. */
export async function addRequests(tx: Tx, now: Date): Promise<void> {
  const at = (ago: number, hours = 0) => new Date(now.getTime() - ago * 86_400_000 + hours * 3_600_000).toISOString();
  for (const [n, [ago, name, audience, approved]] of ASKED.entries())
    await insertDecided(tx, {
      ...{ name, audience, email: `zapyt${n + 1}@demo.lanka.test`, status: approved ? 'approved' : 'rejected' },
      ...{ created_at: at(ago), decided_at: at(ago, 3) },
      ...(approved ? { invited_at: at(ago, 3) } : { reason: 'Не вдалося звʼязатися' }),
    });
}

/** Three months of visits of the site, fewer at weekends. */
export async function addVisits(tx: Tx, today: string): Promise<void> {
  const rows = Array.from({ length: DAYS }, (_, ago) => {
    const day = daysAfter(today, -ago);
    const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    const share = (isWeekend ? 0.4 : 0.8) + (ago % 5) * 0.05;
    return KINDS.map(([event, page, label, most]) => ({
      ...{ day, event, page, label, count: Math.max(1, Math.round(most * share)) },
    }));
  });
  await insertCounts(tx, rows.flat());
}
