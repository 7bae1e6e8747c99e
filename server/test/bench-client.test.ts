import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { httpClient } from '../bench/http-client';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  const http = httpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => 'secret');
  closing.push(() => {
    void http.close();
    server.closeAllConnections();
    server.close();
  });
  return { http, sockets };
}

describe('the client of the measures', () => {
  it('asks and is answered: with a body, in chunks, without one', async () => {
    const seen: unknown[] = [];
    const { http, sockets } = await serving(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const { method, url, headers } = request;
      seen.push([method, url, headers.authorization, headers['content-type'], Buffer.concat(parts).toString()]);
      if (url === '/none') response.writeHead(204).end();
      else if (url === '/chunks') {
        response.write('при');
        response.end('віт');
      } else response.setHeader('content-length', 12).end('привіт');
    });
    expect(await http.ask('POST', '/body', { ім: 'я' })).toMatchObject({ status: 200, text: 'привіт', bytes: 12 });
    expect(await http.ask('GET', '/chunks')).toMatchObject({ status: 200, text: 'привіт', bytes: 12 });
    expect(await http.ask('GET', '/none', undefined, 204)).toMatchObject({ status: 204, text: '', bytes: 0 });
    const token = 'Bearer secret';
    expect(seen.slice(0, 3)).toEqual([
      ['POST', '/body', token, 'application/json', '{"ім":"я"}'],
      ['GET', '/chunks', token, undefined, ''],
      ['GET', '/none', token, undefined, ''],
    ]);
    // one that has just answered rests for a moment, so there may be two
    for (let time = 0; time < 20; time += 1) await http.ask('GET', '/body');
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it('takes another status than the expected for a failure', async () => {
    const { http } = await serving((_request, response) => void response.writeHead(503).end('no'));
    await expect(http.ask('GET', '/')).rejects.toThrow('GET /: 503 no');
    await expect(http.ask('GET', '/', undefined, 200)).rejects.toThrow('503');
  });

  it('opens another connection when the server closes the one that it had', async () => {
    const { http, sockets } = await serving((_request, response) => {
      response.setHeader('connection', 'close').end('ok');
    });
    for (let time = 0; time < 3; time += 1) expect((await http.ask('GET', '/')).text).toBe('ok');
    expect(sockets.size).toBe(3);
  });

  it('fails, and goes on with the next, when the server breaks off', async () => {
    let asked = 0;
    const { http } = await serving((_request, response) => {
      asked += 1;
      if (asked === 1) response.socket?.destroy();
      else response.end('ok');
    });
    await expect(http.ask('GET', '/')).rejects.toThrow();
    expect((await http.ask('GET', '/')).text).toBe('ok');
  });
});
