import type { Locale } from '@lanka/domain/kit/errors';
import type { Role } from '@lanka/domain/kit/roles';
import { type SQL, sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { toInstant } from '../kit/db/paging';

/** What is due by now: what gathered in the hour unless it is quiet, of the day what was there in the morning. */
export interface Due {
  readonly hourly: boolean;
  readonly morning: string;
}

const isDue = ({ hourly, morning }: Due): SQL => sql`n.digest is not null and n.mailed_at is null
  and (n.digest = 'daily' and n.created_at < ${morning} or n.digest = 'hourly' and ${hourly})`;

export interface Waiting {
  readonly user_id: string;
  readonly project_ids: readonly string[];
}

/** Whom a letter waits for, and of which projects; the transaction has entered them all. */
export function findDue(tx: Tx, due: Due): Promise<Waiting[]> {
  return tx.rows<{ [K in keyof Waiting]: Waiting[K] }>(sql`
    select n.user_id, array_agg(distinct n.project_id) as project_ids from notices n where ${isDue(due)}
    group by n.user_id order by n.user_id`);
}

export interface DueNotice {
  readonly project: string;
  readonly kind: string;
  readonly facts: object;
  readonly count: number;
  readonly at: string;
  /** What he is in the project by now; null when he is nobody there. */
  readonly role: Role | null;
  readonly outside: boolean;
}

/**
 * Takes what is due for this person: it goes in no other letter, however often and late this is asked. Answers what is
 * worth telling, the oldest first: not what he has read meanwhile, nor of a project that he has left, nor of what he
 * wants no letters by now.
 */
export async function takeDue(tx: Tx, { user_id, project_ids }: Waiting, due: Due): Promise<DueNotice[]> {
  const found = await tx.rows<Record<string, unknown>>(sql`
    with taken as (
      update notices n set mailed_at = now()
      where n.project_id = any(${idArray(project_ids)}) and n.user_id = ${user_id} and ${isDue(due)} returning n.*
    )
    select p.title as project, n.kind, n.facts, n.count, n.at, n.outside, m.role from taken n
    cross join lateral (select p.* from projects p where p.id = n.project_id and p.deleted_at is null limit 1) p
    left join lateral (select m.role from memberships m
      where m.project_id = n.project_id and m.user_id = n.user_id and m.ended_at is null limit 1) m on true
    where (n.outside or m.role is not null) and (n.read_at is null or not n.in_app) and not exists (
      select from notice_choices c where c.project_id = n.project_id and c.user_id = n.user_id and c.area = n.area
        and c.mail = 'off')
    order by p.title, n.at, n.id`);
  return found.map((row) => ({
    project: String(row.project),
    kind: String(row.kind),
    facts: row.facts as object,
    count: Number(row.count),
    at: toInstant(row.at),
    role: row.role as Role | null,
    outside: row.outside === true,
  }));
}

/** Where to write to; null when he is blocked. */
export async function findAddress(tx: Tx, user_id: string): Promise<{ email: string; locale: Locale } | null> {
  const [row] = await tx.rows<{ email: string; locale: Locale }>(sql`
    select email, locale from users where id = ${user_id} and blocked_at is null`);
  return row ?? null;
}
