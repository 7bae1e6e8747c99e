import { CLOSING_DAYS } from './contract';

/** Whether a feed is open, reads as sold out because access has ended, or is gone. */
export type Standing = 'open' | 'closing' | 'gone';

const DAY_MS = 86_400_000;

/** @param lost when access ended; null while it lasts */
export function standingOf(lost: string | null, now: Date): Standing {
  if (lost === null) return 'open';
  return now.getTime() - new Date(lost).getTime() < CLOSING_DAYS * DAY_MS ? 'closing' : 'gone';
}
