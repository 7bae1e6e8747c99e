import { currentUser, requestPasswordReset, setPassword, signIn, signOut } from '@lanka/domain/identity/contract';
import { acceptInvitation, inviteUser, readProject } from '@lanka/domain/projects/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../harness';

const PUBLIC_URL = 'https://lanka.example';
const PASSWORD = 'a long enough password';

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL });
  project = await app.project();
});
afterAll(() => app.close());

const inject = (
  options: { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'OPTIONS'; url: string } & Record<string, unknown>,
) => app.app.server.inject({ method: 'GET', ...options });

const me = (token: string) => app.call(currentUser, { token });

describe('tokens', () => {
  const session = async (user: TestUser): Promise<string> => {
    const [row] = await app.sql<{ id: string }>(null, 'select id from sessions where user_id = $1', [user.id]);
    return row?.id ?? '';
  };

  it('of another audience, another key, no signature or the past do not work', async () => {
    const user = await app.user();
    const claims = { user_id: user.id, session_id: await session(user) };
    const { keys } = app.app.services;
    expect((await me(await keys.sign(claims, 'https://api.lanka.ua', 60))).status).toBe(200);
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const forge = (header: { alg: string; kid?: string; jwk?: object }) =>
      new SignJWT({ sid: claims.session_id })
        .setProtectedHeader(header)
        .setSubject(user.id)
        .setIssuer('lanka')
        .setAudience('https://api.lanka.ua')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = part({ sub: user.id, sid: claims.session_id, iss: 'lanka', aud: 'https://api.lanka.ua', exp: 9e9 });
    const [head, payload, signature] = user.token.split('.');
    const bad = {
      'another audience': await keys.sign(claims, 'https://other.example', 60),
      expired: await keys.sign(claims, 'https://api.lanka.ua', -1),
      'another key': await forge({ alg: 'EdDSA', kid: keys.jwks.keys[0]?.kid ?? '' }),
      'a key it brings along': await forge({ alg: 'EdDSA', jwk: await exportJWK(publicKey) }),
      unsigned: `${part({ alg: 'none' })}.${body}.`,
      'unsigned, with something': `${part({ alg: 'none' })}.${body}.AAAA`,
      'signed with the public key as a secret': `${part({ alg: 'HS256' })}.${body}.${signature}`,
      'another payload': `${head}.${body}.${signature}`,
      'what a browser keeps for us': await keys.seal('any', { sub: user.id }, 60),
      cut: `${head}.${payload}.${signature?.slice(0, -4)}`,
    };
    for (const [what, token] of Object.entries(bad)) expect((await me(token)).status, what).toBe(401);
  });

  it('of another installation do not work', async () => {
    const other = await testApp();
    try {
      const user = await other.user();
      expect((await other.call(currentUser, { token: user.token })).status).toBe(200);
      expect((await me(user.token)).status).toBe(401);
    } finally {
      await other.close();
    }
  });

  it('end with the session, and open no project of others', async () => {
    const user = await app.user();
    expect((await app.call(readProject, { params: { project_id: project.id }, token: user.token })).status).toBe(404);
    const own = await app.project('Інша фабрика');
    expect((await app.call(readProject, { params: { project_id: project.id }, token: own.owner.token })).status).toBe(
      404,
    );
    expect((await app.call(signOut, { token: user.token })).status).toBe(204);
    expect((await me(user.token)).status).toBe(401);
  });

  it('are taken from the header alone', async () => {
    const { token } = await app.user();
    const tries = [
      { url: `/api/users/me?access_token=${token}` },
      { url: '/api/users/me', headers: { cookie: `access_token=${token}; token=${token}` } },
      { url: '/api/users/me', headers: { authorization: `Basic ${token}` } },
    ];
    for (const one of tries) expect((await inject(one)).statusCode).toBe(401);
  });
});

describe('links', () => {
  it('set a password once and not for ever; a newer use kills the older links', async () => {
    const user = await app.user();
    await app.call(requestPasswordReset, { body: { email: user.email } });
    const first = await app.tokenFromMail(user.email);
    await app.call(requestPasswordReset, { body: { email: user.email } });
    const second = await app.tokenFromMail(user.email);
    expect(second).not.toBe(first);
    const use = (token: string) => app.call(setPassword, { body: { token, password: 'another long password' } });
    expect((await use(second)).status).toBe(204);
    for (const token of [second, first]) expect((await use(token)).error.code).toBe('identity.link_invalid');
    await app.call(requestPasswordReset, { body: { email: user.email } });
    const late = await app.tokenFromMail(user.email);
    await app.sql(null, `update password_links set expires_at = now() - interval '1 second' where user_id = $1`, [
      user.id,
    ]);
    expect((await use(late)).status).toBe(404);
  });

  it('let into a project once and not for ever', async () => {
    const invite = async (email: string): Promise<string> => {
      const body = { email, role: 'Manager' as const };
      const made = await app.call(inviteUser, { params: { project_id: project.id }, token: project.owner.token, body });
      expect(made.status).toBe(201);
      return app.tokenFromMail(email);
    };
    const accept = (token: string) => app.call(acceptInvitation, { params: { token } });
    const token = await invite('once@example.com');
    expect((await accept(token)).status).toBeLessThan(300);
    expect((await accept(token)).status).toBe(404);
    const late = await invite('late@example.com');
    const expire = `update invitations set expires_at = now() - interval '1 second' where email = 'late@example.com'`;
    await app.sql(project.id, expire);
    expect((await accept(late)).status).toBe(404);
  });

  it('are kept as hashes alone, and lead to the configured address whatever the request says', async () => {
    const user = await app.user();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
    await app.call(requestPasswordReset, { body: { email: user.email }, headers });
    const token = await app.tokenFromMail(user.email);
    const [letter] = await app.sql<{ plain: string }>(null, 'select plain from mails where recipient = $1', [
      user.email,
    ]);
    expect(letter?.plain).toContain(`${PUBLIC_URL}/cp/password?token=`);
    expect(letter?.plain).not.toContain('evil');
    expect(await app.sql(null, 'select 1 from password_links where token_hash = $1', [token])).toEqual([]);
  });
});

describe('nobody learns who has an account', () => {
  it('from a sign-in', async () => {
    const { email } = await app.user();
    const tryIt = (address: string) => app.call(signIn, { body: { email: address, password: 'not the right one' } });
    const [known, unknown] = [await tryIt(email), await tryIt('nobody@example.com')];
    expect(known.status).toBe(401);
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
  });

  it('from a sign-in of somebody who has no password yet', async () => {
    await app.sql(null, `insert into users (id, email, name) values (gen_random_uuid(), 'fresh@example.com', 'Новий')`);
    const fresh = await app.call(signIn, { body: { email: 'fresh@example.com', password: 'not the right one' } });
    const unknown = await app.call(signIn, { body: { email: 'nobody2@example.com', password: 'not the right one' } });
    expect([fresh.status, fresh.body]).toEqual([unknown.status, unknown.body]);
  });

  it('from a forgotten password', async () => {
    const { email } = await app.user();
    // from another address than the tests before, which may have used up its tries
    const ask = (payload: object) =>
      inject({ method: 'POST', url: '/api/auth/password_reset', remoteAddress: '192.0.2.7', payload });
    const [known, unknown] = [await ask({ email }), await ask({ email: 'nobody@example.com' })];
    expect([known.statusCode, unknown.statusCode]).toEqual([204, 204]);
    expect(unknown.body).toEqual(known.body);
  });
});

describe('cookies', () => {
  const written = async (to: TestApp): Promise<string[]> => {
    const { email } = await to.user();
    const answer = await to.call(signIn, { body: { email, password: PASSWORD } });
    expect(answer.status).toBe(200);
    return [answer.headers['set-cookie'] ?? []].flat().map(String);
  };

  it('are out of reach of scripts, of other sites and of plain http', async () => {
    const cookies = await written(app);
    expect(cookies.some((one) => one.startsWith('lanka_refresh='))).toBe(true);
    for (const one of cookies) {
      expect(one).toMatch(/; HttpOnly/i);
      expect(one).toMatch(/; Secure/i);
      expect(one).toMatch(/; SameSite=(Strict|Lax)/i);
      expect(one).toMatch(/; Path=\/api/);
      expect(one).not.toMatch(/; Domain=/i);
    }
    expect(cookies.find((one) => one.startsWith('lanka_refresh='))).toMatch(/; SameSite=Strict/);
  });

  it('work on a machine without https', async () => {
    const plain = await testApp({ PUBLIC_URL: 'http://localhost:3000' });
    try {
      for (const one of await written(plain)) expect(one).not.toMatch(/; Secure/i);
    } finally {
      await plain.close();
    }
  });

  it('do nothing for a form of another site', async () => {
    const { email } = await app.user();
    const signedIn = await app.call(signIn, { body: { email, password: PASSWORD } });
    const cookie = [signedIn.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => String(one).split(';')[0])
      .join('; ');
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
      const headers = { cookie, 'content-type': type };
      const answer = await inject({ method: 'POST', url: '/api/auth/token', headers, payload: 'a=b' });
      expect(answer.statusCode, type).toBe(415);
    }
    // the cookie renews a token; it opens nothing by itself
    expect((await inject({ url: '/api/users/me', headers: { cookie } })).statusCode).toBe(401);
  });
});

it('no address leads the browser off the site', async () => {
  const tries = [
    '//evil.example',
    '//evil.example/..',
    '/%2Fevil.example',
    '/\\evil.example',
    '/%5Cevil.example/',
    '/.//evil.example',
  ];
  for (const url of tries) {
    const { headers } = await inject({ url: url.replaceAll('\\', '%5C') });
    const { location } = headers;
    if (location) expect(new URL(String(location), PUBLIC_URL).origin, url).toBe(PUBLIC_URL);
  }
});
