import { can } from '@lanka/domain/kit/permissions';
import { Role } from '@lanka/domain/kit/roles';
import { type SQL, sql } from 'drizzle-orm';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, toInstant } from '../kit/db/paging';
import type { AnyNoticeKind, Audience } from '../kit/notices/kinds';

/** So many are taken at a time, so that a transaction stays short. */
export const PORTION = 500;

export interface NoticeEvent {
  readonly kind: string;
  readonly actor_id: string | null;
  readonly counterparty_id: string | null;
  readonly user_id: string | null;
  readonly facts: object;
  readonly at: string;
}

/** Projects in which something waits; the transaction has entered them all. */
export async function findWaiting(tx: Tx): Promise<string[]> {
  return (await tx.rows<{ project_id: string }>(sql`select distinct project_id from notice_events`)).map(
    ({ project_id }) => project_id,
  );
}

/** Takes what waits, the oldest first. One at a time in each project: two would tell the same line twice. */
export async function takeEvents(tx: Tx, project_id: string): Promise<NoticeEvent[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notices ${project_id}`}, 0))`);
  const taken = await tx.rows<Omit<NoticeEvent, 'at'> & { id: string; created_at: string }>(sql`
    delete from notice_events where project_id = ${project_id} and id = any(array(
      select id from notice_events where project_id = ${project_id} order by id ${atMost(PORTION)}))
    returning id, kind, actor_id, counterparty_id, user_id, facts, created_at`);
  return taken
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ created_at, ...event }) => ({ ...event, at: toInstant(created_at) }));
}

/** Who is meant by this audience, as a condition on the memberships `m` of the project; null for who is named. */
function members(audience: Audience, { counterparty_id }: NoticeEvent): SQL | null {
  if (typeof audience === 'object')
    return sql`m.role = any(${textArray(Role.options.filter((role) => role !== 'Client' && can(role, audience.staff)))})`;
  if (audience === 'named') return null;
  if (audience === 'dropshipper') return sql`m.role = 'Client' and m.counterparty_id = ${counterparty_id}::uuid`;
  return sql`m.role <> 'Client' and exists (select from counterparties c
    where c.project_id = m.project_id and c.id = ${counterparty_id}::uuid
      and (c.manager_id = m.user_id or c.manager_id is null and m.role = 'Owner'))`;
}

/**
 * Tells these happenings of one kind, which have the same audience: one statement for however many people. Where a kind
 * is told together, they join the line that its reader has not seen yet and that is younger than `since`.
 * Answers whom it was told.
 */
export async function writeNotices(
  tx: Tx,
  project_id: string,
  kind: AnyNoticeKind,
  {
    event,
    count,
    first,
    since,
  }: {
    readonly event: NoticeEvent;
    readonly count: number;
    readonly first: string;
    readonly since: string;
  },
): Promise<string[]> {
  const { name, area, reaches } = kind;
  const { actor_id, user_id, facts, at } = event;
  const conditions = reaches.flatMap((audience) => members(audience, event) ?? []);
  const ofProject = sql`
    select m.user_id, false as outside from memberships m
    where m.project_id = ${project_id} and m.ended_at is null and (${sql.join(conditions, sql` or `)})`;
  const named = sql`select ${user_id}::uuid as user_id, true as outside where ${user_id}::uuid is not null`;
  const people = [...(conditions.length > 0 ? [ofProject] : []), ...(reaches.includes('named') ? [named] : [])];
  const joined = kind.together
    ? sql`update notices n set count = n.count + ${count}, at = ${at}, facts = ${JSON.stringify(facts)}::jsonb
        from people p where n.project_id = ${project_id} and n.user_id = p.user_id and n.kind = ${name}
          and n.read_at is null and n.created_at > ${since} returning n.user_id`
    : sql`select user_id from people where false`;
  const told = await tx.rows<{ user_id: string }>(sql`
    with people as (
      select p.user_id, bool_or(p.outside) as outside from (${sql.join(people, sql` union all `)}) p
      cross join lateral (select u.* from users u where u.id = p.user_id limit 1) u
      where p.user_id is distinct from ${actor_id}::uuid and u.blocked_at is null
      group by p.user_id
    ), joined as (${joined}), written as (
      insert into notices (project_id, user_id, id, kind, area, facts, count, outside, at, created_at)
      select ${project_id}, p.user_id, ${newId()}, ${name}, ${area}, ${JSON.stringify(facts)}::jsonb, ${count}, p.outside,
        ${at}, ${first}
      from people p where not exists (select from joined j where j.user_id = p.user_id) returning user_id
    )
    select user_id from joined union all select user_id from written`);
  return told.map((one) => one.user_id);
}

/** Removes what is older than it is kept, and what was told of a project to those who have left it. Answers how many. */
export async function forgetNotices(tx: Tx, project_id: string, days: number): Promise<number> {
  const gone = await tx.rows(sql`
    delete from notices where project_id = ${project_id} and at < now() - make_interval(days => ${days})
    returning id`);
  const left = await tx.rows(sql`
    delete from notices n where n.project_id = ${project_id} and not n.outside and n.user_id in (
      select m.user_id from memberships m where m.project_id = ${project_id} and m.ended_at is not null)
    returning id`);
  return gone.length + left.length;
}

/** As if everybody had looked at the bell up to this moment: for the past of the demo. */
export async function readUntil(tx: Tx, project_id: string, until: Date): Promise<void> {
  await tx.execute(sql`
    update notices set read_at = at + interval '1 hour'
    where project_id = ${project_id} and read_at is null and at < ${until.toISOString()}`);
}
