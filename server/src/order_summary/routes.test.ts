import {
  readMyOrderSummary,
  readOrderSummary,
  readOrderSummaryXlsx,
  SUMMED_ORDERS,
} from '@lanka/domain/order_summary/contract';
import { createOrder, listMyOrders, listOrders, moveOrder } from '@lanka/domain/orders/contract';
import { createCounterparty } from '@lanka/domain/partners/contract';
import { createReturn, decideReturn } from '@lanka/domain/returns/contract';
import { createTurnover } from '@lanka/domain/turnover/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { makeCounterparty, makeVariants, orderBody } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let shop: string;
let market: string;
let costed: string;
let uncosted: string;
let client: TestUser;

const at = () => ({ params: { project_id: project.id }, token: project.owner.token });

async function order(counterparty_id: string, items: Record<string, number>, rest: object = {}, send = true) {
  const body = orderBody(items, { counterparty_id, send, ...rest });
  const made = await app.call(createOrder, { ...at(), body });
  expect(made.status).toBe(201);
  return made.body;
}
const delivery = (town: string) => ({
  delivery: { operator: 'other' as const, recipient_name: 'Я', recipient_phone: '0671234567', address: 'вул. 1', town },
});
async function summary(query: z.input<typeof readOrderSummary.query> = {}, token = project.owner.token) {
  const answer = await app.call(readOrderSummary, { ...at(), token, query });
  expect(answer.status).toBe(200);
  return answer.body;
}
const listed = async (query: z.input<typeof listOrders.query>) =>
  (await app.call(listOrders, { ...at(), query })).body.total;

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
  shop = await makeCounterparty(app, project, 0, 'Магазин');
  client = await app.member(project, 'Client', shop);
  const params = { project_id: project.id };
  const body = { name: 'Маркет', manager_id: project.owner.id };
  market = (await app.call(createCounterparty, { params, token: project.owner.token, body })).body.id;
  [costed, uncosted] = (await makeVariants(app, project, [
    { price: 10_000, recommended_price: 15_000 },
    { price: 20_000, recommended_price: 30_000, stock: 50 },
  ])) as [string, string];
  const income = await app.call(createTurnover, {
    ...at(),
    body: {
      ...{ flow: 'income' as const, type: 'purchase' as const, counterparty_id: shop },
      items: [{ product_variant_id: costed, count: 100, transaction_item_price: 6_000 }],
    },
  });
  expect(income.status).toBe(201);
  // 2 × 100 + 1 × 200; 1 × 200; a draft of 5 × 100; one that is canceled
  const first = await order(
    shop,
    { [costed]: 2, [uncosted]: 1 },
    { tags: ['Акція', 'VIP'], source: 'Instagram', ...delivery('Львів') },
  );
  await order(market, { [uncosted]: 1 }, { tags: ['акція'], source: 'instagram', ...delivery('Київ') });
  await order(market, { [costed]: 5 }, delivery('львів'), false);
  const canceled = await order(shop, { [costed]: 1 });
  await app.call(moveOrder, {
    ...at(),
    params: { ...at().params, id: canceled.id },
    body: { to: 'Canceled', reason: 'Ні' },
  });
  await app.call(moveOrder, { ...at(), params: { ...at().params, id: first.id }, body: { to: 'Sent' } });
  const [line] = first.items.filter(({ product_variant_id }) => product_variant_id === costed);
  const made = await app.call(createReturn, {
    ...at(),
    body: { order_id: first.id, reason: 'not_needed', items: [{ order_item_id: line?.id ?? '', count: 1 }] },
  });
  expect(made.status).toBe(201);
  const decided = await app.call(decideReturn, {
    ...at(),
    params: { ...at().params, id: made.body.id },
    headers: { 'if-match': String(made.body.version) },
    body: { items: made.body.items.map(({ id }) => ({ id, status: 'approved' as const })) },
  });
  expect(decided.status).toBe(200);
});
afterAll(() => app.close());

describe('orders are summed up', () => {
  it('in all: pieces, sums, what came back, and the margin of what has a cost', async () => {
    const { total, since, others } = await summary({ placed: true });
    expect(total).toEqual({
      ...{ orders: 2, pieces: 4, sum: 60_000, customer_sum: 90_000 },
      ...{ returned: 1, credit: 10_000 },
      // one of the two that have a cost is left: 100 − 60
      ...{ costed: 10_000, margin: 4_000 },
    });
    expect([since, others]).toEqual([null, null]);
  });

  it('by each word, each row opening as many orders as it says', async () => {
    for (const by of ['status', 'counterparty', 'manager', 'tag', 'source', 'town'] as const) {
      const { rows } = await summary({ by });
      const name = by === 'counterparty' || by === 'manager' ? `${by}_id` : by;
      for (const { key, orders } of rows) {
        const query = key === null ? { without: by } : { [name]: key };
        expect([by, key, await listed(query as never)]).toEqual([by, key, orders]);
      }
      expect(rows.length).toBeGreaterThan(1);
    }
  });

  it('under each of its tags an order of several, and once in all', async () => {
    const { rows, total } = await summary({ by: 'tag', placed: true });
    expect(rows.map(({ key, orders }) => [key, orders])).toEqual([
      ['акція', 2],
      ['vip', 1],
    ]);
    expect(total.orders).toBe(2);
  });

  it('only those that the filters of the list leave', async () => {
    expect((await summary({ status: 'Draft' as never })).total).toMatchObject({ orders: 1, sum: 50_000 });
    expect((await summary({ town: 'ЛЬВІВ' })).total.orders).toBe(2);
    expect((await summary({ q: 'Іваненко' })).total.orders).toBe(4);
    expect((await summary({ q: 'немає такого' })).total.orders).toBe(0);
    expect((await summary({ manager_id: project.owner.id, placed: true })).rows).toMatchObject([{ orders: 1 }]);
    expect((await summary({ without: ['tag', 'source'] as never })).total.orders).toBe(2);
  });

  it('as a sheet with the same rows', async () => {
    const { params, token } = at();
    const answer = await app.call(readOrderSummaryXlsx, { params, token, query: { by: 'town' } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('spreadsheetml');
  });

  it('of a dropshipper’s own orders, with what is left to him and nothing of what they cost the supplier', async () => {
    const mine = async (query: z.input<typeof readMyOrderSummary.query> = {}, token = client.token) =>
      (await app.call(readMyOrderSummary, { token, query })).body;
    const found = await mine({ placed: true });
    expect(found.total).toEqual({
      ...{ orders: 1, pieces: 3, sum: 40_000, customer_sum: 60_000, returned: 1, credit: 10_000 },
      // one of the two that brought 50 each came back: 50 + 100 are left
      earning: 15_000,
    });
    for (const by of ['status', 'supplier', 'tag', 'source', 'town'] as const) {
      const { rows } = await mine({ by });
      for (const { key, orders } of rows) {
        const name = by === 'supplier' ? 'project_id' : by;
        const query = key === null ? { without: by } : { [name]: key };
        const { total } = (await app.call(listMyOrders, { token: client.token, query: query as never })).body;
        expect([by, key, total]).toEqual([by, key, orders]);
      }
      expect(rows.length).toBeGreaterThan(0);
    }
    expect((await mine({ by: 'supplier' })).rows).toMatchObject([{ key: project.id }]);
    expect((await mine({ q: 'Іваненко' })).total.orders).toBe(2);
    expect(JSON.stringify(found)).not.toMatch(/margin|cost/);
    const nobody = await app.user('Ніхто');
    expect((await mine({}, nobody.token)).total.orders).toBe(0);
    expect((await mine({}, project.owner.token)).total.orders).toBe(0);
  });

  it('as a sheet in the language of whoever asks', async () => {
    const sheet = async (path: string, token: string, locale: string) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-language': locale };
      const { statusCode, rawPayload } = await app.app.server.inject({ url: `/api/${path}?by=town`, headers });
      expect(statusCode).toBe(200);
      return strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    };
    for (const [locale, head, total] of [
      ['uk', 'Місто', 'Разом'],
      ['en', 'Town', 'In all'],
    ] as const) {
      const staff = await sheet(`projects/${project.id}/order_summary/xlsx`, project.owner.token, locale);
      const mine = await sheet('dropshipping/order_summary/xlsx', client.token, locale);
      for (const text of [staff, mine]) {
        expect(text).toContain(head);
        expect(text).toContain(total);
      }
      expect(staff).toMatch(/Націнка|Margin/);
      expect(mine).not.toMatch(/собіварт|known cost|Націнка|Margin/);
    }
  });

  it('for the staff alone', async () => {
    const { status } = await app.call(readOrderSummary, { ...at(), token: client.token, query: {} });
    expect(status).toBe(403);
  });
});

it('of more orders than are summed up the newest are, and since when is said', async () => {
  const long = await app.project();
  await makeCounterparty(app, long);
  await app.sql(
    long.id,
    `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by, created_at, source)
     select c.project_id, gen_random_uuid(), n, c.id, 'Pending', 1, 1, $2, '2026-01-01'::timestamptz + n * interval '1 minute', 'S' || n % 500
     from (select * from counterparties where project_id = $1 limit 1) c cross join generate_series(1, $3::int) n`,
    [long.id, long.owner.id, SUMMED_ORDERS + 5],
  );
  const answer = await app.call(readOrderSummary, {
    params: { project_id: long.id },
    token: long.owner.token,
    query: { by: 'source' },
  });
  expect(answer.body.total).toMatchObject({ orders: SUMMED_ORDERS, sum: SUMMED_ORDERS });
  expect(answer.body.since).toBe('2026-01-01T00:06:00.000Z');
  expect(answer.body.rows).toHaveLength(200);
  expect(answer.body.others).toMatchObject({ rows: 300, orders: 6_000 });
});
