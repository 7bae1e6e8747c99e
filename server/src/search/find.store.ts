import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { atMost, opaque } from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import type { Grams } from './grams';
import { MARKED } from './index.store';

/** More than there can be. */
const ALL = 2_147_483_647;

/** How far a search reads; answers do not depend on it. */
export const FIND = {
  /** It looks in the newest entries that may hold so many times what is read, by how frequent the rarest parts of the words are. */
  spare: 3,
  /** So many parts of words are compared; what is left over is seen when the rows are read. */
  compared: 4,
};

/** What the index knows of words. Lists of ids and numbers stay as PostgreSQL writes them: the next statement takes them so. */
export interface Found extends Record<string, unknown> {
  /** Of kinds with numbers of their own. */
  readonly numbers: string;
  /** Of other kinds, and of what waits for the index. */
  readonly ids: string;
  /** So much waits that it is not read. */
  readonly isBehind: boolean;
  /** Nothing that was left out is newer than this; null when nothing was. */
  readonly beyond: string | null;
  /** Entries that have the parts, of those that were looked through, of all. */
  readonly candidates: number;
  readonly looked: number;
  readonly entries: number;
}

/** So many are found, the newest first; when there are no more than `few`, all. */
export interface Limits {
  readonly enough: number;
  readonly few: number;
}

/** What waits is read one by one; of more than this a look at every row is no slower. */
const MOST_WAITING = 10_000;

/**
 * Where all parts of the words stand. One text for all kinds, lists and numbers of words, which shows the planner no
 * value, so that each connection soon keeps its plan: to plan it takes longer than to run it.
 */
export async function find(
  tx: Tx,
  projects: readonly string[],
  { name, numbered }: Searched,
  { grams, places }: Grams,
  { enough, few }: Limits,
): Promise<Found> {
  const mine = sql`project_id = any(${opaque(projects, 'uuid[]')}::uuid[]) and kind = ${opaque(name, 'text')}`;
  const ofGrams = opaque(grams, 'text[]');
  const [found] = await tx.rows<Found>(sql`
    with known as materialized (
      select project_id, segment, entries, newest,
        sum(entries) over (order by newest desc, project_id, segment rows unbounded preceding) - entries as before
      from search_segments where ${mine}
    ), sample as materialized (
      select project_id, segment, entries from known order by entries desc, before limit 1
    ), picked as materialized (
      select gram, entries, turn from (
        select w.gram, coalesce(g.entries, 0) as entries,
          row_number() over (partition by w.place order by coalesce(g.entries, 0), w.gram) as turn
        from unnest(${ofGrams}, ${opaque(places, 'integer[]')}) as w(gram, place)
        left join (
          select gram, entries from search_grams where ${mine} and gram = any(${ofGrams}::text[])
            and project_id = (select project_id from sample) and segment = (select segment from sample)
        ) g on g.gram = w.gram
      ) of_words order by turn, entries, gram limit ${opaque(FIND.compared, 'integer')}
    ), reached as materialized (
      select segment, before from known where before < (
        select ${opaque(few, 'integer')} * ${opaque(FIND.spare, 'integer')}
          / exp(sum(ln(greatest(p.entries, 1)::float8 / s.entries)) filter (where p.turn = 1))
        from picked p cross join sample s)
    ), compared as materialized (
      select project_id, segment, in_common(numbers order by entries) as numbers from search_grams
      where ${mine} and gram = any(array(select gram from picked)) and segment = any(array(select segment from reached))
      group by project_id, segment having count(*) = (select count(*) from picked)
    ), counted as materialized (
      select k.project_id, k.newest, k.entries, c.numbers, coalesce(cardinality(c.numbers), 0) as candidates,
        coalesce(k.before <= (select max(before) from reached), false) as looked, coalesce(sum(cardinality(c.numbers)) over w, 0) as before
      from known k left join compared c on c.project_id = k.project_id and c.segment = k.segment
      window w as (order by k.before rows between unbounded preceding and 1 preceding)
    ), bounds as materialized (
      select case when bool_and(looked) and sum(candidates) <= ${opaque(few, 'integer')} then ${ALL_ENTRIES}
        else ${opaque(enough, 'integer')} end as enough from counted
    ), taken as materialized (
      select project_id, newest, looked, candidates > b.enough - before as cut,
        case when before < b.enough then numbers[greatest(1, candidates - (b.enough - before) + 1):] end as numbers
      from counted cross join bounds b where candidates > 0 or not looked
    ), waiting as materialized (
      select id from search_pending where ${mine} limit ${opaque(MOST_WAITING + 1, 'integer')}
    )
    select ${numbered ? NUMBERS : idsOf(name)}, (select count(*) > ${opaque(MOST_WAITING, 'integer')} from waiting) as "isBehind",
      (select max(case when numbers is null then newest else (select m.newest from search_marks m
          where m.project_id = t.project_id and m.kind = ${opaque(name, 'text')} and m.mark <= t.numbers[1] / ${MARK}
          order by m.mark desc limit 1) end)::text from taken t where cut or not looked) as beyond,
      coalesce(sum(candidates), 0)::int as candidates, coalesce(sum(entries) filter (where looked), 0)::int as looked,
      coalesce(sum(entries), 0)::int as entries
    from counted`);
  if (!found) throw new Error('a sum is always told');
  return found;
}

const ALL_ENTRIES = sql.raw(String(ALL));
const MARK = sql.raw(String(MARKED));
const WAITING = sql`coalesce((select array_agg(id)::text from waiting), '{}')`;
const OF_TAKEN = sql`taken t cross join lateral unnest(t.numbers) as n(number)`;
const NUMBERS = sql`coalesce((select array_agg(n.number)::text from ${OF_TAKEN}), '{}') as numbers, ${WAITING} as ids`;
/** With one look through the index for each project: the limit keeps the planner from turning it round. */
const idsOf = (kind: string): SQL => sql`'{}' as numbers, coalesce((select array_agg(e.id)::text from (
    select e.id from (select t.project_id, array_agg(n.number) as numbers from ${OF_TAKEN} group by t.project_id) t
    cross join lateral (select e.id from search_entries e where e.project_id = t.project_id
      and e.kind = ${opaque(kind, 'text')} and e.number = any(t.numbers) ${atMost(ALL)}) e
    union all select id from waiting) e), '{}') as ids`;
