import * as account from '@lanka/domain/identity/account';
import * as identity from '@lanka/domain/identity/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness';
import { inviteToSignUp } from './sign-up';

const PASSWORD = 'a long enough password';
let app: TestApp;
let open: TestApp;
beforeAll(async () => {
  app = await testApp();
  open = await testApp({ OPEN_SIGN_UP: 'on' });
});
afterAll(async () => {
  await app.close();
  await open.close();
});

let counter = 0;
function freshEmail(): string {
  counter += 1;
  return `person${counter}@example.com`;
}
const invite = (email: string, name = 'Олена') =>
  app.app.services.db.transaction({}, (tx) =>
    inviteToSignUp(tx, app.app.services, { email, name, phone_number: '+380671234567', locale: 'ua' }),
  );
const cookiesOf = (headers: Record<string, unknown>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');
const enter = (email: string, more: object = {}, headers: Record<string, string> = {}, of = app) =>
  of.call(identity.signIn, { body: { email, password: PASSWORD, ...more }, headers });
const lettersTo = (email: string, of = app) =>
  of.sql<{ subject: string; plain: string }>(
    null,
    'select subject, plain from mails where recipient = $1 order by created_at',
    [email],
  );
const codeAt = (secret: string, shift = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shift * 30_000 });

describe('sign-up with an invitation', () => {
  it('tells whom it is for, makes the account, signs in and works once', async () => {
    const email = freshEmail();
    await invite(email);
    const token = await app.tokenFromMail(email);
    const read = await app.call(account.readSignUpInvitation, { params: { token } });
    expect(read.body).toEqual({ email, name: 'Олена', phone_number: '+380671234567' });
    const body = { name: 'Олена Коваленко', password: PASSWORD };
    const made = await app.call(account.signUpByInvitation, { params: { token }, body });
    expect(made.status).toBe(201);
    const me = await app.call(identity.currentUser, { token: made.body.access_token });
    expect(me.body).toMatchObject({ email, name: 'Олена Коваленко', email_confirmed: true, onboarded: false });
    expect((await enter(email)).status).toBe(200);
    const again = await app.call(account.signUpByInvitation, { params: { token }, body });
    expect([again.status, again.error.code]).toEqual([404, 'account.link_invalid']);
  });

  it('of ten at once exactly one makes the account', async () => {
    const email = freshEmail();
    await invite(email);
    const token = await app.tokenFromMail(email);
    const body = { name: 'Хтось', password: PASSWORD };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => app.call(account.signUpByInvitation, { params: { token }, body })),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.every(({ status }) => [201, 404, 409].includes(status))).toBe(true);
  });

  it('an older link dies with a newer one, and after 14 days every link', async () => {
    const email = freshEmail();
    await invite(email);
    const first = await app.tokenFromMail(email);
    await invite(email);
    const second = await app.tokenFromMail(email);
    const read = (token: string) => app.call(account.readSignUpInvitation, { params: { token } });
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    await app.sql(null, `update sign_up_invitations set expires_at = now() - interval '1 second' where email = $1`, [
      email,
    ]);
    expect((await read(second)).status).toBe(404);
  });

  it('whoever has an account is told so by letter, with the way to sign in', async () => {
    const { email } = await app.user();
    await invite(email);
    const letters = await lettersTo(email);
    expect(letters.at(-1)?.plain).toContain('/cp/signin');
    expect(letters.at(-1)?.plain).not.toContain('token=');
  });
});

describe('open sign-up', () => {
  const body = (email: string) => ({ name: 'Тарас', email, password: PASSWORD });

  it('is closed unless the deployment opens it', async () => {
    const refused = await app.call(account.signUp, { body: body(freshEmail()) });
    expect([refused.status, refused.error.code]).toEqual([403, 'account.sign_up_closed']);
  });

  it('lets in after the address is confirmed, once', async () => {
    const email = freshEmail();
    expect((await open.call(account.signUp, { body: body(email) })).status).toBe(202);
    expect((await enter(email, {}, {}, open)).error.code).toBe('account.email_not_confirmed');
    expect((await enter(email, { password: 'not the password' }, {}, open)).error.code).toBe(
      'identity.wrong_credentials',
    );
    const token = await open.tokenFromMail(email);
    expect((await open.call(account.confirmEmail, { body: { token } })).body).toEqual({ kind: 'confirm', email });
    expect((await enter(email, {}, {}, open)).status).toBe(200);
    expect((await open.call(account.confirmEmail, { body: { token } })).status).toBe(404);
  });

  it('answers the same for a known address and changes nothing of it', async () => {
    const known = await open.user('Оксана');
    const [one, other] = await Promise.all([
      open.call(account.signUp, { body: { ...body(known.email), password: 'quite another password' } }),
      open.call(account.signUp, { body: body(freshEmail()) }),
    ]);
    expect([one.status, one.body]).toEqual([other.status, other.body]);
    expect((await enter(known.email, {}, {}, open)).status).toBe(200);
    const subjects = (await lettersTo(known.email, open)).map(({ subject }) => subject);
    expect(subjects).toContain('У вас уже є обліковий запис у Ланці');
  });

  it('sends the confirmation again, only to whom it concerns', async () => {
    const email = freshEmail();
    await open.call(account.signUp, { body: body(email) });
    const first = await open.tokenFromMail(email);
    expect((await open.call(account.resendConfirmation, { body: { email } })).status).toBe(202);
    expect(await open.tokenFromMail(email)).not.toBe(first);
    const stranger = freshEmail();
    expect((await open.call(account.resendConfirmation, { body: { email: stranger } })).status).toBe(202);
    expect(await lettersTo(stranger, open)).toEqual([]);
  });
});

describe('another e-mail', () => {
  it('asks for the password, proves the new address, ends all sessions', async () => {
    const user = await app.user();
    const email = freshEmail();
    const ask = (password: string) => app.call(account.changeEmail, { token: user.token, body: { email, password } });
    expect((await ask('not the password')).error.code).toBe('account.password_wrong');
    expect((await ask(PASSWORD)).status).toBe(202);
    expect((await lettersTo(user.email)).at(-1)?.plain).toContain(email);
    // nothing changes before the link is opened
    expect((await app.call(identity.currentUser, { token: user.token })).body.email).toBe(user.email);
    const token = await app.tokenFromMail(email);
    expect((await app.call(account.confirmEmail, { body: { token } })).body).toEqual({ kind: 'change', email });
    expect((await app.call(identity.currentUser, { token: user.token })).status).toBe(401);
    expect((await enter(user.email)).status).toBe(401);
    expect((await enter(email)).status).toBe(200);
  });

  it('refuses an address that somebody has, also one taken meanwhile', async () => {
    const [user, other] = [await app.user(), await app.user()];
    const ask = (email: string) =>
      app.call(account.changeEmail, { token: user.token, body: { email, password: PASSWORD } });
    expect((await ask(other.email)).error.code).toBe('account.email_taken');
    const email = freshEmail();
    await ask(email);
    const token = await app.tokenFromMail(email);
    await app.sql(null, 'update users set email = $1 where id = $2', [email, other.id]);
    expect((await app.call(account.confirmEmail, { body: { token } })).error.code).toBe('account.email_taken');
  });
});

describe('the second factor', () => {
  async function withFactor() {
    const user = await app.user();
    const begun = await app.call(account.beginSecondFactor, { token: user.token, body: { password: PASSWORD } });
    const { secret, uri, qr_svg } = begun.body;
    expect(uri).toContain(secret);
    expect(qr_svg).toMatch(/^<svg/);
    const confirmed = await app.call(account.confirmSecondFactor, {
      token: user.token,
      body: { otp: codeAt(secret, -1) },
    });
    return { user, secret, codes: confirmed.body.recovery_codes };
  }

  it('is off until a code confirms it, then asked for at each sign-in', async () => {
    const user = await app.user();
    const { secret } = (await app.call(account.beginSecondFactor, { token: user.token, body: { password: PASSWORD } }))
      .body;
    expect((await enter(user.email)).status).toBe(200);
    const wrong = await app.call(account.confirmSecondFactor, { token: user.token, body: { otp: '000000' } });
    expect(wrong.error.code).toBe('account.code_wrong');
    expect((await enter(user.email)).status).toBe(200);
    await app.call(account.confirmSecondFactor, { token: user.token, body: { otp: codeAt(secret) } });
    expect((await enter(user.email)).error.code).toBe('account.otp_required');
    expect((await enter(user.email, { password: 'not the password' })).error.code).toBe('identity.wrong_credentials');
  });

  it('takes each code once, and none that is older than the last', async () => {
    const { user, secret } = await withFactor();
    const now = codeAt(secret);
    expect((await enter(user.email, { otp: now })).status).toBe(200);
    expect((await enter(user.email, { otp: now })).error.code).toBe('account.otp_wrong');
    expect((await enter(user.email, { otp: codeAt(secret, -1) })).error.code).toBe('account.otp_wrong');
    expect((await enter(user.email, { otp: codeAt(secret, 1) })).status).toBe(200);
    expect((await enter(user.email, { otp: codeAt(secret, 5) })).error.code).toBe('account.otp_wrong');
  });

  it('ten recovery codes stand in for the app, each once; new ones end the old', async () => {
    const { user, codes, secret } = await withFactor();
    expect(new Set(codes).size).toBe(account.RECOVERY_CODES);
    const [first, second] = codes as [string, string];
    const both = await Promise.all([enter(user.email, { otp: first }), enter(user.email, { otp: first })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const left = await app.call(account.readSecondFactor, { token: user.token });
    expect(left.body).toMatchObject({ enabled: true, recovery_codes_left: 9 });
    const renewed = await app.call(account.renewRecoveryCodes, {
      token: user.token,
      body: { password: PASSWORD, otp: codeAt(secret) },
    });
    expect(renewed.status).toBe(200);
    expect((await enter(user.email, { otp: second })).error.code).toBe('account.otp_wrong');
    const [fresh] = renewed.body.recovery_codes as [string];
    expect((await enter(user.email, { otp: fresh.toUpperCase() })).status).toBe(200);
  });

  it('is switched off with password and code, not with the password alone', async () => {
    const { user, secret } = await withFactor();
    const end = (body: { password: string; otp?: string }) =>
      app.call(account.endSecondFactor, { token: user.token, body });
    expect((await end({ password: PASSWORD })).error.code).toBe('account.code_required');
    expect((await end({ password: 'wrong password', otp: codeAt(secret) })).error.code).toBe('account.password_wrong');
    expect((await end({ password: PASSWORD, otp: codeAt(secret) })).status).toBe(204);
    expect((await enter(user.email)).status).toBe(200);
  });

  it('keeps no code and no secret where others could read them', async () => {
    const { user, codes } = await withFactor();
    const me = await app.call(identity.currentUser, { token: user.token });
    expect(me.body.two_factor).toBe(true);
    expect(JSON.stringify(me.body)).not.toContain('totp');
    const kept = await app.sql<{ code_hash: string }>(null, 'select code_hash from recovery_codes where user_id = $1', [
      user.id,
    ]);
    expect(kept.map(({ code_hash }) => code_hash)).not.toContain(codes[0]?.replace('-', ''));
  });
});

describe('sessions', () => {
  it('are listed with the device, ended one by one and all others at once, with effect at once', async () => {
    const { email } = await app.user();
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0';
    const [one, two, three] = await Promise.all([
      enter(email, {}, { 'user-agent': agent }),
      enter(email),
      enter(email),
    ]);
    const token = one.body.access_token;
    const list = () => app.call(account.listSessions, { token });
    const rows = (await list()).body.items;
    expect(rows.filter(({ current }) => current)).toMatchObject([{ agent, address: '127.0.0.1' }]);
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

  it('a letter tells of a browser that was never used, and of no other', async () => {
    const email = freshEmail();
    await invite(email);
    const token = await app.tokenFromMail(email);
    const body = { name: 'Марія', password: PASSWORD };
    const first = await app.call(account.signUpByInvitation, { params: { token }, body });
    const cookie = cookiesOf(first.headers);
    const told = async () =>
      (await lettersTo(email)).filter(({ subject }) => subject === 'Вхід із нового пристрою').length;
    await enter(email, {}, { cookie });
    expect(await told()).toBe(0);
    await enter(email);
    expect(await told()).toBe(1);
    await enter(email, {}, { cookie });
    expect(await told()).toBe(1);
  });

  it('a blocked user is told so only with the right password', async () => {
    const user = await app.user();
    await app.sql(null, 'update users set blocked_at = now() where id = $1', [user.id]);
    expect((await enter(user.email)).error.code).toBe('account.blocked');
    expect((await enter(user.email, { password: 'not the password' })).error.code).toBe('identity.wrong_credentials');
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

describe('guessing', () => {
  it('is slowed for the account, from whatever address', async () => {
    const guarded = await testApp({ TRUST_PROXY: 'on' });
    const { email } = await guarded.user();
    const guess = (n: number) =>
      guarded.call(identity.signIn, {
        body: { email, password: `guess number ${n}` },
        headers: { 'x-forwarded-for': `198.51.100.${n}` },
      });
    const answers = [];
    for (let n = 1; n <= 10; n += 1) answers.push((await guess(n)).status);
    expect(answers.slice(0, 8)).toEqual(Array(8).fill(401));
    expect(answers.slice(8)).toContain(429);
    await guarded.close();
  });

  it('is slowed for the address, whatever account it asks for', async () => {
    const guarded = await testApp({ TRUST_PROXY: 'on' });
    const from = (address: string, email: string) =>
      guarded.call(identity.signIn, {
        body: { email, password: 'one of the common ones' },
        headers: { 'x-forwarded-for': address },
      });
    const answers = [];
    for (let n = 0; n < 44; n += 1) answers.push((await from('203.0.113.9', `nobody${n}@example.com`)).error.code);
    expect(answers.slice(0, 40).every((code) => code === 'identity.wrong_credentials')).toBe(true);
    expect(answers.slice(40)).toContain('common.too_many');
    expect((await from('203.0.113.10', 'nobody@example.com')).error.code).toBe('identity.wrong_credentials');
    await guarded.close();
  });
});

it('the operator of the configuration has the platform role, and a link while he has no password', async () => {
  const { operatorLink } = await import('..');
  const own = await testApp({ OPERATOR_EMAIL: 'Operator@example.com' });
  const link = await operatorLink(own.app.services);
  const token = link?.split('token=')[1] ?? '';
  await own.call(identity.setPassword, { body: { token, password: PASSWORD } });
  expect(await operatorLink(own.app.services)).toBeNull();
  const entered = await enter('operator@example.com', {}, {}, own);
  const me = await own.call(identity.currentUser, { token: entered.body.access_token });
  expect(me.body.platform_role).toBe('Staff');
  await own.close();
});
