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

/** What has a higher number, in their order. */
export async function readAfter(
  tx: Tx,
  { project_id, counterparty_id, kinds }: Listener,
  after: number,
  limit: number,
): Promise<NumberedChange[]> {
  const told: SQL = counterparty_id
    ? sql`c.told_to in (${NIL_ID}, ${project_id}::uuid, ${counterparty_id}::uuid)`
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

/** How many things of a project have changed behind a number, those that wait for theirs among them; up to so many. */
export async function countBehind(tx: Tx, projectId: string, after: number, most: number): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select (select count(*)::int from (
        select 1 from numbered_changes where project_id = ${projectId} and number > ${after} ${atMost(most)}) n)
      + (select count(*)::int from (
        select 1 from change_queue where project_id = ${projectId} ${atMost(most)}) q) as n`);
  return Math.min(row?.n ?? 0, most);
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
