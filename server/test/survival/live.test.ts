import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../harness';

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await testApp();
  await app.app.server.listen({ port: 0, host: '127.0.0.1' });
  project = await app.project();
});
afterAll(() => app.close());

const listeners = async (): Promise<number> =>
  Number(/^lanka_live_listeners (\d+)/m.exec((await app.app.server.inject('/metrics')).body)?.[1]);

it('a page that listens and does not read is let go, and keeps no memory', async () => {
  const { port } = app.app.server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    `GET /api/projects/${project.id}/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${project.owner.token}\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  socket.pause();
  expect(String(first)).toMatch(/^HTTP\/1.1 200 /);
  await expect.poll(listeners).toBe(1);
  // what the system itself buffers goes first
  const { live } = app.app.services;
  const tell = (): Promise<number> => {
    for (let n = 0; n < 500; n += 1) live.publish(project.id, { kind: 'product', id: crypto.randomUUID() });
    return listeners();
  };
  await expect.poll(tell, { timeout: 60_000, interval: 20 }).toBe(0);
  socket.destroy();
});
