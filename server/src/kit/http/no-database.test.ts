import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { currentUser, signIn } from '@lanka/domain/identity/contract';
import { readProject } from '@lanka/domain/projects/contract';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testDatabase } from '../../../test/database';
import { type TestApp, testApp } from '../../../test/harness';
import { query } from '../../../test/setup';
import * as slices from '../../app';
import { type App, openApp } from '../app';
import { readConfig } from '../platform/config';

describe('connections that PostgreSQL ends', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  const cut = () =>
    query(
      inject('cluster').adminUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(app.url).pathname.slice(1)}'`,
    );

  it('are replaced: the next requests work', async () => {
    const project = await app.project();
    const read = () => app.call(readProject, { params: { project_id: project.id }, token: project.owner.token });
    expect((await read()).status).toBe(200);
    await cut();
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe(200);
    expect((await read()).status).toBe(200);
  });

  it('in the middle of a request answer 503 with Retry-After, and the work is not half done', async () => {
    const { db } = app.app.services;
    const project = await app.project();
    const mine = `wait_event_type = 'Lock' and datname = '${new URL(app.url).pathname.slice(1)}'`;
    const admin = (sql: string) => query(inject('cluster').adminUrl, `${sql} from pg_stat_activity where ${mine}`);
    const answer = await db.transaction({ projectIds: [project.id] }, async (tx) => {
      await tx.execute(`select 1 from projects where id = '${project.id}' for update`);
      const waiting = app.app.server.inject({
        method: 'PATCH',
        url: `/api/projects/${project.id}`,
        headers: { authorization: `Bearer ${project.owner.token}` },
        payload: { project: { title: 'Нова назва' } },
      });
      await expect.poll(async () => (await admin('select 1'))?.rows.length, { timeout: 60_000 }).toBe(1);
      // only the one that waits: if the lock went first, it might still get through
      await admin('select pg_terminate_backend(pid)');
      return waiting;
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    const read = () => app.call(readProject, { params: { project_id: project.id }, token: project.owner.token });
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe(200);
    expect((await read()).body.title).toBe('Фабрика');
  });
});

/** A wire to PostgreSQL that can be cut and mended. */
async function wire(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return {
    url: through.href,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}

describe('with a log that is read, over a wire that can be cut', () => {
  const lines: string[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'lanka-away-'));
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let cable: Awaited<ReturnType<typeof wire>>;
  let app: App;

  beforeAll(async () => {
    database = await testDatabase();
    cable = await wire(database.url);
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'trace', DB_POOL_SIZE: '5' });
    app = await openApp(slices, config, cable.url, pino({ level: 'trace' }, sink), 'test');
    await app.server.ready();
  });
  afterAll(async () => {
    await app.close();
    await cable.cut();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('writes no password, token or secret of a link', async () => {
    const { hashPassword, setPasswordHash, upsertUser } = await import('../../identity');
    const [email, password] = ['log@example.com', 'correct horse battery staple'];
    await app.services.db.transaction({}, async (tx) => {
      const { id } = await upsertUser(tx, email, 'Олена');
      await setPasswordHash(tx, id, await hashPassword(password));
    });
    const call = (method: 'GET' | 'POST', path: string, more: object = {}) =>
      app.server.inject({ method, url: `/api/${path}`, ...more });
    const signedIn = await call('POST', signIn.path, { payload: { email, password } });
    expect(signedIn.statusCode).toBe(200);
    const { access_token } = signedIn.json();
    const cookie = String(signedIn.headers['set-cookie']);
    const refreshToken = /lanka_refresh=([\w-]+)/.exec(cookie)?.[1] ?? '';
    const headers = { authorization: `Bearer ${access_token}`, 'x-request-id': 'trace-me-1', cookie };
    expect((await call('GET', currentUser.path, { headers })).statusCode).toBe(200);
    await call('POST', signIn.path, { payload: { email, password: 'wrong secret phrase' } });
    await call('POST', signIn.path, {
      payload: '{"password":"broken json phrase',
      headers: { 'content-type': 'application/json' },
    });
    await call('POST', 'auth/password', {
      payload: { token: 'link-secret-value', password: 'brand new secret phrase' },
    });
    await call('GET', 'invitations/invitation-secret-value');

    const log = lines.join('');
    expect(log).toContain('"route":"/api/auth/token"');
    expect(log).toMatch(/"request_id":"trace-me-1"[^\n]*"route":"\/api\/users\/me"/);
    for (const secret of [
      password,
      access_token,
      refreshToken,
      'wrong secret phrase',
      'broken json phrase',
      'link-secret-value',
      'brand new secret phrase',
      'invitation-secret-value',
      '$argon2',
    ]) {
      expect(secret.length).toBeGreaterThan(6);
      expect(log.includes(secret), secret.slice(0, 12)).toBe(false);
    }
  });

  it('answers 503 with Retry-After while the database is away, and works again by itself', async () => {
    const health = () => app.server.inject('/api/health');
    expect((await health()).statusCode).toBe(200);
    await cable.cut();
    const away = await health();
    expect([away.statusCode, away.json()]).toEqual([
      503,
      { status: 'degraded', database: 'down', version: 'test', maintenance: false, services_away: [] },
    ]);
    const refused = await app.server.inject({
      method: 'POST',
      url: `/api/${signIn.path}`,
      payload: { email: 'a@b.ua', password: 'x' },
    });
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
      503,
      '5',
      'common.unavailable',
    ]);
    expect(refused.json().message).toMatch(/^Сервіс тимчасово недоступний/);
    await cable.mend();
    await expect.poll(async () => (await health()).statusCode, { timeout: 60_000 }).toBe(200);
    // what listens for changes has come back too
    const { live } = app.services;
    const heard: string[] = [];
    const stop = live.subscribe('p', ({ id }) => heard.push(id));
    await expect
      .poll(
        () => {
          live.publish('p', { kind: 'k', id: 'x' });
          return heard.length;
        },
        { timeout: 60_000, interval: 200 },
      )
      .toBeGreaterThan(0);
    stop();
  });
});
