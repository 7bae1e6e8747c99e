import { FOUND_TOTAL } from '@lanka/domain/kit/lists';
import { formsOf } from '@lanka/domain/kit/word_forms';
import { type SQL, sql } from 'drizzle-orm';
import { idArray } from './arrays';
import { asParts } from './columns';
import type { Tx } from './db';
import { anyPart, atMost } from './paging';

/** Tables of the whole platform that have `parts` (`wordParts`); no row-level security stands around them. */
type PlatformTable =
  | 'users'
  | 'projects'
  | 'access_requests'
  | 'messages'
  | 'operator_actions'
  | 'catalogue_suppliers'
  | 'catalogue_goods';

/** Where a list looks for words: its table by the name it has in the statement, and columns of it. */
export interface Words {
  readonly table: PlatformTable;
  readonly name: string;
  readonly fields: readonly SQL[];
  readonly phone?: SQL;
  /**
   * Each word is looked for by itself, in whichever of the fields and in any of its forms: «сорочки львів». Otherwise all
   * of it in one field, as it is typed.
   */
  readonly apart?: boolean;
  /** What fits without holding the words itself, and the ids of the newest of these, by an index of its own. */
  readonly or?: { readonly where: (q: string) => SQL; readonly ids: (q: string, most: SQL) => SQL };
}

const joined = (conditions: readonly SQL[], between: SQL): SQL =>
  conditions.length > 0 ? sql.join([...conditions], between) : sql`true`;
export const all = (conditions: readonly SQL[]): SQL => joined(conditions, sql` and `);
const either = (ways: readonly SQL[]): SQL => sql`(${joined(ways, sql` or `)})`;

const digitsOf = (q: string): string | null => {
  const digits = q.replace(/[\s()+-]/g, '');
  return /^\d{3,}$/.test(digits) ? digits : null;
};

/** `q` stands in any of these, whatever the case; in a phone also by its digits as people write them. */
export function matches(q: string, { fields, phone, apart }: Pick<Words, 'fields' | 'phone' | 'apart'>): SQL {
  if (apart) return all(apartOf(q).map((word) => either(fields.map((field) => hasWord(sql`lower(${field})`, word)))));
  const digits = phone ? digitsOf(q) : null;
  return either([
    ...fields.map((field) => sql`lower(${field}) like ${anyPart(q)}`),
    ...(phone && digits ? [sql`${phone} like ${anyPart(digits)}`] : []),
  ]);
}

/** More words than anybody types say nothing more. */
const apartOf = (q: string): string[] => q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);

/** A text of small letters has the word, or another form of it; what has not even the root is not looked at closely. */
export function hasWord(text: SQL, word: string): SQL {
  const forms = formsOf(word);
  if (!forms) return sql`${text} like ${anyPart(word)}`;
  return sql`(${text} like ${anyPart(forms.root)} and (${text} like ${anyPart(word)} or ${text} ~ ${forms.pattern}))`;
}

/** Letters that stand in every form of the words, each a part of a word. */
export const rootsOf = (words: readonly string[]): string[] => words.map((word) => formsOf(word)?.root ?? word);

/** All rows, in the order of an index: the shortest way to ten thousand would otherwise be the table itself. */
const alongIndex = ({ table, name }: Words): SQL =>
  sql.raw(`(select * from ${table} order by created_at desc) ${name}`);

/**
 * The rows in which the index of parts finds the words, one by one as they are asked for. The pattern comes from a select
 * and the rows through a part of the statement, so that PostgreSQL knows neither how frequent the words are nor how many
 * rows are wanted: it would read the whole table for a word that it takes for frequent.
 */
function byParts({ table, name, phone, apart }: Words, q: string): SQL {
  const digits = phone ? digitsOf(q) : null;
  const wanted = digits && digits !== q ? [q, digits] : [q];
  const t = sql`t`;
  const fits = apart ? formsInParts(t, q) : either(wanted.map((one) => likePart(t, one)));
  return sql`(with hits as materialized (select t.* from ${sql.raw(table)} t where ${fits}) select * from hits) ${sql.raw(name)}`;
}

/** Hidden from the planner, which would take the table for what it holds for frequent. */
const likePart = (table: SQL, part: string): SQL => sql`${table}.parts like (select ${asParts(anyPart(part))}::text)`;

/** Every word that has a part, in one of its forms. */
const formsInParts = (table: SQL, q: string): SQL =>
  all(
    apartOf(q)
      .filter(hasPart)
      .map((word) => either((formsOf(word)?.stems ?? [word]).map((stem) => likePart(table, stem)))),
  );

/** The same as a condition of a row, for who knows what else narrows it. */
export const byIndex = ({ name }: Words, q: string): SQL => formsInParts(sql.raw(name), q);

/** The parts of a row have the roots of all words: sooner said than looked for in each of the texts. */
export const inParts = ({ name }: Words, q: string): SQL =>
  all(rootsOf(apartOf(q)).map((root) => sql`${sql.raw(name)}.parts like ${asParts(anyPart(root))}`));

/** Three letters or digits in a row are a part. */
export const hasPart = (q: string): boolean => /[a-z0-9]{3}/.test(asParts(q));

export interface Found {
  readonly where: readonly SQL[];
  /** What is counted. */
  readonly countFrom: SQL;
}

/**
 * How a list of the platform is searched. What up to 1,000 rows hold is found by the index of their parts, and the list
 * is these; what is more frequent is found by walking through the list until the page is full, and counted by the index.
 * One or two letters have no index: they stand in nearly every row.
 */
export async function lookFor(tx: Tx, words: Words, q: string | undefined): Promise<Found> {
  if (!q) return { where: [], countFrom: alongIndex(words) };
  const fits = words.or ? either([matches(q, words), words.or.where(q)]) : matches(q, words);
  const few = hasPart(q) ? await findFew(tx, words, q) : null;
  if (few) {
    const { table, name } = words;
    return { where: [sql`${sql.raw(name)}.id = any(${idArray(few)})`], countFrom: sql.raw(`${table} ${name}`) };
  }
  // how many rows several words fit the planner takes for next to none: it would read all of them instead of walking
  const walked = words.apart ? sql`(case when ${fits} then true else false end)` : fits;
  return { where: [walked], countFrom: hasPart(q) && !words.or ? byParts(words, q) : alongIndex(words) };
}

/** The ids of all that fits; null when it is more than a search counts. */
async function findFew(tx: Tx, words: Words, q: string): Promise<string[] | null> {
  const { name, or } = words;
  const id = sql.raw(`${name}.id`);
  const most = atMost(FOUND_TOTAL + 1);
  const other = or ? sql` union (${or.ids(q, most)})` : sql``;
  const found = await tx.rows<{ id: string }>(sql`
    (select ${id} from ${byParts(words, q)} where ${matches(q, words)} ${most})${other}`);
  return found.length > FOUND_TOTAL ? null : found.map((row) => row.id);
}
