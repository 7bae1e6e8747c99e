import { type SQL, sql } from 'drizzle-orm';

/**
 * Ids as one parameter, for `= any(…)`. PostgreSQL guesses the same length of this array whatever is in it, so the
 * plan that it keeps for the statement looks as good as one made for the values at hand, and it stops planning anew
 * each time. In an update from rows given as JSON it stands beside the join: without it PostgreSQL guesses a hundred
 * rows and reads the whole table.
 */
export const idArray = (ids: readonly string[]): SQL => sql`array(select unnest(${sql.param([...ids])}::uuid[]))`;

/** Words of a short fixed list, for `= any(…)`: an index is used as with `in`, and the list has one place in the code. */
export const textArray = (words: readonly string[]): SQL => sql`${sql.param([...words])}::text[]`;
