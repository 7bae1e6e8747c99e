import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FindAccount, Provider } from 'oidc-provider';

export interface Person {
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
}

export interface TestProvider {
  readonly issuer: string;
  /** Who may sign in there, by the login typed into its form, which is also the subject. */
  readonly people: Map<string, Person>;
  /**
   * Goes where Lanka sent the browser, signs in there as this person and agrees; answers the address the provider sends
   * the browser back to. `cancel`: presses the way out instead.
   */
  visit(address: string, login: string, cancel?: boolean): Promise<URL>;
  close(): Promise<void>;
}

/** A real OpenID Connect provider (oidc-provider) on a port of its own, with its own sign-in and consent pages. */
export async function startProvider(
  client: { id: string; secret?: string; auth?: string; publicUrl: string },
  { endSession = true, port = 0 }: { endSession?: boolean; port?: number } = {},
): Promise<TestProvider> {
  const people = new Map<string, Person>();
  const findAccount: FindAccount = async (_context, id) => {
    const person = people.get(id);
    return person && { accountId: id, claims: async () => ({ sub: id, ...person }) };
  };
  const listening = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        ...(client.secret ? { client_secret: client.secret } : {}),
        token_endpoint_auth_method: client.auth ?? (client.secret ? 'client_secret_basic' : 'none'),
        redirect_uris: [`${client.publicUrl}/api/auth/provider/callback`],
        post_logout_redirect_uris: [`${client.publicUrl}/cp/signin`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: endSession } },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount,
  });
  const handle = provider.callback();
  return {
    issuer,
    people,
    visit: (address, login, cancel = false) => walk(issuer, address, login, cancel),
    close: () => stop(listening),
  };
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/** A browser with nothing but cookies: follows redirects within the provider and fills its two forms. */
async function walk(issuer: string, address: string, login: string, cancel: boolean): Promise<URL> {
  const jar = new Map<string, string>();
  const go = async (url: string, body?: URLSearchParams): Promise<Response> => {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { body } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer;
  };
  let answer = await go(address);
  for (let step = 0; step < 12; step += 1) {
    const location = answer.headers.get('location');
    if (location) {
      const next = new URL(location, issuer);
      if (next.origin !== issuer) return next;
      answer = await go(next.href);
      continue;
    }
    const page = await answer.text();
    const submit = /action="([^"]+)"/.exec(page)?.[1];
    if (!submit) throw new Error(`the provider shows no form: ${answer.status} ${page.slice(0, 500)}`);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    answer = cancel
      ? await go(new URL(`${new URL(submit, issuer).pathname}/abort`, issuer).href)
      : await go(new URL(submit, issuer).href, new URLSearchParams({ prompt, login, password: 'any' }));
  }
  throw new Error('the provider leads in a circle');
}
