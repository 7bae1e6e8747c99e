import * as account from '@lanka/domain/identity/account';
import * as identity from '@lanka/domain/identity/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cookiesOf, freshEmail, PASSWORD, type PeopleApp, peopleApp } from '../../../test/people';
import { forgetOld } from './account.store';
import { countGuess, forgetGuesses, type Guesser } from './guard';
import { inviteToSignUp } from './sign-up';

let app: PeopleApp;
let address = '';
beforeAll(async () => {
  app = await peopleApp();
});
beforeEach(() => {
  address = app.moveOn();
});
afterAll(() => app.close());

const invite = (email: string, name = 'Олена') =>
  app.app.services.db.transaction({}, (tx) =>
    inviteToSignUp(tx, app.app.services, { email, name, phone_number: '+380671234567', locale: 'ua' }),
  );

describe('sessions', () => {
  it('are listed with the device, ended one by one and all others at once, with effect at once', async () => {
    const { email } = await app.user();
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0';
    const [one, two, three] = await Promise.all([
      app.enter(email, {}, { 'user-agent': agent }),
      app.enter(email),
      app.enter(email),
    ]);
    const token = one.body.access_token;
    const list = () => app.call(account.listSessions, { token });
    const rows = (await list()).body.items;
    expect(rows.filter(({ current }) => current)).toMatchObject([{ agent, address }]);
    const me = (as: string) => app.call(identity.currentUser, { token: as });
    expect((await me(two.body.access_token)).status).toBe(200);
    const others = rows.filter(({ current, agent: of }) => !current && of !== agent);
    const [victim] = others as [(typeof rows)[number]];
    expect((await app.call(account.endOneSession, { token, params: { id: victim.id } })).status).toBe(204);
    expect((await app.call(account.endOneSession, { token, params: { id: victim.id } })).status).toBe(404);
    const alive = await Promise.all([two, three].map(({ body }) => me(body.access_token)));
    expect(alive.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await app.call(account.endOtherSessions, { token })).status).toBe(204);
    expect((await list()).body.items).toHaveLength(1);
  });

  it('of somebody else are not there', async () => {
    const [mine, other] = [await app.user(), await app.user()];
    const [theirs] = (await app.call(account.listSessions, { token: other.token })).body.items;
    const ended = await app.call(account.endOneSession, { token: mine.token, params: { id: theirs?.id ?? '' } });
    expect(ended.status).toBe(404);
    expect((await app.call(identity.currentUser, { token: other.token })).status).toBe(200);
  });

  it('eight at once from new browsers are eight, each with its letter', async () => {
    const { email } = await app.user();
    const all = await Promise.all(Array.from({ length: 8 }, () => app.enter(email)));
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await app.lettersTo(email)).toHaveLength(8);
  });

  it('a letter tells of a browser that was never used, and of no other', async () => {
    const email = freshEmail();
    await invite(email);
    const token = await app.tokenFromMail(email);
    const body = { name: 'Марія', password: PASSWORD };
    const first = await app.call(account.signUpByInvitation, { params: { token }, body });
    const cookie = cookiesOf(first.headers);
    const told = async () =>
      (await app.lettersTo(email)).filter(({ subject }) => subject === 'Вхід із нового пристрою').length;
    await app.enter(email, {}, { cookie });
    expect(await told()).toBe(0);
    await app.enter(email);
    expect(await told()).toBe(1);
    await app.enter(email, {}, { cookie });
    expect(await told()).toBe(1);
  });

  it('a refresh token works once; used again later, the whole session ends', async () => {
    const { email } = await app.user();
    const first = await app.enter(email);
    const stolen = cookiesOf(first.headers);
    const renew = (cookie: string) => app.call(identity.refresh, { headers: { cookie } });
    const second = await renew(stolen);
    expect(second.status).toBe(200);
    const owner = cookiesOf(second.headers);
    // two tabs at the same moment: both go on
    const late = await renew(stolen);
    expect([late.status, cookiesOf(late.headers)]).toEqual([200, '']);
    await app.sql(
      null,
      `update sessions set rotated_at = now() - interval '1 minute'
      where user_id = (select id from users where email = $1)`,
      [email],
    );
    expect((await renew(stolen)).status).toBe(401);
    expect((await renew(owner)).status).toBe(401);
    expect((await app.call(identity.currentUser, { token: second.body.access_token })).status).toBe(401);
  });

  it('tells once an hour that its user is active', async () => {
    const { email } = await app.user();
    let cookie = cookiesOf((await app.enter(email)).headers);
    const activeAfterRenewal = async () => {
      cookie = cookiesOf((await app.call(identity.refresh, { headers: { cookie } })).headers);
      const [row] = await app.sql<{ at: Date }>(null, 'select last_active_at as at from users where email = $1', [
        email,
      ]);
      return row?.at.getTime() ?? 0;
    };
    const first = await activeAfterRenewal();
    expect(first).toBeGreaterThan(0);
    expect(await activeAfterRenewal()).toBe(first);
    await app.sql(null, `update users set last_active_at = now() - interval '61 minutes' where email = $1`, [email]);
    expect(await activeAfterRenewal()).toBeGreaterThan(first);
  });

  it('any earlier token that is used again ends the session, however quickly it went on', async () => {
    const { email } = await app.user();
    const renew = (cookie: string) => app.call(identity.refresh, { headers: { cookie } });
    const tokens = [cookiesOf((await app.enter(email)).headers)];
    for (let n = 0; n < 3; n += 1) tokens.push(cookiesOf((await renew(tokens.at(-1) ?? '')).headers));
    const [first = '', , , newest = ''] = tokens;
    expect((await renew(first)).status).toBe(401);
    expect((await renew(newest)).status).toBe(401);
  });

  it('two tabs that renew at the same moment both go on', async () => {
    const { email } = await app.user();
    const cookie = cookiesOf((await app.enter(email)).headers);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.call(identity.refresh, { headers: { cookie } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const given = answers.map(({ headers }) => cookiesOf(headers)).filter((one) => one !== '');
    expect(given).toHaveLength(1);
    expect((await app.call(identity.refresh, { headers: { cookie: given[0] ?? '' } })).status).toBe(200);
  });

  it('are renewed for pages of this site alone', async () => {
    const { email } = await app.user();
    let cookie = cookiesOf((await app.enter(email)).headers);
    const ask = async (headers: Record<string, string>) => {
      const answer = await app.call(identity.refresh, { headers: { cookie, host: 'lanka.example', ...headers } });
      cookie = cookiesOf(answer.headers) || cookie;
      return answer;
    };
    for (const site of ['cross-site', 'same-site', 'none']) {
      const refused = await ask({ 'sec-fetch-site': site });
      expect([refused.status, refused.error.code]).toEqual([403, 'common.cross_site']);
    }
    for (const origin of ['https://evil.example', 'null', 'https://lanka.example.evil.example'])
      expect((await ask({ origin })).status, origin).toBe(403);
    expect((await ask({ 'sec-fetch-site': 'same-origin', origin: 'https://lanka.example' })).status).toBe(200);
    expect((await ask({ origin: 'http://lanka.example' })).status).toBe(200);
    expect((await ask({})).status).toBe(200);
  });

  it('all end with a new password, at once', async () => {
    const user = await app.user();
    const entered = await app.enter(user.email);
    await app.call(identity.requestPasswordReset, { body: { email: user.email } });
    const token = await app.tokenFromMail(user.email);
    await app.call(identity.setPassword, { body: { token, password: 'quite another password' } });
    for (const one of [user.token, entered.body.access_token])
      expect((await app.call(identity.currentUser, { token: one })).status).toBe(401);
    const cookie = cookiesOf(entered.headers);
    expect((await app.call(identity.refresh, { headers: { cookie } })).status).toBe(401);
    expect((await app.enter(user.email)).status).toBe(401);
  });

  it('of a blocked user renew nothing', async () => {
    const user = await app.user();
    const cookie = cookiesOf((await app.enter(user.email)).headers);
    await app.sql(null, 'update users set blocked_at = now() where id = $1', [user.id]);
    expect((await app.call(identity.refresh, { headers: { cookie } })).status).toBe(401);
  });

  it('a blocked user is told so only with the right password', async () => {
    const user = await app.user();
    await app.sql(null, 'update users set blocked_at = now() where id = $1', [user.id]);
    expect((await app.enter(user.email)).error.code).toBe('account.blocked');
    expect((await app.enter(user.email, { password: 'not the password' })).error.code).toBe(
      'identity.wrong_credentials',
    );
    expect((await app.call(identity.currentUser, { token: user.token })).status).toBe(401);
  });

  it('a changed role counts in the next request', async () => {
    const project = await app.project();
    const manager = await app.member(project, 'Manager');
    const rename = () =>
      app.app.server.inject({
        method: 'PATCH',
        url: `/api/projects/${project.id}`,
        headers: { authorization: `Bearer ${manager.token}` },
        payload: { project: { title: 'Інша назва' } },
      });
    expect((await rename()).statusCode).toBe(403);
    await app.sql(project.id, `update memberships set role = 'Administrator' where user_id = $1`, [manager.id]);
    expect((await rename()).statusCode).toBe(200);
  });
});

/** So many are let through in this time: eight at once, and one more after a second, three, seven … */
const mostGuesses = (since: number): number => 8 + Math.floor(Math.log2((Date.now() - since) / 1000 + 1));

describe('guessing', () => {
  it('is slowed for the account, from whatever address', async () => {
    const { email } = await app.user();
    const guess = (n: number) =>
      app.call(identity.signIn, {
        body: { email, password: `guess number ${n}` },
        headers: { 'x-forwarded-for': `198.51.100.${n}` },
      });
    const answers = [];
    for (let n = 1; n <= 10; n += 1) answers.push((await guess(n)).status);
    expect(answers.slice(0, 8)).toEqual(Array(8).fill(401));
    expect(answers.slice(8)).toContain(429);
  });

  it('is counted before it is checked: fifty at once get no further than eight one after another', async () => {
    const { email } = await app.user();
    const guess = (n: number) =>
      app.call(identity.signIn, {
        body: { email, password: `guess number ${n}` },
        headers: { 'x-forwarded-for': `198.51.100.${n}` },
      });
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => guess(n)));
    const codes = answers.map(({ error }) => error.code);
    const checked = codes.filter((code) => code === 'identity.wrong_credentials').length;
    expect(checked).toBeGreaterThanOrEqual(8);
    expect(checked).toBeLessThanOrEqual(mostGuesses(started));
    expect(codes.filter((code) => code === 'common.too_many')).toHaveLength(50 - checked);
    expect(Number(answers.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });

  it('in a session is counted in the same way', async () => {
    const { token } = await app.user();
    const guess = (n: number) =>
      app.call(account.changeEmail, {
        token,
        body: { email: freshEmail(), password: `guess number ${n}` },
        // the limit of the route is by address
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
      });
    const started = Date.now();
    const all = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
    const codes = all.map(({ error }) => error.code);
    const checked = codes.filter((code) => code === 'account.password_wrong').length;
    expect(checked, codes.join()).toBeGreaterThanOrEqual(8);
    expect(checked).toBeLessThanOrEqual(mostGuesses(started));
    expect(codes.filter((code) => code === 'common.too_many')).toHaveLength(30 - checked);
  });

  it('is forgotten in the order in which it is counted: nobody waits crosswise', async () => {
    const { db } = app.app.services;
    const email = freshEmail();
    const here: Guesser = { email, address: '192.0.2.201' };
    const elsewhere: Guesser = { email, address: '192.0.2.202' };
    const counted = (guesser: Guesser) => db.transaction({}, (tx) => countGuess(tx, guesser));
    const forgotten = (guesser: Guesser) => db.transaction({}, (tx) => forgetGuesses(tx, guesser));
    const waiting = (count: number) =>
      vi.waitFor(
        async () =>
          expect(
            await app.sql(
              null,
              `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          ).toHaveLength(count),
        { timeout: 60_000 },
      );
    // the row of the account is not there when the first comes to it, and it has come when he has the address
    await counted(here);
    await forgotten(here);
    const all = await db.transaction({}, async (tx) => {
      await tx.execute('update sign_in_failures set failures = failures');
      const forgets = forgotten(here);
      await waiting(1);
      await counted(elsewhere);
      const counts = counted(here);
      await waiting(2);
      return [forgets, counts];
    });
    await Promise.all(all);
  });

  it('that is right is no guess: neither a sign-in nor the step before the code', async () => {
    const { email } = await app.user();
    for (let n = 0; n < 12; n += 1) expect((await app.enter(email)).status).toBe(200);
    await app.sql(
      null,
      `update users set totp_confirmed_at = now(), totp_secret = 'JBSWY3DPEHPK3PXP' where email = $1`,
      [email],
    );
    for (let n = 0; n < 12; n += 1) expect((await app.enter(email)).error.code).toBe('account.otp_required');
  });

  it('from elsewhere does not keep the owner out of a browser that he uses', async () => {
    const { email } = await app.user();
    const cookie = cookiesOf((await app.enter(email)).headers);
    for (let n = 0; n < 10; n += 1) await app.enter(email, { password: `guess number ${n}` });
    expect((await app.enter(email)).error.code).toBe('common.too_many');
    expect((await app.enter(email, {}, { cookie })).status).toBe(200);
    // one that says it is some browser is not believed
    const another = await app.user();
    const answers = [];
    for (let n = 0; n < 10; n += 1) {
      const made = { cookie: `lanka_device=a-made-up-secret-of-a-browser-${n}` };
      answers.push((await app.enter(another.email, { password: `guess number ${n}` }, made)).error.code);
    }
    expect(answers).toContain('common.too_many');
    // his browser is no key to the account of another, and its own guesses are slowed too
    const other = await app.user();
    for (let n = 0; n < 9; n += 1) await app.enter(other.email, { password: `guess number ${n}` }, { cookie });
    expect((await app.enter(other.email, {}, { cookie })).error.code).toBe('common.too_many');
    for (let n = 0; n < 9; n += 1) await app.enter(email, { password: `guess number ${n}` }, { cookie });
    expect((await app.enter(email, {}, { cookie })).error.code).toBe('common.too_many');
  });

  it('is slowed for the address, whatever account it asks for', async () => {
    const from = (address: string, email: string) =>
      app.call(identity.signIn, {
        body: { email, password: 'one of the common ones' },
        headers: { 'x-forwarded-for': address },
      });
    const answers = [];
    for (let n = 0; n < 44; n += 1) answers.push((await from('203.0.113.109', `nobody${n}@example.com`)).error.code);
    expect(answers.slice(0, 40).every((code) => code === 'identity.wrong_credentials')).toBe(true);
    expect(answers.slice(40)).toContain('common.too_many');
    expect((await from('203.0.113.110', 'nobody@example.com')).error.code).toBe('identity.wrong_credentials');
  });
});

it('forgets at night what serves nothing any more, and nothing else', async () => {
  const { email } = await app.user();
  const cookie = cookiesOf((await app.enter(email)).headers);
  await app.enter(freshEmail());
  expect(await app.sql(null, 'select 1 from sign_in_failures')).not.toEqual([]);
  await app.sql(null, `update sign_in_failures set last_at = now() - interval '25 hours'`);
  await app.sql(null, `update password_links set expires_at = now() - interval '31 days'`);
  await app.call(identity.requestPasswordReset, { body: { email } });
  await app.app.services.db.transaction({}, forgetOld);
  expect(await app.sql(null, 'select 1 from sign_in_failures')).toEqual([]);
  const token = await app.tokenFromMail(email);
  expect(await app.sql(null, 'select 1 from password_links')).toHaveLength(1);
  expect((await app.call(identity.refresh, { headers: { cookie } })).status).toBe(200);
  expect((await app.call(identity.setPassword, { body: { token, password: PASSWORD } })).status).toBe(204);
});
