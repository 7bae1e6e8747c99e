import { CHANGE_DAYS } from '@lanka/domain/changes/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { RecordedKind } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost, toInstant } from '../kit/db/paging';
import { NIL_ID } from '../kit/db/tables';

/** So many are numbered at once, so that a transaction stays short. */
const MOST_NUMBERED = 5_000;

/** Whether something waits for its number. */
export async function hasWaiting(tx: Tx, projectIds: readonly string[]): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`
    select p.id from unnest(${idArray(projectIds)}) as p(id)
    where exists (select 1 from change_queue q where q.project_id = p.id)`);
  return found.map(({ id }) => id);
}

/**
 * Gives numbers to what has been committed, and answers whether more waits. The row of the project's numbers is locked
 * first and until the commit: whoever comes second waits, so a lower number is never seen after a higher one.
 */
export async function numberWaiting(tx: Tx, projectId: string, most = MOST_NUMBERED): Promise<boolean> {
  await tx.execute(sql`insert into change_numbers (project_id) values (${projectId}) on conflict do nothing`);
  const [held] = await tx.rows<{ last: string }>(sql`
    select last from change_numbers where project_id = ${projectId} for update`);
  const last = Number(held?.last ?? 0);
  const [done] = await tx.rows<{ taken: number; given: number }>(sql`
    with taken as (
      delete from change_queue where project_id = ${projectId} and id = any(array(
        select id from change_queue where project_id = ${projectId} order by at, id ${atMost(most)}))
      returning kind, entity_id, told_to, what, at
    ), newest as (
      select kind, entity_id, told_to, max(at) as at, bool_or(what = 'created') as created,
        bool_or(what = 'shown') as shown, bool_or(what = 'deleted') as deleted
      from taken group by kind, entity_id, told_to
    ), numbered as (
      select n.*, ${last}::bigint + row_number() over (order by at, kind, entity_id, told_to) as number from newest n
    ), written as (
      insert into numbered_changes as c (project_id, kind, entity_id, told_to, number, created_number, shown_number, what, at)
      select ${projectId}, kind, entity_id, told_to, number, case when created then number end, case when shown then number end,
        case when deleted then 'deleted' when created then 'created' else 'changed' end, at
      from numbered
      on conflict (project_id, kind, entity_id, told_to) do update set number = excluded.number, at = excluded.at,
        what = case when c.what = 'deleted' and c.told_to = ${NIL_ID} then 'deleted' else excluded.what end,
        created_number = coalesce(excluded.created_number, c.created_number),
        shown_number = coalesce(excluded.shown_number, c.shown_number)
      returning 1
    )
    select (select count(*)::int from taken) as taken, (select count(*)::int from written) as given`);
  const { taken = 0, given = 0 } = done ?? {};
  if (given > 0)
    await tx.execute(sql`update change_numbers set last = ${last + given} where project_id = ${projectId}`);
  return taken >= most;
}

export interface Numbers {
  readonly last: number;
  readonly forgotten: number;
}

/** How far the numbers of these projects have come; none of one in which nothing was ever numbered. */
export async function readNumbers(tx: Tx, projectIds: readonly string[]): Promise<ReadonlyMap<string, Numbers>> {
  const found = await tx.rows<{ project_id: string; last: string; forgotten: string }>(sql`
    select project_id, last, forgotten from change_numbers where project_id = any(${idArray(projectIds)})`);
  return new Map(
    found.map(({ project_id, last, forgotten }) => [project_id, { last: Number(last), forgotten: Number(forgotten) }]),
  );
}

export interface NumberedChange {
  readonly kind: RecordedKind;
  readonly entity_id: string;
  readonly number: number;
  /** From which number on it is new for this listener; null where it was there before. */
  readonly new_since: number | null;
  readonly what: 'created' | 'changed' | 'deleted';
  readonly at: string;
  /** Only for dropshippers: for them it is gone. */
  readonly is_gone: boolean;
}

/** Whose reading it is: people of the project, or a dropshipper as this counterparty. */
export interface Listener {
  readonly project_id: string;
  readonly counterparty_id: string | null;
  readonly kinds: readonly RecordedKind[];
}

/** As whom he is told: as everybody who may see it, as a dropshipper, as this one. */
const toldTo = ({ project_id, counterparty_id }: Omit<Listener, 'kinds'>): string[] =>
  counterparty_id ? [NIL_ID, project_id, counterparty_id] : [NIL_ID];

/** What has a higher number, in their order. */
export async function readAfter(
  tx: Tx,
  { project_id, counterparty_id, kinds }: Listener,
  after: number,
  limit: number,
): Promise<NumberedChange[]> {
  const told: SQL = counterparty_id
    ? sql`c.told_to in (${sql.join(
        toldTo({ project_id, counterparty_id }).map((id) => sql`${id}::uuid`),
        sql`, `,
      )})`
    : sql`c.told_to = ${NIL_ID}`;
  const since = counterparty_id ? sql`greatest(c.created_number, c.shown_number)` : sql`c.created_number`;
  const found = await tx.rows<
    Omit<NumberedChange, 'number' | 'new_since'> & Record<'number' | 'new_since', string>
  >(sql`
    select c.kind, c.entity_id, c.number, ${since} as new_since, c.what, c.at, c.told_to <> ${NIL_ID} as is_gone
    from numbered_changes c
    where c.project_id = ${project_id} and c.number > ${after} and ${told} and c.kind = any(${sql.param([...kinds])}::text[])
    order by c.number ${atMost(limit)}`);
  return found.map((row) => ({
    ...row,
    number: Number(row.number),
    new_since: row.new_since === null ? null : Number(row.new_since),
    at: toInstant(row.at),
  }));
}

export interface Standing extends Listener {
  readonly after: number;
}

/**
 * How many things have changed for each of these behind his number, by the filter with which he reads, those that wait for
 * their number among them; each up to so many.
 */
export async function countBehind(tx: Tx, standings: readonly Standing[], most: number): Promise<number[]> {
  if (standings.length === 0) return [];
  const rows = standings.map((one, nth) => ({
    ...{ nth, project_id: one.project_id, after: one.after, kinds: one.kinds, told_to: toldTo(one) },
  }));
  const found = await tx.rows<{ nth: number; n: number }>(sql`
    select s.nth, behind.n
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s(nth int, project_id uuid, after bigint, kinds text[], told_to uuid[])
    cross join lateral (select count(*)::int as n from (
      (select c.kind, c.entity_id, c.told_to from numbered_changes c
        where c.project_id = s.project_id and c.number > s.after and c.told_to = any(s.told_to) and c.kind = any(s.kinds)
        order by c.number ${atMost(most)})
      union
      (select q.kind, q.entity_id, q.told_to from change_queue q
        where q.project_id = s.project_id and q.told_to = any(s.told_to) and q.kind = any(s.kinds) ${atMost(most)})
    ) changed) behind`);
  const counted = new Map(found.map(({ nth, n }) => [nth, Math.min(n, most)]));
  return standings.map((_, nth) => counted.get(nth) ?? 0);
}

/** The projects in which something waits for its number; the transaction has entered those that are asked about. */
export async function projectsWithWaiting(tx: Tx): Promise<string[]> {
  const found = await tx.rows<{ project_id: string }>(sql`select distinct project_id from change_queue`);
  return found.map(({ project_id }) => project_id);
}

/** Forgets what changed last long ago. The row of the numbers is locked first, as by whoever gives them. */
export async function forgetOld(tx: Tx, projectId: string): Promise<void> {
  const [held] = await tx.rows(sql`select 1 from change_numbers where project_id = ${projectId} for update`);
  if (!held) return;
  await tx.execute(sql`
    with gone as (
      delete from numbered_changes where project_id = ${projectId} and at < now() - ${CHANGE_DAYS}::int * interval '1 day'
      returning number
    )
    update change_numbers set forgotten = greatest(forgotten, (select max(number) from gone))
    where project_id = ${projectId} and exists (select 1 from gone)`);
}
