import { dotted, dottedDays } from '@lanka/domain/kit/time';
import { daysIn, type Period, type StatisticsBy } from '@lanka/domain/statistics/rules';

/** `24.11.2026`, `01.11.2026 – 24.11.2026`; short: `24.11`, `01.11–24.11`. */
export function shownDays(period: Period, short = false): string {
  if (!short) return dottedDays(period);
  const [from, to] = [period.from, period.to].map((day) => dotted(day).slice(0, 5));
  return from === to ? `${from}` : `${from}–${to}`;
}

/** As many steps as fit a screen. */
export function stepFor(period: Period): StatisticsBy {
  const days = daysIn(period);
  return days <= 45 ? 'day' : days <= 190 ? 'week' : 'month';
}
