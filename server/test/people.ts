import * as identity from '@lanka/domain/identity/contract';
import { Secret, TOTP } from 'otpauth';
import { onTestFinished, vi } from 'vitest';
import { type Answer, type TestApp, testApp } from './harness';

export const PASSWORD = 'a long enough password';

export interface PeopleApp extends TestApp {
  /** The address that calls come from; each test takes one of its own, so that no limit of one meets another. */
  moveOn(): string;
  enter(email: string, more?: object, headers?: Record<string, string>): Promise<Answer<{ access_token: string }>>;
  lettersTo(email: string): Promise<{ subject: string; plain: string }[]>;
}

/** The product for tests of how people come in. */
export async function peopleApp(env: Record<string, string> = {}): Promise<PeopleApp> {
  const made = await testApp({ TRUST_PROXY: 'on', ...env });
  let number = 0;
  const address = (): string => `192.0.2.${number}`;
  const call: TestApp['call'] = (route, options = {}) =>
    made.call(route, { ...options, headers: { 'x-forwarded-for': address(), ...options.headers } });
  return {
    ...made,
    call,
    moveOn() {
      number += 1;
      return address();
    },
    enter: (email, more = {}, headers = {}) =>
      call(identity.signIn, { body: { email, password: PASSWORD, ...more }, headers }),
    async lettersTo(email) {
      await made.linkLetters();
      return made.sql(null, 'select subject, plain from mails where recipient = $1 order by created_at', [email]);
    },
  };
}

let counter = 0;
export function freshEmail(): string {
  counter += 1;
  return `person${counter}@example.com`;
}

/** What a browser would send back. */
export const cookiesOf = (headers: Record<string, unknown>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');

/**
 * Until the test ends the clock stands: a code of the last step that still holds would be too old when the next step
 * begins before it is checked.
 */
export function stopClock(): void {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** What the authenticator app shows, so many steps of 30 s from now. */
export const codeAt = (secret: string, shift = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shift * 30_000 });
