import { providerErrors } from '@lanka/domain/identity/provider';
import { common } from '@lanka/domain/kit/errors';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import type { OidcConfig } from '../../kit/platform/config';
import type { Services } from '../../kit/services';

/** What the provider says of whoever came back; only claims whose signature or source was verified. */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  /** In small letters; null when the provider gave none. */
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly name: string | null;
}

/** What has to be remembered between leaving for the provider and coming back. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const TIMEOUT_SECONDS = 10;
const KNOWN_FOR_MS = 3_600_000;
const SCOPE = 'openid email profile';

const known = new LRUCache<Services, Promise<oidc.Configuration>>({ max: 10, ttl: KNOWN_FOR_MS });

/** @throws 404 where no provider is configured: there is no such way in */
export function configured({ config: { oidc: provider } }: Services): OidcConfig {
  if (!provider) throw common.not_found();
  return provider;
}

/** A provider stands in the operator's configuration, so it may be in his own network. */
const clientOf = ({ outbound }: Services, { clientSecret }: OidcConfig) =>
  outbound.service({
    name: 'openid',
    allowPrivate: true,
    timeoutMs: TIMEOUT_SECONDS * 1000,
    idleMs: TIMEOUT_SECONDS * 1000,
    attempts: 2,
    circuit: { failures: 10, pauseMs: 5_000 },
    secrets: clientSecret ? [clientSecret] : [],
  });

/** Asked of the provider when somebody first needs it, so that a start does not depend on it; then known for an hour. */
async function discover(app: Services): Promise<oidc.Configuration> {
  const kept = known.get(app);
  if (kept) return kept;
  const config = configured(app);
  const issuer = new URL(config.issuer);
  const found = oidc.discovery(
    issuer,
    config.clientId,
    config.clientSecret ? { client_secret: config.clientSecret } : undefined,
    config.clientSecret ? secretAsAsked(config.clientSecret) : oidc.None(),
    {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: clientOf(app, config).fetch as oidc.CustomFetch,
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    },
  );
  known.set(app, found);
  try {
    return await found;
  } catch (error) {
    known.delete(app);
    throw asOurs(error);
  }
}

/** Basic is what a provider takes that says nothing (OpenID Connect Discovery 1.0, section 3). */
function secretAsAsked(secret: string): oidc.ClientAuth {
  const basic = oidc.ClientSecretBasic(secret);
  const post = oidc.ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported;
    const way = taken && !taken.includes('client_secret_basic') && taken.includes('client_secret_post') ? post : basic;
    way(server, client, body, headers);
  };
}

/** Where to send the browser (authorization code with PKCE), and what to remember until it is back. */
export async function leave(app: Services, redirectUri: string): Promise<{ to: URL; attempt: Attempt }> {
  const provider = await discover(app);
  const attempt = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const to = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(app.config.oidc?.audience ? { audience: app.config.oidc.audience } : {}),
  });
  return { to, attempt };
}

/** Verifies the answer the browser brought back, changes its code for the claims. Throws the coded errors. */
export async function comeBack(app: Services, url: URL, attempt: Attempt): Promise<ProviderClaims> {
  const provider = await discover(app);
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, url, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw providerErrors.denied();
    // many providers keep the e-mail out of the ID token
    const more =
      claims.email === undefined && provider.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : claims;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: textOf(more.email)?.toLowerCase() ?? null,
      // some providers write the boolean as a word
      email_verified: more.email_verified === true || String(more.email_verified) === 'true',
      name: textOf(more.name) ?? textOf(claims.name),
    };
  } catch (error) {
    throw asOurs(error);
  }
}

/** Where the provider ends its own session; null when it has no such page. */
export async function leaveForGood(app: Services, backTo: string): Promise<URL | null> {
  const provider = await discover(app);
  if (!provider.serverMetadata().end_session_endpoint) return null;
  return oidc.buildEndSessionUrl(provider, { post_logout_redirect_uri: backTo });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null);

/** What the provider refused is not the same as a provider that does not answer or answers nonsense. */
function asOurs(error: unknown): Error {
  if (error instanceof oidc.AuthorizationResponseError) return withCause(providerErrors.denied(), error);
  if (error instanceof oidc.ResponseBodyError && error.status < 500) return withCause(providerErrors.expired(), error);
  if (error instanceof oidc.ClientError && INVALID.test(error.code ?? ''))
    return withCause(providerErrors.expired(), error);
  if (error instanceof Error && 'text' in error) return error;
  return withCause(providerErrors.unavailable(), error);
}

/** An answer that does not fit the attempt: another state, nonce, issuer or time. */
const INVALID = /INVALID_RESPONSE|COMPARISON_FAILED|TIMESTAMP_CHECK_FAILED/;

const withCause = <E extends Error>(error: E, cause: unknown): E => Object.assign(error, { cause });
