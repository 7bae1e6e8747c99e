import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A site of somebody else with one page or file, as long as the test takes. */
export async function openSite(body: () => string, type = 'text/html; charset=utf-8'): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(body());
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
