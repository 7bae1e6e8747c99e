import { dotted } from '@lanka/domain/kit/time';
import type { Period } from '@lanka/domain/statistics/rules';

/** `24.11.2026`, `01.11.2026 – 24.11.2026`; short: `24.11`, `01.11–24.11`. */
export function shownDays({ from, to }: Period, short = false): string {
  const day = (date: string) => (short ? dotted(date).slice(0, 5) : dotted(date));
  if (from === to) return day(from);
  return short ? `${day(from)}–${day(to)}` : `${day(from)} – ${day(to)}`;
}
