import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NODE_FLAGS } from '../../node-flags';
import { type TestDatabase, testDatabase } from '../database';
import { query } from '../setup';
import { Line } from './line';

const built = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const SECRET = 'correct horse battery staple';
const EMAIL = 'owner@shutdown.example';
let database: TestDatabase;
let line: Line;
let child: ChildProcess;
const dataDir = mkdtempSync(join(tmpdir(), 'lanka-shutdown-'));

beforeAll(async () => {
  database = await testDatabase();
  line = await Line.open(database.url);
});
afterAll(async () => {
  child?.kill('SIGKILL');
  line.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The built product in a process of its own, over the line. */
async function start(): Promise<{ address: string; ended: Promise<number | null>; output: () => string }> {
  const port = await freePort();
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env;
  child = spawn(process.execPath, [...NODE_FLAGS, built], {
    env: {
      ...Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR, SystemRoot }).filter(([, value]) => value)),
      DATABASE_URL: line.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'warn',
      DEMO: 'off',
      FIRST_USER_EMAIL: EMAIL,
      SHUTDOWN_SECONDS: '4',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const address = `http://127.0.0.1:${port}`;
  await expect
    .poll(() => /Ланка [^\n]*\n/.test(output) || child.exitCode !== null, { timeout: 60_000, interval: 50 })
    .toBe(true);
  expect(child.exitCode, output).toBe(null);
  return { address, ended, output: () => output };
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const project = (title: string) => ({
  project: {
    legal_type: 'ФОП',
    legal_name: 'ФОП Коваленко Олена Петрівна',
    contact_person: 'Олена Коваленко',
    edropoy_code: '3184710691',
    title,
    category: 'Одяг',
  },
});

describe('SIGTERM', () => {
  let token: string;

  it('under load ends the process in order, and what was acknowledged is there', async () => {
    const { address, ended, output } = await start();
    const secret = /token=([\w-]+)/.exec(output())?.[1];
    await post(`${address}/api/auth/password`, { token: secret, password: SECRET });
    ({ access_token: token } = await post<{ access_token: string }>(`${address}/api/auth/token`, {
      email: EMAIL,
      password: SECRET,
    }));
    const made = await post<{ id: string }>(`${address}/api/projects`, project('Фабрика'), token);
    const acknowledged: string[] = [];
    const unexpected: unknown[] = [];
    let isStopping = false;
    const work = async (nth: number): Promise<void> => {
      for (let n = 0; ; n += 1) {
        const name = `Контрагент ${nth}-${n}`;
        try {
          await post(`${address}/api/projects/${made.id}/counterparties`, { name, discount: 0 }, token);
          acknowledged.push(name);
          if (acknowledged.length === 50) {
            isStopping = true;
            child.kill('SIGTERM');
          }
        } catch (error) {
          // a connection that is refused or closed before an answer is what a stop looks like
          if (!isStopping || !(error instanceof TypeError)) unexpected.push(error);
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, nth) => work(nth)));
    expect(unexpected).toEqual([]);
    expect(await ended, output()).toBe(0);
    const found = await query(
      database.url,
      `select set_config('lanka.project_ids', '${made.id}', false)`,
      'select name from counterparties',
    );
    const names = new Set(found?.rows.map(({ name }) => name as string));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(50);
  });

  it('ends the process in its time also while the database says nothing', async () => {
    const { address, ended, output } = await start();
    const ask = () =>
      fetch(`${address}/api/users/me`, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
    expect((await ask())?.status).toBe(200);
    line.lose();
    const waiting = Promise.all(Array.from({ length: 4 }, ask));
    await fetch(`${address}/api/health`);
    child.kill('SIGTERM');
    await ended;
    expect(output()).toMatch(/SHUTDOWN_SECONDS/);
    await waiting;
  });
});
