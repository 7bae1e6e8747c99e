import { createHash } from 'node:crypto';
import { identityErrors } from '@lanka/domain/identity/contract';
import { common, type DomainError } from '@lanka/domain/kit/errors';
import type { Tx } from '../kit/db';
import { hashSecret, newSecret } from '../kit/ids';
import type { Services } from '../kit/services';
import { checkPassword } from './passwords';
import {
  countFailure,
  endSession,
  findUserByEmail,
  forgetFailures,
  insertSession,
  lockSessionByRefresh,
  readFailures,
  rotateSession,
} from './store';

export const SESSION_SECONDS = 30 * 86_400;

/** After this many failures in a row each further try has to wait, twice as long each time, up to 15 minutes. */
const FREE_TRIES = 8;
const LONGEST_WAIT_SECONDS = 900;

/** Two tabs may use the same refresh token at once; later a second use means that it was stolen. */
const GRACE_MS = 30_000;

export interface Tokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string | null;
}

interface Asker {
  readonly address: string;
  readonly agent: string;
}

/** Returns (not throws) the refusal, so that the failure is counted. The answer is the same for an unknown e-mail. */
export async function signIn(
  tx: Tx,
  app: Services,
  asker: Asker,
  { email, password }: { email: string; password: string },
): Promise<Tokens | DomainError> {
  const emailHash = createHash('sha256').update(email).digest('base64url');
  const { failures, last_at } = await readFailures(tx, emailHash);
  const wait = failures < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_SECONDS, 2 ** (failures - FREE_TRIES));
  const left = Math.ceil((Date.parse(last_at) + wait * 1000 - Date.now()) / 1000);
  if (wait > 0 && left > 0) throw common.too_many({ seconds: left });

  const user = await findUserByEmail(tx, email);
  if (!(await checkPassword(user?.password_hash, password)) || !user) {
    await countFailure(tx, emailHash);
    return identityErrors.wrong_credentials();
  }
  if (failures > 0) await forgetFailures(tx, emailHash);
  return openSession(tx, app, asker, user.id);
}

async function openSession(tx: Tx, app: Services, asker: Asker, userId: string): Promise<Tokens> {
  const refresh_token = newSecret();
  const session_id = await insertSession(tx, {
    user_id: userId,
    refresh_hash: hashSecret(refresh_token),
    agent: asker.agent,
    address: asker.address,
    expires_at: new Date(Date.now() + SESSION_SECONDS * 1000).toISOString(),
  });
  return tokens(app, userId, session_id, refresh_token);
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

/** A new access token; the refresh token changes at each use. */
export async function refreshTokens(tx: Tx, app: Services, refresh: string | undefined): Promise<Tokens | DomainError> {
  if (!refresh) throw identityErrors.no_session();
  const hash = hashSecret(refresh);
  const session = await lockSessionByRefresh(tx, hash);
  if (!session) throw identityErrors.no_session();
  if (session.refresh_hash === hash) {
    const next = newSecret();
    await rotateSession(tx, session.id, hashSecret(next), hash);
    return tokens(app, session.user_id, session.id, next);
  }
  if (session.rotated_at && Date.now() - Date.parse(session.rotated_at) < GRACE_MS) {
    return tokens(app, session.user_id, session.id, null);
  }
  await endSession(tx, session.id);
  return identityErrors.no_session();
}
