import type { countSiteEvent, SITE_EVENTS } from '@lanka/domain/site/contract';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { beginOfDay, dayAt, endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { siteDays } from './tables';

type SiteEvent = (typeof SITE_EVENTS)[number];

/** So many kinds are told apart in a day. Whoever makes up pages fills no table with them. */
const KINDS_A_DAY = 500;

export async function addEvent(
  tx: Tx,
  { event, page, label }: z.output<typeof countSiteEvent.body>,
  day: string,
): Promise<void> {
  const known = await tx.rows(sql`
    update site_days set count = count + 1
    where day = ${day}::date and event = ${event} and page = ${page} and label = ${label} returning 1`);
  if (known.length > 0) return;
  await tx.execute(sql`
    insert into site_days as s (day, event, page, label, count)
    select ${day}::date, ${event}, ${page}, ${label}, 1
    where (select count(*) from site_days where day = ${day}::date) < ${KINDS_A_DAY}::int
    on conflict (day, event, page, label) do update set count = s.count + 1`);
}

/** Counts of days that are over: a demo tells of them. */
export async function insertCounts(tx: Tx, rows: readonly (typeof siteDays.$inferInsert)[]): Promise<void> {
  await tx
    .insert(siteDays)
    .values([...rows])
    .onConflictDoNothing();
}

export interface SiteSums {
  readonly event: string;
  readonly page: string;
  readonly label: string;
  readonly count: number;
}

/** What of these days is told, the most frequent first. */
export async function sumEvents(tx: Tx, { from, to }: { from: string; to: string }): Promise<SiteSums[]> {
  const rows = await tx.rows<Record<string, unknown>>(sql`
    select event, page, label, sum(count)::int as count from site_days
    where day between ${from}::date and ${to}::date group by 1, 2, 3 order by count desc, event, page, label`);
  return rows.map((row) => ({
    ...{ event: String(row.event), page: String(row.page), label: String(row.label), count: Number(row.count) },
  }));
}

/** How often it was counted on each of these days: of one page, of one thing, or of all. */
export async function eventDays(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
  {
    event,
    page,
    label,
  }: { readonly event: SiteEvent; readonly page?: string | undefined; readonly label?: string | undefined },
): Promise<{ day: string; count: number }[]> {
  return tx.rows<{ day: string; count: number }>(sql`
    select day::text as day, sum(count)::int as count from site_days
    where day between ${from}::date and ${to}::date and event = ${event}
      ${page === undefined ? sql`` : sql`and page = ${page}`} ${label === undefined ? sql`` : sql`and label = ${label}`}
    group by day order by site_days.day desc`);
}

/** Requests for access that came on each of these days, and how many of them were approved. */
export async function countRequests(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ day: string; requests: number; approved: number }[]> {
  return tx.rows<{ day: string; requests: number; approved: number }>(sql`
    select ${dayAt(sql`created_at`)} as day, count(*)::int as requests,
      count(*) filter (where status = 'approved')::int as approved
    from access_requests where created_at >= ${beginOfDay(from)} and created_at < ${endOfDay(to)} group by 1`);
}
