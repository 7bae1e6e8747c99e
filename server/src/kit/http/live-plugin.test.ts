import type { AddressInfo } from 'node:net';
import { removeMember } from '@lanka/domain/projects/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../../test/harness';
import { makeVariants, orderBody, placeOrder } from '../../../test/trade';

let app: TestApp;
let origin: string;
let project: TestProject;
let variant: string;

beforeAll(async () => {
  app = await testApp();
  await app.app.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.app.server.server.address() as AddressInfo).port}`;
  project = await app.project();
  variant = (await makeVariants(app, project, [{ stock: 10 }]))[0] ?? '';
});
afterAll(() => app.close());

interface Change {
  readonly kind: string;
  readonly id: string;
}

/** Listens as the page does: by fetch, with the token in a header. */
async function listen(project_id: string, token: string) {
  const answer = await fetch(`${origin}/api/projects/${project_id}/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const changes: Change[] = [];
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let ended = false;
  let heard = (): void => undefined;
  const open = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const closed = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        if (message.startsWith('data: ')) changes.push(JSON.parse(message.slice(6)) as Change);
      }
      heard();
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  await open;
  return { answer, changes, closed, ended: () => ended, stop: () => reader.cancel().catch(() => undefined) };
}

const stock = (of: TestProject, id: string, delta: number) =>
  app.call(changeStock, { params: { project_id: of.id, id }, token: of.owner.token, body: { delta } });

it('tells of a change in this project and of none in another', async () => {
  const other = await app.project('Інша');
  const [foreign = ''] = await makeVariants(app, other, [{ stock: 1 }]);
  const here = await listen(project.id, project.owner.token);
  const there = await listen(other.friendly_id, other.owner.token);

  expect((await stock(project, variant, 5)).status).toBe(200);
  await expect.poll(() => here.changes.length, { timeout: 5_000 }).toBeGreaterThan(0);
  expect((await stock(other, foreign, 1)).status).toBe(200);
  await expect.poll(() => there.changes.length, { timeout: 5_000 }).toBeGreaterThan(0);

  const placed = await placeOrder(app, project, project.owner.token, orderBody({ [variant]: 1 }));
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  await expect.poll(() => here.changes.map(({ id }) => id), { timeout: 5_000 }).toContain(placed.body.id);
  // the second project heard of its own variant alone, though both share one channel
  const idsThere = new Set(there.changes.map(({ id }) => id));
  expect(idsThere.has(placed.body.id)).toBe(false);
  expect(idsThere.has(variant)).toBe(false);
  expect(here.changes.map(({ id }) => id)).not.toContain(foreign);
  for (const change of here.changes) expect(Object.keys(change).sort()).toEqual(['id', 'kind']);
  await Promise.all([here.stop(), there.stop()]);
});

it('tells nothing of what was refused', async () => {
  const here = await listen(project.id, project.owner.token);
  expect((await stock(project, variant, -1_000_000)).status).toBeGreaterThanOrEqual(400);
  expect((await stock(project, variant, 1)).status).toBe(200);
  await expect.poll(() => here.changes.length, { timeout: 5_000 }).toBeGreaterThan(0);
  const [first] = here.changes;
  expect(here.changes.filter(({ kind, id }) => kind === first?.kind && id === first.id)).toHaveLength(1);
  await here.stop();
});

it('is closed to strangers and without a token', async () => {
  const stranger = await app.user();
  const ask = (headers: Record<string, string>) => fetch(`${origin}/api/projects/${project.id}/events`, { headers });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${stranger.token}x` })).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${stranger.token}` })).status).toBe(404);
});

it('ends with the token, and a removed member does not come in again', async () => {
  const member = await app.member(project, 'Manager');
  const [session] = await app.sql<{ id: string }>(null, 'select id from sessions where user_id = $1', [member.id]);
  const { keys, config } = app.app.services;
  const token = await keys.sign({ user_id: member.id, session_id: session?.id ?? '' }, config.jwtAudience, 3);
  const mine = await listen(project.id, token);
  const removed = await app.call(removeMember, {
    params: { project_id: project.id, id: member.id },
    token: project.owner.token,
  });
  expect(removed.status).toBe(204);
  const started = Date.now();
  await mine.closed;
  expect(Date.now() - started).toBeLessThan(4_000);
  const again = await fetch(`${origin}/api/projects/${project.id}/events`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  expect(again.status).toBe(404);
});

it('carries the headers of every answer', async () => {
  const { answer, stop } = await listen(project.id, project.owner.token);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  await stop();
});

it('does not hold up the stop of the server', async () => {
  const other = await testApp();
  await other.app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = other.app.server.server.address() as AddressInfo;
  const { id, owner } = await other.project();
  const answer = await fetch(`http://127.0.0.1:${port}/api/projects/${id}/events`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const heard = answer.text();
  const started = Date.now();
  await other.close();
  expect(await heard).toMatch(/^: open/);
  expect(Date.now() - started).toBeLessThan(10_000);
});
