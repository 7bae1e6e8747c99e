import * as account from '@lanka/domain/identity/account';
import * as identity from '@lanka/domain/identity/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt, PASSWORD, type PeopleApp, peopleApp, stopClock } from '../../../test/people';

let app: PeopleApp;
beforeAll(async () => {
  app = await peopleApp();
});
beforeEach(() => {
  app.moveOn();
  stopClock();
});
afterAll(() => app.close());

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
    expect((await app.enter(user.email)).status).toBe(200);
    const wrong = await app.call(account.confirmSecondFactor, { token: user.token, body: { otp: '000000' } });
    expect(wrong.error.code).toBe('account.code_wrong');
    expect((await app.enter(user.email)).status).toBe(200);
    await app.call(account.confirmSecondFactor, { token: user.token, body: { otp: codeAt(secret) } });
    expect((await app.enter(user.email)).error.code).toBe('account.otp_required');
    expect((await app.enter(user.email, { password: 'not the password' })).error.code).toBe(
      'identity.wrong_credentials',
    );
  });

  it('takes each code once, and none that is older than the last', async () => {
    const { user, secret } = await withFactor();
    const now = codeAt(secret);
    expect((await app.enter(user.email, { otp: now })).status).toBe(200);
    expect((await app.enter(user.email, { otp: now })).error.code).toBe('account.otp_wrong');
    expect((await app.enter(user.email, { otp: codeAt(secret, -1) })).error.code).toBe('account.otp_wrong');
    expect((await app.enter(user.email, { otp: codeAt(secret, 1) })).status).toBe(200);
    expect((await app.enter(user.email, { otp: codeAt(secret, 5) })).error.code).toBe('account.otp_wrong');
  });

  it('ten recovery codes stand in for the app, each once; new ones end the old', async () => {
    const { user, codes, secret } = await withFactor();
    expect(new Set(codes).size).toBe(account.RECOVERY_CODES);
    const [first, second] = codes as [string, string];
    const both = await Promise.all([app.enter(user.email, { otp: first }), app.enter(user.email, { otp: first })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const left = await app.call(account.readSecondFactor, { token: user.token });
    expect(left.body).toMatchObject({ enabled: true, recovery_codes_left: 9 });
    const renewed = await app.call(account.renewRecoveryCodes, {
      token: user.token,
      body: { password: PASSWORD, otp: codeAt(secret) },
    });
    expect(renewed.status).toBe(200);
    expect((await app.enter(user.email, { otp: second })).error.code).toBe('account.otp_wrong');
    const [fresh] = renewed.body.recovery_codes as [string];
    expect((await app.enter(user.email, { otp: fresh.toUpperCase() })).status).toBe(200);
  });

  it('is switched off with password and code, not with the password alone', async () => {
    const { user, secret } = await withFactor();
    const end = (body: { password: string; otp?: string }) =>
      app.call(account.endSecondFactor, { token: user.token, body });
    expect((await end({ password: PASSWORD })).error.code).toBe('account.code_required');
    // nor is another app put in its place
    const begun = await app.call(account.beginSecondFactor, { token: user.token, body: { password: PASSWORD } });
    expect(begun.error.code).toBe('account.second_factor_on');
    expect((await end({ password: 'wrong password', otp: codeAt(secret) })).error.code).toBe('account.password_wrong');
    expect((await end({ password: PASSWORD, otp: codeAt(secret) })).status).toBe(204);
    expect((await app.enter(user.email)).status).toBe(200);
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

  it('keeps the answers that show a secret for no repeated request', async () => {
    const { user, secret } = await withFactor();
    const renewed = await app.call(account.renewRecoveryCodes, {
      token: user.token,
      body: { password: PASSWORD, otp: codeAt(secret) },
      headers: { 'idempotency-key': 'renew' },
    });
    expect(renewed.status).toBe(200);
    expect(await app.sql(null, 'select 1 from idempotency_keys where user_id = $1', [user.id])).toEqual([]);
  });

  it('guesses of codes and of the password in a session count as guesses of the account', async () => {
    const { user } = await withFactor();
    const answers = [];
    for (let n = 0; n < 5; n += 1) {
      answers.push((await app.enter(user.email, { otp: `${100_000 + n}` })).error.code);
      const body = { password: `guess number ${n}` };
      answers.push((await app.call(account.endSecondFactor, { token: user.token, body })).error.code);
    }
    expect(answers.slice(0, 2)).toEqual(['account.otp_wrong', 'account.password_wrong']);
    expect(answers.at(-1)).toBe('common.too_many');
  });
});
