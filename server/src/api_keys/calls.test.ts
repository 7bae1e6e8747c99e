import * as calls from '@lanka/domain/api_keys/calls';
import { createApiKey, createMyApiKey, readApiLimits, revokeApiKey } from '@lanka/domain/api_keys/contract';
import { listProducts } from '@lanka/domain/catalog/contract';
import { listChangeReaders, listChanges, listMyChangeReaders, listMyChanges } from '@lanka/domain/changes/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { createOrder } from '@lanka/domain/orders/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';
import { numberIn } from '../changes';
import type { KeyCall } from '../kit/auth/api-keys';
import { withoutWords } from '../kit/http/answered-calls';
import { monthOf } from '../kit/http/meter';
import { forgetCallsEverywhere, keepCalls } from './calls';

let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project('Майстерня');
});

const ours = () => ({ params: { project_id: project.id }, token: project.owner.token });
async function keyOf(scopes: ApiScope[], name = 'Сайт') {
  return (await app.call(createApiKey, { ...ours(), body: { name, scopes } })).body;
}
const products = (token: string) => app.call(listProducts, { params: { project_id: project.id }, token });
async function told(query: object = {}) {
  await app.app.services.meter.settle();
  return (await app.call(calls.listApiCalls, { ...ours(), query })).body.items;
}
const days = async () => (await app.call(calls.readApiCallDays, ours())).body;

it('keeps how each call went, and of one that failed what it brought without what people wrote', async () => {
  const [variant = ''] = await makeVariants(app, project, [{ stock: 1 }]);
  const { key, id } = await keyOf(['products.read', 'orders.write']);
  await products(key);
  const body = { ...orderBody({ [variant]: 40 }, { send: true }), comment: 'Передзвоніть Олені' };
  const refused = await app.call(createOrder, { params: { project_id: project.id }, token: key, body: body as never });
  expect(refused.status).toBe(422);
  const [failed, fine] = await told();
  expect(fine).toMatchObject({
    ...{ key: { id, name: 'Сайт' }, operation: 'GET projects/:project_id/products/v2', status: 200 },
    ...{ path: null, request: null, answer: null },
  });
  expect(fine?.bytes).toBeGreaterThan(0);
  expect(failed).toMatchObject({
    ...{ operation: 'POST projects/:project_id/orders', status: 422, path: `/api/projects/${project.id}/orders` },
  });
  expect(JSON.parse(failed?.answer ?? '')).toMatchObject({ code: refused.error.code });
  expect(failed?.request).toContain(variant);
  for (const word of ['Олені', body.customer?.name ?? '-', body.customer?.phone ?? '-', body.delivery?.address ?? '-'])
    expect(failed?.request).not.toContain(word);
  expect((await told({ failed: 'true' })).map(({ status }) => status)).toEqual([422]);
  expect(await told({ key_id: project.id })).toEqual([]);
  const { days: all, failures } = await days();
  expect(all).toHaveLength(calls.CALL_DAYS);
  expect(all.at(-1)).toMatchObject({ calls: 2, failed: 1 });
  expect(failures).toMatchObject([{ status: 422, calls: 1, key: { id } }]);
});

it('tells of calls that were turned away at the door, which count for nothing', async () => {
  const one = await keyOf(['orders.read'], 'Облік');
  expect((await products(one.key)).status).toBe(403);
  await app.call(revokeApiKey, { params: { project_id: project.id, id: one.id }, token: project.owner.token });
  expect((await products(one.key)).status).toBe(401);
  expect((await told()).map(({ status, key }) => [status, key.name])).toEqual([
    [401, 'Облік'],
    [403, 'Облік'],
  ]);
  expect((await days()).failures.map(({ status }) => status).sort()).toEqual([401, 403]);
  const { use, forecast } = (await app.call(readApiLimits, ours())).body;
  expect([use.requests, forecast?.requests]).toEqual([0, 0]);
});

it('counts calls that come at once exactly', async () => {
  const { key } = await keyOf(['products.read']);
  await Promise.all(Array.from({ length: 200 }, () => products(key)));
  await app.app.services.meter.settle();
  expect((await days()).days.at(-1)).toMatchObject({ calls: 200, failed: 0 });
  expect((await app.call(readApiLimits, ours())).body.use.requests).toBe(200);
});

it('keeps of many that are added up together the newest one by one, of those that failed and of the others', async () => {
  const { id: key_id } = await keyOf(['products.read']);
  const of = { project_id: project.id, key_id, operation: 'GET orders', bytes: 1 };
  const began = Date.now() - 60_000;
  const many = Array.from({ length: 200 }, (_, n) => ({
    ...{ ...of, at: began + n, ms: n, status: n % 4 === 0 ? 422 : 200 },
  }));
  await app.app.services.db.transaction({ projectIds: [project.id] }, (tx) => keepCalls(tx, many));
  const kept = async (failed: string) => (await told({ limit: '200', failed })).map(({ ms }) => ms);
  expect(await kept('true')).toEqual(Array.from({ length: 20 }, (_, n) => 196 - n * 4));
  expect(await kept('false')).toEqual(
    many
      .flatMap(({ ms, status }) => (status === 200 ? [ms] : []))
      .slice(-20)
      .toReversed(),
  );
  expect((await days()).days.at(-1)).toMatchObject({ calls: 200, failed: 50 });
});

it('leaves what waits for changes out of how long calls take', async () => {
  const { id: key_id } = await keyOf(['products.read']);
  const of = { project_id: project.id, key_id, operation: 'GET changes', bytes: 1, status: 200, at: Date.now() };
  const keep = (many: readonly KeyCall[]) =>
    app.app.services.db.transaction({ projectIds: [project.id] }, (tx) => keepCalls(tx, many));
  await keep([{ ...of, ms: 30_000, waits: true }]);
  expect((await days()).days.at(-1)).toMatchObject({ calls: 1, ms: null });
  await keep([
    { ...of, ms: 30_000, waits: true },
    { ...of, ms: 10 },
    { ...of, ms: 20 },
  ]);
  expect((await days()).days.at(-1)).toMatchObject({ calls: 4, ms: 15 });
  // and that it was ready to wait the call itself tells
  const { key } = await keyOf(['products.read'], 'Чекає');
  const ask = (query: object) => app.call(listChanges, { params: { project_id: project.id }, token: key, query });
  const { cursor } = (await ask({})).body;
  await ask({ after: cursor, wait: 1 });
  await app.app.services.meter.settle();
  const [row] = await app.sql<{ calls: number; waits: number }>(
    project.id,
    `select sum(calls)::int as calls, sum(waits)::int as waits from api_call_days
     where project_id = $1 and operation = 'GET projects/:project_id/changes'`,
    [project.id],
  );
  expect(row).toEqual({ calls: 2, waits: 1 });
});

it('forgets what is old, and the older ones of what is much', async () => {
  const { id } = await keyOf(['products.read']);
  await app.sql(null, 'insert into api_call_places values ($1)', [project.id]);
  await app.sql(
    project.id,
    `insert into api_calls (project_id, id, key_id, at, operation, status, ms, bytes)
     select $1::uuid, gen_random_uuid(), $2::uuid, now() - n * interval '1 minute', 'GET orders', 200, 1, 1
     from generate_series(1, ${calls.CALLS_KEPT + 50}) n
     union all select $1::uuid, gen_random_uuid(), $2::uuid, now() - interval '15 days', 'GET old', 200, 1, 1`,
    [project.id, id],
  );
  await app.sql(
    project.id,
    `insert into api_call_days (project_id, day, key_id, operation, status, calls, bytes, ms)
     select $1::uuid, current_date - d, $2::uuid, 'GET orders', 200, 1, 1, 1 from unnest(array[1, 20]) d`,
    [project.id, id],
  );
  await forgetCallsEverywhere(app.app.services);
  const count = async (table: string) =>
    (
      await app.sql<{ n: number }>(project.id, `select count(*)::int as n from ${table} where project_id = $1`, [
        project.id,
      ])
    )[0]?.n;
  expect(await count('api_calls')).toBe(calls.CALLS_KEPT);
  expect(await count('api_call_days')).toBe(1);
});

it('knows how far each key has read the changes', async () => {
  const [variant = ''] = await makeVariants(app, project, [{ stock: 1 }]);
  const { key } = await keyOf(['products.read', 'stock.read']);
  const ask = async (after?: string) => {
    const query = after === undefined ? {} : { after };
    return (await app.call(listChanges, { params: { project_id: project.id }, token: key, query })).body;
  };
  const readers = async () => {
    await app.app.services.meter.settle();
    return (await app.call(listChangeReaders, ours())).body.items;
  };
  const { cursor } = await ask();
  // it has said nothing yet
  expect(await readers()).toEqual([]);
  await ask(cursor);
  expect(await readers()).toMatchObject([{ key: { name: 'Сайт' }, behind: 0, too_old: false }]);
  const change = { params: { project_id: project.id, id: variant }, token: project.owner.token, body: { delta: 1 } };
  await app.call(changeStock, change);
  expect(await readers()).toMatchObject([{ behind: 1 }]);
  // what it is given now it is not behind with, although it asks from where it was
  await ask(cursor);
  expect(await readers()).toMatchObject([{ behind: 0 }]);
  // a cursor that nobody has given is refused, and says nothing of how far it has read
  expect(
    (await app.call(listChanges, { params: { project_id: project.id }, token: key, query: { after: 'x' } })).status,
  ).toBe(400);
  expect(await readers()).toMatchObject([{ behind: 0 }]);
  await app.sql(project.id, 'update change_numbers set forgotten = last + 1, last = last + 1 where project_id = $1', [
    project.id,
  ]);
  expect(await readers()).toMatchObject([{ too_old: true }]);
});

it('counts a reader as behind by what it may hear of and asks for, and by nothing else', async () => {
  const seller = await makeDropshipper(app, project);
  await app.sql(null, `update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`, [seller.id]);
  const [variant = ''] = await makeVariants(app, project, [{ stock: 5 }]);
  const all = await keyOf(['products.read', 'stock.read', 'orders.read'], 'Усе');
  const payments = await keyOf(['payments.read'], 'Оплати');
  const narrow = await keyOf(['products.read', 'stock.read', 'orders.read'], 'Лише замовлення');
  const mine = (await app.call(createMyApiKey, { token: seller.token, body: { name: 'Мій', scopes: ['orders.read'] } }))
    .body;
  const params = { project_id: project.id };
  for (const { key, kinds } of [all, payments, { ...narrow, kinds: 'order' }].map((one) => ({
    kinds: undefined,
    ...one,
  }))) {
    const ask = async (query: object) => (await app.call(listChanges, { params, token: key, query })).body.cursor;
    await ask({ after: await ask({}), kinds });
  }
  const first = (await app.call(listMyChanges, { token: mine.key, query: {} })).body.cursor;
  await app.call(listMyChanges, { token: mine.key, query: { after: first } });
  await app.call(changeStock, { params: { ...params, id: variant }, token: project.owner.token, body: { delta: 1 } });
  await app.call(changeStock, { params: { ...params, id: variant }, token: project.owner.token, body: { delta: 1 } });
  await app.app.services.meter.settle();
  const behind = async () =>
    Object.fromEntries(
      (await app.call(listChangeReaders, ours())).body.items.map(({ key: { name }, behind }) => [name, behind]),
    );
  expect(await behind()).toEqual({ Усе: 1, Оплати: 0, 'Лише замовлення': 0 });
  // numbered or not
  await numberIn(app.app.services, [project.id]);
  expect(await behind()).toEqual({ Усе: 1, Оплати: 0, 'Лише замовлення': 0 });
  const readers = async () => (await app.call(listMyChangeReaders, { token: seller.token })).body.items;
  expect(await readers()).toMatchObject([{ key: { name: 'Мій' }, behind: 0 }]);
  await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }));
  expect(await behind()).toMatchObject({ Оплати: 0, 'Лише замовлення': 1 });
  expect(await readers()).toMatchObject([{ behind: 1 }]);
  const statements = async (token: string) => {
    await app.call(listChangeReaders, { params, token });
    return app.lastStatements();
  };
  const few = await statements(project.owner.token);
  await app.sql(project.id, 'delete from change_readers where project_id = $1 and key_id = $2', [
    project.id,
    payments.id,
  ]);
  expect(await statements(project.owner.token)).toBe(few);
});

it('keeps of what was sent what tells calls apart, and nothing that people wrote', () => {
  const sent = {
    ...{ sku: 'TP-024-21', send: true, count: 3, status: 'Pending', sort: '-created_at', from: '2026-01-02' },
    ...{ name: 'Ada', customer: { phone: '0671234567', email: 'a@b.test', name: 'Олена' }, comment: 'ok' },
    items: [{ product_variant_id: '0b9c5a3e-1f7d-4c68-9a2b-6d2f1c3e4a5b' }],
    iban: 'UA213223130000026007233566001',
  };
  expect(withoutWords(sent)).toEqual({
    ...{ sku: 'TP-024-21', send: true, count: 3, status: 'Pending', sort: '-created_at', from: '2026-01-02' },
    ...{ name: '…3', customer: { phone: '…10', email: '…8', name: '…5' }, comment: '…2' },
    items: [{ product_variant_id: '0b9c5a3e-1f7d-4c68-9a2b-6d2f1c3e4a5b' }],
    iban: '…29',
  });
});

it('keeps no telephone that was sent as a number, and no name that was sent as a word', () => {
  const sent = {
    ...{ customer: { phone: 671234567, firstName: 'Ada' }, phones: [380671234567], tel: 671234567 },
    ...{ recipient: { first: 'Ada', house: 7 }, barcode: 4820000000017, total: 99_999_999 },
  };
  expect(withoutWords(sent)).toEqual({
    ...{ customer: { phone: '…', firstName: '…3' }, phones: ['…'], tel: '…' },
    ...{ recipient: { first: '…3', house: '…' }, barcode: 4820000000017, total: 99_999_999 },
  });
});

it('is not held up by what cannot be stored', async () => {
  const { key } = await keyOf(['products.read', 'orders.write']);
  const { id: project_id } = project;
  await app.call(listChanges, { params: { project_id }, token: key, query: { after: 'a\0b' } });
  // cut in the middle of a letter that takes two places
  const fields = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`😀${'я'.repeat(38)}${n}\0`, 'x']));
  for (const name of ['a', 'ab'])
    await app.call(createOrder, { params: { project_id }, token: key, body: { [name]: 1, fields } as never });
  await products(key);
  expect((await told()).map(({ status }) => status)).toEqual([200, 400, 400, 400]);
});

it('takes a call for one line whatever stands in its name', async () => {
  const { id } = await keyOf(['products.read']);
  const { meter } = app.app.services;
  meter.count(
    { id, project_id: project.id, user_id: project.owner.id, name: '', token_hash: '' },
    { operation: 'GET \u2028 {"', status: 200, ms: 3, bytes: 7 },
    true,
  );
  expect(await told()).toMatchObject([{ operation: 'GET \u2028 {"', ms: 3, bytes: 7 }]);
  const [used] = await app.sql<{ requests: string }>(
    project.id,
    'select requests from api_use where project_id = $1 and key_id = $1 and month = $2',
    [project.id, monthOf(new Date())],
  );
  expect(Number(used?.requests)).toBe(1);
});
