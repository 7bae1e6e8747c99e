/** How often a source may be fetched, from hourly to daily. */
export const EVERY_HOURS = [1, 2, 3, 4, 6, 8, 12, 24] as const;
export type EveryHours = (typeof EVERY_HOURS)[number];

const HOUR_MS = 3_600_000;
/** No pause is longer, however often it has failed. */
const LONGEST_PAUSE_HOURS = 24;
/** After so many days of trouble a source is put off. */
export const PAUSE_AFTER_DAYS = 7;

/** When it is fetched next: after failures one behind another the pause doubles each time, up to a day. */
export function nextRunAt(every_hours: number, failures: number, now: Date): Date {
  const longest = Math.max(every_hours, LONGEST_PAUSE_HOURS);
  const hours = Math.min(longest, every_hours * 2 ** Math.min(Math.max(failures - 1, 0), 6));
  return new Date(now.getTime() + hours * HOUR_MS);
}

/** Whether it has been in trouble for so long that nobody is asked any more. */
export const isTimeToPause = (failing_since: Date, now: Date): boolean =>
  now.getTime() - failing_since.getTime() >= PAUSE_AFTER_DAYS * 24 * HOUR_MS;

/**
 * Why a file is not taken by itself: it brings no goods, or less than half of what the last good run brought. More
 * likely it is the file that is wrong than half of the goods that are gone.
 *
 * @param good of the last good run; null where there was none
 */
export function doubtOf(offers: number, good: number | null): 'empty' | 'halved' | null {
  if (offers === 0) return 'empty';
  return good !== null && offers * 2 < good ? 'halved' : null;
}
