import type { CardPayment } from '@lanka/domain/acquiring/contract';

const POLL_MS = 2_000;
/** Whoever has closed the page of the bank without paying waits for nothing after that. */
export const JUST_BACK_MS = 60_000;

type Known = Pick<CardPayment, 'state' | 'problem'>;

export const waits = ({ state, problem }: Known): boolean =>
  problem === null && (state === 'open' || state === 'processing');

/** How often the last try is asked for again, for whoever has come back from the bank: while its word may still come. */
export const pollEvery = (last: Known | undefined, isJustBack: boolean): number | false =>
  last !== undefined && waits(last) && (last.state === 'processing' || isJustBack) ? POLL_MS : false;
