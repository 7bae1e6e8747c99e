import { kyivHour } from '../kit/time';

/** What comes within this time joins the line that is there, if nobody has read it. */
export const TOGETHER_MS = 3_600_000;

interface Folded<E> {
  /** When the first of them was, milliseconds since 1970. */
  readonly first: number;
  /** The newest. */
  event: E;
  count: number;
}

interface HowToFold<E> {
  /** Those with one key may be one line; null for what is always by itself. */
  readonly keyOf: (event: E) => string | null;
  readonly at: (event: E) => number;
}

/** Happenings, the oldest first, as the lines that they make: of one key within an hour they are one. */
export function foldEvents<E>(events: readonly E[], { keyOf, at }: HowToFold<E>): Folded<E>[] {
  const lines: Folded<E>[] = [];
  const open = new Map<string, Folded<E>>();
  for (const event of events) {
    const key = keyOf(event);
    const known = key === null ? undefined : open.get(key);
    if (known && at(event) - known.first < TOGETHER_MS) {
      known.event = event;
      known.count += 1;
      continue;
    }
    const line = { first: at(event), event, count: 1 };
    lines.push(line);
    if (key !== null) open.set(key, line);
  }
  return lines;
}

/** Letters of a day go out at this hour in Kyiv, those of an hour not before and not from the evening on. */
export const MORNING = 9;
const EVENING = 21;

/** Whether letters with what gathered in an hour wait for the morning. */
export const isQuiet = (now: Date): boolean => kyivHour(now) < MORNING || kyivHour(now) >= EVENING;

const HOUR_MS = 3_600_000;

/** The last moment at which a letter of the day was due: what happened before it is in that letter, also when it is late. */
export function lastMorning(now: Date): Date {
  let at = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  while (kyivHour(at) !== MORNING) at = new Date(at.getTime() - HOUR_MS);
  return at;
}
