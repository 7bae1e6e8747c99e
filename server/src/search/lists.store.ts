import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../kit/db/db';
import {
  atMost,
  type ListPlan,
  type ListQuery,
  type Order,
  pageOf,
  readPage,
  readSelected,
  type Selection,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { together } from '../kit/db/together';
import { type Grams, gramsOfAll } from './grams';
import { ALL, called, type Frequency, found, type Reach, readFrequency } from './search.store';

/** When a search reads how much. Answers do not depend on it, which a test shows by other numbers. */
export const SEARCH = {
  /** What stands in this part of all rows is found by walking through the list. */
  frequent: 1 / 64,
  /** So many are walked through at most. */
  walked: 4_000,
  /** So many that may fit are looked at first; if they do not fill the page, all. */
  enough: 160,
};

/** A list that is searched in: what is looked for, and how what the index finds leads to the rows of the list. */
export interface Search {
  readonly projects: readonly string[];
  /** Whether a row fits: the words themselves, looked for in the row. */
  readonly matches: SQL;
  /** All other conditions, the tenant's among them. */
  readonly others: SQL;
  /** What holds the words, and the rows that it leads to: a row is found by one way or another. */
  readonly ways: readonly Way[];
  /** The row of candidate `hit (project_id, id)`: `lateral (select p.* from products p where … limit 1) p`, with joins. */
  readonly row: SQL;
  /** The project of a row. */
  readonly project: SQL;
  /** Sorts that walk an index; others look at all that fits. */
  readonly walks: readonly string[];
  /** Much may fit that the index of words does not know: so many. Then the list is walked through before anything else. */
  readonly walksFirst?: SQL;
  /** Where rows that fit come first and not by the index: `select` of ids, at least one more than a page shows. */
  readonly walk?: (order: Order) => SQL;
  /** When a row of the only kind was created, as it stands in the index: what is new is then found without the rest. */
  readonly age?: { readonly sort: string; readonly by: SQL };
}

export interface Way {
  readonly kind: Searched;
  /** All of them are in it; without spaces, in small letters. */
  readonly words: readonly string[];
  /** `select project_id, id` of the rows, from `found (project_id, id)`; left out where these are the rows. */
  readonly rows?: (found: SQL) => SQL;
}

/** The words of a text that is looked for as it is, spaces among it. */
export const wordsIn = (text: string): string[] => text.toLowerCase().split(' ').filter(Boolean);

const NO_GRAMS: Grams = { grams: [], places: [] };

/**
 * The list row by row, in its order, until the page is full. A list that is no longer than what is walked through is
 * then known whole.
 */
function walk(plan: ListPlan, query: ListQuery, search: Search, about: SQL): Selection {
  const from = plan.countFrom ?? plan.from;
  const short = sql`(select short from list)`;
  return {
    parts: sql`list as materialized (select count(*) < ${sql.raw(String(SEARCH.walked))} as short from (
      select 1 from ${from} where ${search.others} ${bound(plan, SEARCH.walked)}) as some_rows)`,
    found: (order) => search.walk?.(order) ?? walkThrough(plan, search, order, pageOf(query)),
    total: sql`case when ${short} then (select least(count(*), ${EXACT_TOTAL}) from ${from} where ${plan.where})
      else -(${about}) end::int`,
    complete: short,
  };
}

const bound = ({ customPlan }: Pick<ListPlan, 'customPlan'>, rows: number): SQL =>
  customPlan ? sql`limit ${rows}` : atMost(rows);

/** The ids of the first rows of the list that fit, of those that are walked through. */
export const walkThrough = (
  plan: Pick<ListPlan, 'from' | 'countFrom' | 'id' | 'customPlan'>,
  { others, matches, row, project }: Pick<Search, 'others' | 'matches' | 'row' | 'project'>,
  { begin, order, by, direction }: Pick<Order, 'begin' | 'order' | 'by' | 'direction'>,
  page: SQL,
): SQL => sql`
  select hit.id, hit.key from (
    select ${project} as project_id, ${plan.id} as id, ${by} as key from ${plan.countFrom ?? plan.from}
    where ${others}${begin} ${order} ${bound(plan, SEARCH.walked)}
  ) hit cross join ${row} where ${matches} order by hit.key ${direction}, hit.id ${direction} ${page}`;

/** The same part of a statement for each way, by a name of its own. */
const each = (ways: readonly Way[], part: (way: Way, name: string, place: number) => SQL, between: SQL): SQL =>
  sql.join(
    ways.map((way, place) => part(way, `way${place}`, place)),
    between,
  );

const rowsOf = ({ rows }: Way, name: string): SQL =>
  rows?.(called(name, 'found')) ?? sql`select project_id, id from ${called(name, 'found')}`;

/** The rows to which the index leads, as far as it is read; those that were left out are older. */
function lookUp(
  plan: ListPlan,
  query: ListQuery,
  search: Search,
  grams: readonly Grams[],
  reach: Reach,
  about: number,
): Selection {
  const { projects, ways, row, age, others, matches } = search;
  const beyond = each(ways, (_, name) => sql`select newest from ${called(name, 'beyond')}`, sql` union all `);
  const newer = age && reach.most === ALL ? sql`b.newest is null or ${age.by} > b.newest` : sql`b.newest is null`;
  const complete = sql`(select newest is null from beyond)`;
  return {
    parts: sql`${each(
      ways,
      ({ kind }, name, place) => found(name, projects, kind, grams[place] ?? NO_GRAMS, reach),
      sql`, `,
    )}, beyond as materialized (select max(newest) as newest from (${beyond}) each_way),
      candidates as materialized (${each(ways, rowsOf, sql` union `)}),
      matched as materialized (
        select hit.project_id, hit.id from candidates hit cross join ${row} cross join beyond b
        where ${others} and ${matches} and (${newer}))`,
    found: ({ begin, order }) => sql`
      select ${plan.id} as id from matched hit cross join ${row} where true${begin} ${order} ${pageOf(query)}`,
    total: sql`case when ${complete} then (select least(count(*), ${EXACT_TOTAL}) from matched) else ${-about}::int end::int`,
    complete,
  };
}

/** How many rows fit, as the index guesses it, and what part of all that is. */
function guess(frequencies: readonly Frequency[]): { about: number; part: number } {
  const parts = frequencies.map(({ sample }) => (sample ? sample.found / sample.entries : 0));
  const about = frequencies.reduce((sum, { entries }, place) => sum + (parts[place] ?? 0) * entries, 0);
  return { about: Math.min(EXACT_TOTAL, Math.max(1, Math.round(about))), part: Math.max(...parts) };
}

/** Where to look, one after another, until a page is full: at the newest, or at all when they are few anyway. */
function looks(
  plan: ListPlan,
  query: ListQuery,
  search: Search,
  grams: readonly Grams[],
  frequencies: readonly Frequency[],
): Selection[] {
  const { about, part } = guess(frequencies);
  const look = (enough: number): Selection => lookUp(plan, query, search, grams, { enough, most: ALL }, about);
  const walks = search.walks.includes(query.sort.replace('-', ''));
  if (walks && search.walksFirst) {
    const more = sql`least(greatest(${search.walksFirst} + ${about}::int, 1), ${EXACT_TOTAL})`;
    return [walk(plan, query, search, more), look(ALL)];
  }
  if (about < 2 * SEARCH.enough) return [look(ALL)];
  const [first] = frequencies;
  if (walks && (part > SEARCH.frequent || search.age?.sort !== query.sort))
    return [walk(plan, query, search, sql`${about}::int`), look(ALL)];
  if (search.age?.sort !== query.sort || !first?.sample) return [look(ALL)];
  // segments are taken by how many entries may fit, of which so many do
  const enough = Math.ceil((SEARCH.enough * first.sample.most) / Math.max(first.sample.found, 1));
  return [...[enough, enough * 8, enough * 64].filter((some) => some < first.most), ALL].map(look);
}

/** How frequent words are that are too frequent for the first look: it is not tried again for a minute. */
const learnt = new LRUCache<string, readonly Frequency[]>({ max: 1_000, ttl: 60_000, noUpdateTTL: true });

/**
 * A page of a search. What stands in few rows is read at once. What stands in many is found by walking through the
 * list, what is rarer by the index: either reads about a page's worth, however long the list is. What a walk or the
 * newest part of the index does not fill, the whole index does.
 */
export async function searchPage<T>(
  tx: Tx,
  query: ListQuery,
  plan: ListPlan,
  search: Search,
  shape: (row: Record<string, unknown>) => T,
): Promise<Page<T>> {
  const read = (selection: Selection) => readSelected(tx, query, plan, selection, shape);
  const grams = search.ways.map(({ words }) => gramsOfAll(words));
  const walks = search.walks.includes(query.sort.replace('-', ''));
  // one or two letters stand in every other row, and where they do not all rows have to be read
  if (grams.some((some) => some.grams.length === 0)) {
    const page = walks ? await read(walk(plan, query, search, sql`${EXACT_TOTAL}::int`)) : null;
    return page ?? readPage(tx, query, plan, shape);
  }
  const name = [
    search.projects,
    ...search.ways.flatMap(({ kind }, place) => [kind.name, ...(grams[place]?.grams ?? [])]),
  ];
  let frequencies = learnt.get(name.join(' '));
  if (!frequencies && !(walks && search.walksFirst)) {
    const page = await read(lookUp(plan, query, search, grams, { enough: ALL, most: 2 * SEARCH.enough }, 0));
    if (page) return page;
  }
  frequencies ??= await together(
    search.ways.map(({ kind }, place) => readFrequency(tx, search.projects, kind, grams[place] ?? NO_GRAMS)),
  );
  learnt.set(name.join(' '), frequencies);
  for (const look of looks(plan, query, search, grams, frequencies)) {
    const page = await read(look);
    if (page) return page;
  }
  throw new Error('the last look leaves nothing out');
}

/**
 * The ids of what fits, in no order, for lists whose rows belong to it: `row`, `matches` and `others` as in a search.
 * Null when there are more than `limit`, or when words are too short for the index.
 */
export async function searchIds(
  tx: Tx,
  { projects, ways, row, matches, others }: Pick<Search, 'projects' | 'ways' | 'row' | 'matches' | 'others'>,
  limit: number,
): Promise<string[] | null> {
  const grams = ways.map(({ words }) => gramsOfAll(words));
  if (grams.some((some) => some.grams.length === 0)) return null;
  const read = await tx.rows<{ id: string }>(sql`
    with ${each(ways, ({ kind }, name, place) => found(name, projects, kind, grams[place] ?? NO_GRAMS, { enough: ALL, most: ALL }), sql`, `)},
      candidates as materialized (${each(ways, rowsOf, sql` union `)})
    select hit.id from candidates hit cross join ${row} where ${others} and ${matches} ${atMost(limit + 1)}`);
  return read.length > limit ? null : read.map(({ id }) => id);
}
