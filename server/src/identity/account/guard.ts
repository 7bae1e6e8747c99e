import { createHash } from 'node:crypto';
import { common } from '@lanka/domain/kit/errors';
import type { Tx } from '../../kit/db';
import { countFailure, forgetFailures, readFailures } from '../store';

/** After so many failures in a row each further try has to wait, twice as long each time, up to 15 minutes. */
const FREE_TRIES = 8;
/** An office shares an address, so it may fail more often before it waits. */
const FREE_TRIES_OF_ADDRESS = 40;
const LONGEST_WAIT_SECONDS = 900;

export interface Guesser {
  readonly email: string;
  readonly address: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const keysOf = ({ email, address }: Guesser) => [
  { key: hash(email), free: FREE_TRIES },
  { key: hash(`address ${address}`), free: FREE_TRIES_OF_ADDRESS },
];

/**
 * Slows guessing for the account, whoever asks, and for the address, whatever account it asks for. Throws 429. The
 * answer depends on the failures alone, so it does not tell whether the account exists.
 */
export async function assertMayTry(tx: Tx, guesser: Guesser): Promise<void> {
  for (const { key, free } of keysOf(guesser)) {
    const { failures, last_at } = await readFailures(tx, key);
    if (failures < free) continue;
    const wait = Math.min(LONGEST_WAIT_SECONDS, 2 ** (failures - free));
    const left = Math.ceil((Date.parse(last_at) + wait * 1000 - Date.now()) / 1000);
    if (left > 0) throw common.too_many({ seconds: left });
  }
}

export async function countGuess(tx: Tx, guesser: Guesser): Promise<void> {
  for (const { key } of keysOf(guesser)) await countFailure(tx, key);
}

/** A right password clears the account's failures; those of the address fade by themselves. */
export async function forgetGuesses(tx: Tx, { email }: Guesser): Promise<void> {
  await forgetFailures(tx, hash(email));
}
