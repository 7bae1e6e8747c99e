import { Id } from '@lanka/domain/kit/ids';
import { KYIV } from '@lanka/domain/kit/time';
import { OrderStatus } from '@lanka/domain/orders/contract';
import type { StatusMove } from '@lanka/domain/statistics/funnel';
import type { Period } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ProjectScope } from '../kit/auth/scope';
import { beginOfDay, endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { toInstant } from '../kit/db/paging';
import { Microseconds, readPlace, writePlace } from './cursor';

/**
 * Changes of status from one moment to another. An order that was moved has been updated then or later, and both stand
 * in an index. The first entry of an order is that it was made, so each change has one before it. `known` is never later
 * than `since`: by it the planner sees that few orders are asked for.
 */
export const movesOf = (project: string, since: SQL, until: SQL, known = sql`'-infinity'`): SQL => sql`
  select m.* from orders o cross join lateral (
    -- asked of each by its key: joined, the history of all orders would be read
    select h.id, h.order_id, h."from", h."to", h.created_at,
      greatest(0, coalesce(extract(epoch from h.created_at - lag(h.created_at) over (order by h.id)), 0)) as seconds
    from order_history h where h.project_id = ${project} and h.order_id = o.id
      and h."to" is not null and h."from" is distinct from h."to"
  ) m
  where o.project_id = ${project} and o.updated_at >= ${since} and o.updated_at >= ${known} and o.created_at < ${until}
    and m."from" is not null and m.created_at >= ${since} and m.created_at < ${until}`;

export interface Moves {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly moves: number;
  readonly seconds: number;
}

/** From status to status: what is counted by day, and what has moved since. */
export async function readMoves(tx: Tx, { project }: ProjectScope, { from, to }: Period): Promise<Moves[]> {
  const counted = sql`(select max(until) from sale_days_until where project_id = ${project.id})`;
  const since = sql`(select greatest(${beginOfDay(from)}, ${endOfDay(counted)}))`;
  const [row] = await tx.rows<{ known: string }>(sql`select ${since}::text as known`);
  const known = sql`${row?.known}::timestamptz`;
  return tx.rows<{ from: OrderStatus; to: OrderStatus; moves: number; seconds: number }>(sql`
    select "from", "to", sum(moves)::int as moves, sum(seconds)::float8 as seconds from (
      select "from", "to", moves, seconds from move_days
      where project_id = ${project.id} and day between ${from}::date and ${to}::date
      union all
      select "from", "to", 1, seconds from (${movesOf(project.id, since, endOfDay(to), known)}) m
    ) k group by "from", "to"`);
}

/** Counts the moves of the days after those that are counted, up to this one. */
export async function countMoves(tx: Tx, project: string, since: SQL, until: string): Promise<void> {
  await tx.execute(sql`
    insert into move_days (project_id, day, "from", "to", moves, seconds)
    select ${project}, (created_at at time zone ${KYIV})::date, "from", "to", count(*), round(sum(seconds))
    from (${movesOf(project, since, endOfDay(until))}) m group by 2, 3, 4`);
}

interface MovesOf {
  readonly status?: OrderStatus | undefined;
  readonly side: 'entered' | 'left';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** When the last move of a page was, and its id. */
const Place = z.tuple([Microseconds, Id]);

/** A page of the moves of the period, the newest first: of each status so many are read as a page has. */
export async function newestMoves(
  tx: Tx,
  { project }: ProjectScope,
  { from, to }: Period,
  { status, side, limit, cursor }: MovesOf,
): Promise<{ readonly items: StatusMove[]; readonly next_cursor: string | null }> {
  const column = side === 'entered' ? sql`h."to"` : sql`h."from"`;
  const after = readPlace(cursor, Place);
  const behind = after
    ? sql`and (h.created_at, h.id) < (timestamptz 'epoch' + ${after[0]}::bigint * interval '1 microsecond', ${after[1]}::uuid)`
    : sql``;
  const rows = await tx.rows<Record<string, unknown>>(sql`
    with newest as materialized (
      select m.* from unnest(${sql.param(status ? [status] : OrderStatus.options)}::text[]) s(status) cross join lateral (
        select h.id, h.order_id, h."from", h."to", h.created_at from order_history h
        where h.project_id = ${project.id} and ${column} = s.status and h."from" <> h."to"
          and h.created_at >= ${beginOfDay(from)} and h.created_at < ${endOfDay(to)} ${behind}
        order by h.created_at desc, h.id desc limit ${limit + 1}
      ) m order by m.created_at desc, m.id desc limit ${limit + 1}
    )
    select n.id, n.order_id, n."from", n."to", n.created_at, (extract(epoch from n.created_at) * 1000000)::bigint::text as at,
      round(greatest(0, extract(epoch from n.created_at - b.created_at)) / 60)::int as minutes, o.prefix, o.number,
      o.counterparty_id, c.name as counterparty_name
    from newest n join orders o on o.project_id = ${project.id} and o.id = n.order_id
    join counterparties c on c.project_id = ${project.id} and c.id = o.counterparty_id
    left join lateral (
      -- the move before it; that it was made is the first
      select h.created_at from order_history h where h.project_id = ${project.id} and h.order_id = n.order_id and h.id < n.id
        and h."to" is not null and h."from" is distinct from h."to" order by h.id desc limit 1
    ) b on true
    order by n.created_at desc, n.id desc`);
  const shown = rows.slice(0, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(asMove), next_cursor: last ? writePlace([String(last.at), String(last.id)]) : null };
}

const asMove = (row: Record<string, unknown>): StatusMove => ({
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
});
