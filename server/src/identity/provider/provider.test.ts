import {
  currentUser,
  readAuthOptions,
  requestPasswordReset,
  setPassword,
  signIn,
} from '@lanka/domain/identity/contract';
import { acceptInvitation, inviteUser } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness';
import { startProvider, type TestProvider } from '../../../test/oidc';

const PUBLIC_URL = 'https://lanka.example';
const CLIENT = 'lanka';

let provider: TestProvider;
let app: TestApp;

const settings = (issuer: string, more: Record<string, string> = {}): Record<string, string> => ({
  PUBLIC_URL,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT,
  OIDC_CLIENT_SECRET: 'a secret of the client',
  ...more,
});

beforeAll(async () => {
  provider = await startProvider({ id: CLIENT, secret: 'a secret of the client', publicUrl: PUBLIC_URL });
  app = await testApp(settings(provider.issuer));
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

interface Answered {
  readonly status: number;
  readonly location: string;
  /** Cookies the answer sets, by name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** The same, with their attributes. */
  readonly written: readonly string[];
  readonly code: string | undefined;
}

/** A browser's navigation to an address of ours. */
async function open(to: TestApp, path: string, cookie = '', accept = 'text/html'): Promise<Answered> {
  const answer = await to.app.server.inject({ method: 'GET', url: path, headers: { accept, cookie } });
  const written = [answer.headers['set-cookie'] ?? []].flat();
  return {
    status: answer.statusCode,
    location: String(answer.headers.location ?? ''),
    cookies: new Map(written.map((one) => one.split(';')[0]?.split('=') as [string, string])),
    written,
    code: answer.headers['content-type']?.toString().includes('json') ? answer.json().code : undefined,
  };
}

const cookieOf = ({ cookies }: Answered): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Leaves for the provider, signs in there as this person, comes back. */
async function enter(to: TestApp, login: string, returnTo?: string, at: TestProvider = provider) {
  const left = await open(to, `/api/auth/provider${returnTo ? `?return_to=${encodeURIComponent(returnTo)}` : ''}`);
  expect(left.status).toBe(302);
  const back = await at.visit(left.location, login);
  const callback = back.pathname + back.search;
  return { left, back, callback, entered: await open(to, callback, cookieOf(left)) };
}

/** The current user behind the refresh cookie of an answer. */
async function userOf(to: TestApp, { cookies }: Answered) {
  const refreshed = await to.app.server.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: { cookie: `lanka_refresh=${cookies.get('lanka_refresh')}` },
  });
  expect(refreshed.statusCode).toBe(200);
  return (await to.call(currentUser, { token: refreshed.json().access_token })).body;
}

async function person(login: string, claims: Record<string, unknown> = {}) {
  const email = `${login}@example.com`;
  provider.people.set(login, { email, email_verified: true, name: 'Ганна Лис', ...claims });
  return email;
}

const failure = (code: string): string => `${PUBLIC_URL}/cp/signin?error=${encodeURIComponent(`provider.${code}`)}`;

describe('signing in through an outside provider', () => {
  it('joins a known user by the verified e-mail, opens a session and leads back to where he wanted', async () => {
    const known = await app.user('Відома');
    provider.people.set('known', { email: known.email.toUpperCase(), email_verified: true });
    const { left, entered } = await enter(app, 'known', '/cp/orders?status=Pending');
    const asked = new URL(left.location).searchParams;
    expect(asked.get('response_type')).toBe('code');
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('state')).toBeTruthy();
    expect(asked.get('nonce')).toBeTruthy();
    expect(asked.get('redirect_uri')).toBe(`${PUBLIC_URL}/api/auth/provider/callback`);
    expect(entered.location).toBe(`${PUBLIC_URL}/cp/orders?status=Pending`);
    const me = await userOf(app, entered);
    expect(me).toMatchObject({ id: known.id, email_confirmed: true, auth_id: `${provider.issuer}#known` });
    for (const cookie of [...left.written, ...entered.written]) {
      expect(cookie).toContain('; HttpOnly');
      expect(cookie).toContain('; Secure');
      expect(cookie).toMatch(/; SameSite=(Lax|Strict)/);
      expect(cookie).toContain('; Path=/api/auth');
    }
    // what the browser keeps meanwhile is not to be read, and is taken back
    expect(left.cookies.get('lanka_provider')).not.toContain(asked.get('state') ?? '');
    expect(entered.cookies.get('lanka_provider')).toBe('');
  });

  it('knows the user by the subject when the e-mail changes there, and takes the new address over', async () => {
    const first = await app.user('Міняє адресу');
    provider.people.set('moves', { email: first.email, email_verified: true });
    await enter(app, 'moves');
    provider.people.set('moves', { email: 'moved@example.com', email_verified: true });
    const me = await userOf(app, (await enter(app, 'moves')).entered);
    expect(me).toMatchObject({ id: first.id, email: 'moved@example.com' });
    // an address that somebody else has is left to him
    const other = await app.user('Інший');
    provider.people.set('moves', { email: other.email, email_verified: true });
    expect(await userOf(app, (await enter(app, 'moves')).entered)).toMatchObject({
      id: first.id,
      email: 'moved@example.com',
    });
  });

  it('refuses an e-mail that the provider has not verified, or none', async () => {
    const known = await app.user('Жертва');
    for (const claims of [
      { email: known.email, email_verified: false },
      { email: known.email },
      { email_verified: true },
      { email: 'no address', email_verified: true },
    ]) {
      provider.people.set('unverified', claims);
      const { entered } = await enter(app, 'unverified');
      expect(entered.location).toBe(failure('not_verified'));
      expect(entered.cookies.has('lanka_refresh')).toBe(false);
    }
    // some providers write the boolean as a word
    provider.people.set('unverified', { email: known.email, email_verified: 'true' });
    expect((await enter(app, 'unverified')).entered.location).toBe(`${PUBLIC_URL}/cp`);
  });

  it('ends the sessions and forgets the password of an account whose address was never proven', async () => {
    const squatter = await app.user('Не його адреса');
    await app.sql(null, 'update users set email_confirmed_at = null where id = $1', [squatter.id]);
    await app.sql(null, 'update users set email_confirmed_at = null where id = $1', [squatter.id]);
    provider.people.set('owner', { email: squatter.email, email_verified: true });
    await enter(app, 'owner');
    expect((await app.call(currentUser, { token: squatter.token })).status).toBe(401);
    const rows = await app.sql(null, 'select password_hash from users where id = $1', [squatter.id]);
    expect(rows).toEqual([{ password_hash: null }]);
  });

  it('signs everybody out of an account that comes back under another subject', async () => {
    const email = await person('old-subject');
    await app.sql(null, `insert into users (id, email, name) values (gen_random_uuid(), $1, 'Хтось')`, [email]);
    const { entered } = await enter(app, 'old-subject');
    provider.people.set('new-subject', { email, email_verified: true });
    await enter(app, 'new-subject');
    const refreshed = await app.app.server.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { cookie: `lanka_refresh=${entered.cookies.get('lanka_refresh')}` },
    });
    expect(refreshed.statusCode).toBe(401);
  });

  it('refuses a blocked user', async () => {
    const known = await app.user('Заблокована');
    provider.people.set('blocked', { email: known.email, email_verified: true });
    await enter(app, 'blocked');
    await app.sql(null, 'update users set blocked_at = now() where id = $1', [known.id]);
    const { entered } = await enter(app, 'blocked');
    expect(entered.location).toBe(`${PUBLIC_URL}/cp/signin?error=account.blocked`);
    expect(entered.cookies.has('lanka_refresh')).toBe(false);
  });
});

describe('who is unknown', () => {
  it('is refused while registration is by invitation, and leaves nothing behind', async () => {
    const email = await person('stranger');
    expect((await enter(app, 'stranger')).entered.location).toBe(failure('not_invited'));
    expect(await app.sql(null, 'select 1 from users where email = $1', [email])).toEqual([]);
  });

  it('enters with an invitation of a project that waits, not with one that has expired', async () => {
    const email = await person('invited');
    const project = await app.project();
    const params = { project_id: project.id };
    const body = { email, role: 'Manager' as const };
    expect((await app.call(inviteUser, { params, token: project.owner.token, body })).status).toBe(201);
    await app.sql(project.id, `update invitations set expires_at = now() - interval '1 minute' where email = $1`, [
      email,
    ]);
    expect((await enter(app, 'invited')).entered.location).toBe(failure('not_invited'));
    await app.sql(project.id, `update invitations set expires_at = now() + interval '1 day' where email = $1`, [email]);
    const me = await userOf(app, (await enter(app, 'invited')).entered);
    expect(me).toMatchObject({ email, name: 'Ганна Лис', email_confirmed: true, projects: [] });
  });

  it('joins what he accepted by mail before he ever signed in: there is no password to set', async () => {
    const email = await person('accepted');
    const project = await app.project('Прийнята');
    const body = { email, role: 'Manager' as const };
    await app.call(inviteUser, { params: { project_id: project.id }, token: project.owner.token, body });
    const accepted = await app.call(acceptInvitation, { params: { token: await app.tokenFromMail(email) } });
    expect(accepted.body.reset_password_url).toBe(`${PUBLIC_URL}/cp/signin`);
    const me = await userOf(app, (await enter(app, 'accepted')).entered);
    expect(me.projects).toMatchObject([{ id: project.id, role: 'Manager' }]);
  });

  it('enters with an operator’s invitation, which is used up and gives name and phone', async () => {
    const email = await person('requested');
    await app.sql(
      null,
      `insert into sign_up_invitations (id, email, name, phone_number, token_hash, last_sent_at, expires_at)
       values (gen_random_uuid(), $1, 'Ганна з заявки', '380670000001', 'some hash', now(), now() + interval '1 day')`,
      [email],
    );
    const me = await userOf(app, (await enter(app, 'requested')).entered);
    expect(me).toMatchObject({ email, name: 'Ганна з заявки', phone_number: '380670000001' });
    const left = await app.sql(null, 'select 1 from sign_up_invitations where email = $1 and used_at is null', [email]);
    expect(left).toEqual([]);
  });

  it('enters where registration is open; twice at once is one user', async () => {
    const opened = await testApp(settings(provider.issuer, { OPEN_SIGN_UP: 'on' }));
    try {
      const email = await person('newcomer');
      const all = await Promise.all([enter(opened, 'newcomer'), enter(opened, 'newcomer')]);
      for (const { entered } of all) expect(entered.location).toBe(`${PUBLIC_URL}/cp`);
      expect(await opened.sql(null, 'select email from users')).toEqual([{ email }]);
    } finally {
      await opened.close();
    }
  });
});

describe('what does not belong together is refused', () => {
  it('a callback without the cookie, with another’s, a broken one, or another state', async () => {
    const known = await app.user('Ціль');
    provider.people.set('target', { email: known.email, email_verified: true });
    const left = await open(app, '/api/auth/provider');
    const back = await provider.visit(left.location, 'target');
    const path = back.pathname + back.search;
    const sealed = left.cookies.get('lanka_provider') ?? '';
    const other = await open(app, '/api/auth/provider');
    const tampered = new URL(back);
    tampered.searchParams.set('state', 'another');
    const tries = [
      [path, ''],
      [path, cookieOf(other)],
      [path, `lanka_provider=${sealed.slice(0, -6)}AAAAAA`],
      [tampered.pathname + tampered.search, cookieOf(left)],
    ] as const;
    for (const [callback, cookie] of tries) {
      const refused = await open(app, callback, cookie);
      expect(refused.location).toBe(failure('expired'));
      expect(refused.cookies.has('lanka_refresh')).toBe(false);
    }
    // the code was good all the time
    expect((await open(app, path, cookieOf(left))).location).toBe(`${PUBLIC_URL}/cp`);
  });

  it('a code that is used again', async () => {
    const known = await app.user('Двічі');
    provider.people.set('twice', { email: known.email, email_verified: true });
    const { left, callback } = await enter(app, 'twice');
    const again = await open(app, callback, cookieOf(left));
    expect(again.location).toBe(failure('expired'));
    expect(again.cookies.has('lanka_refresh')).toBe(false);
  });

  it('an answer that names another issuer', async () => {
    await person('mixed-up');
    const left = await open(app, '/api/auth/provider');
    const back = await provider.visit(left.location, 'mixed-up');
    back.searchParams.set('iss', 'https://evil.example');
    expect((await open(app, back.pathname + back.search, cookieOf(left))).location).toBe(failure('expired'));
  });

  it('a sign-in that the person cancelled there', async () => {
    const left = await open(app, '/api/auth/provider?return_to=/cp/orders');
    const back = await provider.visit(left.location, '', true);
    expect(back.searchParams.get('error')).toBe('access_denied');
    const refused = await open(app, back.pathname + back.search, cookieOf(left));
    expect(refused.location).toBe(`${failure('denied')}&return=%2Fcp%2Forders`);
    expect(refused.cookies.get('lanka_provider')).toBe('');
  });

  it('a way back that leads outside', async () => {
    const known = await app.user('Повертається');
    provider.people.set('returns', { email: known.email, email_verified: true });
    const outside = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
    ];
    for (const returnTo of outside) {
      const { entered } = await enter(app, 'returns', returnTo);
      expect(entered.location, returnTo).toBe(`${PUBLIC_URL}/cp`);
    }
  });
});

it('has no passwords of its own meanwhile, and says where to sign in', async () => {
  expect((await app.call(readAuthOptions)).body).toMatchObject({ password: false, provider: '127.0.0.1' });
  const known = await app.user();
  const answers = await Promise.all([
    app.call(signIn, { body: { email: known.email, password: 'a long enough password' } }),
    app.call(requestPasswordReset, { body: { email: known.email } }),
    app.call(setPassword, { body: { token: 'any', password: 'a long enough password' } }),
  ]);
  for (const { status, error } of answers) {
    expect(status).toBe(409);
    expect(error.code).toBe('provider.only');
    expect(error.message).toContain('127.0.0.1');
  }
});

it('offers to end the session at the provider, where it has such a page', async () => {
  const { location } = await open(app, '/api/auth/provider/sign_out');
  const address = new URL(location);
  expect(address.origin).toBe(provider.issuer);
  expect(address.searchParams.get('client_id')).toBe(CLIENT);
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/cp/signin`);
  expect((await fetch(address)).status).toBe(200);

  const simple = await startProvider({ id: CLIENT, publicUrl: PUBLIC_URL }, { endSession: false });
  const other = await testApp({ PUBLIC_URL, OIDC_ISSUER: simple.issuer, OIDC_CLIENT_ID: CLIENT });
  try {
    expect((await open(other, '/api/auth/provider/sign_out')).location).toBe(`${PUBLIC_URL}/cp/signin`);
    // a client without a secret is known by PKCE alone
    const known = await other.user('Без секрету');
    simple.people.set('public', { email: known.email, email_verified: true });
    const { entered } = await enter(other, 'public', undefined, simple);
    expect(await userOf(other, entered)).toMatchObject({ id: known.id });
  } finally {
    await other.close();
    await simple.close();
  }
});

it('takes the secret in the way the provider asks for, and passes the audience on', async () => {
  const secret = 'posted: with / signs';
  const posting = await startProvider({ id: CLIENT, secret, auth: 'client_secret_post', publicUrl: PUBLIC_URL });
  const more = { OIDC_CLIENT_SECRET: secret, OIDC_AUDIENCE: 'https://api.lanka.example' };
  const other = await testApp(settings(posting.issuer, more));
  try {
    const known = await other.user('Через тіло');
    posting.people.set('posted', { email: known.email, email_verified: true });
    const { left, entered } = await enter(other, 'posted', undefined, posting);
    expect(new URL(left.location).searchParams.get('audience')).toBe('https://api.lanka.example');
    expect(await userOf(other, entered)).toMatchObject({ id: known.id });
  } finally {
    await other.close();
    await posting.close();
  }
});

it('starts and serves without the provider; a sign-in says so, and works as soon as it is back', async () => {
  const gone = await startProvider({ id: CLIENT, publicUrl: PUBLIC_URL });
  await gone.close();
  const other = await testApp({ PUBLIC_URL, OIDC_ISSUER: gone.issuer, OIDC_CLIENT_ID: CLIENT });
  try {
    expect((await other.call(readAuthOptions)).status).toBe(200);
    expect((await open(other, '/api/auth/provider')).location).toBe(failure('unavailable'));
    const asked = await open(other, '/api/auth/provider', '', 'application/json');
    expect(asked).toMatchObject({ status: 503, code: 'provider.unavailable' });
    const back = await startProvider(
      { id: CLIENT, publicUrl: PUBLIC_URL },
      { port: Number(new URL(gone.issuer).port) },
    );
    const known = await other.user('Терпляча');
    back.people.set('patient', { email: known.email, email_verified: true });
    const { left, entered } = await enter(other, 'patient', undefined, back);
    expect(entered.location).toBe(`${PUBLIC_URL}/cp`);
    // gone between leaving and coming back
    const callback = await back.visit(left.location, 'patient');
    await back.close();
    const lost = await open(other, callback.pathname + callback.search, cookieOf(left));
    expect(lost.location).toBe(failure('unavailable'));
  } finally {
    await other.close();
  }
});

it('is not there without configuration', async () => {
  const own = await testApp();
  try {
    for (const path of ['', '/callback?code=x&state=y', '/sign_out']) {
      expect(await open(own, `/api/auth/provider${path}`, '', 'application/json')).toMatchObject({
        status: 404,
        code: 'common.not_found',
      });
    }
  } finally {
    await own.close();
  }
});
