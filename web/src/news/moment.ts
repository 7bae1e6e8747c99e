import { kyivDate, kyivHour } from '@lanka/domain/kit/time';

const HOUR = 3_600_000;

/** The instant at which it is this hour of this day in Kyiv. */
export function instantAt(day: string, hour: number): string {
  const utc = Date.parse(`${day}T00:00:00Z`) + hour * HOUR;
  const found = [utc - 2 * HOUR, utc - 3 * HOUR].find(
    (at) => kyivDate(new Date(at)) === day && kyivHour(new Date(at)) === hour,
  );
  // in the hour that the clock leaps over it is the next one
  return new Date(found ?? utc - 2 * HOUR).toISOString();
}
