import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import type { SiteVisits } from '@lanka/domain/operator/contract';
import { operatorErrors } from '@lanka/domain/operator/contract';
import { sql } from 'drizzle-orm';
import type { StaffScope } from '../kit/auth/scope';
import { beginOfDay, endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { enterProjects } from '../projects';
import { countRequests, sumEvents } from '../site';

const MAX_DAYS = 731;
/** So many lines of a kind are told. */
const ROWS = 50;
/** Projects that are looked into for their first order; a platform that gets more in a period tells of the newest. */
const PROJECTS = 1_000;

/** From the counts of events, the requests, the accounts and the projects of these days: nothing of others, nobody by name. */
export async function readVisits(
  tx: Tx,
  _scope: StaffScope,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<SiteVisits> {
  const to = asked.to ?? kyivDate(new Date());
  const from = asked.from ?? daysAfter(to, -29);
  if (from > to || from < daysAfter(to, -MAX_DAYS)) throw operatorErrors.period({ path: 'from' });
  const within = sql`created_at >= ${beginOfDay(from)} and created_at < ${endOfDay(to)}`;
  const [made] = await tx.rows<{ begins: string; ends: string; accounts: number; ids: string[] }>(sql`
    select ${beginOfDay(from)}::text as begins, ${endOfDay(to)}::text as ends,
      (select count(*)::int from users where ${within}) as accounts,
      (select coalesce(array_agg(id), '{}') from (
        select id from projects where ${within} and sandbox_until is null order by created_at desc limit ${PROJECTS}) p) as ids`);
  const ids = made?.ids ?? [];
  await enterProjects(tx, ids);
  const [first] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from projects p where p.id = any(${sql.param(ids)}::uuid[])
      and exists (select 1 from orders o where o.project_id = p.id and o.first_sent_on is not null)`);
  const events = await sumEvents(tx, { from, to });
  const of = (event: string) => events.filter((one) => one.event === event);
  const sum = (event: string): number => of(event).reduce((all, { count }) => all + count, 0);
  const rows = (event: string) =>
    of(event)
      .slice(0, ROWS)
      .map(({ page, label, count }) => ({ page, label, count }));
  return {
    ...{ from, to, visits: sum('visit'), page_views: sum('page_view') },
    ...(await countRequests(tx, { from: made?.begins ?? '', until: made?.ends ?? '' })),
    ...{ accounts: made?.accounts ?? 0, projects: ids.length, with_orders: first?.n ?? 0 },
    ...{ pages: rows('page_view'), clicks: rows('click'), steps: rows('step_view') },
    ...{ drop_offs: rows('drop_off'), scrolls: rows('scroll') },
  };
}
