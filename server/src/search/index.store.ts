import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { GramIndex } from './grams';

/** Part of the statement that writes something new: it is to be indexed. */
export const queuedForSearch = ({ name }: Searched, project_id: string, id: string): SQL => sql`
  insert into search_pending (project_id, kind, id) values (${project_id}::uuid, ${name}, ${id}::uuid)`;

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

/** A tenant that is no project has something to be found from now on. */
export async function rememberWorkspace(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`insert into search_workspaces (id) values (${id}) on conflict do nothing`);
}

export async function listWorkspaces(tx: Tx): Promise<string[]> {
  return (await tx.rows<{ id: string }>(sql`select id from search_workspaces`)).map(({ id }) => id);
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
export async function indexPending(
  tx: Tx,
  { name: kind, numbered, texts }: Searched,
  project_id: string,
): Promise<number> {
  const place: Place = { project_id, kind };
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`search ${kind} ${project_id}`}, 0))`);
  const taken = await tx.rows<{ id: string }>(sql`
    delete from search_pending where ${at(place)} and id = any(array(
      select id from search_pending where ${at(place)} order by id ${atMost(LARGEST)})) returning id`);
  const ids = sql`${sql.param(taken.map(({ id }) => id))}::uuid[]`;
  // a statement of its own: it sees what those wrote for whom the one before has waited
  const found = await tx.rows<Entry & { id: string; text: string }>(sql`
    select ${numbered ? sql`t.number` : sql`last.number + row_number() over (order by t.created_at, t.id)`} as number,
      t.id, t.text, t.created_at::text as created_at
    from (${texts(project_id, ids)}) t
    cross join (select coalesce(max(number), 0) as number from search_entries where ${at(place)}) last order by number`);
  if (found.length === 0) return taken.length;
  if (!numbered)
    await tx.execute(sql`
      insert into search_entries (project_id, kind, number, id)
      select ${project_id}, ${kind}, number, id from unnest(${numbersOf(found)},
        ${sql.param(found.map(({ id }) => id))}::uuid[]) as new(number, id)`);
  await markNewest(tx, place, found);
  const segment = await openSegment(
    tx,
    place,
    found.length,
    sql`(
    select max(at) from unnest(${sql.param(found.map(({ created_at }) => created_at))}::timestamptz[]) as at)`,
  );
  const index = new GramIndex();
  for (const [position, { number, text }] of found.entries()) {
    index.add(Number(number), text);
    // requests of others are answered meanwhile
    if (position % 32 === 31) await new Promise((resolve) => setImmediate(resolve));
  }
  await writeGrams(tx, place, segment, [...index.numbers]);
  await mergeSegments(tx, place);
  return taken.length;
}

interface Entry {
  readonly number: number;
  readonly created_at: string;
}
const numbersOf = (entries: readonly Entry[]): SQL => sql`${sql.param(entries.map(({ number }) => number))}::integer[]`;

/** So many numbers have one mark. */
export const MARKED = 128;

/** When the newest was created up to each number, in steps: a search that leaves out smaller numbers knows how old they are. */
async function markNewest(tx: Tx, place: Place, entries: readonly Entry[]): Promise<void> {
  await tx.execute(sql`
    insert into search_marks as m (project_id, kind, mark, newest)
    select ${place.project_id}, ${place.kind}, number / ${sql.raw(String(MARKED))}, max(at)
    from unnest(${numbersOf(entries)}, ${sql.param(entries.map(({ created_at }) => created_at))}::timestamptz[]) as e(number, at)
    group by 3 on conflict (project_id, kind, mark) do update set newest = greatest(m.newest, excluded.newest)`);
  const first = Math.floor(Math.min(...entries.map(({ number }) => Number(number))) / MARKED);
  await tx.execute(sql`
    update search_marks m set newest = r.newest from (
      select mark, max(newest) over (order by mark) as newest from search_marks
      where ${at(place)} and mark >= coalesce((select max(mark) from search_marks where ${at(place)} and mark < ${first}), ${first})
    ) r where ${at(place)} and m.mark = r.mark and m.newest < r.newest`);
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

async function openSegment(tx: Tx, place: Place, entries: number, newest: SQL): Promise<number> {
  const found = await tx.rows<{ segment: number }>(sql`
    insert into search_segments (project_id, kind, segment, entries, newest)
    select ${place.project_id}, ${place.kind}, coalesce(max(segment), 0) + 1, ${entries}, ${newest}
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
    const merged = await openSegment(tx, place, entries, sql`${last.newest}::timestamptz`);
    await tx.execute(sql`${BY_SEGMENT}
      select ${place.project_id}, ${place.kind}, g.gram, ${merged}, count(*), array_agg(n.number order by n.number)
      from search_grams g cross join lateral unnest(g.numbers) as n(number)
      where ${at(place)} and g.segment = any(${old}) group by g.gram`);
    await tx.execute(sql`delete from search_grams where ${at(place)} and segment = any(${old})`);
    await tx.execute(sql`delete from search_segments where ${at(place)} and segment = any(${old})`);
  }
}
