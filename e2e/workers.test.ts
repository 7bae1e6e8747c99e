import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Product, type ProductOptions, startProduct } from './kit/product';

/**
 * The built product in several processes (WORKERS), as its operator and its users see it.
 * Slices: kit.
 */
const OWNER = 'owner@workers.example';
const PASSWORD = 'correct horse battery staple';
const dataDir = mkdtempSync(join(tmpdir(), 'lanka-workers-'));
/** For what a busy machine may take long to do. */
const PATIENT = { timeout: 60_000 };

async function launch(env: ProductOptions['env'] = {}): Promise<Product> {
  const product = await startProduct({
    dataDir,
    env: { WORKERS: '2', LOG_LEVEL: 'info', FIRST_USER_EMAIL: OWNER, ...env },
  });
  // it greets when all of them listen; the first answers earlier
  await vi.waitFor(() => expect(product.output()).toContain('Ланка '), PATIENT);
  return product;
}

afterAll(async () => {
  await shared?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Call {
  method?: string;
  token?: string;
  body?: object;
}

/** Over a connection of its own, so that each call may come to another process. */
function open(product: Product, path: string, { method = 'GET', token, body }: Call = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const asked = request(`${product.url}${path}`, { method, headers, agent: false }, resolve);
    asked.once('error', reject);
    asked.end(body ? JSON.stringify(body) : undefined);
  });
}

async function call(product: Product, path: string, options?: Call): Promise<{ status: number; body: string }> {
  const answer = await open(product, path, options);
  return { status: answer.statusCode ?? 0, body: await readText(answer) };
}

async function json<T>(product: Product, path: string, options?: Call): Promise<T> {
  const { status, body } = await call(product, path, options);
  if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
  return JSON.parse(body) as T;
}

interface LogLine {
  pid: number;
  /** Whom the primary speaks of. */
  process?: number;
  route?: string;
  msg: string;
}

const log = (product: Product): LogLine[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);

/** The processes that have answered this route, since the log had so many lines. */
const answering = (product: Product, route: string, since = 0): number[] => [
  ...new Set(
    log(product)
      .slice(since)
      .flatMap((line) => (line.route === route ? [line.pid] : [])),
  ),
];
const listening = (product: Product): number[] =>
  log(product).flatMap(({ msg, pid }) => (msg.startsWith('Server listening') ? [pid] : []));

async function metric(product: Product, line: string): Promise<number> {
  const { body } = await call(product, '/metrics');
  const found = body.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const signIn = async (product: Product): Promise<string> =>
  (
    await json<{ access_token: string }>(product, '/api/auth/token', {
      method: 'POST',
      body: { email: OWNER, password: PASSWORD },
    })
  ).access_token;

let projectId = '';
/** Goes on from test to test; whoever stops it starts it anew. */
let shared: Product;

beforeAll(async () => {
  shared = await launch();
  const product = shared;
  const token = /Перший користувач .*token=([\w-]+)/.exec(product.output())?.[1];
  await call(product, '/api/auth/password', { method: 'POST', body: { token, password: PASSWORD } });
  const project = await json<{ id: string }>(product, '/api/projects', {
    method: 'POST',
    token: await signIn(product),
    body: {
      project: {
        title: 'Фабрика',
        legal_type: 'ФОП',
        legal_name: 'ФОП Коваленко Олена Петрівна',
        contact_person: 'Олена Коваленко',
        edropoy_code: '3184710691',
        category: 'Одяг',
      },
    },
  });
  projectId = project.id;
});

describe('the product in several processes', () => {
  it('answers from each of them, and adds their figures up', async () => {
    const product = shared;
    for (let asked = 0; asked < 12; asked += 1) expect((await call(product, '/api/users/me')).status).toBe(401);
    // an answer is counted and written down right behind it
    const noted = () => log(product).filter(({ route }) => route === '/api/users/me').length;
    await expect.poll(noted, PATIENT).toBe(12);
    const pids = answering(product, '/api/users/me');
    expect(pids.length).toBe(2);
    expect(new Set(listening(product))).toEqual(new Set(pids));
    const counted = 'http_request_duration_seconds_count{method="GET",route="/api/users/me",status="401"}';
    for (let read = 0; read < 4; read += 1) expect(await metric(product, counted)).toBe(12);
    expect(await metric(product, 'lanka_processes{part="http"}')).toBe(2);
    expect(await metric(product, 'lanka_processes{part="jobs"}')).toBe(1);
  });

  it('counts the calls of an address over all of them', async () => {
    const product = shared;
    const statuses: number[] = [];
    for (let asked = 0; asked < 12; asked += 1) {
      const body = { email: 'nobody@workers.example' };
      statuses.push((await call(product, '/api/auth/password_reset', { method: 'POST', body })).status);
    }
    const refused = statuses.filter((status) => status === 429);
    await expect.poll(() => answering(product, '/api/auth/password_reset').length, PATIENT).toBe(2);
    expect([statuses.length - refused.length, refused.length]).toEqual([5, 7]);
  });

  it('tells a listener of one process what was changed in another', async () => {
    const product = shared;
    const token = await signIn(product);
    const events = `/api/projects/${projectId}/events`;
    const streams = await Promise.all([1, 2, 3, 4].map(() => open(product, events, { token })));
    const heard = streams.map((stream) => {
      let seen = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        seen += chunk;
      });
      return () => seen;
    });
    await json(product, `/api/projects/${projectId}/counterparties`, {
      method: 'POST',
      token,
      body: { name: 'Магазин' },
    });
    await expect.poll(() => heard.filter((seen) => seen().includes('data: {')).length, PATIENT).toBe(streams.length);
    for (const stream of streams) stream.destroy();
    const route = '/api/projects/:project_id/events';
    await expect.poll(() => answering(product, route).length, PATIENT).toBe(2);
  });

  it('replaces one that dies, and goes on meanwhile', async () => {
    const product = shared;
    const [first = 0, second = 0] = listening(product);
    process.kill(first, 'SIGKILL');
    await expect.poll(() => listening(product).length, PATIENT).toBe(3);
    const since = log(product).length;
    const third = listening(product)[2] ?? 0;
    await expect
      .poll(async () => {
        await call(product, '/api/users/me');
        return answering(product, '/api/users/me', since).sort();
      }, PATIENT)
      .toEqual([second, third].sort());
    expect(await metric(product, 'lanka_processes_replaced_total{part="http"}')).toBe(1);
  });

  it('loses nothing that was acknowledged when it is stopped under load', async () => {
    const product = shared;
    const token = await signIn(product);
    const path = `/api/projects/${projectId}/counterparties`;
    const acknowledged: string[] = [];
    let stopped = false;
    const load = Array.from({ length: 8 }, async (_one, user) => {
      for (let number = 0; !stopped; number += 1) {
        const body = { name: `Клієнт ${user}-${number}` };
        // refused and cut connections are to be expected once it stops
        const answer = await call(product, path, { method: 'POST', token, body }).catch(() => null);
        if (answer?.status === 201) acknowledged.push((JSON.parse(answer.body) as { id: string }).id);
      }
    });
    await expect.poll(() => acknowledged.length, PATIENT).toBeGreaterThan(40);
    expect(await product.stop()).toBe(0);
    stopped = true;
    await Promise.all(load);
    shared = await launch();
    const fresh = await signIn(shared);
    const found = await Promise.all(
      acknowledged.map(async (id) => (await call(shared, `${path}/${id}`, { token: fresh })).status),
    );
    expect(new Set(found)).toEqual(new Set([200]));
  });

  it('leaves no process behind when the first one is killed, and opens the data again', async () => {
    const product = shared;
    const members = () => log(product).flatMap((line) => (line.process ? [line.process] : []));
    await expect.poll(members, PATIENT).toHaveLength(3);
    await product.kill();
    await expect.poll(() => members().filter(isAlive), PATIENT).toEqual([]);
    shared = await launch();
    expect((await call(shared, '/api/health')).status).toBe(200);
  });

  it('ends with the reason when they cannot start', async () => {
    const elsewhere = '192.0.2.1'; // nobody's address (RFC 5737)
    await shared.stop();
    await expect(launch({ HOST: elsewhere })).rejects.toThrow(/EADDRNOTAVAIL.*192\.0\.2\.1/);
  });
});
