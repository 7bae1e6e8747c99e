import { type SQL, sql } from 'drizzle-orm';
import { idArray } from '../../kit/arrays';
import type { Tx } from '../../kit/db';
import { GramIndex, type Grams } from './grams';

/** Part of the statement that writes a new order: it is to be indexed. */
export const queueForIndex = (project_id: string, number: SQL): SQL => sql`
  insert into order_search_pending (project_id, number) values (${project_id}::uuid, ${number})`;

/**
 * An order whose text has changed is to be indexed again. Where it waits already, its row is locked: what takes it to
 * the index waits for this transaction and so reads the new text.
 */
export async function queueAgain(tx: Tx, project_id: string, id: string): Promise<void> {
  await tx.execute(sql`
    insert into order_search_pending (project_id, number)
    select project_id, number from orders where project_id = ${project_id} and id = ${id}
    on conflict (project_id, number) do update set number = excluded.number`);
}

/** Projects with so many orders that wait that it is worth a segment; the transaction has entered all of them. */
export async function findPending(tx: Tx): Promise<string[]> {
  const found = await tx.execute<{ project_id: string }>(sql`
    select project_id from order_search_pending group by project_id having count(*) >= ${PORTION}`);
  return found.rows.map(({ project_id }) => project_id);
}

/** So many orders are worth a segment; until then search looks at them one by one. */
export const PORTION = 256;
/** So many segments of about one size become one, so that a search meets few of them. */
const MERGED = 8;
/** Segments this large stay as they are. More is left to the next turn, so that a transaction stays short. */
export const LARGEST = MERGED * MERGED * PORTION;
/** Rows of parts that are written with one statement. */
const ROWS = 4_000;

const bySegment = sql.raw(`insert into order_search_grams (project_id, gram, segment, orders, numbers)`);

/**
 * Puts the orders that wait into a segment of their own, and small segments together. Answers how many orders it took;
 * with LARGEST there may be more. One at a time for each project: whoever comes second waits for the first.
 */
export async function indexPending(tx: Tx, project_id: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order search ${project_id}`}, 0))`);
  const taken = await tx.execute<{ number: number }>(sql`
    delete from order_search_pending where project_id = ${project_id} and number = any(array(
      select number from order_search_pending where project_id = ${project_id} order by number limit ${LARGEST}))
    returning number`);
  // a statement of its own: it sees what those wrote for whom the one before has waited
  const found = await tx.execute<{ number: number; search_text: string; newest: string }>(sql`
    select o.number, o.search_text, (max(o.created_at) over ())::text as newest from orders o where o.project_id = ${project_id}
      and o.number = any(${sql.param(taken.rows.map(({ number }) => number))}::integer[]) order by o.number`);
  const newest = found.rows[0]?.newest;
  if (newest === undefined) return taken.rows.length;
  const segment = await openSegment(tx, project_id, found.rows.length, newest);
  const index = new GramIndex();
  for (const [at, { number, search_text }] of found.rows.entries()) {
    index.add(number, search_text);
    // requests of others are answered meanwhile
    if (at % 32 === 31) await new Promise((resolve) => setImmediate(resolve));
  }
  const rows = [...index.numbers];
  for (let from = 0; from < rows.length; from += ROWS) {
    const part = rows.slice(from, from + ROWS);
    await tx.execute(sql`${bySegment}
      select ${project_id}, g.gram, ${segment}, cardinality(g.numbers::integer[]), g.numbers::integer[]
      from unnest(${sql.param(part.map(([gram]) => gram))}::text[], ${sql.param(part.map(([, list]) => `{${list.join()}}`))}::text[])
        as g(gram, numbers)`);
  }
  await mergeSegments(tx, project_id);
  return taken.rows.length;
}

async function openSegment(tx: Tx, project_id: string, orders: number, newest: string): Promise<number> {
  const found = await tx.execute<{ segment: number }>(sql`
    insert into order_search_segments (project_id, segment, orders, newest)
    select ${project_id}, coalesce(max(segment), 0) + 1, ${orders}, ${newest}::timestamptz
    from order_search_segments where project_id = ${project_id} returning segment`);
  return found.rows[0]?.segment ?? 0;
}

/** Eight of some hundreds become one of two thousand, eight of those one of sixteen thousand. */
async function mergeSegments(tx: Tx, project_id: string): Promise<void> {
  for (const size of [MERGED * PORTION, LARGEST]) {
    const found = await tx.execute<{ segment: number; orders: number; newest: string }>(sql`
      select segment, orders, newest from order_search_segments
      where project_id = ${project_id} and orders < ${size} order by newest`);
    const last = found.rows.at(-1);
    if (!last || found.rows.length < MERGED) continue;
    const old = sql`${sql.param(found.rows.map(({ segment }) => segment))}::integer[]`;
    const orders = found.rows.reduce((total, row) => total + row.orders, 0);
    const merged = await openSegment(tx, project_id, orders, last.newest);
    await tx.execute(sql`${bySegment}
      select ${project_id}, g.gram, ${merged}, count(*), array_agg(n.number order by n.number)
      from order_search_grams g cross join lateral unnest(g.numbers) as n(number)
      where g.project_id = ${project_id} and g.segment = any(${old}) group by g.gram`);
    await tx.execute(sql`delete from order_search_grams where project_id = ${project_id} and segment = any(${old})`);
    await tx.execute(sql`delete from order_search_segments where project_id = ${project_id} and segment = any(${old})`);
  }
}

/**
 * The segments that have all the parts, how many orders have the rarest, and the parts in the order in which they are
 * compared: the rarest of each word before the next of any, because two parts of one word tell little new.
 */
const probed = (projects: readonly string[], { grams, places }: Grams): SQL => sql`
  hits as materialized (
    select g.project_id, g.segment, g.gram, g.orders,
      row_number() over (partition by g.project_id, g.segment, w.place order by g.orders, g.gram) as turn
    from order_search_grams g
    join unnest(${sql.param([...grams])}::text[], ${sql.param([...places])}::integer[]) as w(gram, place) on w.gram = g.gram
    where g.project_id = any(${idArray(projects)}) and g.gram = any(${sql.param([...grams])}::text[])
  ), probed as materialized (
    select h.project_id, h.segment, min(h.orders) as most, array_agg(h.gram order by h.turn, h.orders, h.gram) as grams
    from hits h group by h.project_id, h.segment having count(*) = ${grams.length}
  )`;

/** So many parts are compared; what is left over is seen when the orders are read. */
const COMPARED = 4;

/** The numbers of the orders of segment `r` that have the rarest of its parts. `&` of sorted arrays is intarray's. */
function inCommon({ grams }: Grams): SQL {
  const numbersOf = (place: number): SQL => sql`(select g.numbers from order_search_grams g
    where g.project_id = r.project_id and g.gram = r.grams[${sql.raw(String(place))}] and g.segment = r.segment)`;
  const places = Array.from({ length: Math.min(COMPARED, grams.length) }, (_, index) => index + 1);
  return sql.join(places.map(numbersOf), sql` & `);
}

/** How often something stands in the orders of these projects, as the index guesses it. */
export interface Frequency {
  /** Orders that the index knows. */
  readonly orders: number;
  /** In no more of them do all parts stand. */
  readonly most: number;
  /** Of one large segment: its orders, how many may have all parts, and how many have the rarest ones. */
  readonly sample: { readonly orders: number; readonly most: number; readonly found: number } | null;
}

export async function readFrequency(tx: Tx, projects: readonly string[], grams: Grams): Promise<Frequency> {
  const found = await tx.execute<Frequency & Record<string, unknown>>(sql`
    with ${probed(projects, grams)}, known as materialized (
      select project_id, segment, orders, newest from order_search_segments where project_id = any(${idArray(projects)})
    ), r as materialized (
      select p.project_id, p.segment, p.grams, p.most, k.orders from probed p
      join known k on k.project_id = p.project_id and k.segment = p.segment order by k.orders desc, k.newest desc limit 1
    )
    select coalesce((select sum(most) from probed), 0)::int as most, coalesce((select sum(orders) from known), 0)::int as orders,
      (select jsonb_build_object('orders', r.orders, 'most', r.most, 'found', cardinality(${inCommon(grams)})) from r) as sample`);
  return found.rows[0] ?? { orders: 0, most: 0, sample: null };
}

/** What is looked for: its parts, and the number of an order that it may be. */
export interface Wanted {
  readonly grams: Grams;
  readonly number: number | null;
}

/**
 * The parts of a statement that find where all grams stand, in the newest segments that may have `enough` orders
 * together: `candidates (project_id, number)`, with those that wait for the index; and `beyond (newest)`: nothing that
 * was left out is newer than this, null when nothing was.
 */
export function candidates(projects: readonly string[], { grams, number }: Wanted, enough: number): SQL {
  const byNumber = sql`union select project_id, ${number}::integer from unnest(${idArray(projects)}) as p(project_id)`;
  return sql`${probed(projects, grams)}, ordered as materialized (
      select p.project_id, p.segment, p.grams, s.newest,
        sum(p.most) over (order by s.newest desc, p.project_id, p.segment) - p.most as before
      from probed p join order_search_segments s on s.project_id = p.project_id and s.segment = p.segment
    ), candidates as materialized (
      select r.project_id, n.number from ordered r
      cross join lateral unnest(${inCommon(grams)}) as n(number) where r.before < ${enough}
      union
      select project_id, number from order_search_pending where project_id = any(${idArray(projects)})
      ${number === null ? sql`` : byNumber}
    ), beyond as materialized (
      select max(newest) as newest from ordered where before >= ${enough}
    )`;
}
