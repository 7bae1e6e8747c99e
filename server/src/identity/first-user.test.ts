import { setPassword, signIn } from '@lanka/domain/identity/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness';
import { firstUserLink } from './first-user';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ FIRST_USER_EMAIL: 'Owner@example.com' });
});
afterAll(() => app.close());

it('gives the first user of an empty database a link until the password is set, and nobody else', async () => {
  const first = await firstUserLink(app.app.services);
  const second = await firstUserLink(app.app.services);
  expect(first).toMatch(/\/cp\/password\?token=[\w-]+$/);
  const token = second?.split('token=')[1] ?? '';
  const password = 'a long enough password';
  expect((await app.call(setPassword, { body: { token, password } })).status).toBe(204);
  expect((await app.call(signIn, { body: { email: 'owner@example.com', password } })).status).toBe(200);
  expect(await firstUserLink(app.app.services)).toBeNull();
  // the older link died with the newer one
  const old = first?.split('token=')[1] ?? '';
  expect((await app.call(setPassword, { body: { token: old, password } })).error.code).toBe('identity.link_invalid');
});

it('does nothing where there are users', async () => {
  const other = await testApp({ FIRST_USER_EMAIL: 'late@example.com' });
  await other.user();
  expect(await firstUserLink(other.app.services)).toBeNull();
  await other.close();
});
