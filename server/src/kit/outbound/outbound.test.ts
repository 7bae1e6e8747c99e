import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registry } from '../observe/meters';
import { type Outbound, openOutbound, type ServiceOptions } from './outbound';

let site: Server;
let origin: string;
let answer: (response: ServerResponse, request: IncomingMessage) => void;
let asked: IncomingMessage[];
let outbound: Outbound;
let lines: string[];
let names = 0;

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request);
    request.resume();
    answer(response, request);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});
beforeEach(() => {
  asked = [];
  lines = [];
  answer = (response) => response.end('fine');
  outbound = openOutbound(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }));
});
afterEach(() => outbound.close());

const service = (options: Partial<ServiceOptions> = {}) => {
  names += 1;
  return outbound.service({ name: `test${names}`, allowPrivate: true, timeoutMs: 5_000, idleMs: 2_000, ...options });
};
const text = async (url: string, options?: Partial<ServiceOptions>, call = {}) => {
  const { status, body } = await service(options).call(url, call);
  return [status, (await buffer(body)).toString()];
};

it('is one client a name, with its circuit', () => {
  const options = { name: 'same', timeoutMs: 1_000, idleMs: 1_000 };
  expect(outbound.service(options)).toBe(outbound.service(options));
});

it('answers unpacked, and says no length of what is packed', async () => {
  answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('слово'));
  expect(await text(origin)).toEqual([200, 'слово']);
  expect((await service().call(origin)).bytes).toBeNull();
});

it('stops at the bound, told or found while reading', async () => {
  answer = (response) => response.writeHead(200, { 'content-length': '11' }).end('x'.repeat(11));
  await expect(text(origin, {}, { maxBytes: 10 })).rejects.toMatchObject({ reason: 'too_big' });
  answer = (response) => void response.write('x'.repeat(11));
  await expect(text(origin, {}, { maxBytes: 10 })).rejects.toMatchObject({ reason: 'too_big' });
});

it('gives up who says nothing, and who never comes to an end', async () => {
  answer = () => undefined;
  await expect(text(origin, { idleMs: 300 })).rejects.toMatchObject({ reason: 'too_slow' });
  answer = (response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  };
  await expect(text(origin, { timeoutMs: 300 })).rejects.toMatchObject({ reason: 'too_slow' });
});

describe('private addresses', () => {
  const strict = { allowPrivate: false };

  it.each(['http://127.0.0.1/', 'http://localhost/', 'http://[::1]/', 'http://0x7f.1/'])('%s', async (url) => {
    await expect(text(url, strict)).rejects.toMatchObject({ reason: 'address_forbidden' });
    await expect(service(strict).fetch(url)).rejects.toMatchObject({ reason: 'address_forbidden' });
  });

  it('are refused behind a redirect', async () => {
    // what is asked first may be private here, so the refusal is that of the second hop's scheme and of the guard
    answer = (response) => response.writeHead(302, { location: 'ftp://127.0.0.1/' }).end();
    await expect(text(origin)).rejects.toMatchObject({ reason: 'url_invalid' });
    answer = (response) => response.writeHead(302, { location: origin }).end();
    await expect(text(origin)).rejects.toMatchObject({ reason: 'too_many_redirects' });
    expect(asked.length).toBe(7);
  });
});

describe('a service that fails', () => {
  const unavailable = (response: ServerResponse) => response.writeHead(503, { 'retry-after': '0' }).end('later');

  it('is asked again as often as said, and the last answer is handed on', async () => {
    answer = unavailable;
    expect(await text(origin, { attempts: 3 })).toEqual([503, 'later']);
    expect(asked.length).toBe(3);
    answer = (response) => (asked.length < 5 ? unavailable(response) : response.end('fine'));
    expect(await text(origin, { attempts: 3 })).toEqual([200, 'fine']);
  });

  it('is not asked twice for what may not be repeated', async () => {
    answer = unavailable;
    expect(await text(origin, { attempts: 3 }, { method: 'POST', body: '{}' })).toEqual([503, 'later']);
    expect(asked.length).toBe(1);
    await text(origin, { attempts: 3 }, { method: 'POST', body: '{}', repeatable: true });
    expect(asked.length).toBe(4);
  });

  it('is left alone after so many failures, and tried again after the pause', async () => {
    answer = unavailable;
    const down = service({ circuit: { failures: 2, pauseMs: 200 } });
    const status = async () => (await down.call(origin)).status;
    expect([await status(), await status()]).toEqual([503, 503]);
    await expect(status()).rejects.toMatchObject({ reason: 'circuit_open' });
    expect(asked.length).toBe(2);
    expect(await registry.metrics()).toMatch(/lanka_outbound_circuit_open\{service="test\d+"\} 1/);
    answer = (response) => response.end('fine');
    await expect.poll(() => status().catch(() => 0), { timeout: 60_000 }).toBe(200);
    expect(await status()).toBe(200);
  });

  it('is no failure when it refuses what was asked', async () => {
    answer = (response) => response.writeHead(422).end();
    const healthy = service({ circuit: { failures: 1, pauseMs: 60_000 }, attempts: 3 });
    for (let n = 0; n < 3; n += 1) expect((await healthy.call(origin)).status).toBe(422);
    expect(asked.length).toBe(3);
  });
});

it('tells what was asked, without queries, headers, bodies and secrets', async () => {
  const secret = 'bot123456-very-secret';
  await text(
    `${origin}/${secret}/getMe?key=query-secret`,
    { secrets: [secret] },
    {
      method: 'POST',
      headers: { authorization: 'Bearer header-secret' },
      body: 'body-secret',
    },
  );
  const told = lines.join('');
  expect(told).toContain('"path":"/…/getMe"');
  expect(told).not.toMatch(/very-secret|query-secret|header-secret|body-secret/);
  expect(await registry.metrics()).toMatch(
    /lanka_outbound_duration_seconds_count\{service="test\d+",outcome="2xx"\} 1/,
  );
});

it('gives libraries a fetch under the same rules', async () => {
  answer = (response) => (asked.length < 2 ? response.writeHead(502).end() : response.end('{"ok":true}'));
  const { fetch } = service({ attempts: 2 });
  expect(await (await fetch(origin)).json()).toEqual({ ok: true });
  expect(asked.length).toBe(2);
});
