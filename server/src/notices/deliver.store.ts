import type { Locale } from '@lanka/domain/kit/errors';
import { WAYS, type Way, type WayDefault, type When } from '@lanka/domain/kit/notice_areas';
import { can } from '@lanka/domain/kit/permissions';
import { Role } from '@lanka/domain/kit/roles';
import { type SQL, sql } from 'drizzle-orm';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost, toInstant } from '../kit/db/paging';
import type { AnyNoticeKind, Audience } from '../kit/notices/kinds';

/** So many are taken at a time, so that a transaction stays short. */
export const PORTION = 500;

export interface NoticeEvent {
  readonly kind: string;
  readonly actor_id: string | null;
  readonly counterparty_id: string | null;
  readonly user_id: string | null;
  readonly counterparty_ids: readonly string[] | null;
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
    returning id, kind, actor_id, counterparty_id, user_id, counterparty_ids, facts, created_at`);
  return taken
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ created_at, ...event }) => ({ ...event, at: toInstant(created_at) }));
}

/** Who is meant by this audience, as a condition on the memberships `m` of the project; null for whoever need be no member. */
function members(audience: Audience, { counterparty_id, user_id, counterparty_ids }: NoticeEvent): SQL | null {
  if (typeof audience === 'object')
    return sql`m.role = any(${textArray(Role.options.filter((role) => role !== 'Client' && can(role, audience.staff)))})`;
  if (audience === 'applicant') return null;
  if (audience === 'named') return sql`m.user_id = ${user_id}::uuid`;
  if (audience === 'dropshippers')
    return counterparty_ids
      ? sql`m.role = 'Client' and m.counterparty_id = any(${idArray(counterparty_ids)})`
      : sql`m.role = 'Client'`;
  if (audience === 'dropshipper') return sql`m.role = 'Client' and m.counterparty_id = ${counterparty_id}::uuid`;
  return sql`m.role <> 'Client' and exists (select from counterparties c
    where c.project_id = m.project_id and c.id = ${counterparty_id}::uuid
      and (c.manager_id = m.user_id or c.manager_id is null and m.role = 'Owner'))`;
}

/** Somebody who was told, with what a letter to him needs. */
export interface ToldPerson {
  readonly user_id: string;
  readonly email: string;
  readonly locale: Locale;
  /** Of the project's people; a dropshipper and somebody from outside read it in their own workspace. */
  readonly staff: boolean;
  readonly app: boolean;
  readonly ways: Readonly<Record<Way, When>>;
  /** A line of its own; false where it joined one. */
  readonly opened: boolean;
}

interface Happened {
  readonly event: NoticeEvent;
  readonly count: number;
  readonly first: string;
  readonly since: string;
  /** Of the lines that it opens. */
  readonly id: string;
  /** By which ways they may leave beside the bell; all unless told. */
  readonly ways?: readonly Way[];
}

/** For each way, by the name of its column. */
const ofWays = (one: (column: ReturnType<typeof sql.identifier>, way: Way) => SQL, between: SQL): SQL =>
  sql.join(
    WAYS.map((way) => one(sql.identifier(way), way)),
    between,
  );

/**
 * Tells these happenings of one kind, which have the same audience: one statement for however many people, each as he
 * chose. Where a kind is told together, they join the line that its reader has not seen yet, that is younger than
 * `since` and went in no letter with others. What goes by the bot alone needs no line. Answers whom it was told.
 */
export function writeNotices(
  tx: Tx,
  project_id: string,
  kind: AnyNoticeKind,
  { event, count, first, since, id, ways: open = WAYS }: Happened,
): Promise<ToldPerson[]> {
  const { name, area, reaches, mail } = kind;
  const unlessChosen: Readonly<Record<Way, WayDefault>> = { mail, bot: kind.bot ?? mail };
  const { actor_id, user_id, facts, at } = event;
  const conditions = reaches.flatMap((audience) => members(audience, event) ?? []);
  const ofProject = sql`
    select m.user_id, false as outside, m.role <> 'Client' as staff from memberships m
    where m.project_id = ${project_id} and m.ended_at is null and (${sql.join(conditions, sql` or `)})`;
  const applicant = sql`select ${user_id}::uuid as user_id, true as outside, false as staff where ${user_id}::uuid is not null`;
  const meant = [...(conditions.length > 0 ? [ofProject] : []), ...(reaches.includes('applicant') ? [applicant] : [])];
  const joined = kind.together
    ? sql`update notices n set count = n.count + ${count}, at = ${at}, facts = ${JSON.stringify(facts)}::jsonb
        from people p where n.project_id = ${project_id} and n.user_id = p.user_id and n.kind = ${name}
          and (n.read_at is null or not n.in_app) and n.in_app = p.app and n.created_at > ${since}
          and (n.digest is null or n.mailed_at is null)
        returning n.user_id`
    : sql`select user_id from people where false`;
  return tx.rows<{ [K in keyof ToldPerson]: ToldPerson[K] }>(sql`
    with meant as (
      select user_id, bool_or(outside) as outside, bool_or(staff) as staff from (${sql.join(meant, sql` union all `)}) m
      where user_id is distinct from ${actor_id}::uuid group by user_id
    ), people as (
      select m.*, u.email, u.locale, coalesce(c.app, true) as app,
        ${ofWays((column, way) => sql`${open.includes(way) ? sql`coalesce(nullif(c.${column}, 'important'), ${unlessChosen[way]})` : sql`'off'`} as ${column}`, sql`, `)}
      from meant m
      cross join lateral (select u.* from users u where u.id = m.user_id and u.blocked_at is null limit 1) u
      left join lateral (select c.* from notice_choices c
        where c.project_id = ${project_id} and c.user_id = m.user_id and c.area = ${area} limit 1) c on true
    ), joined as (${joined}), written as (
      insert into notices (project_id, user_id, id, kind, area, facts, count, outside, at, created_at, in_app, digest, read_at)
      select ${project_id}, p.user_id, ${id}, ${name}, ${area}, ${JSON.stringify(facts)}::jsonb, ${count}, p.outside,
        ${at}, ${first}, p.app, case when p.mail in ('hourly', 'daily') then p.mail end, case when not p.app then now() end
      from people p where (p.app or p.mail <> 'off')
        and not exists (select from joined j where j.user_id = p.user_id)
      returning user_id
    )
    select p.user_id, p.email, p.locale, p.staff, p.app,
      json_build_object(${ofWays((column, way) => sql`${way}::text, p.${column}`, sql`, `)}) as ways, w.user_id is not null as opened
    from people p left join written w on w.user_id = p.user_id left join joined j on j.user_id = p.user_id
    where w.user_id is not null or j.user_id is not null or p.bot = 'now' order by p.user_id`);
}

/** Who got too many letters already: his line goes with others in the next one. */
export async function postpone(tx: Tx, project_id: string, id: string, userIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update notices set digest = 'hourly'
    where project_id = ${project_id} and user_id = any(${idArray(userIds)}) and id = ${id}`);
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
