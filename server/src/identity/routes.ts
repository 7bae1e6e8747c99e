import * as contract from '@lanka/domain/identity/contract';
import { DomainError } from '@lanka/domain/kit/errors';
import type { Served } from '../kit/http';
import { serve } from '../kit/http';
import { hashSecret } from '../kit/ids';
import { sendPasswordLink } from './links';
import { hashPassword } from './passwords';
import { refreshTokens, SESSION_SECONDS, signIn, type Tokens } from './sign-in';
import { endSession, endSessionsOf, setPasswordHash, usePasswordLink } from './store';

type SetRefreshToken = (token: string | null, seconds?: number) => void;

/** The refresh token goes into its cookie, the rest into the answer. */
function answer(tokens: Tokens | DomainError, setRefreshToken: SetRefreshToken) {
  if (tokens instanceof DomainError) return tokens;
  const { refresh_token, ...shown } = tokens;
  if (refresh_token) setRefreshToken(refresh_token, SESSION_SECONDS);
  return shown;
}

export const identityRoutes: Served[] = [
  serve(contract.readAuthOptions, async ({ app }) => ({
    password: app.config.oidc === undefined,
    provider: app.config.oidc ? new URL(app.config.oidc.issuer).hostname : null,
    open_sign_up: app.config.openSignUp,
  })),
  serve(contract.signIn, async ({ tx, app, asker, body, setRefreshToken }) =>
    answer(await signIn(tx, app, asker, body), setRefreshToken),
  ),
  serve(contract.refresh, async ({ tx, app, asker, setRefreshToken }) =>
    answer(await refreshTokens(tx, app, asker.refresh_token), setRefreshToken),
  ),
  serve(contract.signOut, async ({ tx, scope, setRefreshToken }) => {
    await endSession(tx, scope.session_id);
    setRefreshToken(null);
  }),
  serve(contract.requestPasswordReset, async ({ tx, app, body }) => {
    await sendPasswordLink(tx, app, body.email);
  }),
  serve(contract.setPassword, async ({ tx, body }) => {
    const userId = await usePasswordLink(tx, hashSecret(body.token));
    if (!userId) throw contract.identityErrors.link_invalid();
    await setPasswordHash(tx, userId, await hashPassword(body.password));
    await endSessionsOf(tx, userId);
  }),
];
