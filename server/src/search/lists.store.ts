import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import {
  atMost,
  type ListPlan,
  type ListQuery,
  type Order,
  opaque,
  pageOf,
  readPage,
  readSelected,
  type Selection,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { together } from '../kit/db/together';
import { type Found, find, type Limits } from './find.store';
import { type Grams, gramsOfAll, SHORT } from './grams';

/** When a search reads how much. Answers do not depend on it, which a test shows by other numbers. */
export const SEARCH = {
  /** So many rows are walked through at most. */
  walked: 4_000,
  /** So many times a page are read at first, in the order of the index; if they do not fill it, more. */
  spare: 2,
  /** And so many times more where a page before stands among them, or a word that is too short for the index. */
  unsure: 4,
  /** So many times that are read all, and counted exactly. */
  few: 2,
  /** In another order: so many are read all at once. */
  enough: 320,
  /** By values of fields and attributes: so many are read all, and counted exactly. */
  exact: 1_000,
  /** Of more a look at every row is no slower. */
  most: 20_000,
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
  /** Sorts that walk an index; others look at all that fits. */
  readonly walks: readonly string[];
  /** It is looked for by values of fields and attributes: what many rows have is met soon on the way through the list. */
  readonly exact?: boolean;
  /** Much may fit that the index of words does not know: so many. Then the list is walked through before anything else. */
  readonly walksFirst?: SQL;
  /** Where rows that fit come first and not by the index: `select` of ids, at least one more than a page shows. */
  readonly walk?: (order: Order) => SQL;
  /** When a row of the only kind was created, as it stands in the index: what is new is then found without the rest. */
  readonly age?: { readonly sort: string; readonly by: SQL };
  /** Of a kind with numbers of its own: the rows with their tables, and what the list needs of each. */
  readonly numbered?: {
    readonly from: (found: Found) => SQL;
    readonly columns: SQL;
    readonly page: (rows: SQL) => SQL;
  };
}

export interface Way {
  readonly kind: Searched;
  /** All of them are in it; without spaces, in small letters. */
  readonly words: readonly string[];
  /** `select id` of the rows, from `found (id)`; left out where these are the rows. */
  readonly rows?: (found: SQL) => SQL;
}

/** The words of a text that is looked for as it is, spaces among it. */
export const wordsIn = (text: string): string[] => text.toLowerCase().split(' ').filter(Boolean);

/** The tables of a list that its conditions speak of, and the id of a row. */
type Tables = Pick<ListPlan, 'from' | 'countFrom' | 'id'>;
const tablesOf = ({ countFrom, from }: Tables): SQL => countFrom ?? from;

/**
 * The list row by row, in its order, until the page is full. A list that is no longer than what is walked through is
 * then known whole.
 */
function walk(plan: ListPlan, query: ListQuery, search: Search, about: SQL): Selection {
  const from = tablesOf(plan);
  const short = sql`(select short from list)`;
  // in the order that an index has: with a limit that it does not see PostgreSQL may read the whole table for these few
  const order = search.exact && !search.walk ? sql`order by ${keyOf(plan, query)}, ${plan.id}` : sql``;
  return {
    parts: sql`list as materialized (select count(*) < ${sql.raw(String(SEARCH.walked))} as short from (
      select 1 from ${from} where ${search.others} ${order} ${bound(plan, SEARCH.walked)}) as some_rows)`,
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
  plan: Tables & Pick<ListPlan, 'customPlan'>,
  { others, matches }: Pick<Search, 'others' | 'matches'>,
  { begin, order, by, direction }: Pick<Order, 'begin' | 'order' | 'by' | 'direction'>,
  page: SQL,
): SQL => sql`
  select hit.id, hit.key from (
    select ${plan.id} as id, ${by} as key, ${matches} as fits from ${tablesOf(plan)}
    where ${others}${begin} ${order} ${bound(plan, SEARCH.walked)}
  ) hit where hit.fits order by hit.key ${direction}, hit.id ${direction} ${page}`;

/** The ids to which the index leads, `select id`. */
const candidates = (ways: readonly Way[], found: readonly Found[]): SQL =>
  sql.join(
    ways.map(({ rows }, place) => {
      const ids = sql`(select unnest(${found[place]?.ids ?? '{}'}::uuid[]) as id)`;
      return rows?.(ids) ?? sql`select f.id from ${ids} f`;
    }),
    sql` union `,
  );

/** Rows of the list among those, with the conditions that are given. */
const amongHits = (plan: Tables, { ways }: Pick<Search, 'ways'>, found: readonly Found[]): SQL =>
  sql`${tablesOf(plan)} where ${plan.id} = any(array(${candidates(ways, found)}))`;

/** The rows to which the index leads; those that were left out are older. */
function lookUp(plan: ListPlan, query: ListQuery, search: Search, found: readonly Found[]): Selection {
  const { numbered, age, others, matches } = search;
  const [first] = found;
  const beyond = first?.beyond ?? null;
  const rows = numbered && first ? sql`${numbered.from(first)} where true` : amongHits(plan, search, found);
  const key = sql`m.key`;
  return {
    parts: sql`matched as materialized (
      select ${numbered?.columns ?? sql`${plan.id} as id`}, ${keyOf(plan, query)} as key from ${rows}
        and ${others} and ${matches}
        ${age ? sql`and (${opaque(beyond ?? '', 'text')} = '' or ${age.by} > nullif(${opaque(beyond ?? '', 'text')}, '')::timestamptz)` : sql``})`,
    found: ({ over }) => {
      const { begin, order } = over(key, sql`m.id`);
      return sql`select m.* from matched m where true${begin} ${order} ${pageOf(query)}`;
    },
    total: sql`case when ${isComplete(found)}::boolean then (select least(count(*), ${EXACT_TOTAL}) from matched)
      else ${-guess(found)}::integer end::int`,
    complete: sql`${isComplete(found)}::boolean`,
    ...(numbered ? { from: numbered.page(sql`found`) } : {}),
  };
}

const keyOf = ({ sorts }: ListPlan, { sort }: ListQuery): SQL => sorts[sort.replace('-', '')]?.by ?? sql`null`;

const isComplete = (found: readonly Found[]): boolean => found.every(({ beyond }) => beyond === null);

/** How many rows fit, as the index guesses it. */
function guess(found: readonly Found[]): number {
  const each = found.map(({ candidates, looked, entries }) => (candidates * entries) / Math.max(looked, 1));
  return Math.min(EXACT_TOTAL, Math.max(1, Math.round(each.reduce((sum, some) => sum + some, 0))));
}

/**
 * A page of a search. The index finds the newest rows that have the parts of the words, about a page of them however
 * many there are, and each is looked at. In another order all are, or where they are many the list is walked through.
 */
export async function searchPage<T>(
  tx: Tx,
  query: ListQuery,
  plan: ListPlan,
  search: Search,
  shape: (row: Record<string, unknown>) => T,
): Promise<Page<T>> {
  const read = (selection: Selection) => readSelected(tx, query, plan, selection, shape);
  const lookAt = (found: readonly Found[]) => read(lookUp(plan, query, search, found));
  const everyRow = () => readPage(tx, query, plan, shape);
  const walks = search.walks.includes(query.sort.replace('-', ''));
  const grams = search.ways.map(({ words }) => gramsOfAll(words));
  // one or two letters stand in every other row, and where they do not all rows have to be read
  if (grams.some((some) => some.grams.length === 0))
    return (walks && (await read(walk(plan, query, search, sql`${EXACT_TOTAL}::int`)))) || everyRow();

  const findSome = (limits: Limits) => findEach(tx, search, grams, limits);
  if (search.age?.sort === query.sort && !search.exact) {
    const isUnsure = query.cursor || search.ways.some(({ words }) => words.some((word) => word.length < SHORT));
    const page = (query.limit + 1) * SEARCH.spare;
    for (const times of [1, 8, 64]) {
      const enough = Math.ceil(page * times * (isUnsure ? SEARCH.unsure : 1));
      const found = await findSome({ enough, few: Math.max(enough, Math.ceil(page * times * SEARCH.few)) });
      if (isTooMuch(found)) break;
      const full = await lookAt(found);
      if (full) return full;
    }
  } else {
    const found = await findSome({ enough: 1, few: search.exact ? SEARCH.exact : SEARCH.enough });
    if (isComplete(found) && !(walks && search.walksFirst) && !isTooMuch(found)) {
      const full = await lookAt(found);
      if (full) return full;
    }
    const about = guess(found);
    const more = search.walksFirst
      ? sql`least(greatest(${search.walksFirst} + ${about}::int, 1), ${EXACT_TOTAL})`
      : sql`${about}::int`;
    const walked = walks ? await read(walk(plan, query, search, more)) : null;
    if (walked) return walked;
  }
  const all = await findSome({ enough: SEARCH.most, few: SEARCH.most });
  return (isComplete(all) && !isTooMuch(all) && (await lookAt(all))) || everyRow();
}

const isTooMuch = (found: readonly Found[]): boolean => found.some(({ isBehind }) => isBehind);

const findEach = (
  tx: Tx,
  { projects, ways }: Pick<Search, 'projects' | 'ways'>,
  grams: readonly Grams[],
  limits: Limits,
): Promise<Found[]> =>
  together(ways.map(({ kind }, place) => find(tx, projects, kind, grams[place] ?? { grams: [], places: [] }, limits)));

/**
 * The ids of what fits, in no order, for lists whose rows belong to it. Null when there are more than `limit`, or when
 * words are too short for the index.
 */
export async function searchIds(
  tx: Tx,
  plan: Tables,
  search: Pick<Search, 'projects' | 'ways' | 'matches' | 'others'>,
  limit: number,
): Promise<string[] | null> {
  const grams = search.ways.map(({ words }) => gramsOfAll(words));
  if (grams.some((some) => some.grams.length === 0)) return null;
  const found = await findEach(tx, search, grams, { enough: SEARCH.most, few: SEARCH.most });
  if (!isComplete(found) || isTooMuch(found)) return null;
  const read = await tx.rows<{ id: string }>(sql`
    select ${plan.id} as id from ${amongHits(plan, search, found)}
      and ${search.others} and ${search.matches} ${atMost(limit + 1)}`);
  return read.length > limit ? null : read.map(({ id }) => id);
}
