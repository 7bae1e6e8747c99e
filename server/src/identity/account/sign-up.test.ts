import * as account from '@lanka/domain/identity/account';
import * as identity from '@lanka/domain/identity/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt, freshEmail, PASSWORD, type PeopleApp, peopleApp, stopClock } from '../../../test/people';
import { inviteToSignUp } from './sign-up';

let app: PeopleApp;
let open: PeopleApp;
beforeAll(async () => {
  app = await peopleApp();
  open = await peopleApp({ OPEN_SIGN_UP: 'on' });
});
beforeEach(() => {
  app.moveOn();
  open.moveOn();
});
afterAll(async () => {
  await app.close();
  await open.close();
});

const invite = (email: string, name = 'Олена') =>
  app.app.services.db.transaction({}, (tx) =>
    inviteToSignUp(tx, app.app.services, { email, name, phone_number: '+380671234567', locale: 'ua' }),
  );

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
    expect((await app.enter(email)).status).toBe(200);
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
    const letters = await app.lettersTo(email);
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
    expect((await open.enter(email)).error.code).toBe('account.email_not_confirmed');
    expect((await open.enter(email, { password: 'not the password' })).error.code).toBe('identity.wrong_credentials');
    const token = await open.tokenFromMail(email);
    expect((await open.call(account.confirmEmail, { body: { token } })).body).toEqual({ kind: 'confirm', email });
    expect((await open.enter(email)).status).toBe(200);
    expect((await open.call(account.confirmEmail, { body: { token } })).status).toBe(404);
  });

  it('answers the same for a known address and changes nothing of it', async () => {
    const known = await open.user('Оксана');
    const [one, other] = await Promise.all([
      open.call(account.signUp, { body: { ...body(known.email), password: 'quite another password' } }),
      open.call(account.signUp, { body: body(freshEmail()) }),
    ]);
    expect([one.status, one.body]).toEqual([other.status, other.body]);
    expect((await open.enter(known.email)).status).toBe(200);
    const subjects = (await open.lettersTo(known.email)).map(({ subject }) => subject);
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
    expect(await open.lettersTo(stranger)).toEqual([]);
  });
});

describe('another e-mail', () => {
  it('asks for the password, proves the new address, ends all sessions', async () => {
    const user = await app.user();
    const email = freshEmail();
    const ask = (password: string) => app.call(account.changeEmail, { token: user.token, body: { email, password } });
    expect((await ask('not the password')).error.code).toBe('account.password_wrong');
    expect((await ask(PASSWORD)).status).toBe(202);
    expect((await app.lettersTo(user.email)).at(-1)?.plain).toContain(email);
    // nothing changes before the link is opened
    expect((await app.call(identity.currentUser, { token: user.token })).body.email).toBe(user.email);
    const token = await app.tokenFromMail(email);
    expect((await app.call(account.confirmEmail, { body: { token } })).body).toEqual({ kind: 'change', email });
    expect((await app.call(identity.currentUser, { token: user.token })).status).toBe(401);
    expect((await app.enter(user.email)).status).toBe(401);
    expect((await app.enter(email)).status).toBe(200);
  });

  it('does not tell that somebody has the address: its holder learns it by a letter without a link', async () => {
    const [user, other] = [await app.user(), await app.user()];
    const ask = (email: string) =>
      app.call(account.changeEmail, { token: user.token, body: { email, password: PASSWORD } });
    const [taken, free] = [await ask(other.email), await ask(freshEmail())];
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    const [letter] = await app.lettersTo(other.email);
    expect(letter?.subject).toBe('За цією адресою вже є обліковий запис у Ланці');
    expect(letter?.plain).not.toContain('token=');
    expect((await app.lettersTo(user.email)).map(({ plain }) => plain.includes(other.email))).toContain(true);
    expect((await ask(user.email.toUpperCase())).error).toMatchObject({
      code: 'account.email_same',
      details: [{ path: 'email' }],
    });
  });

  it('refuses an address that was taken meanwhile', async () => {
    const [user, other] = [await app.user(), await app.user()];
    const ask = (email: string) =>
      app.call(account.changeEmail, { token: user.token, body: { email, password: PASSWORD } });
    const email = freshEmail();
    await ask(email);
    const token = await app.tokenFromMail(email);
    await app.sql(null, 'update users set email = $1 where id = $2', [email, other.id]);
    expect((await app.call(account.confirmEmail, { body: { token } })).error.code).toBe('account.email_taken');
    expect((await app.call(identity.currentUser, { token: user.token })).body.email).toBe(user.email);
  });

  it('of two links the newer works, not for ever, and none after a new password', async () => {
    const user = await app.user();
    const ask = async () => {
      const email = freshEmail();
      await app.call(account.changeEmail, { token: user.token, body: { email, password: PASSWORD } });
      return app.tokenFromMail(email);
    };
    const confirm = async (token: string) => (await app.call(account.confirmEmail, { body: { token } })).error.code;
    const [older, newer] = [await ask(), await ask()];
    expect(await confirm(older)).toBe('account.link_invalid');
    await app.sql(null, `update email_links set expires_at = now() - interval '1 second' where user_id = $1`, [
      user.id,
    ]);
    expect(await confirm(newer)).toBe('account.link_invalid');
    const last = await ask();
    await app.call(identity.requestPasswordReset, { body: { email: user.email } });
    const token = await app.tokenFromMail(user.email);
    expect((await app.call(identity.setPassword, { body: { token, password: PASSWORD } })).status).toBe(204);
    expect(await confirm(last)).toBe('account.link_invalid');
  });

  it('ends the links for a password that went to the old address', async () => {
    const user = await app.user();
    await app.call(identity.requestPasswordReset, { body: { email: user.email } });
    const old = await app.tokenFromMail(user.email);
    const email = freshEmail();
    await app.call(account.changeEmail, { token: user.token, body: { email, password: PASSWORD } });
    await app.call(account.confirmEmail, { body: { token: await app.tokenFromMail(email) } });
    const used = await app.call(identity.setPassword, { body: { token: old, password: PASSWORD } });
    expect(used.error.code).toBe('identity.link_invalid');
  });

  it('with the second factor on, takes password and code; a refusal may be tried again with the same key', async () => {
    stopClock();
    const user = await app.user();
    const { secret } = (await app.call(account.beginSecondFactor, { token: user.token, body: { password: PASSWORD } }))
      .body;
    await app.call(account.confirmSecondFactor, { token: user.token, body: { otp: codeAt(secret, -1) } });
    const email = freshEmail();
    const ask = (otp?: string) =>
      app.call(account.changeEmail, {
        token: user.token,
        body: { email, password: PASSWORD, ...(otp ? { otp } : {}) },
        headers: { 'idempotency-key': 'one-thing' },
      });
    for (let n = 0; n < 2; n += 1) expect((await ask()).error.code).toBe('account.code_required');
    expect((await ask(codeAt(secret))).status).toBe(202);
  });
});

describe('whether somebody has an account', () => {
  /** Answer and statements of the database: the time follows them, beside the check of a password. */
  const work = async (ask: () => Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await ask();
    return { status, body, statements: open.lastStatements() };
  };

  it('does not show in a refused sign-in', async () => {
    const { email } = await open.user();
    const wrong = (who: string) => work(() => open.enter(who, { password: 'not the password' }));
    expect(await wrong(email)).toEqual(await wrong(freshEmail()));
  });

  it('does not show in the answer of sign-up, and takes about the same work', async () => {
    const { email } = await open.user();
    const ask = (who: string) =>
      work(() => open.call(account.signUp, { body: { name: 'Хтось', email: who, password: PASSWORD } }));
    const [known, unknown] = [await ask(email), await ask(freshEmail())];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(Math.abs(known.statements - unknown.statements)).toBeLessThanOrEqual(2);
  });
});

it('letters with links are at most five an hour for one person, from however many addresses they are asked for', async () => {
  const { email } = await app.user();
  for (let n = 1; n <= 8; n += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${n}` };
    expect((await app.call(identity.requestPasswordReset, { body: { email }, headers })).status).toBe(204);
  }
  expect(await app.lettersTo(email)).toHaveLength(5);
  expect(
    (await app.call(identity.setPassword, { body: { token: await app.tokenFromMail(email), password: PASSWORD } }))
      .status,
  ).toBe(204);
});
