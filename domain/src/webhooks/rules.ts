import { RETRY_DAYS } from './contract';

/** Seconds until a delivery that failed is tried again, by how often it was tried; then every six hours. */
const PAUSES = [5, 30, 120, 600, 1800, 3600, 10_800] as const;
const LAST_PAUSE = 21_600;

export const pauseSeconds = (attempts: number): number => PAUSES[attempts - 1] ?? LAST_PAUSE;

const DAY_MS = 86_400_000;

/** Whether it has failed for so long that it is tried no more: an event, or all that goes to an address. */
export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= RETRY_DAYS * DAY_MS;

/**
 * What the answer says. `refused`: this event alone is not taken, others may be; `away`: nothing is taken there now, so
 * the others wait too; `gone`: nothing is wanted there any more, as Standard Webhooks reads 410.
 */
export type Outcome = 'taken' | 'refused' | 'away' | 'gone';

export function outcomeOf(status: number | null): Outcome {
  if (status === null) return 'away';
  if (status >= 200 && status < 300) return 'taken';
  if (status === 410) return 'gone';
  // redirects are not followed: whoever moved gives his new address here
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'away';
}
