import { accountErrors } from '@lanka/domain/identity/account';
import { deviceName } from '@lanka/domain/identity/agent';
import { identityErrors } from '@lanka/domain/identity/contract';
import type { DomainError } from '@lanka/domain/kit/errors';
import { formatDateTime } from '@lanka/domain/kit/time';
import type { Tx } from '../kit/db/db';
import { hashSecret, newSecret } from '../kit/db/ids';
import { NOT_ASKED_FOR } from '../kit/mail/caps';
import type { Services } from '../kit/services';
import { seenBefore } from './account/account.store';
import { countGuess, forgetGuesses, guesserOf, takeGuessBack } from './account/guard';
import { newDevice } from './account/letters';
import { takeCode } from './account/second-factor';
import {
  endSession,
  findUserByEmail,
  findUserById,
  insertSession,
  lockSessionOfFamily,
  rotateSession,
  type UserRow,
} from './identity.store';
import { checkPassword } from './passwords';

export const SESSION_SECONDS = 30 * 86_400;

/** So long the token before the newest one may still be used: see `refreshTokens`. */
const GRACE_MS = 30_000;

export interface Tokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string | null;
  /** For the browser to keep, so that it is known again. */
  readonly device_token?: string;
}

interface Asker {
  readonly address: string;
  readonly agent: string;
  /** The secret that this browser was given at its first sign-in. */
  readonly device: string | undefined;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly otp?: string | undefined;
}

/** Counts the guess; committed before it is checked. Throws 429. */
export async function countSignIn(tx: Tx, asker: Asker, { email }: Pick<Credentials, 'email'>): Promise<void> {
  await countGuess(tx, await guesserOf(tx, asker, email));
}

/**
 * The guess was counted before (`countSignIn`), and is taken back here when it was right. The answer is the same for an
 * unknown e-mail; what else stands in the way is told only to whoever knows the password. A refusal is returned, not
 * thrown, where something is written with it.
 */
export async function signIn(
  tx: Tx,
  app: Services,
  asker: Asker,
  { email, password, otp }: Credentials,
): Promise<Tokens | DomainError> {
  const user = await findUserByEmail(tx, email);
  if (!(await checkPassword(user?.password_hash, password)) || !user) return identityErrors.wrong_credentials();
  const guesser = await guesserOf(tx, asker, email);
  const refused = whatElse(user, otp);
  if (refused) {
    await takeGuessBack(tx, guesser);
    return refused;
  }
  if (otp !== undefined && user.totp_confirmed_at && !(await takeCode(tx, user, otp)))
    return accountErrors.otp_wrong({ path: 'otp' });
  const opened = await openSession(tx, app, asker, user.id);
  // after the user's row, as everywhere: who proves himself again locks both in that order
  await forgetGuesses(tx, guesser);
  return opened;
}

/** What stands in the way of somebody who knows the password. With the second factor on, the page asks for the code next. */
function whatElse(user: UserRow, otp: string | undefined): DomainError | null {
  if (user.blocked_at) return accountErrors.blocked();
  if (!user.email_confirmed_at) return accountErrors.email_not_confirmed();
  return user.totp_confirmed_at && otp === undefined ? accountErrors.otp_required() : null;
}

/** A session of this user in this browser; a letter tells of a browser that he never used. */
export async function openSession(tx: Tx, app: Services, asker: Asker, userId: string): Promise<Tokens> {
  const refresh_token = newSecret();
  const device_token = asker.device ?? newSecret();
  const device_hash = hashSecret(device_token);
  const seen = await seenBefore(tx, userId, device_hash);
  const session_id = await insertSession(tx, {
    user_id: userId,
    refresh_hash: hashSecret(refresh_token),
    agent: asker.agent,
    address: asker.address,
    device_hash,
    expires_at: new Date(Date.now() + SESSION_SECONDS * 1000).toISOString(),
  });
  if (seen.ever && !seen.here) await tellOfDevice(tx, app, asker, userId);
  return { ...(await tokens(app, userId, session_id, refresh_token)), device_token };
}

async function tellOfDevice(tx: Tx, app: Services, asker: Asker, userId: string): Promise<void> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Error('who signs in exists');
  const facts = {
    at: formatDateTime(new Date()),
    agent: deviceName(asker.agent) ?? (asker.agent.slice(0, 80) || '?'),
    address: asker.address,
  };
  await app.mail.post(tx, newDevice.to(user, facts, `${app.config.publicUrl}/cp/profile/security`), NOT_ASKED_FOR);
}

async function tokens(app: Services, user_id: string, session_id: string, refresh: string | null): Promise<Tokens> {
  const { jwtAudience, accessTokenTtlSeconds } = app.config;
  return {
    access_token: await app.keys.sign({ user_id, session_id }, jwtAudience, accessTokenTtlSeconds),
    token_type: 'Bearer',
    expires_in: accessTokenTtlSeconds,
    refresh_token: refresh,
  };
}

/**
 * A new access token; the refresh token changes at each use. Any earlier token of the session that is used again means
 * that somebody has a copy, and the session ends for both (OAuth 2.0 Security BCP, RFC 9700, section 4.14.2, refresh
 * token rotation). With one exception, so that no honest browser is signed out: for half a minute the token just before
 * the newest one gets an access token, and no refresh token. That is what two tabs send that renew at once, and what a
 * browser sends again that has lost the answer.
 */
export async function refreshTokens(tx: Tx, app: Services, refresh: string | undefined): Promise<Tokens | DomainError> {
  const [family] = refresh?.split('.') ?? [];
  if (!refresh || !family) throw identityErrors.no_session();
  const session = await lockSessionOfFamily(tx, hashSecret(family));
  if (!session) throw identityErrors.no_session();
  const hash = hashSecret(refresh);
  if (session.refresh_hash === hash) {
    const next = `${family}.${newSecret()}`;
    await rotateSession(tx, session, hashSecret(next), hash);
    return tokens(app, session.user_id, session.id, next);
  }
  const rotatedAt = session.previous_hash === hash ? session.rotated_at : null;
  if (rotatedAt && Date.now() - Date.parse(rotatedAt) < GRACE_MS) {
    return tokens(app, session.user_id, session.id, null);
  }
  await endSession(tx, session.id);
  return identityErrors.no_session();
}
