import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface IdentityProvider {
  readonly issuer: string;
  close(): Promise<void>;
}

const CLIENT_ID = 'lanka';

/** For the product's configuration. */
export const providerEnv = (issuer: string): Record<string, string> => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
});

/**
 * A real OpenID Connect provider with its own sign-in and consent pages; whoever signs in there has a verified e-mail
 * made of the login.
 */
export async function openProvider(): Promise<IdentityProvider & { allow(publicUrl: string): void }> {
  let handle: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, response) => handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    allow(publicUrl) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT_ID,
            token_endpoint_auth_method: 'none',
            redirect_uris: [`${publicUrl}/api/auth/provider/callback`],
            post_logout_redirect_uris: [`${publicUrl}/cp/signin`],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        cookies: { keys: ['only for tests'] },
        features: { devInteractions: { enabled: true } },
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        findAccount: async (_context: unknown, id: string) => ({
          accountId: id,
          claims: async () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: 'Марія Левченко' }),
        }),
      });
      handle = provider.callback();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
