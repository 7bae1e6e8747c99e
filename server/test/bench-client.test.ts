import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { httpClient, readAnswer } from '../bench/http-client';

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
    http.close();
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
    expect(seen).toEqual([
      ['POST', '/body', token, 'application/json', '{"ім":"я"}'],
      ['GET', '/chunks', token, undefined, ''],
      ['GET', '/none', token, undefined, ''],
    ]);
    expect(sockets.size).toBe(1);
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

  it('waits for the whole answer, wherever it is cut', () => {
    const body = fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text));
    const answers = fc.tuple(body, fc.boolean()).map(([bytes, inChunks]) => {
      const size = inChunks ? 'transfer-encoding: chunked' : `content-length: ${bytes.length}`;
      const half = bytes.length >> 1;
      const chunks = [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0);
      const coded = chunks.flatMap((one) => [Buffer.from(`${one.length.toString(16)}\r\n`), one, Buffer.from('\r\n')]);
      const sent = inChunks ? [...coded, Buffer.from('0\r\n\r\n')] : [bytes];
      return { bytes, answer: Buffer.concat([Buffer.from(`HTTP/1.1 201 Created\r\n${size}\r\n\r\n`), ...sent]) };
    });
    fc.assert(
      fc.property(answers, fc.double({ min: 0, max: 0.999, noNaN: true }), ({ bytes, answer }, part) => {
        expect(readAnswer(answer.subarray(0, Math.floor(answer.length * part)), false)).toBeNull();
        const found = readAnswer(answer, false);
        expect(found?.reply).toMatchObject({ status: 201, bytes: bytes.length });
        expect(found?.reply.body.equals(bytes)).toBe(true);
      }),
    );
  });
});
