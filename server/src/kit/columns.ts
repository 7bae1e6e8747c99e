import { sql } from 'drizzle-orm';
import { bigint, customType, integer, smallint, text, uuid } from 'drizzle-orm/pg-core';

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
export const words = () => text().notNull().default('');

const ukrainianText = customType<{ data: string }>({ dataType: () => 'text collate "uk-x-icu"' });
/**
 * What a list by name is sorted by and goes on from: kept beside the name, because behind row-level security only a
 * plain column is a condition of an index; `lower` is not leakproof, so a later page would read all those before it.
 */
export const sortName = (made: string) => ukrainianText().notNull().generatedAlwaysAs(sql.raw(made));
