import { createApiKey } from '@lanka/domain/api_keys/contract';
import { scopesFor } from '@lanka/domain/kit/api_scopes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  changeStock,
  connect,
  createOrder,
  createStaticData,
  type Lanka,
  listOrders,
  listStaticData,
  type Settings,
  updateOrder,
} from '../../../sdk/src/index.js';
import { type TestApp, testApp } from '../harness';
import { makeCounterparty, makeVariants } from '../trade';

let app: TestApp;
let settings: Settings;
let lanka: Lanka;
let variant: string;
let counterparty_id: string;

beforeAll(async () => {
  app = await testApp({ API_CALLS_PER_MINUTE: '100000' });
  const project = await app.project('Фабрика SDK');
  [variant = ''] = await makeVariants(app, project, [{ stock: 100 }]);
  counterparty_id = await makeCounterparty(app, project);
  const body = { name: 'Магазин', scopes: [...scopesFor('project')] };
  const key = await app.call(createApiKey, { params: { project_id: project.id }, token: project.owner.token, body });
  const url = await app.app.server.listen({ port: 0, host: '127.0.0.1' });
  settings = { url, key: key.body.key, project: project.friendly_id };
  lanka = connect(settings);
});
afterAll(() => app.close());

const order = () => ({
  counterparty_id,
  items: [{ product_variant_id: variant, count: 1 }],
  customer: { name: 'Ірина Мельник', phone: '+380671234567' },
  delivery: {
    operator: 'nova_poshta' as const,
    recipient_name: 'Ірина Мельник',
    recipient_phone: '+380671234567',
    address: 'Київ, відділення 12',
  },
  send: true,
});
const total = async () => (await lanka.call(listOrders)).total;

it('reads a list to its end, page by page', async () => {
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.push((await lanka.call(createOrder, { body: order() })).id);
  const read: string[] = [];
  for await (const { id } of lanka.items(listOrders, { query: { limit: 2, sort: 'created_at' } })) read.push(id);
  expect(read).toEqual(made);
});

it('places one order though the first answer was lost on the way', async () => {
  const before = await total();
  let lost = 0;
  const unlucky: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked);
    if (lost > 0) return answer;
    lost += 1;
    await answer.arrayBuffer();
    throw new TypeError('the connection was reset');
  };
  const shop = connect({ ...settings, fetch: unlucky });
  const placed = await shop.call(createOrder, { body: order(), idempotencyKey: 'shop-417' });
  const again = await lanka
    .call(createOrder, { body: order(), idempotencyKey: 'shop-417' })
    .catch((error) => error.code);
  expect([lost, await total()]).toEqual([1, before + 1]);
  // the body is the same, so the answer is
  expect(again.id).toBe(placed.id);
});

it('tells errors by their codes, in the language of whoever asks', async () => {
  const refused = (client: Lanka) =>
    client.call(createOrder, { body: { ...order(), items: [{ product_variant_id: variant, count: 1_000 }] } }).then(
      () => null,
      (error) => error,
    );
  const [ua, en] = await Promise.all([refused(lanka), refused(connect({ ...settings, language: 'en' }))]);
  expect(ua).toMatchObject({ name: 'LankaError', code: 'stock.short', status: 422, requestId: expect.any(String) });
  expect(ua.details[0]).toMatchObject({ product_variant_id: variant, wanted: 1_000 });
  expect([/[а-яіїє]/i.test(ua.message), /[а-яіїє]/i.test(en.message), en.code]).toEqual([true, false, ua.code]);
  const wrong = connect({ ...settings, key: `${settings.key.slice(0, -1)}x` });
  await expect(wrong.call(listOrders)).rejects.toMatchObject({ code: 'api_keys.unknown', status: 401 });
});

it('refuses a change over one that was not seen', async () => {
  const { id, version } = await lanka.call(createOrder, { body: { ...order(), send: false } });
  const change = (name: string) =>
    lanka.call(updateOrder, { params: { id }, body: { customer: { name, phone: '+380671234567' } }, ifMatch: version });
  expect((await change('Оксана')).version).toBe(version + 1);
  await expect(change('Марія')).rejects.toMatchObject({ code: 'common.stale', status: 409 });
});

it('is given what it has, as long as nothing has changed', async () => {
  const first = await lanka.call(listStaticData);
  expect(await lanka.call(listStaticData, { ifNoneMatch: first })).toBe(first);
  const content = { type: 'text' as const, value: '9–18' };
  await lanka.call(createStaticData, { body: { key: 'hours', name: 'Години роботи', content } });
  const next = await lanka.call(listStaticData, { ifNoneMatch: first });
  expect(next).not.toEqual(first);
});

it('asks what is answered with nothing, and with names in its path', async () => {
  const params = { id: variant };
  const { actual } = await lanka.call(changeStock, { params, body: { delta: 5, comment: 'Прихід' } });
  expect(actual).toEqual(expect.any(Number));
});
