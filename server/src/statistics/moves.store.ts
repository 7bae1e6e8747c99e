import { KYIV } from '@lanka/domain/kit/time';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import { STATUS_MOVES, type StatusMove } from '@lanka/domain/statistics/funnel';
import type { Period } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { toInstant } from '../kit/db/paging';
import { endOfDay } from './sales.store';

const beginOf = (day: SQL): SQL => sql`(${day}::timestamp at time zone ${KYIV})`;

/**
 * Changes of status from one moment to another. An order that was moved has been updated then or later, and both stand
 * in an index. The first entry of an order is that it was made, so each change has one before it.
 */
export const movesOf = (project: string, since: SQL, until: SQL): SQL => sql`
  select m.* from (
    select h.id, h.order_id, h."from", h."to", h.created_at,
      greatest(0, coalesce(extract(epoch from h.created_at - lag(h.created_at) over (partition by h.order_id order by h.id)), 0)) as seconds
    from orders o join order_history h on h.project_id = o.project_id and h.order_id = o.id
    where o.project_id = ${project} and o.updated_at >= ${since} and o.created_at < ${until}
      and h."to" is not null and h."from" is distinct from h."to"
  ) m where m."from" is not null and m.created_at >= ${since} and m.created_at < ${until}`;

export interface Moves {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly moves: number;
  readonly seconds: number;
}

/** From status to status: what is counted by day, and what has moved since. */
export function readMoves(tx: Tx, { project }: ProjectScope, { from, to }: Period): Promise<Moves[]> {
  const counted = sql`(select max(until) from sale_days_until where project_id = ${project.id})`;
  const since = sql`(select greatest(${beginOf(sql`${from}::date`)}, ${endOfDay(counted)}))`;
  return tx.rows<{ from: OrderStatus; to: OrderStatus; moves: number; seconds: number }>(sql`
    select "from", "to", sum(moves)::int as moves, sum(seconds)::float8 as seconds from (
      select "from", "to", moves, seconds from move_days
      where project_id = ${project.id} and day between ${from}::date and ${to}::date
      union all
      select "from", "to", 1, seconds from (${movesOf(project.id, since, endOfDay(sql`${to}::date`))}) m
    ) k group by "from", "to"`);
}

/** Counts the moves of the days after those that are counted, up to this one. */
export async function countMoves(tx: Tx, project: string, since: SQL, until: string): Promise<void> {
  await tx.execute(sql`
    insert into move_days (project_id, day, "from", "to", moves, seconds)
    select ${project}, (created_at at time zone ${KYIV})::date, "from", "to", count(*), round(sum(seconds))
    from (${movesOf(project, since, endOfDay(sql`${until}::date`))}) m group by 2, 3, 4`);
}

/** The newest moves of the period, one more than are told. */
export async function newestMoves(
  tx: Tx,
  { project }: ProjectScope,
  { from, to }: Period,
  { status, side }: { readonly status?: OrderStatus | undefined; readonly side: 'entered' | 'left' },
): Promise<StatusMove[]> {
  const column = side === 'entered' ? sql`m."to"` : sql`m."from"`;
  const rows = await tx.rows<Record<string, unknown>>(sql`
    with newest as materialized (
      select m.* from (${movesOf(project.id, beginOf(sql`${from}::date`), endOfDay(sql`${to}::date`))}) m
      where true ${status ? sql`and ${column} = ${status}` : sql``}
      order by m.created_at desc, m.id desc limit ${STATUS_MOVES + 1}
    )
    select n.id, n.order_id, n."from", n."to", n.created_at, round(n.seconds / 60)::int as minutes, o.prefix, o.number,
      o.counterparty_id, c.name as counterparty_name
    from newest n join orders o on o.project_id = ${project.id} and o.id = n.order_id
    join counterparties c on c.project_id = ${project.id} and c.id = o.counterparty_id
    order by n.created_at desc, n.id desc`);
  return rows.map((row) => ({
    id: String(row.id),
    order_id: String(row.order_id),
    prefix: String(row.prefix),
    number: Number(row.number),
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    from: row.from as OrderStatus,
    to: row.to as OrderStatus,
    at: toInstant(row.created_at),
    minutes: Number(row.minutes),
  }));
}
