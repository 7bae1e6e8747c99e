import * as contract from '@lanka/domain/identity/provider';
import type { DomainError } from '@lanka/domain/kit/errors';
import { innerPath } from '@lanka/domain/kit/inner_path';
import { type Served, type ServedRedirect, serveRedirect } from '../../kit/http/serve';
import type { Services } from '../../kit/services';
import { findUserByEmail } from '../identity.store';
import { openSession, SESSION_SECONDS } from '../sign-in';
import { comeBack, configured, leave, leaveForGood, type ProviderClaims } from './client';
import { join, mayJoin, verifiedEmail } from './join';

/** What the browser keeps for us while it is at the provider. */
const COOKIE = 'lanka_provider';
const PURPOSE = 'provider-attempt';
/** As long as somebody may take to sign in there. */
const ATTEMPT_SECONDS = 900;

const START = '/cp';
const SIGN_IN = '/cp/signin';

/** The sign-in page says what was wrong and still knows where he wanted to go. */
async function failed({ code }: DomainError, { app, url, kept }: Parameters<ServedRedirect['failed']>[1]) {
  const remembered = await app.keys.unseal(PURPOSE, kept(COOKIE) ?? '');
  const back = innerPath(url.searchParams.get('return_to') ?? String(remembered?.return_to ?? ''));
  const search = new URLSearchParams({ error: code, ...(back && back !== START ? { return: back } : {}) });
  return `${SIGN_IN}?${search}`;
}

const callbackUrl = (app: Services): string => `${app.config.publicUrl}/api/${contract.providerCallback.path}`;

/** Whether the claims are those of a user or of somebody who may become one; asked outside the joining transaction. */
async function isNewcomer(app: Services, claims: ProviderClaims, returnTo: string): Promise<boolean> {
  const email = verifiedEmail(claims);
  const known = await app.db.transaction({ readOnly: true }, (tx) => findUserByEmail(tx, email));
  return known === null && (await mayJoin(app, email, returnTo));
}

export const providerRoutes: Served[] = [
  serveRedirect(
    contract.enterByProvider,
    async ({ app, query, keep }) => {
      const { to, attempt } = await leave(app, callbackUrl(app));
      const return_to = innerPath(query.return_to) ?? START;
      keep(COOKIE, await app.keys.seal(PURPOSE, { ...attempt, return_to }, ATTEMPT_SECONDS), ATTEMPT_SECONDS);
      return to;
    },
    failed,
  ),
  serveRedirect(
    contract.providerCallback,
    async ({ app, query, url, locale, asker, kept, keep, setRefreshToken, setDeviceToken }) => {
      configured(app);
      const remembered = await app.keys.unseal(PURPOSE, kept(COOKIE) ?? '');
      // an attempt is used once, however it ends
      keep(COOKIE, null);
      if (!remembered || remembered.state !== query.state) throw contract.providerErrors.expired();
      const claims = await comeBack(app, url, {
        state: String(remembered.state),
        nonce: String(remembered.nonce),
        verifier: String(remembered.verifier),
      });
      const newcomer = await isNewcomer(app, claims, String(remembered.return_to));
      const tokens = await app.db.transaction({}, async (tx) =>
        openSession(tx, app, asker, await join(tx, claims, { newcomer, locale })),
      );
      if (tokens.refresh_token) setRefreshToken(tokens.refresh_token, SESSION_SECONDS);
      if (tokens.device_token) setDeviceToken(tokens.device_token);
      return String(remembered.return_to);
    },
    failed,
  ),
  serveRedirect(
    contract.leaveProvider,
    async ({ app }) => (await leaveForGood(app, `${app.config.publicUrl}${SIGN_IN}`)) ?? SIGN_IN,
    failed,
  ),
];

/** While an outside provider signs people in, nothing here asks for a password or sets one. Throws 409. */
export function withoutProvider(served: Served): Served {
  const { handler, before } = served;
  const refuse = ({ config: { oidc } }: Services): void => {
    if (oidc) throw contract.providerErrors.only({ provider: new URL(oidc.issuer).hostname });
  };
  return {
    ...served,
    handler: (context) => {
      refuse(context.app);
      return handler(context);
    },
    ...(before
      ? {
          before: (context) => {
            refuse(context.app);
            return before(context);
          },
        }
      : {}),
  };
}
