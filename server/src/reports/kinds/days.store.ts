import { type SQL, sql } from 'drizzle-orm';

/** The instant at which a day of Kyiv begins. */
export const startOf = (day: string): SQL => sql`((${day}::date)::timestamp at time zone 'Europe/Kyiv')`;
/** At which it is over. */
export const endOf = (day: string): SQL => sql`((${day}::date + 1)::timestamp at time zone 'Europe/Kyiv')`;
/** Of an instant the day of Kyiv, and the time. */
export const dayOf = (at: SQL): SQL => sql`to_char(${at} at time zone 'Europe/Kyiv', 'YYYY-MM-DD')`;
export const timeOf = (at: SQL): SQL => sql`to_char(${at} at time zone 'Europe/Kyiv', 'YYYY-MM-DD HH24:MI')`;
