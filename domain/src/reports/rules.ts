import { kyivInstant } from '../banking/rules';
import { dayAfter, daysAfter, dotted, kyivDate } from '../kit/time';

export const RHYTHMS = ['daily', 'weekly', 'monthly'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

export interface Rhythmic {
  readonly rhythm: Rhythm;
  /** 1 is Monday; of a weekly one alone. */
  readonly weekday: number | null;
  /** Of a monthly one alone; in a shorter month its last day. */
  readonly month_day: number | null;
  /** By the clock of Kyiv. */
  readonly hour: number;
}

const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
const isLastOfMonth = (day: string): boolean => dayAfter(day).endsWith('-01');

function isDayOf({ rhythm, weekday, month_day }: Rhythmic, day: string): boolean {
  if (rhythm === 'daily') return true;
  if (rhythm === 'weekly') return weekdayOf(day) === weekday;
  const date = Number(day.slice(8));
  return date === month_day || (isLastOfMonth(day) && date < (month_day ?? 1));
}

const momentOn = (day: string, hour: number): Date =>
  new Date(kyivInstant(`${dotted(day)} ${String(hour).padStart(2, '0')}:00`) ?? Number.NaN);

/** The first of its moments after this one. */
export function nextAfter(of: Rhythmic, at: Date): Date {
  for (let day = kyivDate(at); ; day = dayAfter(day)) {
    const moment = momentOn(day, of.hour);
    if (isDayOf(of, day) && moment > at) return moment;
  }
}

/** The day of its last moment that is not after this one: what was missed in between is not made up for. */
export function lastDayUntil(of: Rhythmic, at: Date): string {
  for (let day = kyivDate(at); ; day = daysAfter(day, -1)) {
    if (isDayOf(of, day) && momentOn(day, of.hour) <= at) return day;
  }
}

/** What is told on this day: the day before it, the seven days before it, or the month before its own. */
export function daysToldOn(rhythm: Rhythm, day: string): { readonly from: string; readonly to: string } {
  const before = daysAfter(day, -1);
  if (rhythm === 'daily') return { from: before, to: before };
  if (rhythm === 'weekly') return { from: daysAfter(day, -7), to: before };
  const to = daysAfter(`${day.slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}
