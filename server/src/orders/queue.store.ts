import { MAX_QUEUE_PLACE } from '@lanka/domain/orders/contract';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';
import type { LockedOrder } from './orders.store';
import { QUEUED } from './tables';

/** From here on nobody else reorders this queue, until the transaction ends. */
export async function lockQueue(tx: Tx, { project }: ProjectScope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order_queue ${project.id}`}, 0))`);
}

/** The key that puts the order at this place among the others; null when it is alone. */
export async function keyOfPlace(
  tx: Tx,
  { project }: ProjectScope,
  { id }: LockedOrder,
  place: number,
): Promise<string | null> {
  const [found] = await tx.rows<{ key: string | null }>(sql`
    with others as (
      select q.queue_key, row_number() over (order by q.queue_key, q.id) as place from (
        select q.queue_key, q.id from orders q
        where q.project_id = ${project.id} and q.status in (${QUEUED})
          and q.queue_key is not null and q.id <> ${id}
        order by q.queue_key, q.id ${atMost(place)}
      ) q
    ), neighbours as (
      -- without one that far the last is before it
      select (select max(queue_key) from others where place < ${place}::integer) as before,
        (select queue_key from others where place = ${place}::integer) as after
    )
    select case when before is null then after - 1 when after is null then before + 1
      else (before + after) * 0.5 end::text as key from neighbours`);
  return found?.key ?? null;
}

/** The places of those that stand in the queue: it is walked through once, however many are asked for. */
export async function readPlaces(
  tx: Tx,
  { project }: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await tx.rows<{ id: string; place: number }>(sql`
    with places as (
      select q.id, row_number() over (order by q.queue_key, q.id) as place from (
        select q.id, q.queue_key from orders q
        where q.project_id = ${project.id} and q.status in (${QUEUED})
          and q.queue_key is not null
        order by q.queue_key, q.id ${atMost(MAX_QUEUE_PLACE)}
      ) q
    )
    select o.id, coalesce(p.place, ${MAX_QUEUE_PLACE})::int as place from orders o left join places p on p.id = o.id
    where o.project_id = ${project.id} and o.id = any(${idArray(ids)})
      and o.status in (${QUEUED}) and o.queue_key is not null`);
  return new Map(found.map(({ id, place }) => [id, place]));
}
