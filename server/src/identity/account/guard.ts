import { createHash } from 'node:crypto';
import { common } from '@lanka/domain/kit/errors';
import { senderOf } from '@lanka/domain/kit/network';
import type { Tx } from '../../kit/db/db';
import { hashSecret } from '../../kit/db/ids';
import { countFailure, forgetFailures, lockFailures, uncountFailure } from '../identity.store';
import { isDeviceOf } from './account.store';

/** After so many failures in a row each further try has to wait, twice as long each time, up to 15 minutes. */
const FREE_TRIES = 8;
/** An office shares an address, so it may fail more often before it waits. */
const FREE_TRIES_OF_ADDRESS = 40;
const LONGEST_WAIT_SECONDS = 900;

export interface Guesser {
  readonly email: string;
  readonly address: string;
  /** Hash of the device's secret, if this account was entered from it before. */
  readonly device?: string | undefined;
}

/**
 * A device that the account knows is counted by itself: whoever guesses from elsewhere cannot keep the owner out
 * (OWASP, "Blocking Brute Force Attacks": device cookies).
 */
export async function guesserOf(
  tx: Tx,
  asker: { readonly address: string; readonly device?: string | undefined },
  email: string,
): Promise<Guesser> {
  const device = asker.device ? hashSecret(asker.device) : undefined;
  const known = device !== undefined && (await isDeviceOf(tx, email, device));
  return { email, address: asker.address, device: known ? device : undefined };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const accountKey = ({ email, device }: Guesser): string => hash(device ? `device ${device} ${email}` : email);
const addressKey = ({ address }: Guesser): string => hash(`address ${senderOf(address)}`);
/** In the order in which their rows are locked, always: two who have both in common wait, and do not deadlock. */
const keysOf = (guesser: Guesser) => [
  { key: accountKey(guesser), free: FREE_TRIES },
  { key: addressKey(guesser), free: FREE_TRIES_OF_ADDRESS },
];

/**
 * Counts a guess, before anything of it is checked, so that many at once cannot outrun the count: the rows are locked
 * until the transaction ends. Slows guessing for the account, whoever asks, and for the address, whatever account it
 * asks for. Throws 429. The answer depends on the count alone, so it does not tell whether the account exists.
 */
export async function countGuess(tx: Tx, guesser: Guesser): Promise<void> {
  for (const { key, free } of keysOf(guesser)) {
    const { failures, last_at } = await lockFailures(tx, key);
    if (failures >= free) {
      const wait = Math.min(LONGEST_WAIT_SECONDS, 2 ** (failures - free));
      const left = Math.ceil((Date.parse(last_at) + wait * 1000 - Date.now()) / 1000);
      if (left > 0) throw common.too_many({ seconds: left });
    }
    await countFailure(tx, key);
  }
}

/** It was no guess after all: right as far as it went. */
export async function takeGuessBack(tx: Tx, guesser: Guesser): Promise<void> {
  for (const { key } of keysOf(guesser)) await uncountFailure(tx, key);
}

/** A right password clears the account's failures; those of the address fade by themselves. */
export async function forgetGuesses(tx: Tx, guesser: Guesser): Promise<void> {
  await forgetFailures(tx, accountKey(guesser));
  await uncountFailure(tx, addressKey(guesser));
}
