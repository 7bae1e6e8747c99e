import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import { createRequestForm, deleteRequestForm } from '@lanka/domain/request_forms/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import * as contract from '@lanka/domain/webhooks/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Kept, receiver as receiverSimulator } from '../../simulators/receiver';
import { startSimulators } from '../../simulators/start';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder, type TestDropshipper } from '../../test/trade';
import { openSecrets } from '../kit/auth/secrets';
import { deliverAll } from '../notices';
import { signed } from './client';
import { dispatchFor, dispatchNow, forgetEverywhere } from './dispatch';
import { look } from './look';
import { sealAnew } from './reseal';
import type { SealedSecrets } from './sending.store';
import { contextOf } from './webhooks';

interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let receiver: Server;
let origin: string;
let heard: Heard[] = [];
let answer: (heard: Heard, response: ServerResponse) => void;

const parsed = ({ body }: Heard) =>
  JSON.parse(body) as { type: string; data: { id: string; kind: string; data: object } };
const types = () => heard.map((one) => parsed(one).type);

beforeAll(async () => {
  app = await testApp({ WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: 'on' });
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      heard.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await app.close();
});
beforeEach(async () => {
  heard = [];
  answer = (_one, response) => response.end('ok');
  // webhooks of other tests are none of this one
  for (const { tenant_id } of await app.sql<{ tenant_id: string }>(
    null,
    'select distinct tenant_id from webhook_places',
  ))
    await app.sql(tenant_id, `update webhooks set paused_by = 'hand' where project_id = $1`, [tenant_id]);
  project = await app.project();
  seller = await makeDropshipper(app, project);
  await app.sql(null, `update projects set subscription_plan = 'manufacturer-premium-monthly' where id = $1`, [
    project.id,
  ]);
  await app.sql(null, `update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`, [seller.id]);
});

const inProject = () => ({ project_id: project.id });
const one = (id: string) => ({ project_id: project.id, id });
const make = (events: contract.WebhookEvent[], path = '/hooks', url = `${origin}${path}`) =>
  app.call(contract.createWebhook, { params: inProject(), token: project.owner.token, body: { url, events } });
const makeMine = (events: contract.WebhookEvent[]) =>
  app.call(contract.createMyWebhook, { token: seller.token, body: { url: `${origin}/mine`, events } });
const deliveries = async (id: string) =>
  (await app.call(contract.listDeliveries, { params: one(id), token: project.owner.token })).body.items;
const read = async (id: string) =>
  (await app.call(contract.listWebhooks, { params: inProject(), token: project.owner.token })).body.items.find(
    (found) => found.id === id,
  );
const stock = (id: string, delta: number) =>
  app.call(changeStock, { params: one(id), token: project.owner.token, body: { delta } });
/** The time of whatever waits has come. */
const passTime = async (tenant = project.id) => {
  await app.sql(tenant, `update webhooks set retry_at = null, leased_until = null where project_id = $1`, [tenant]);
  await app.sql(tenant, `update webhook_deliveries set next_at = now() where project_id = $1`, [tenant]);
};
/** What waits was tried first more than three days ago. */
const longAgo = async () => {
  await app.sql(
    project.id,
    `update webhooks set failing_since = failing_since - interval '73 hours' where project_id = $1`,
    [project.id],
  );
  await app.sql(
    project.id,
    `update webhook_deliveries set created_at = created_at - interval '73 hours', first_tried_at = first_tried_at - interval '73 hours'
     where project_id = $1`,
    [project.id],
  );
};
const toldOf = (kind: string) =>
  app.sql<{ kind: string; user_id: string | null }>(
    project.id,
    'select kind, user_id from notice_events where project_id = $1 and kind = $2',
    [project.id, kind],
  );
const verifies = ({ headers, body }: Heard, secret: string): boolean => {
  const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']];
  const sum = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${at}.${body}`)
    .digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${sum}`);
};

it('signs as Standard Webhooks has it in its own example', () => {
  const headers = signed('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}', [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ]);
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

describe('what is sent', () => {
  it('is what has changed of the chosen kinds since it was made, signed, each thing once', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const made = await make(['order', 'stock']);
    expect(made.status).toBe(201);
    expect(made.body.secret).toMatch(/^whsec_[\w+/]{32}$/);
    // what was there before is not told
    expect(await dispatchNow(app.app.services)).toBe(0);
    const order = await placeOrder(app, project, seller.token, orderBody({ [variant]: 2 }, { send: true }));
    await stock(variant, 1);
    await stock(variant, 1);
    expect(await dispatchNow(app.app.services)).toBe(2);
    expect(types().sort()).toEqual(['order.created', 'stock.changed']);
    for (const event of heard) expect(verifies(event, made.body.secret)).toBe(true);
    const told = heard.map(parsed).find(({ type }) => type === 'stock.changed');
    expect(told?.data).toMatchObject({
      ...{ kind: 'stock', id: variant, project_id: project.id },
      data: { actual: 11, booked: 2, available: 9 },
    });
    expect(await dispatchNow(app.app.services)).toBe(0);
    await move(app, project, project.owner.token, order.body.id, 'Sent');
    await dispatchNow(app.app.services);
    expect(types().slice(2).sort()).toEqual(['order.changed', 'stock.changed']);
    const log = await deliveries(made.body.id);
    expect(log[0]).toMatchObject({ state: 'delivered', attempts: 1, status: 200, answer: 'ok' });
    expect(JSON.parse(log[0]?.request ?? '')).toHaveProperty('type');
  });

  it('is told to a dropshipper as he may see it, from all his suppliers', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const other = await makeDropshipper(app, project);
    const made = await makeMine(['order', 'stock']);
    expect(made.status).toBe(201);
    await dispatchNow(app.app.services);
    heard = [];
    await placeOrder(app, project, other.token, orderBody({ [variant]: 2 }, { send: true }));
    const mine = await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));
    await dispatchNow(app.app.services);
    expect(
      heard
        .map(parsed)
        .filter(({ data }) => data.kind === 'order')
        .map(({ data }) => data.id),
    ).toEqual([mine.body.id]);
    const told = heard.map(parsed).find(({ data }) => data.kind === 'stock');
    expect(told?.data.data).toMatchObject({ actual: null, booked: null, available: 6 });
    expect(
      (
        await app.call(contract.createMyWebhook, {
          token: seller.token,
          body: { url: origin, events: ['application'] },
        })
      ).status,
    ).toBe(400);
  });

  it('tells a dropshipper that his terms are others', async () => {
    expect((await make(['supplier'])).status).toBe(400);
    const made = await makeMine(['supplier']);
    expect(made.status).toBe(201);
    await dispatchNow(app.app.services);
    await app.call(updateCounterparty, {
      params: one(seller.counterparty_id),
      ...{ token: project.owner.token, body: { discount: 1000 } },
    });
    await dispatchNow(app.app.services);
    expect(heard.map(parsed)).toMatchObject([
      { type: 'supplier.changed', data: { id: project.id, what: 'changed', data: { title: 'Фабрика' } } },
    ]);
  });

  it('by the clock is sent soon after the change', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    await make(['stock']);
    await makeMine(['stock']);
    const turn = dispatchFor(app.app.services, 4_000);
    await stock(variant, 5);
    const paths = () => heard.map(({ path }) => path);
    await expect.poll(paths, { timeout: 3_900 }).toEqual(expect.arrayContaining(['/hooks', '/mine']));
    await turn;
  });
});

describe('what is not taken', () => {
  it('is tried again as it was, and later changes of the same thing wait behind it', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    heard = [];
    answer = (_one, response) => response.writeHead(500).end('broken');
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    await stock(variant, 1);
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    expect(heard.length).toBe(1);
    expect(await read(made.body.id)).toMatchObject({ state: 'failing', waiting: 1 });
    await passTime();
    await dispatchNow(app.app.services);
    expect(heard.length).toBe(2);
    expect(heard[1]?.body).toBe(heard[0]?.body);
    expect(heard[1]?.headers['webhook-id']).toBe(heard[0]?.headers['webhook-id']);
    answer = (_one, response) => response.end('ok');
    await passTime();
    await dispatchNow(app.app.services);
    const counts = heard.map((event) => (parsed(event).data.data as { actual: number }).actual);
    expect(counts).toEqual([10, 10, 10, 12]);
    expect(await read(made.body.id)).toMatchObject({ state: 'active', waiting: 0, failing_since: null });
  });

  it('of one thing does not stop the others', async () => {
    const [bad = '', good = ''] = await makeVariants(app, project, [{ stock: 9 }, { stock: 9 }]);
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    heard = [];
    answer = (event, response) => response.writeHead(parsed(event).data.id === bad ? 422 : 204).end();
    await stock(bad, 1);
    await stock(good, 1);
    await dispatchNow(app.app.services);
    await stock(good, 1);
    await dispatchNow(app.app.services);
    expect(heard.map((event) => parsed(event).data.id).sort()).toEqual([bad, good, good].sort());
    expect(await read(made.body.id)).toMatchObject({ state: 'active', waiting: 1 });
  });

  it('for three days pauses the webhook and tells whoever made it; going on sends what waits', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    heard = [];
    answer = (_one, response) => response.writeHead(503).end();
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    await app.sql(project.id, `update webhooks set failing_since = now() - interval '73 hours' where project_id = $1`, [
      project.id,
    ]);
    await passTime();
    await dispatchNow(app.app.services);
    expect(await read(made.body.id)).toMatchObject({ state: 'paused', paused_by: 'failures' });
    expect(await toldOf('webhooks.paused')).toEqual([{ kind: 'webhooks.paused', user_id: project.owner.id }]);
    answer = (_one, response) => response.end();
    await stock(variant, 1);
    const asked = heard.length;
    await dispatchNow(app.app.services);
    expect(heard.length).toBe(asked);
    await app.call(contract.updateWebhook, {
      params: one(made.body.id),
      token: project.owner.token,
      body: { paused: false },
    });
    await dispatchNow(app.app.services);
    expect(parsed(heard.at(-1) as Heard).data.data).toMatchObject({ actual: 11 });
    expect(await read(made.body.id)).toMatchObject({ state: 'active', waiting: 0 });
  });

  it('has three days again after going on, and is not lost at the first refusal', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    answer = (_one, response) => response.writeHead(503).end();
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    await longAgo();
    await passTime();
    await dispatchNow(app.app.services);
    expect(await read(made.body.id)).toMatchObject({ state: 'paused', paused_by: 'failures' });
    answer = (_one, response) => response.writeHead(404).end();
    await app.call(contract.updateWebhook, {
      ...{ params: one(made.body.id), token: project.owner.token, body: { paused: false } },
    });
    await dispatchNow(app.app.services);
    expect(await read(made.body.id)).toMatchObject({ state: 'active', waiting: 1 });
    answer = (_one, response) => response.end();
    await passTime();
    await dispatchNow(app.app.services);
    expect((await deliveries(made.body.id))[0]).toMatchObject({ state: 'delivered' });
  });

  it('of one thing for three days is given up alone: the webhook goes on, and nobody is told that it is paused', async () => {
    const [bad = '', good = ''] = await makeVariants(app, project, [{ stock: 9 }, { stock: 9 }]);
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    answer = (event, response) => response.writeHead(parsed(event).data.id === bad ? 422 : 204).end();
    await stock(bad, 1);
    await dispatchNow(app.app.services);
    await longAgo();
    await passTime();
    await stock(good, 1);
    await stock(bad, 1);
    heard = [];
    await dispatchNow(app.app.services);
    expect(await read(made.body.id)).toMatchObject({ state: 'active', paused_by: null, waiting: 1 });
    expect(await toldOf('webhooks.paused')).toEqual([]);
    // and what changed of that thing since then has its own turn
    expect(heard.map((event) => parsed(event).data.id).sort()).toEqual([good, bad, bad].sort());
    const states = (await deliveries(made.body.id)).map(({ entity_id, state }) => entity_id === bad && state);
    expect(states).toEqual(expect.arrayContaining(['failed', 'waiting']));
  });

  it('within the time of a look keeps its turn, and was never sent', async () => {
    const variants = await makeVariants(
      app,
      project,
      Array.from({ length: 8 }, () => ({ stock: 9 })),
    );
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    heard = [];
    for (const id of variants) await stock(id, 1);
    const target = { id: made.body.id, tenant: project.id, own: true, retry_at: null };
    // no time at all: each of the five sends one
    expect(await look(app.app.services, target, 0)).toMatchObject({ more: true, sent: 5 });
    expect(heard.length).toBe(5);
    const rest = (await deliveries(made.body.id)).filter(({ state }) => state === 'waiting');
    expect(rest.map(({ attempts, request }) => [attempts, request])).toEqual(Array(3).fill([0, null]));
    // what changes now is one with what was not sent
    for (const id of variants) await stock(id, 1);
    await dispatchNow(app.app.services);
    expect(heard.length).toBe(13);
    expect(await read(made.body.id)).toMatchObject({ waiting: 0 });
  });

  it('is sent again when the product dies between sending and noting it', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    heard = [];
    // as a kill leaves it: sent, the lease held, nothing noted
    let cut: () => void = () => undefined;
    answer = (_one, response) => {
      cut = () => response.end();
    };
    await stock(variant, 1);
    const dying = look(app.app.services, { id: made.body.id, tenant: project.id, own: true, retry_at: null });
    await expect.poll(() => heard.length).toBe(1);
    const [left] = await app.sql<{ attempts: number; state: string }>(
      project.id,
      `select attempts, state from webhook_deliveries where project_id = $1 and state = 'waiting'`,
      [project.id],
    );
    expect(left).toEqual({ attempts: 1, state: 'waiting' });
    // whoever comes meanwhile does not send it a second time
    answer = (_one, response) => response.end();
    expect(await dispatchNow(app.app.services)).toBe(0);
    await passTime();
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    expect(heard[1]?.body).toBe(heard[0]?.body);
    expect(heard[1]?.headers['webhook-id']).toBe(heard[0]?.headers['webhook-id']);
    cut();
    await dying;
    await passTime();
    await dispatchNow(app.app.services);
    expect((parsed(heard.at(-1) as Heard).data.data as { actual: number }).actual).toBe(11);
  });

  it('where the address says that it is gone, pauses at once and is told', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    heard = [];
    answer = (_one, response) => response.writeHead(410).end();
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    expect(await read(made.body.id)).toMatchObject({ state: 'paused', paused_by: 'gone', waiting: 1 });
    const told = await app.sql<{ n: number }>(
      project.id,
      `select count(*)::int as n from notice_events where project_id = $1 and kind = 'webhooks.paused'`,
      [project.id],
    );
    expect(told).toEqual([{ n: 1 }]);
    answer = (_one, response) => response.end();
    await app.call(contract.updateWebhook, {
      ...{ params: one(made.body.id), token: project.owner.token, body: { paused: false } },
    });
    await dispatchNow(app.app.services);
    expect(await read(made.body.id)).toMatchObject({ state: 'active', waiting: 0 });
  });

  it('is not followed elsewhere', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    await make(['stock'], '/moved');
    await dispatchNow(app.app.services);
    heard = [];
    answer = (_one, response) => response.writeHead(307, { location: `${origin}/elsewhere` }).end();
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    expect(heard.map(({ path }) => path)).toEqual(['/moved']);
  });
});

it('lets go of what a person wrote when his request is deleted', async () => {
  const made = await make(['request_form']);
  await dispatchNow(app.app.services);
  const { token } = project.owner;
  const params = inProject();
  answer = (_one, response) => response.end('Олена Пчілка, дякуємо');
  const body = { name: 'Олена Пчілка', phone: '0931112233', comment: 'Чи є льон?' };
  const first = await app.call(createRequestForm, { params, token, body });
  await dispatchNow(app.app.services);
  answer = (_one, response) => response.writeHead(503).end();
  const second = await app.call(createRequestForm, { params, token, body: { ...body, name: 'Олена Пчілка-Косач' } });
  await dispatchNow(app.app.services);
  await deliverAll(app.app.services);
  const third = await app.call(createRequestForm, { params, token, body });
  const kept = async () =>
    JSON.stringify([
      await deliveries(made.body.id),
      await app.sql(project.id, 'select facts from notices where project_id = $1', [project.id]),
      await app.sql(project.id, 'select facts from notice_events where project_id = $1', [project.id]),
    ]);
  expect(await kept()).toContain('Пчілка');
  for (const { id } of [first.body, second.body, third.body])
    expect((await app.call(deleteRequestForm, { params: one(id), token })).status).toBe(204);
  expect(await kept()).not.toContain('Пчілка');
  answer = (_one, response) => response.end();
  heard = [];
  await passTime();
  await dispatchNow(app.app.services);
  expect(heard.map(parsed).map(({ type, data }) => [type, data.data])).toEqual(
    Array(3).fill(['request_form.deleted', null]),
  );
});

it('lets go of it also when it is deleted while it is about to be sent', async () => {
  const { token } = project.owner;
  const made = await make(['request_form', 'order']);
  const body = { name: 'Олена Пчілка', phone: '0931112233', comment: 'Чи є льон?' };
  const form = await app.call(createRequestForm, { params: inProject(), token, body });
  const [variant = ''] = await makeVariants(app, project, [{ stock: 1 }]);
  await placeOrder(app, project, token, orderBody({ [variant]: 1 }));
  await dispatchNow(app.app.services);
  const since = new Date(0).toISOString();
  await app.call(contract.replayDeliveries, { params: one(made.body.id), token, body: { since } });
  const holder = new pg.Client({ connectionString: app.url });
  await holder.connect();
  const held = (pid: number) =>
    app.sql<{ pid: number }>(null, 'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid]);
  try {
    // a request is read before orders are: whoever sends has it in hand, and has not written it down
    await holder.query('begin; lock table orders in access exclusive mode');
    const target = { id: made.body.id, tenant: project.id, own: true, retry_at: null };
    const looking = look(app.app.services, target);
    let sender: number | undefined;
    while (sender === undefined)
      [{ pid: sender } = { pid: undefined }] = await held((holder as unknown as { processID: number }).processID);
    let isDone = false;
    const deleting = app.call(deleteRequestForm, { params: one(form.body.id), token }).finally(() => {
      isDone = true;
    });
    while (!isDone && (await held(sender)).length === 0);
    await holder.query('rollback');
    await looking;
    expect((await deleting).status).toBe(204);
  } finally {
    await holder.end();
  }
  expect(JSON.stringify(await deliveries(made.body.id))).not.toContain('Пчілка');
});

describe('whoever made it', () => {
  it('takes it with him when he leaves, and with the plan it ends', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const admin = await app.member(project, 'Administrator');
    const body = { url: `${origin}/his`, events: ['stock' as const] };
    const his = await app.call(contract.createWebhook, { params: inProject(), token: admin.token, body });
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    heard = [];
    await app.sql(project.id, 'update memberships set ended_at = now() where project_id = $1 and user_id = $2', [
      project.id,
      admin.id,
    ]);
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    expect(heard.map(({ path }) => path)).toEqual(['/hooks']);
    expect(await read(his.body.id)).toMatchObject({ state: 'paused', paused_by: 'access' });
    // those who can go on with it are told, and it acts in the name of whoever does
    expect(await toldOf('webhooks.left')).toEqual([{ kind: 'webhooks.left', user_id: null }]);
    const goneOn = await app.call(contract.updateWebhook, {
      ...{ params: one(his.body.id), token: project.owner.token, body: { paused: false } },
    });
    expect(goneOn.body).toMatchObject({ state: 'active', created_by: { id: project.owner.id } });
    await dispatchNow(app.app.services);
    expect(heard.map(({ path }) => path)).toEqual(['/hooks', '/his']);
    await app.sql(null, `update projects set subscription_plan = 'manufacturer-basic-monthly' where id = $1`, [
      project.id,
    ]);
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    expect(heard.length).toBe(2);
    expect(await read(made.body.id)).toMatchObject({ state: 'paused', paused_by: 'plan' });
    expect((await make(['stock'])).error.code).toBe('plans.api_not_included');
  });

  it('is told nothing of his own as a dropshipper while he may not sign in: nobody could read it', async () => {
    await makeMine(['order']);
    await app.sql(null, 'update users set blocked_at = now() where id = $1', [seller.id]);
    await dispatchNow(app.app.services);
    const paused = await app.sql(seller.id, `select 1 from webhooks where project_id = $1 and paused_by = 'access'`, [
      seller.id,
    ]);
    expect(paused).toHaveLength(1);
    const told = await app.sql(
      project.id,
      `select facts from notice_events where project_id = $1 and kind like 'webhooks.%'`,
      [project.id],
    );
    expect(told).toEqual([]);
  });

  it('may have ten of them, all made at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => make(['order'])));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  });

  it('gets a new secret, and the old one signs for a while', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const made = await make(['stock']);
    const next = await app.call(contract.rotateWebhook, {
      params: one(made.body.id),
      token: project.owner.token,
      body: { keep_hours: 1 },
    });
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    const last = heard.at(-1) as Heard;
    expect([verifies(last, made.body.secret), verifies(last, next.body.secret)]).toEqual([true, true]);
    // the event of the button as well
    await app.call(contract.testWebhook, { params: one(made.body.id), token: project.owner.token });
    const test = heard.at(-1) as Heard;
    expect([verifies(test, made.body.secret), verifies(test, next.body.secret)]).toEqual([true, true]);
    await app.call(contract.rotateWebhook, {
      params: one(made.body.id),
      token: project.owner.token,
      body: { keep_hours: 0 },
    });
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    expect(verifies(heard.at(-1) as Heard, next.body.secret)).toBe(false);
    const [row] = await app.sql<{ secret: string }>(project.id, 'select secret from webhooks where project_id = $1', [
      project.id,
    ]);
    expect(row?.secret).not.toContain(made.body.secret.slice(6));
  });

  it('tries it, looks at what came, and sends it once more', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    answer = (_one, response) => response.writeHead(404).end('nothing here');
    const tried = await app.call(contract.testWebhook, { params: one(made.body.id), token: project.owner.token });
    expect(tried.body).toMatchObject({ event: 'test', state: 'failed', status: 404, answer: 'nothing here' });
    answer = (_one, response) => response.end();
    await stock(variant, 1);
    await dispatchNow(app.app.services);
    const [first] = await deliveries(made.body.id);
    heard = [];
    const again = await app.call(contract.replayDelivery, {
      params: { ...one(made.body.id), delivery: first?.id ?? '' },
      token: project.owner.token,
    });
    expect(again.body).toEqual({ count: 1, has_more: false });
    await dispatchNow(app.app.services);
    expect(types()).toEqual(['stock.changed']);
    const since = { since: '2026-01-01T00:00:00.000Z' };
    const all = await app.call(contract.replayDeliveries, {
      params: one(made.body.id),
      token: project.owner.token,
      body: since,
    });
    expect(all.body.count).toBeGreaterThan(0);
    await app.call(contract.deleteWebhook, { params: one(made.body.id), token: project.owner.token });
    expect(await read(made.body.id)).toBeUndefined();
    await forgetEverywhere(app.app.services);
  });

  it('sends many once more without holding up what changes, and a thing that is there again is not told as gone', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const made = await make(['stock']);
    await dispatchNow(app.app.services);
    const deliver = (count: number, what: string, entity: string) =>
      app.sql(
        project.id,
        `insert into webhook_deliveries (project_id, webhook_id, id, source_id, kind, entity_id, what, changed_at, state)
         select $1, $2, gen_random_uuid(), $1, 'stock', ${entity}, $3, now(), 'delivered' from generate_series(1, $4::int)`,
        [project.id, made.body.id, what, count],
      );
    await deliver(contract.MOST_REPLAYED + 1, 'deleted', 'gen_random_uuid()');
    const all = await app.call(contract.replayDeliveries, {
      ...{ params: one(made.body.id), token: project.owner.token, body: { since: '2026-01-01T00:00:00.000Z' } },
    });
    expect(all.body).toEqual({ count: contract.MOST_REPLAYED, has_more: true });
    heard = [];
    await stock(variant, 1);
    await look(app.app.services, { id: made.body.id, tenant: project.id, own: true, retry_at: null });
    expect((await deliveries(made.body.id)).some(({ entity_id }) => entity_id === variant)).toBe(true);
    await app.sql(project.id, 'delete from webhook_deliveries where project_id = $1', [project.id]);
    await deliver(1, 'deleted', `'${variant}'`);
    const [gone] = await deliveries(made.body.id);
    await app.call(contract.replayDelivery, {
      params: { ...one(made.body.id), delivery: gone?.id ?? '' },
      token: project.owner.token,
    });
    heard = [];
    await dispatchNow(app.app.services);
    expect(heard.map(parsed)).toMatchObject([
      { type: 'stock.changed', data: { what: 'changed', data: { actual: 10 } } },
    ]);
  });
});

it('goes to the receiver of the operator’s own, and to nothing else that is private', async () => {
  const playing = await startSimulators([receiverSimulator]);
  const own = await testApp({ WEBHOOK_RECEIVER_URL: playing.addresses.receiver ?? '' });
  try {
    const mine = await own.project();
    await own.sql(null, `update projects set subscription_plan = 'manufacturer-premium-monthly' where id = $1`, [
      mine.id,
    ]);
    const params = { project_id: mine.id };
    const { token } = mine.owner;
    const ask = (url: string) =>
      own.call(contract.createWebhook, { params, token, body: { url, events: ['request_form'] } });
    const isTaken = async (url: string) => (await ask(url)).status === 201;
    const { url: origin } = playing;
    // beside it stand the switches of the simulators
    for (const address of [origin, `${origin}/control/clock`, `${origin}/receiver/../control/clock`])
      expect(await isTaken(address)).toBe(false);
    expect(await isTaken(`${origin}/receiver/%2e%2e/control/clock`)).toBe(false);
    expect(await isTaken(`${origin}/receivers`)).toBe(false);
    const made = await ask(`${origin}/receiver/hooks/shop`);
    expect(made.status).toBe(201);
    const received = async () => (await (await fetch(`${origin}/receiver/received`)).json()) as Kept;
    const send = () =>
      own.call(createRequestForm, { params, token, body: { name: 'Одарка Нечуй', phone: '0675554433' } });
    await send();
    await dispatchNow(own.app.services);
    expect((await received()).received[0]).toMatchObject({ event: 'request_form.created', signed: null, status: 200 });
    await playing.act('receiver', 'secret', { secret: `whsec_${'A'.repeat(32)}` });
    await send();
    await dispatchNow(own.app.services);
    expect((await received()).received[0]).toMatchObject({ signed: false });
    await playing.act('receiver', 'secret', { secret: made.body.secret });
    for (const [answer, status] of [
      ['error', 500],
      ['redirect', 307],
      ['gone', 410],
    ] as const) {
      await playing.act('receiver', 'answer', { answer });
      const tried = await own.call(contract.testWebhook, { params: { ...params, id: made.body.id }, token });
      expect(tried.body).toMatchObject({ state: 'failed', status });
      expect((await received()).received[0]).toMatchObject({ event: 'test', signed: true, status });
    }
    const page = await (await fetch(`${origin}/receiver/?lang=en`)).text();
    expect(page).toContain('request_form.created');
  } finally {
    await own.close();
    await playing.close();
  }
});

it('refuses private addresses, where the operator has not allowed them', async () => {
  const strict = await testApp();
  try {
    const own = await strict.project();
    const ask = (url: string) =>
      strict.call(contract.createWebhook, {
        params: { project_id: own.id },
        token: own.owner.token,
        body: { url, events: ['order'] },
      });
    expect((await ask('https://127.0.0.1:9/')).error.code).toBe('webhooks.address_forbidden');
    expect((await ask('https://localhost:9/')).error.code).toBe('webhooks.address_forbidden');
    for (const url of ['ftp://shop.example/', 'http://shop.example/'])
      expect((await ask(url)).error.details[0]).toMatchObject({
        ...{ path: 'url', code: 'webhooks.url', message: expect.stringContaining('https://') },
      });
  } finally {
    await strict.close();
  }
});

it('sign on when the key that seals their secrets is changed, of projects and of dropshippers', async () => {
  const { body: ours } = await make(['order']);
  const { body: mine } = await makeMine(['order']);
  await app.call(contract.rotateWebhook, { params: one(ours.id), token: project.owner.token, body: { keep_hours: 1 } });
  const { services } = app.app;
  const older = readFileSync(join(services.config.dataDir, 'secrets.key'), 'utf8').trim();
  const newest = randomBytes(32).toString('base64');
  const both = { ...services, secrets: await openSecrets({ dataDir: '', secretsKeys: [newest, older] }) };
  expect(await sealAnew(both)).toBeGreaterThanOrEqual(2);
  const alone = await openSecrets({ dataDir: '', secretsKeys: [newest] });
  const kept = [
    ...(await app.sql<SealedSecrets>(project.id, 'select * from webhooks where id = $1', [ours.id])),
    ...(await app.sql<SealedSecrets>(seller.id, 'select * from webhooks where id = $1', [mine.id])),
  ];
  const opened = kept.flatMap(({ id, secret, old_secret }) =>
    [secret, old_secret].flatMap((sealed) => (sealed === null ? [] : [alone.open(sealed, contextOf(id))])),
  );
  expect(await Promise.all(opened)).toEqual([expect.any(String), ours.secret, mine.secret]);
  expect(await sealAnew(both)).toBe(0);
});
