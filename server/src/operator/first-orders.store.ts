import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { operatorErrors } from '@lanka/domain/operator/contract';
import { type SQL, sql } from 'drizzle-orm';
import { beginOfDay, dayAt, endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { enterProjects } from '../projects';

/**
 * Accounts and projects of some days, and those that have sent an order by now. Row-level security shows orders of a
 * project only after it was entered, so many of them at once.
 */
const AT_ONCE = 1_000;
const MAX_DAYS = 731;

export interface Days {
  readonly from: string;
  readonly to: string;
}

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The last thirty days unless others are asked for. */
export function daysOf(asked: Asked): Days {
  const to = asked.to ?? kyivDate(new Date());
  const from = asked.from ?? daysAfter(to, -29);
  if (from > to || from < daysAfter(to, -MAX_DAYS)) throw operatorErrors.period({ path: 'from' });
  return { from, to };
}

/** Rows of `name` that came or were made on these days. */
export const madeOn = (name: string, { from, to }: Asked): SQL[] => {
  const at = sql.raw(`${name}.created_at`);
  return [...(from ? [sql`${at} >= ${beginOfDay(from)}`] : []), ...(to ? [sql`${at} < ${endOfDay(to)}`] : [])];
};

/** One that was made on a day, and whether it has a first order. */
export interface Made {
  readonly id: string;
  readonly day: string;
  readonly ordered: boolean;
}

const within = (days: Days) => sql.join(madeOn('x', days), sql` and `);
const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

/** Ids that these statements find, asked of so many projects at a time. */
async function askEach(tx: Tx, projects: readonly string[], of: (ids: SQL) => SQL): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < projects.length; at += AT_ONCE) {
    const ids = projects.slice(at, at + AT_ONCE);
    await enterProjects(tx, ids);
    for (const { id } of await tx.rows<{ id: string }>(of(uuids(ids)))) found.add(id);
  }
  return found;
}

/** Projects made on these days, without those to try the API on. */
export async function projectsOf(tx: Tx, days: Days): Promise<Made[]> {
  const made = await tx.rows<{ id: string; day: string }>(sql`
    select x.id, ${dayAt(sql`x.created_at`)} as day from projects x where ${within(days)} and x.sandbox_until is null`);
  const ordered = await askEach(
    tx,
    made.map(({ id }) => id),
    (ids) => sql`
      select p.id from projects p where p.id = any(${ids})
        and exists (select 1 from orders o where o.project_id = p.id and o.first_sent_on is not null)`,
  );
  return made.map((one) => ({ ...one, ordered: ordered.has(one.id) }));
}

/**
 * Accounts made on these days. The first order of an owner is that of his project; of a dropshipper his own at any
 * supplier, since he is there: what a counterparty bought before belongs to no account.
 */
export async function accountsOf(tx: Tx, days: Days): Promise<Made[]> {
  const made = await tx.rows<{ id: string; day: string }>(sql`
    select x.id, ${dayAt(sql`x.created_at`)} as day from users x where ${within(days)}`);
  const known = await tx.rows<{ id: string }>(sql`
    select distinct p.id from users x cross join lateral memberships_of(x.id) m
    cross join lateral (select p.id, p.sandbox_until from projects p where p.id = m.project_id limit 1) p
    where ${within(days)} and m.role in ('Owner', 'Client') and p.sandbox_until is null`);
  const users = uuids(made.map(({ id }) => id));
  const since = dayAt(sql`m.created_at`);
  const ordered = await askEach(
    tx,
    known.map(({ id }) => id),
    (ids) => sql`
      select m.user_id as id from memberships m where m.project_id = any(${ids}) and m.user_id = any(${users}) and m.role = 'Owner'
        and exists (select 1 from orders o where o.project_id = m.project_id and o.first_sent_on >= ${since}::date)
      union
      select m.user_id from memberships m where m.project_id = any(${ids}) and m.user_id = any(${users}) and m.role = 'Client'
        and exists (select 1 from orders o where o.project_id = m.project_id and o.counterparty_id = m.counterparty_id
          and o.first_sent_on >= ${since}::date)`,
  );
  return made.map((one) => ({ ...one, ordered: ordered.has(one.id) }));
}

/** Narrows rows of `name` to those that have a first order, or have none. */
export async function isOrdered(tx: Tx, name: 'users' | 'projects', asked: Asked, ordered: boolean): Promise<SQL> {
  const made = await (name === 'users' ? accountsOf : projectsOf)(tx, daysOf(asked));
  const ids = made.filter((one) => one.ordered === ordered).map(({ id }) => id);
  return sql`${sql.raw(name === 'users' ? 'u' : 'p')}.id = any(${uuids(ids)})`;
}
