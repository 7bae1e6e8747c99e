import type { AddressInfo } from 'node:net';
import * as identity from '@lanka/domain/identity/contract';
import * as contract from '@lanka/domain/operator/contract';
import { listProjects } from '@lanka/domain/projects/contract';
import { createContactMessage, readSiteOptions } from '@lanka/domain/site/contract';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../../test/harness';
import * as slices from '../app';
import { type App, openApp } from '../kit/app';

const PASSWORD = 'a long enough password';
let app: TestApp;
let staff: TestUser;
let user: TestUser;

beforeAll(async () => {
  app = await testApp();
  staff = await app.user('Ірина Ткаченко');
  user = await app.user();
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
});
afterAll(() => app.close());
afterEach(() => turn({ on: false }));

const turn = (body: object) =>
  app.call(contract.switchMaintenance, { token: staff.token, body: body as { on: boolean } });
const health = async (of: App = app.app) => (await of.server.inject('/api/health')).json();

it('keeps everybody out but Staff, and says so', async () => {
  const until = new Date(Date.now() + 600_000).toISOString();
  const { status, body } = await turn({ on: true, message: 'Оновлюємо склад', until });
  expect([status, body]).toMatchObject([200, { on: true, message: 'Оновлюємо склад', until, by: { id: staff.id } }]);
  expect(await health()).toMatchObject({ status: 'ok', maintenance: true });

  for (const [route, options] of [
    [identity.currentUser, { token: user.token }],
    [listProjects, { token: user.token }],
    [createContactMessage, { body: { kind: 'contact', name: 'Я', email_phone: 'a@example.com' } }],
    [contract.readOverview, { token: user.token }],
  ] as const) {
    const kept = await app.call(route as typeof listProjects, options as object);
    expect([route.path, kept.status, kept.error.code]).toEqual([route.path, 503, 'common.maintenance']);
    expect(kept.error.details).toEqual([{ message: 'Оновлюємо склад', until }]);
    const wait = Number(kept.headers['retry-after']);
    expect(wait).toBeGreaterThan(500);
    expect(wait).toBeLessThanOrEqual(600);
  }
  const words = await app.call(listProjects, { token: user.token, headers: { 'accept-language': 'en' } });
  expect(words.error.message).toBe('Improvements are in progress. Refresh the page in a few minutes');

  for (const route of [identity.currentUser, listProjects, contract.readOverview])
    expect((await app.call(route as typeof listProjects, { token: staff.token })).status).toBe(200);
});

it('lets an operator sign in and renew the session, and the public pages ask why', async () => {
  await turn({ on: true, message: 'Скоро повернемося' });
  expect((await app.call(identity.readAuthOptions)).status).toBe(200);
  const signedIn = await app.call(identity.signIn, { body: { email: staff.email, password: PASSWORD } });
  expect(signedIn.status).toBe(200);
  expect((await app.call(identity.currentUser, { token: signedIn.body.access_token })).status).toBe(200);
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  expect((await app.call(identity.refresh, { headers: { cookie } })).status).toBe(200);
  expect((await app.call(identity.signOut, { token: signedIn.body.access_token })).status).toBe(204);
  // a token that has ended is told so: otherwise nobody would renew it
  expect((await app.call(listProjects, { token: signedIn.body.access_token })).status).toBe(401);
  const options = await app.call(readSiteOptions);
  expect(options.body.maintenance).toEqual({ message: 'Скоро повернемося', until: null });
});

it('is over when it is switched off', async () => {
  await turn({ on: true });
  expect((await app.call(listProjects, { token: user.token })).status).toBe(503);
  expect((await turn({ on: false })).body).toEqual({ on: false, message: null, until: null, since: null, by: null });
  expect((await app.call(listProjects, { token: user.token })).status).toBe(200);
  expect(await health()).toMatchObject({ maintenance: false });
  expect((await app.call(readSiteOptions)).body.maintenance).toBeNull();
});

it('does not take a time that has passed, and keeps its start when it is announced anew', async () => {
  const past = await turn({ on: true, until: '2020-01-01T00:00:00Z' });
  expect([past.status, past.error.code, past.error.details[0]?.path]).toEqual([422, 'operator.until_passed', 'until']);
  expect(await health()).toMatchObject({ maintenance: false });
  const first = await turn({ on: true });
  const second = await turn({ on: true, message: 'Ще трохи' });
  expect([second.body.since, second.body.message]).toEqual([first.body.since, 'Ще трохи']);
});

it('is written down with its words', async () => {
  await turn({ on: true, message: 'Переїзд бази' });
  await turn({ on: false });
  const { body } = await app.call(contract.listActions, { token: staff.token, query: { limit: 2 } });
  expect(body.items.map(({ deed, note, by }) => [deed, note, by.id])).toEqual([
    ['maintenance_off', '', staff.id],
    ['maintenance_on', 'Переїзд бази', staff.id],
  ]);
});

it('reaches the other processes of the deployment, and the stream of events', async () => {
  const other = await openApp(slices, app.app.services.config, app.url, pino({ level: 'silent' }), 'other');
  try {
    await other.server.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(other.server.server.address() as AddressInfo).port}`;
    const project = await app.project();
    const events = () =>
      fetch(`${origin}/api/projects/${project.id}/events`, {
        headers: { authorization: `Bearer ${project.owner.token}` },
      });
    expect(await health(other)).toMatchObject({ maintenance: false });
    await turn({ on: true });
    await expect.poll(() => health(other), { timeout: 60_000 }).toMatchObject({ maintenance: true });
    expect((await events()).status).toBe(503);
    await turn({ on: false });
    await expect.poll(() => health(other), { timeout: 60_000 }).toMatchObject({ maintenance: false });
    const open = await events();
    expect(open.status).toBe(200);
    await open.body?.cancel();
  } finally {
    await other.close();
  }
});

it('a process that starts while it is on begins closed', async () => {
  await turn({ on: true });
  const late = await openApp(slices, app.app.services.config, app.url, pino({ level: 'silent' }), 'late');
  try {
    await late.server.ready();
    expect(await health(late)).toMatchObject({ maintenance: true });
  } finally {
    await late.close();
  }
});
