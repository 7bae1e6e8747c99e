import * as catalog from '@lanka/domain/catalog/contract';
import * as orders from '@lanka/domain/orders/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../harness';

/** What the long run has found, so that the short one need not find it again. */
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('options and values trade places though one bears the id of another as its name', async () => {
  const project = await app.project();
  const { token } = project.owner;
  const params = { project_id: project.id };
  const made = await app.call(catalog.createProduct, {
    params,
    token,
    body: { name: 'Чашка', options: [{ name: 'Колір', values: ['Білий'] }] },
  });
  const [colour] = made.body.options;
  const id = colour?.id ?? '';
  const value_id = colour?.values[0]?.id ?? '';
  const within = { ...params, product_id: made.body.id };
  const second = await app.call(catalog.createOption, { params: within, token, body: { name: id } });
  const third = await app.call(catalog.createValue, {
    params: { ...within, option_id: id },
    token,
    body: { value: value_id },
  });
  expect([second.status, third.status]).toEqual([201, 201]);
  const moved = await app.call(catalog.updateOption, { params: { ...within, id }, token, body: { position: 1 } });
  expect([moved.status, moved.body.position]).toEqual([200, 1]);
  const changed = await app.call(catalog.updateValue, {
    params: { ...within, option_id: id, id: value_id },
    token,
    body: { position: 1 },
  });
  expect([changed.status, changed.body.position]).toEqual([200, 1]);
});

it('a cursor with a time that no clock shows is refused', async () => {
  const { id, owner } = await app.project();
  for (const value of ['-2147483649', '2147483648', 'infinity', '294277-01-01', '2025-01-01 00:00:00+99:99', '\0']) {
    const cursor = Buffer.from(JSON.stringify(['-created_at', value, crypto.randomUUID()])).toString('base64url');
    const query = { sort: '-created_at', cursor };
    const answer = await app.call(catalog.listProducts, { params: { project_id: id }, token: owner.token, query });
    expect([200, 400], `${value}: ${JSON.stringify(answer.error)}`).toContain(answer.status);
  }
});

it('who buys from nobody finds nothing, by words too', async () => {
  const { token } = await app.user();
  for (const query of [{}, { q: 'шевчук' }, { q: 'шевчук', status: 'Draft' as const }]) {
    const found = await app.call(orders.listMyOrders, { token, query });
    expect([found.status, found.body.items]).toEqual([200, []]);
    const counted = await app.call(orders.countMyOrders, { token, query: query.q ? { q: query.q } : {} });
    expect(counted.status).toBe(200);
  }
});

it('a body that is nested too deep to be written down again is refused, with a key too', async () => {
  const { owner } = await app.project();
  const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const answer = await app.app.server.inject({
    method: 'POST',
    url: '/api/projects',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', 'idempotency-key': 'deep' },
    payload: deep,
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'common.malformed']);
  const route = `/api/operator/access_requests/${crypto.randomUUID()}/resend`;
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [owner.id]);
  const without = await app.app.server.inject({
    method: 'POST',
    url: route,
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'deeper',
    },
    payload: deep,
  });
  expect(without.statusCode).toBe(400);
});
