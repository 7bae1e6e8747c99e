import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { endOneSession, endOtherSessions } from '@lanka/domain/identity/account';
import { requestPasswordReset, setPassword, signOut } from '@lanka/domain/identity/contract';
import { createCounterparty, removeCounterpartyAccess } from '@lanka/domain/partners/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import {
  acceptInvitation,
  deleteProject,
  inviteUser,
  removeMember,
  updateMemberRole,
} from '@lanka/domain/projects/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../../test/harness';
import { makeVariants, orderBody, placeOrder } from '../../../test/trade';
import * as slices from '../../app';
import { topicsOf } from '../slice';

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

const listen = (project_id: string, token: string) => listenTo(`projects/${project_id}`, token);

/** Listens as the page does: by fetch, with the token in a header. */
async function listenTo(of: string, token: string) {
  const answer = await fetch(`${origin}/api/${of}/events`, { headers: { authorization: `Bearer ${token}` } });
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
  await expect.poll(() => here.changes.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect((await stock(other, foreign, 1)).status).toBe(200);
  await expect.poll(() => there.changes.length, { timeout: 60_000 }).toBeGreaterThan(0);

  const placed = await placeOrder(app, project, project.owner.token, orderBody({ [variant]: 1 }));
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  await expect.poll(() => here.changes.map(({ id }) => id), { timeout: 60_000 }).toContain(placed.body.id);
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
  await expect.poll(() => here.changes.length, { timeout: 60_000 }).toBeGreaterThan(0);
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

const counterpartyIn = async (of: TestProject): Promise<string> =>
  (
    await app.call(createCounterparty, {
      params: { project_id: of.id },
      token: of.owner.token,
      body: { name: 'Крамниця' },
    })
  ).body.id;

/** A dropshipper of the project with an order of his own, and what he needs to place more. */
async function dropshipper() {
  const counterparty_id = await counterpartyIn(project);
  return { ...(await app.member(project, 'Client', counterparty_id)), counterparty_id };
}

const pay = (counterparty_id: string, of = project) =>
  app.call(createPayment, {
    params: { project_id: of.id },
    token: of.owner.token,
    body: { counterparty_id, type: 'receipt', amount: 1_000, date: '2026-11-20', account: 'cash' },
  });

it('tells a dropshipper of his own orders, payments and balance alone, and of nothing that his role may not read', async () => {
  const [mine, other] = [await dropshipper(), await dropshipper()];
  const client = await listen(project.id, mine.token);
  const owner = await listen(project.id, project.owner.token);
  const place = async (token: string) => {
    const placed = await placeOrder(app, project, token, orderBody({ [variant]: 1 }));
    expect(placed.status, JSON.stringify(placed.body)).toBe(201);
    return placed.body.id;
  };
  const foreign = [await place(other.token), await place(other.token)];
  const theirs = await pay(other.counterparty_id);
  expect(theirs.status, JSON.stringify(theirs.body)).toBe(201);
  const invited = await app.call(inviteUser, {
    params: { project_id: project.id },
    token: project.owner.token,
    body: { email: 'not-for-clients@example.com', role: 'Manager' },
  });
  expect(invited.status).toBe(201);
  const own = await place(mine.token);
  const paid = await pay(mine.counterparty_id);
  const ids = [own, paid.body.id, mine.counterparty_id];
  const hidden = [...foreign, theirs.body.id, other.counterparty_id, invited.body.id];
  // what is told last is told to everybody who may hear it
  await expect.poll(() => client.changes.map(({ id }) => id), { timeout: 60_000 }).toEqual(expect.arrayContaining(ids));
  await expect
    .poll(() => owner.changes.map(({ id }) => id), { timeout: 60_000 })
    .toEqual(expect.arrayContaining([...ids, ...hidden]));
  const told = new Set(client.changes.map(({ id }) => id));
  expect(hidden.filter((id) => told.has(id))).toEqual([]);
  expect(told).toContain(variant);
  await Promise.all([client.stop(), owner.stop()]);
});

it('tells a dropshipper of what is his at all of his suppliers, and of no goods of theirs', async () => {
  const second = await app.project('Другий постачальник');
  const mine = await dropshipper();
  const before = await listenTo('users/me', mine.token);
  const body = { email: mine.email, role: 'Client' as const };
  const invited = { params: { project_id: second.id }, token: second.owner.token, body };
  expect((await app.call(inviteUser, invited)).status).toBe(201);
  const secret = await app.tokenFromMail(mine.email);
  expect((await app.call(acceptInvitation, { params: { token: secret } })).status).toBe(200);
  // with a further supplier the page comes back, and hears of him too
  await before.closed;
  const [{ there }] = (await app.sql<{ there: string }>(
    second.id,
    'select counterparty_id as there from memberships where project_id = $1 and user_id = $2',
    [second.id, mine.id],
  )) as [{ there: string }];
  const client = await listenTo('users/me', mine.token);
  const goods = await listen(project.id, mine.token);
  expect((await stock(project, variant, 1)).status).toBe(200);
  const foreign = await pay(await counterpartyIn(second), second);
  const paid = [await pay(mine.counterparty_id), await pay(there, second)].map(({ body }) => body.id);
  const heard = () => client.changes.map(({ id }) => id);
  await expect.poll(heard, { timeout: 60_000 }).toEqual(expect.arrayContaining(paid));
  await expect.poll(() => goods.changes.map(({ id }) => id), { timeout: 60_000 }).toContain(variant);
  expect(heard().filter((id) => [variant, foreign.body.id].includes(id))).toEqual([]);
  // and when one of them lets him go, the page comes back and hears of the other
  const one = { params: { project_id: project.id, id: mine.counterparty_id }, token: project.owner.token };
  expect((await app.call(removeCounterpartyAccess, one)).status).toBe(200);
  await client.closed;
  const again = await listenTo('users/me', mine.token);
  const [past, later] = [await pay(mine.counterparty_id), await pay(there, second)];
  await expect.poll(() => again.changes.map(({ id }) => id), { timeout: 60_000 }).toContain(later.body.id);
  expect(again.changes.map(({ id }) => id)).not.toContain(past.body.id);
  await Promise.all([again.stop(), goods.stop()]);
});

describe('a stream ends at once', () => {
  const params = () => ({ project_id: project.id });
  const session = async (user: { id: string }) =>
    (await app.sql<{ id: string }>(null, 'select id from sessions where user_id = $1', [user.id]))[0]?.id ?? '';
  const ways: Record<string, (member: TestUser) => Promise<{ status: number }>> = {
    'with the sign-out': ({ token }) => app.call(signOut, { token }),
    'when another device of the user ends the session': async (member) =>
      app.call(endOneSession, { token: await app.tokenOf(member.id), params: { id: await session(member) } }),
    'when all other sessions are ended': async (member) =>
      app.call(endOtherSessions, { token: await app.tokenOf(member.id) }),
    'with a new password': async (member) => {
      await app.call(requestPasswordReset, { body: { email: member.email } });
      const token = await app.tokenFromMail(member.email);
      return app.call(setPassword, { body: { token, password: 'quite another password' } });
    },
    'with another role': ({ id }) =>
      app.call(updateMemberRole, {
        params: { ...params(), id },
        token: project.owner.token,
        body: { role: 'Producer' },
      }),
    'with the removal from the project': ({ id }) =>
      app.call(removeMember, { params: { ...params(), id }, token: project.owner.token }),
  };
  for (const [way, end] of Object.entries(ways)) {
    it(`${way}, and no other stream does`, async () => {
      const [member, colleague] = [await app.member(project, 'Manager'), await app.member(project, 'Manager')];
      const [theirs, other] = [await listen(project.id, member.token), await listen(project.id, colleague.token)];
      expect((await end(member)).status).toBeLessThan(300);
      // the token is good for an hour: what ends the stream is the change
      await theirs.closed;
      expect(other.ended()).toBe(false);
      await other.stop();
    });
  }

  it('when a dropshipper loses access, and with the project', async () => {
    const doomed = await app.project('Без майбутнього');
    const mine = await dropshipper();
    const [client, staff] = [await listen(project.id, mine.token), await listen(doomed.id, doomed.owner.token)];
    const one = { params: { ...params(), id: mine.counterparty_id }, token: project.owner.token };
    expect((await app.call(removeCounterpartyAccess, one)).status).toBe(200);
    await client.closed;
    const all = await app.member(doomed, 'Client', await counterpartyIn(doomed));
    const everywhere = await listenTo('users/me', all.token);
    const gone = await app.call(deleteProject, { params: { project_id: doomed.id }, token: doomed.owner.token });
    expect(gone.status).toBe(204);
    await Promise.all([staff.closed, everywhere.closed]);
  });

  it('also in another process over the same database', async () => {
    const second = await testApp({}, { database: { url: app.url, drop: async () => undefined } });
    const member = await app.member(project, 'Manager');
    const mine = await listen(project.id, member.token);
    expect((await second.call(signOut, { token: member.token })).status).toBe(204);
    await mine.closed;
    await second.close();
  });
});

it('knows whose each kind is that is published anywhere', () => {
  // a notice and a dropshipper's basket are told to their user, not to those who see a project
  const known = new Set([...topicsOf(slices).map(({ kind }) => kind), 'notification', 'basket', 'purchase']);
  const folder = join(import.meta.dirname, '../..');
  const published = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('kit'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/(?:changed\(|\.publish\([^)]*?kind: )'(\w+)'/g),
    ])
    .map(([, kind = '']) => kind);
  expect(published.length).toBeGreaterThan(40);
  expect([...new Set(published)].filter((kind) => !known.has(kind))).toEqual([]);
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
