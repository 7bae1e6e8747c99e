import { type SQL, sql } from 'drizzle-orm';
import { idArray } from '../../kit/db/arrays';
import type { Tx } from '../../kit/db/db';
import { opaque } from '../../kit/db/paging';
import { GramIndex } from '../../search';
import { gramsOf } from './grams';

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
  const found = await tx.rows<{ project_id: string }>(sql`
    select project_id from order_search_pending group by project_id having count(*) >= ${PORTION}`);
  return found.map(({ project_id }) => project_id);
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
  const taken = await tx.rows<{ number: number }>(sql`
    delete from order_search_pending where project_id = ${project_id} and number = any(array(
      select number from order_search_pending where project_id = ${project_id} order by number limit ${LARGEST}))
    returning number`);
  // a statement of its own: it sees what those wrote for whom the one before has waited
  const found = await tx.rows<{ number: number; search_text: string; newest: string }>(sql`
    select o.number, o.search_text, (max(o.created_at) over ())::text as newest from orders o where o.project_id = ${project_id}
      and o.number = any(${sql.param(taken.map(({ number }) => number))}::integer[]) order by o.number`);
  const newest = found[0]?.newest;
  if (newest === undefined) return taken.length;
  const segment = await openSegment(tx, project_id, found.length, newest);
  const index = new GramIndex(gramsOf);
  for (const [at, { number, search_text }] of found.entries()) {
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
  return taken.length;
}

async function openSegment(tx: Tx, project_id: string, orders: number, newest: string): Promise<number> {
  const found = await tx.rows<{ segment: number }>(sql`
    insert into order_search_segments (project_id, segment, orders, newest)
    select ${project_id}, coalesce(max(segment), 0) + 1, ${orders}, ${newest}::timestamptz
    from order_search_segments where project_id = ${project_id} returning segment`);
  return found[0]?.segment ?? 0;
}

/** Eight of some hundreds become one of two thousand, eight of those one of sixteen thousand. */
async function mergeSegments(tx: Tx, project_id: string): Promise<void> {
  for (const size of [MERGED * PORTION, LARGEST]) {
    const found = await tx.rows<{ segment: number; orders: number; newest: string }>(sql`
      select segment, orders, newest from order_search_segments
      where project_id = ${project_id} and orders < ${size} order by newest`);
    const last = found.at(-1);
    if (!last || found.length < MERGED) continue;
    const old = sql`${sql.param(found.map(({ segment }) => segment))}::integer[]`;
    const orders = found.reduce((total, row) => total + row.orders, 0);
    const merged = await openSegment(tx, project_id, orders, last.newest);
    await tx.execute(sql`${bySegment}
      select ${project_id}, g.gram, ${merged}, count(*), array_agg(n.number order by n.number)
      from order_search_grams g cross join lateral unnest(g.numbers) as n(number)
      where g.project_id = ${project_id} and g.segment = any(${old}) group by g.gram`);
    await tx.execute(sql`delete from order_search_grams where project_id = ${project_id} and segment = any(${old})`);
    await tx.execute(sql`delete from order_search_segments where project_id = ${project_id} and segment = any(${old})`);
  }
}

/** What is looked for: parts that all stand in the order, and the number of an order that it may be. */
export interface Wanted {
  readonly grams: readonly string[];
  readonly number: number | null;
}

/** How far a look goes. */
export interface Reach {
  /** Over the newest segments, of so many orders together; null: over all. */
  readonly newest: number | null;
  /** So many orders are read, of the newest segments that have as many. */
  readonly enough: number;
  /** When all together are no more than this, all are read. A segment with more is left out by itself. */
  readonly few: number;
  /** Of a segment with more, those with the highest numbers are read, and what was left out may be newer. */
  readonly roughly?: boolean;
}

/** More than there can be. */
export const ALL = 2_147_483_647;
/** What a look has learnt. Parts are counted where they were compared, in the order of `grams`. */
export interface Frequency {
  /** Orders that the index knows, that were looked through, and that have all the parts. */
  readonly orders: number;
  readonly sample: number;
  readonly found: number;
  readonly each: readonly number[];
}

/** Segments of the reach, with the numbers of the orders that have all the parts. `&` of sorted arrays is intarray's. */
function probed(projects: readonly string[], { grams }: Wanted, { newest }: Reach): SQL {
  const names = grams.map((_, place) => sql.raw(`g${place}`));
  const numbersOf = (gram: string, name: SQL): SQL => sql`${name}.project_id = k.project_id
    and ${name}.gram = ${opaque(gram, 'text')} and ${name}.segment = k.segment`;
  const joins = grams.map((gram, place) => {
    const name = names[place] ?? sql``;
    // among all a part that is missing ends the look at a segment
    if (newest === null) return sql`join order_search_grams ${name} on ${numbersOf(gram, name)}`;
    // among the newest it is counted as missing; the limit makes each of these few be looked up, not all be read
    return sql`left join lateral (select ${name}.orders, ${name}.numbers from order_search_grams ${name}
      where ${numbersOf(gram, name)} limit 1) ${name} on true`;
  });
  const numbers = sql.join(
    names.map((name) => sql`${name}.numbers`),
    sql` & `,
  );
  const each = sql.join(
    names.map((name) => sql`coalesce(${name}.orders, 0)`),
    sql`, `,
  );
  return sql`
    known as materialized (
      select project_id, segment, orders, newest,
        sum(orders) over (order by newest desc, project_id, segment rows unbounded preceding) - orders as before
      from order_search_segments where project_id = any(${idArray(projects)})
    ), compared as materialized (
      select k.project_id, k.segment, k.newest, k.orders, coalesce(${numbers}, '{}') as numbers, array[${each}] as each
      from known k ${sql.join(joins, sql` `)} ${newest === null ? sql`` : sql`where k.before < ${opaque(newest, 'integer')}`}
    ), probed as materialized (
      select *, sum(cardinality(numbers)) over (order by newest desc, project_id, segment rows unbounded preceding)
        - cardinality(numbers) as before
      from compared
    ), beside as materialized (
      select ${newest === null ? sql`null::timestamptz as newest` : sql`max(newest) as newest from known where before >= ${opaque(newest, 'integer')}`}
    )`;
}

/** What the parts that `probed` names have learnt: Frequency. */
const frequency = (grams: readonly string[]): SQL => sql`(
  select jsonb_build_object('orders', (select coalesce(sum(orders), 0) from known), 'sample', coalesce(sum(orders), 0),
    'found', coalesce(sum(cardinality(numbers)), 0),
    'each', jsonb_build_array(${sql.join(
      grams.map((_, place) => sql`coalesce(sum(each[${sql.raw(String(place + 1))}]), 0)`),
      sql`, `,
    )})) from probed)`;

/** How often something stands in the newest of these projects' orders. */
export async function readFrequency(
  tx: Tx,
  projects: readonly string[],
  grams: readonly string[],
  newest: number,
): Promise<Frequency> {
  const wanted: Wanted = { grams, number: null };
  const found = await tx.rows<{ told: Frequency }>(sql`
    with ${probed(projects, wanted, { newest, enough: 0, few: 0 })} select ${frequency(grams)} as told`);
  return found[0]?.told ?? { orders: 0, sample: 0, found: 0, each: [] };
}

/** Parts of a statement, and what stands in them. */
export interface Candidates {
  /**
   * `candidates (project_id, number)`, with those that wait for the index, of which some may stand there twice; the
   * others are there for what follows.
   */
  readonly parts: SQL;
  /** Nothing that was left out is newer than this; null when nothing was. */
  readonly beyond: SQL;
  /** About how many orders of all have the parts. */
  readonly about: SQL;
  /** Whether there are so many that some of a segment were left out, or all of some segments. */
  readonly partly: SQL;
  readonly frequency: SQL;
}

/** Orders that have all the parts, as far as the look reaches. */
export function candidates(projects: readonly string[], wanted: Wanted, reach: Reach): Candidates {
  const byNumber = sql`union all select project_id, ${wanted.number}::integer from unnest(${idArray(projects)}) as p(project_id)`;
  const few = opaque(reach.few, 'integer');
  const [within, beyond, numbers] = reach.roughly
    ? [sql``, sql``, sql`r.numbers[greatest(1, cardinality(r.numbers) - ${few} + 1):]`]
    : [sql`and cardinality(r.numbers) <= ${few}`, sql`or cardinality(r.numbers) > ${few}`, sql`r.numbers`];
  const parts = sql`${probed(projects, wanted, reach)}, bound as materialized (
      select case when (select newest from beside) is null and coalesce(sum(cardinality(numbers)), 0) <= ${few}
        then ${ALL} else ${opaque(reach.enough, 'integer')} end as enough from probed
    ), candidates as materialized (
      select r.project_id, n.number from bound b join probed r on r.before < b.enough ${within}
      cross join lateral unnest(${numbers}) as n(number)
      union all
      select project_id, number from order_search_pending where project_id = any(${idArray(projects)})
      ${wanted.number === null ? sql`` : byNumber}
    ), beyond as materialized (
      select greatest((select newest from beside), (select max(r.newest) from bound b
        join probed r on r.before >= b.enough ${beyond} where cardinality(r.numbers) > 0)) as newest
    )`;
  return {
    parts,
    beyond: sql`(select newest from beyond)`,
    about: sql`(select coalesce(round(sum(cardinality(numbers))::numeric * (select sum(orders) from known)
      / nullif(${reach.newest === null ? sql`(select sum(orders) from known)` : sql`sum(orders)`}, 0)), 0) from probed)`,
    partly: sql`(select (select newest from beside) is not null or coalesce(sum(cardinality(numbers)), 0) > ${few} from probed)`,
    frequency: frequency(wanted.grams),
  };
}
