import { accountRoutes as accountContract } from '@lanka/domain/identity/account';
import * as contract from '@lanka/domain/identity/contract';
import { DomainError } from '@lanka/domain/kit/errors';
import { hashSecret } from '../kit/db/ids';
import type { Served } from '../kit/http/serve';
import { serve, serveCounted } from '../kit/http/serve';
import { endEmailLinks } from './account/account.store';
import { accountRoutes, shown } from './account/routes';
import { maySignUp } from './account/sign-up';
import { countingFailures } from './counts';
import { endSession, endSessionsOf, setPasswordHash, usePasswordLink } from './identity.store';
import { askForLink } from './link-letters';
import { hashPassword } from './passwords';
import { providerRoutes, withoutProvider } from './provider/routes';
import { countSignIn, refreshTokens, signIn, type Tokens } from './sign-in';

const answer = (tokens: Tokens | DomainError, cookies: Parameters<typeof shown>[1]) =>
  tokens instanceof DomainError ? tokens : shown(tokens, cookies);

const ownRoutes: Served[] = [
  serve(contract.readAuthOptions, async ({ tx, app, query }) => ({
    password: app.config.oidc === undefined,
    provider: app.config.oidc ? new URL(app.config.oidc.issuer).hostname : null,
    open_sign_up: await maySignUp(tx, app, query.return_to),
  })),
  serveCounted(
    contract.signIn,
    ({ tx, asker, body }) => countingFailures(() => countSignIn(tx, asker, body)),
    async ({ tx, app, asker, body, ...cookies }) =>
      answer(await countingFailures(() => signIn(tx, app, asker, body)), cookies),
  ),
  serve(contract.refresh, async ({ tx, app, asker, ...cookies }) =>
    answer(await refreshTokens(tx, app, asker.refresh_token), cookies),
  ),
  serve(contract.signOut, async ({ tx, scope, setRefreshToken }) => {
    await endSession(tx, scope.session_id);
    setRefreshToken(null);
  }),
  serve(contract.requestPasswordReset, ({ tx, app, body }) =>
    askForLink(tx, app, { kind: 'password', email: body.email }),
  ),
  serve(contract.setPassword, async ({ tx, body }) => {
    const userId = await usePasswordLink(tx, hashSecret(body.token));
    if (!userId) throw contract.identityErrors.link_invalid();
    await setPasswordHash(tx, userId, await hashPassword(body.password));
    await endSessionsOf(tx, userId);
    // whoever held a session may have asked for another address: that dies too
    await endEmailLinks(tx, userId);
  }),
];

const { listSessions, endOneSession, endOtherSessions, readSecondFactor } = accountContract;
const KEPT = new Set<unknown>([listSessions, endOneSession, endOtherSessions, readSecondFactor]);

/** What needs a password of ours; closed while an outside provider signs people in. */
const WITH_PASSWORD = new Set<unknown>([
  contract.signIn,
  contract.requestPasswordReset,
  contract.setPassword,
  ...Object.values(accountContract).filter((route) => !KEPT.has(route)),
]);

export const identityRoutes: Served[] = [
  ...providerRoutes,
  ...[...ownRoutes, ...accountRoutes].map((served) =>
    WITH_PASSWORD.has(served.route) ? withoutProvider(served) : served,
  ),
];
