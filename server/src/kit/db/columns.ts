import { sql } from 'drizzle-orm';
import { bigint, customType, date, integer, jsonb, smallint, text, uuid } from 'drizzle-orm/pg-core';

/** Columns that tables share. Names are snake_case in the database, the same as on the wire. */
export const projectId = () => uuid().notNull();
export const id = () => uuid().notNull();
export const kopecks = () => bigint({ mode: 'number' });
/** Hundredths of a percent. */
export const percent = () => smallint();
export const count = () => integer();

/** An instant: `timestamptz` in the database, ISO 8601 in UTC everywhere else. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});
export const createdAt = () => instant().notNull().default(sql`now()`);
export const version = () => integer().notNull().default(1);
/**
 * The key of the API by which it was done, as it is called; null: a person did it himself. The transaction knows it, so
 * no statement can forget it (docs/decisions/0111-keys-of-the-api.md).
 */
export const byKey = () => text().default(sql`nullif(current_setting('lanka.api_key', true), '')`);
export const words = () => text().notNull().default('');

/** Letters beside those of ASCII, each with the one that stands for it among the parts. Several may share one. */
const LETTERS = ['абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ', 'abvhgdeejzyiijklmnoprstufxccssqyueqye'] as const;

/**
 * The parts of these texts, for an index by trigrams (`gin_trgm_ops`) of a table without a tenant. PostgreSQL counts only
 * ASCII as letters where the database's character type is C, as the one that comes along has it, and would take no part
 * of a Ukrainian word; so the letters are replaced by others. What it finds is looked at again in the texts themselves.
 */
export const wordParts = (...texts: string[]) =>
  text()
    .notNull()
    .generatedAlwaysAs(
      sql.raw(
        `translate(lower(${texts.map((one) => `coalesce(${one}, '')`).join(` || ' ' || `)}), '${LETTERS[0]}', '${LETTERS[1]}')`,
      ),
    );

/** What is looked for in `wordParts`, as they stand there. */
export const asParts = (words: string): string =>
  [...words.toLowerCase()].map((sign) => LETTERS[1][LETTERS[0].indexOf(sign)] ?? sign).join('');

const ukrainianText = customType<{ data: string }>({ dataType: () => 'text collate "uk-x-icu"' });
/**
 * What a list by name is sorted by and goes on from: kept beside the name, because behind row-level security only a
 * plain column is a condition of an index; `lower` is not leakproof, so a later page would read all those before it.
 */
export const sortName = (made: string) => ukrainianText().notNull().generatedAlwaysAs(sql.raw(made));

/** Of whoever has a plan, a project or a user: what invoices and the way to the payment go by. */
export const billed = () => ({
  /** The month in which a plan was first chosen, by its first day: it is free, the next ones are paid for. */
  billed_from: date({ mode: 'string' }),
  /** From this day of Kyiv only reading goes on; null while nothing is due. */
  restricted_from: date({ mode: 'string' }),
  /** The invoice because of which; null: no plan was chosen. */
  restricted_by: jsonb().$type<{ readonly id: string; readonly number: string }>(),
});
