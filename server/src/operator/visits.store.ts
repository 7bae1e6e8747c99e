import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import type { SiteVisits } from '@lanka/domain/operator/contract';
import { operatorErrors } from '@lanka/domain/operator/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { StaffScope } from '../kit/auth/scope';
import { beginOfDay, endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { enterProjects } from '../projects';
import { countRequests, sumEvents } from '../site';

const MAX_DAYS = 731;
/** So many lines of a kind are told. */
const ROWS = 50;
/** So many projects are looked into at once for their first order. */
const AT_ONCE = 1_000;

/** Those that were made in these days, and those of them that have sent an order by now. */
async function countProjects(tx: Tx, within: SQL): Promise<{ projects: number; with_orders: number }> {
  const found = await tx.rows<{ id: string }>(sql`select id from projects where ${within} and sandbox_until is null`);
  let with_orders = 0;
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const ids = found.slice(at, at + AT_ONCE).map(({ id }) => id);
    await enterProjects(tx, ids);
    const [first] = await tx.rows<{ n: number }>(sql`
      select count(*)::int as n from projects p where p.id = any(${sql.param(ids)}::uuid[])
        and exists (select 1 from orders o where o.project_id = p.id and o.first_sent_on is not null)`);
    with_orders += first?.n ?? 0;
  }
  return { projects: found.length, with_orders };
}

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
  const [made] = await tx.rows<{ begins: string; ends: string; accounts: number }>(sql`
    select ${beginOfDay(from)}::text as begins, ${endOfDay(to)}::text as ends,
      (select count(*)::int from users where ${within}) as accounts`);
  const { projects, with_orders } = await countProjects(tx, within);
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
    ...{ accounts: made?.accounts ?? 0, projects, with_orders },
    ...{ pages: rows('page_view'), clicks: rows('click'), steps: rows('step_view') },
    ...{ drop_offs: rows('drop_off'), scrolls: rows('scroll') },
  };
}
