import { KYIV } from '@lanka/domain/kit/time';
import { SQL, sql } from 'drizzle-orm';

const ZONE = sql.raw(`'${KYIV}'`);
/** The day that it is in Kyiv. */
export const TODAY = sql.raw(`(now() at time zone '${KYIV}')::date`);

const asDay = (day: string | SQL): SQL => (day instanceof SQL ? day : sql`${day}::date`);

/** The moment at which a day of Kyiv begins. */
export const beginOfDay = (day: string | SQL): SQL => sql`((${asDay(day)})::timestamp at time zone ${ZONE})`;

/** At which it is over: the next one begins. */
export const endOfDay = (day: string | SQL): SQL => sql`((${asDay(day)} + 1)::timestamp at time zone ${ZONE})`;

/** Of a moment its day in Kyiv, and the day with the time: `2026-11-27`, `2026-11-27 08:30`. */
export const dayAt = (at: SQL): SQL => sql`to_char(${at} at time zone ${ZONE}, 'YYYY-MM-DD')`;
export const timeAt = (at: SQL): SQL => sql`to_char(${at} at time zone ${ZONE}, 'YYYY-MM-DD HH24:MI')`;
