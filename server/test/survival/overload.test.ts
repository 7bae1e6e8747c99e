import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { common } from '@lanka/domain/kit/errors';
import { createProject } from '@lanka/domain/projects/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../harness';

const MOST = 20;
let app: TestApp;
let address: string;
let people: TestUser[];
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await testApp({ MAX_REQUESTS: String(MOST) });
  address = await app.app.server.listen({ port: 0, host: '127.0.0.1' });
  people = await Promise.all(Array.from({ length: 4 }, (_, nth) => app.user(`Людина ${nth}`)));
});
afterEach(async () => {
  const gone = sockets
    .splice(0)
    .filter(({ closed }) => !closed)
    .map((socket) => new Promise((resolve) => socket.destroy().once('close', resolve)));
  await Promise.all(gone);
});
afterAll(() => app.close());

const ask = (user: TestUser | undefined, from = '/api/users/me') =>
  fetch(`${address}${from}`, { headers: { authorization: `Bearer ${user?.token}` } });

/** A connection that has sent this and then waits; what it was answered so far. */
async function send(...parts: (string | Buffer)[]): Promise<{ socket: Socket; heard: () => string }> {
  const { port } = app.app.server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk));
  for (const part of parts) await new Promise<void>((resolve) => socket.write(part, () => resolve()));
  return { socket, heard: () => text };
}

const head = (length: number, token = 'a.b.c'): string =>
  `POST /api/${createProject.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

const inFlight = async (): Promise<number> =>
  Number(/^lanka_requests_in_flight (\d+)/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1]);

describe('far more requests than can be answered', () => {
  it('are all answered, with what was asked for or with when to come back', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 * MOST }, async (_, nth) => {
        const answer = await ask(people[nth % people.length]);
        return {
          status: answer.status,
          wait: answer.headers.get('retry-after'),
          body: (await answer.json()) as { code?: string },
        };
      }),
    );
    const counts = new Map<number, number>();
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect([...counts.keys()].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(counts.get(200)).toBeGreaterThanOrEqual(MOST / 2);
    for (const { status, wait, body } of answers) {
      if (status === 200) expect(body).toHaveProperty('email');
      else
        expect([wait, [common.overloaded.code, common.too_many.code].includes(body.code ?? '')]).toEqual(['1', true]);
    }
    expect((await ask(people[0])).status).toBe(200);
  });
});

describe('clients that send slowly', () => {
  it('keep nobody out, whatever they call themselves', async () => {
    for (let nth = 0; nth < 3 * MOST; nth += 1) await send(head(500, `a.${nth}.c`), '{');
    await expect.poll(inFlight).toBeGreaterThan(3 * MOST);
    const statuses = await Promise.all(Array.from({ length: MOST / 2 }, async () => (await ask(people[0])).status));
    expect(statuses).toEqual(Array(MOST / 2).fill(200));
  });

  it('have half of the room for large bodies; small ones are always taken', async () => {
    const size = 2_000_000;
    const slow = await Promise.all(Array.from({ length: 20 }, () => send(head(size), Buffer.alloc(1000, 32))));
    await expect.poll(() => slow.filter(({ heard }) => heard().includes(' 429 ')).length).toBe(4);
    expect(slow.every(({ heard }) => heard() === '' || /retry-after: 1/.test(heard()))).toBe(true);
    const small = await fetch(`${address}/api/${createProject.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${people[1]?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ project: {} }),
    });
    expect(small.status).toBe(400);
  });
});

describe('clients that read slowly', () => {
  it('hold no place among the requests in work', async () => {
    const key = `${crypto.randomUUID()}/${crypto.randomUUID()}/large.bin`;
    await app.app.services.storage.write(key, Buffer.alloc(16 * 1024 * 1024), 'application/octet-stream');
    const path = await app.app.services.storage.presignGet(key);
    for (let nth = 0; nth < MOST; nth += 1) {
      const { socket, heard } = await send(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
      // not one byte more than the first that came
      await once(socket, 'data');
      socket.pause();
      expect(heard()).toMatch(/^HTTP\/1.1 200 /);
    }
    expect((await fetch(`${address}${path}`, { method: 'HEAD' })).status).toBe(200);
    expect((await ask(people[0])).status).toBe(200);
  });

  it('that never finish the head of a request are closed', async () => {
    const { socket, heard } = await send('GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: ');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(heard()).toMatch(/^HTTP\/1.1 408 /);
  });
});
