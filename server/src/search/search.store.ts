import { type SQL, sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost, opaque } from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { GramIndex, type Grams, gramsOf } from './grams';

/**
 * These are new, or their words have changed: they are to be indexed. Where one waits already, its row is locked: who
 * takes it to the index waits for this transaction and so reads the new words.
 */
export async function queueForSearch(
  tx: Tx,
  { name }: Searched,
  project_id: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    insert into search_pending (project_id, kind, id)
    select ${project_id}, ${name}, id from (select distinct unnest(${sql.param([...ids])}::uuid[]) as id) new order by id
    on conflict (project_id, kind, id) do update set id = excluded.id`);
}

/** What waits, by project and kind, so much that it is worth a segment; the transaction has entered all projects. */
export async function findPending(tx: Tx): Promise<{ project_id: string; kind: string }[]> {
  const found = await tx.rows<{ project_id: string; kind: string }>(sql`
    select project_id, kind from search_pending group by project_id, kind having count(*) >= ${PORTION}`);
  return found;
}

/** The kinds of which something waits in this project, be it ever so little. */
export async function pendingKinds(tx: Tx, project_id: string): Promise<string[]> {
  const found = await tx.rows<{ kind: string }>(sql`
    select distinct kind from search_pending where project_id = ${project_id}`);
  return found.map(({ kind }) => kind);
}

/** So many are worth a segment; until then a search looks at them one by one. */
export const PORTION = 256;
/** So many segments of about one size become one, so that a search meets few of them. */
const MERGED = 8;
/** Segments this large stay as they are. More is left to the next run, so that a transaction stays short. */
export const LARGEST = MERGED * MERGED * PORTION;
/** Rows of parts that are written with one statement. */
const ROWS = 4_000;

const BY_SEGMENT = sql.raw('insert into search_grams (project_id, kind, gram, segment, entries, numbers)');

/** Of one kind, in one project. */
interface Place {
  readonly project_id: string;
  readonly kind: string;
}
const at = ({ project_id, kind }: Place): SQL => sql`project_id = ${project_id} and kind = ${kind}`;

/**
 * Puts what waits into a segment of its own, and small segments together. Answers how many it took; the caller goes on
 * until there are none. One at a time for each place: whoever comes second waits for the first.
 */
export async function indexPending(tx: Tx, { name: kind, texts }: Searched, project_id: string): Promise<number> {
  const place: Place = { project_id, kind };
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`search ${kind} ${project_id}`}, 0))`);
  const taken = await tx.rows<{ id: string }>(sql`
    delete from search_pending where ${at(place)} and id = any(array(
      select id from search_pending where ${at(place)} order by id ${atMost(LARGEST)})) returning id`);
  const ids = sql`${sql.param(taken.map(({ id }) => id))}::uuid[]`;
  // a statement of its own: it sees what those wrote for whom the one before has waited
  const found = await tx.rows<{ id: string; text: string; newest: string; last: number }>(sql`
    select t.id, t.text, (max(t.created_at) over ())::text as newest,
      (select coalesce(max(number), 0) from search_entries where ${at(place)}) as last
    from (${texts(project_id, ids)}) t order by t.created_at, t.id`);
  const [first] = found;
  if (!first) return taken.length;
  await tx.execute(sql`
    insert into search_entries (project_id, kind, number, id)
    select ${project_id}, ${kind}, ${first.last}::integer + n, id
    from unnest(${sql.param(found.map(({ id }) => id))}::uuid[]) with ordinality as new(id, n)`);
  const segment = await openSegment(tx, place, found.length, first.newest);
  const index = new GramIndex(gramsOf);
  for (const [position, { text }] of found.entries()) {
    index.add(first.last + 1 + position, text);
    // requests of others are answered meanwhile
    if (position % 32 === 31) await new Promise((resolve) => setImmediate(resolve));
  }
  await writeGrams(tx, place, segment, [...index.numbers]);
  await mergeSegments(tx, place);
  return taken.length;
}

async function writeGrams(
  tx: Tx,
  { project_id, kind }: Place,
  segment: number,
  rows: readonly (readonly [gram: string, numbers: readonly number[]])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) {
    const part = rows.slice(from, from + ROWS);
    await tx.execute(sql`${BY_SEGMENT}
      select ${project_id}, ${kind}, g.gram, ${segment}, cardinality(g.numbers::integer[]), g.numbers::integer[]
      from unnest(${sql.param(part.map(([gram]) => gram))}::text[], ${sql.param(part.map(([, list]) => `{${list.join()}}`))}::text[])
        as g(gram, numbers)`);
  }
}

async function openSegment(tx: Tx, place: Place, entries: number, newest: string): Promise<number> {
  const found = await tx.rows<{ segment: number }>(sql`
    insert into search_segments (project_id, kind, segment, entries, newest)
    select ${place.project_id}, ${place.kind}, coalesce(max(segment), 0) + 1, ${entries}, ${newest}::timestamptz
    from search_segments where ${at(place)} returning segment`);
  return found[0]?.segment ?? 0;
}

/** Eight of some hundreds become one of two thousand, eight of those one of sixteen thousand. */
async function mergeSegments(tx: Tx, place: Place): Promise<void> {
  for (const size of [MERGED * PORTION, LARGEST]) {
    const found = await tx.rows<{ segment: number; entries: number; newest: string }>(sql`
      select segment, entries, newest from search_segments where ${at(place)} and entries < ${size} order by newest`);
    const last = found.at(-1);
    if (!last || found.length < MERGED) continue;
    const old = sql`${sql.param(found.map(({ segment }) => segment))}::integer[]`;
    const entries = found.reduce((total, row) => total + row.entries, 0);
    const merged = await openSegment(tx, place, entries, last.newest);
    await tx.execute(sql`${BY_SEGMENT}
      select ${place.project_id}, ${place.kind}, g.gram, ${merged}, count(*), array_agg(n.number order by n.number)
      from search_grams g cross join lateral unnest(g.numbers) as n(number)
      where ${at(place)} and g.segment = any(${old}) group by g.gram`);
    await tx.execute(sql`delete from search_grams where ${at(place)} and segment = any(${old})`);
    await tx.execute(sql`delete from search_segments where ${at(place)} and segment = any(${old})`);
  }
}

/**
 * The segments that have all the parts, how many entries have the rarest, and the parts in the order in which they are
 * compared: the rarest of each word before the next of any, because two parts of one word tell little new.
 */
const probed = (projects: readonly string[], kind: string, { grams, places }: Grams, name: string): SQL => sql`
  ${called(name, 'hits')} as materialized (
    select g.project_id, g.segment, g.gram, g.entries,
      row_number() over (partition by g.project_id, g.segment, w.place order by g.entries, g.gram) as turn
    from search_grams g
    join unnest(${opaque(grams, 'text[]')}, ${opaque(places, 'integer[]')}) as w(gram, place) on w.gram = g.gram
    where g.project_id = any(${idArray(projects)}) and g.kind = ${constant(kind)}
      and g.gram = any(array(select unnest(${sql.param([...grams])}::text[])))
  ), ${called(name, 'probed')} as materialized (
    select h.project_id, h.segment, min(h.entries) as most, array_agg(h.gram order by h.turn, h.entries, h.gram) as grams
    from ${called(name, 'hits')} h group by h.project_id, h.segment having count(*) = ${opaque(grams.length, 'integer')}
  )`;

/** The name of a kind as a constant of the text: there are few, and the planner knows how much there is of each. */
const constant = (kind: string): SQL => sql.raw(`'${kind}'`);

/** A part of a statement that may look for several things. */
export const called = (name: string, part: 'hits' | 'probed' | 'ordered' | 'found' | 'beyond'): SQL =>
  sql.raw(`${name}_${part}`);

/** So many parts are compared; what is left over is seen when the rows are read. */
const COMPARED = 4;

/** The numbers of the entries of segment `r` that have the rarest of its parts. `&` of sorted arrays is intarray's. */
function inCommon(kind: string, { grams }: Grams): SQL {
  const numbersOf = (place: number): SQL => sql`(select g.numbers from search_grams g
    where g.project_id = r.project_id and g.kind = ${constant(kind)} and g.gram = r.grams[${sql.raw(String(place))}]
      and g.segment = r.segment)`;
  const places = Array.from({ length: Math.min(COMPARED, grams.length) }, (_, index) => index + 1);
  return sql.join(places.map(numbersOf), sql` & `);
}

/** How often something stands in what the index knows, as it guesses it. */
export interface Frequency {
  readonly entries: number;
  /** In no more of them do all parts stand. */
  readonly most: number;
  /** Of one large segment: its entries, how many may have all parts, and how many have the rarest ones. */
  readonly sample: { readonly entries: number; readonly most: number; readonly found: number } | null;
}

export async function readFrequency(
  tx: Tx,
  projects: readonly string[],
  { name: kind }: Searched,
  grams: Grams,
): Promise<Frequency> {
  const all = called('all', 'probed');
  const found = await tx.rows<Frequency & Record<string, unknown>>(sql`
    with ${probed(projects, kind, grams, 'all')}, known as materialized (
      select project_id, segment, entries, newest from search_segments
      where project_id = any(${idArray(projects)}) and kind = ${constant(kind)}
    ), r as materialized (
      select p.project_id, p.segment, p.grams, p.most, k.entries from ${all} p
      join known k on k.project_id = p.project_id and k.segment = p.segment order by k.entries desc, k.newest desc limit 1
    )
    select coalesce((select sum(most) from ${all}), 0)::int as most,
      coalesce((select sum(entries) from known), 0)::int as entries,
      (select jsonb_build_object('entries', r.entries, 'most', r.most, 'found', cardinality(${inCommon(kind, grams)})) from r) as sample`);
  return found[0] ?? { entries: 0, most: 0, sample: null };
}

/** More than there can be. */
export const ALL = 2_147_483_647;

/** How much of the index is read, by how many entries may fit; ALL is no limit. */
export interface Reach {
  readonly enough: number;
  readonly most: number;
}

/**
 * The parts of a statement that find where all grams stand, in the newest segments that may have `enough` entries
 * together: `NAME_found (project_id, id)`, with those that wait for the index; and `NAME_beyond (newest)`: nothing that
 * was left out is newer than this, null when nothing was. When more than `most` may fit, none of the segments is read.
 */
export function found(
  name: string,
  projects: readonly string[],
  { name: kind }: Searched,
  grams: Grams,
  { enough, most }: Reach,
): SQL {
  const isFew = most === ALL ? sql`true` : sql`r.total <= ${opaque(most, 'integer')}`;
  return sql`${probed(projects, kind, grams, name)}, ${called(name, 'ordered')} as materialized (
      select p.project_id, p.segment, p.grams, s.newest,
        sum(p.most) over (order by s.newest desc, p.project_id, p.segment) - p.most as before, sum(p.most) over () as total
      from ${called(name, 'probed')} p
      join search_segments s on s.project_id = p.project_id and s.kind = ${constant(kind)} and s.segment = p.segment
    ), ${called(name, 'found')} as materialized (
      select e.project_id, e.id from ${called(name, 'ordered')} r
      cross join lateral unnest(${inCommon(kind, grams)}) as n(number)
      cross join lateral (select e.project_id, e.id from search_entries e
        where e.project_id = r.project_id and e.kind = ${constant(kind)} and e.number = n.number limit 1) e
      where r.before < ${opaque(enough, 'integer')} and ${isFew}
      union
      select project_id, id from search_pending where project_id = any(${idArray(projects)}) and kind = ${constant(kind)}
    ), ${called(name, 'beyond')} as materialized (
      select max(newest) as newest from ${called(name, 'ordered')} r
      where before >= ${opaque(enough, 'integer')} or not ${isFew}
    )`;
}
