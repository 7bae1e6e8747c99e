import { daysAfter } from '@lanka/domain/kit/time';
import type { listVisitDays, readSiteVisits, SiteVisits, VisitFigures } from '@lanka/domain/operator/contract';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { countRequests, eventDays, sumEvents } from '../site';
import { accountsOf, type Days, daysOf, projectsOf } from './first-orders.store';

/** So many lines of a kind are told. */
const ROWS = 50;

type Part = Days & VisitFigures;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const NOTHING: VisitFigures = {
  ...{ visits: 0, page_views: 0, requests: 0, approved: 0 },
  ...{ accounts: 0, ordered: 0, projects: 0, with_orders: 0 },
};

/** Days, or months that are cut at the ends of the period: a key for each, and the parts in their order. */
function partsOf({ from, to }: Days, by: SiteVisits['by']): Map<string, Mutable<Part>> {
  const parts = new Map<string, Mutable<Part>>();
  for (let day = from; day <= to; day = daysAfter(day, 1)) {
    const key = keyOf(day, by);
    const part = parts.get(key);
    if (part) part.to = day;
    else parts.set(key, { from: day, to: day, ...NOTHING });
  }
  return parts;
}

const keyOf = (day: string, by: SiteVisits['by']): string => (by === 'day' ? day : day.slice(0, 7));

/** From the counts of events, the requests, the accounts and the projects of these days: nothing of others, nobody by name. */
export async function readVisits(
  tx: Tx,
  _scope: StaffScope,
  { by, ...asked }: z.output<typeof readSiteVisits.query>,
): Promise<SiteVisits> {
  const days = daysOf(asked);
  const parts = partsOf(days, by);
  const total: Mutable<VisitFigures> = { ...NOTHING };
  const add = (day: string, figure: keyof VisitFigures, count: number) => {
    total[figure] += count;
    const part = parts.get(keyOf(day, by));
    if (part) part[figure] += count;
  };
  for (const { day, count } of await eventDays(tx, days, { event: 'visit' })) add(day, 'visits', count);
  for (const { day, count } of await eventDays(tx, days, { event: 'page_view' })) add(day, 'page_views', count);
  for (const { day, requests, approved } of await countRequests(tx, days)) {
    add(day, 'requests', requests);
    add(day, 'approved', approved);
  }
  for (const { day, ordered } of await accountsOf(tx, days)) {
    add(day, 'accounts', 1);
    if (ordered) add(day, 'ordered', 1);
  }
  for (const { day, ordered } of await projectsOf(tx, days)) {
    add(day, 'projects', 1);
    if (ordered) add(day, 'with_orders', 1);
  }
  const events = await sumEvents(tx, days);
  const rows = (event: string) =>
    events
      .filter((one) => one.event === event)
      .slice(0, ROWS)
      .map(({ page, label, count }) => ({ page, label, count }));
  return {
    ...{ ...days, by, ...total, parts: [...parts.values()] },
    ...{ pages: rows('page_view'), clicks: rows('click'), steps: rows('step_view') },
    ...{ drop_offs: rows('drop_off'), scrolls: rows('scroll') },
  };
}

export async function visitDays(
  tx: Tx,
  _scope: StaffScope,
  { event, page, label, ...asked }: z.output<typeof listVisitDays.query>,
) {
  const days = daysOf(asked);
  const items = await eventDays(tx, days, { event, page, label });
  return { ...days, items, total: items.reduce((all, { count }) => all + count, 0) };
}
