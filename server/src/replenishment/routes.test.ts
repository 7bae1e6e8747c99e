import { updateVariant } from '@lanka/domain/catalog/contract';
import { createManufactureRequest } from '@lanka/domain/manufacture/contract';
import * as contract from '@lanka/domain/replenishment/contract';
import { createTurnover } from '@lanka/domain/turnover/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeCounterparty, makeVariants, move, orderBody, placeOrder } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let party: string;
let product: string;
let a: string;
let b: string;
let c: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  party = await makeCounterparty(app, project);
  [a = '', b = '', c = ''] = await makeVariants(app, project, [
    { stock: 30, sku: 'R-1' },
    { stock: 5, sku: 'R-2' },
    { stock: 2, sku: 'R-3' },
  ]);
  const rows = await app.sql<{ product_id: string }>(
    project.id,
    'select product_id from product_variants where id = $1',
    [a],
  );
  product = rows[0]?.product_id ?? '';
});

const at = (id = '') => ({ params: { project_id: project.id, id }, token: project.owner.token });
const list = async (query: object = {}, token = project.owner.token) =>
  (await app.call(contract.listProposals, { ...at(), token, query })).body;
const rows = async (id: string) => (await app.call(contract.readProposalRows, { ...at(id), query: {} })).body;
const sell = async (variant: string, pieces: number) => {
  const body = orderBody({ [variant]: pieces }, { counterparty_id: party, send: true });
  const { body: order } = await placeOrder(app, project, project.owner.token, body);
  await move(app, project, project.owner.token, order.id, 'Sent');
  return order;
};
const minimum = (id: string, pieces: number) =>
  app.call(updateVariant, {
    params: { project_id: project.id, product_id: product, id },
    token: project.owner.token,
    body: { minimum: pieces },
  });
const document = (body: object) =>
  app.call(createTurnover, { ...at(), body: { flow: 'income', type: 'purchase', ...body } as never });

it('proposes by sales, minimum, what waits and what is on its way, and every number opens its rows', async () => {
  expect((await list()).items).toEqual([]);
  const order = await sell(a, 28);
  expect((await minimum(b, 12)).status).toBe(200);
  await app.sql(null, 'update projects set allow_backorders = true where id = $1', [project.id]);
  const waits = orderBody({ [c]: 6 }, { counterparty_id: party, send: true });
  const waiting = (await placeOrder(app, project, project.owner.token, waits)).body;
  const items = [{ product_variant_id: b, count: 3, transaction_item_price: 100 }];
  const coming = (await document({ items, in_stock: false })).body;
  const lines = [{ product_variant_id: b, count: 2 }];
  const request = (await app.call(createManufactureRequest, { ...at(), body: { lines } })).body;
  const numbers = (await list()).items.map(({ sku, proposed, ...facts }) => [
    sku,
    proposed,
    facts.sold,
    facts.minimum,
    facts.available,
    facts.expected,
    facts.in_production,
    facts.waiting,
  ]);
  // the request that the order made by itself asks for the four that are lacking
  expect(numbers).toEqual([
    ['R-1', 12, 28, null, 2, 0, 0, 0],
    ['R-2', 2, 0, 12, 5, 3, 2, 0],
  ]);
  expect((await list({ all: 'true' })).items[0]).toMatchObject({
    sku: 'R-3',
    waiting: 4,
    in_production: 4,
    proposed: 0,
  });
  expect((await list({ weeks: 1, days: 7 })).items.find(({ sku }) => sku === 'R-1')?.proposed).toBe(26);
  expect((await rows(a)).sold.items).toMatchObject([
    { ref: { kind: 'order', id: order.id }, number: order.number, count: 28 },
  ]);
  expect((await rows(b)).expected.items).toMatchObject([{ ref: { id: coming.id }, number: coming.number, count: 3 }]);
  expect((await rows(b)).in_production.items).toMatchObject([{ ref: { id: request.id }, count: 2 }]);
  expect((await rows(c)).waiting.items).toMatchObject([{ ref: { id: waiting.id }, number: waiting.number, count: 4 }]);
});

it('counts as sold what left for buyers: no return to a supplier, no write-off, nothing reversed, nothing older', async () => {
  const item = (count: number, price: number | null = 100) => ({
    items: [{ product_variant_id: a, count, transaction_item_price: price }],
  });
  await document({ flow: 'outcome', type: 'sale', counterparty_id: party, ...item(4) });
  await document({ flow: 'income', type: 'return', counterparty_id: party, ...item(1) });
  await document({ flow: 'outcome', type: 'return', counterparty_id: party, ...item(5) });
  await document({ flow: 'outcome', type: 'write_off', reason: 'Брак', ...item(2, null) });
  const [row] = (await list({ all: 'true' })).items.filter(({ sku }) => sku === 'R-1');
  expect(row?.sold).toBe(3);
  await app.sql(project.id, `update stock_movements set created_at = now() - interval '40 days'`);
  const [later] = (await list({ all: 'true' })).items.filter(({ sku }) => sku === 'R-1');
  expect(later?.sold).toBe(0);
});

it('goes on by key, and shows costs to staff alone', async () => {
  for (const id of [a, b, c]) await minimum(id, 100);
  const skus: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 1, ...(cursor ? { cursor } : {}) });
    skus.push(...page.items.map(({ sku }) => sku));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(skus).toEqual(['R-3', 'R-2', 'R-1']);
  await document({ items: [{ product_variant_id: a, count: 1, transaction_item_price: 700 }] });
  const costs = async (token: string) => (await list({}, token)).items.map(({ cost }) => cost);
  expect(await costs(project.owner.token)).toContain(700);
  expect(await costs((await app.member(project, 'Stockman')).token)).toEqual([null, null, null]);
  const broken = await app.call(contract.listProposals, { ...at(), query: { cursor: 'x' } });
  expect([broken.status, broken.error.details[0]?.path]).toEqual([400, 'cursor']);
  const client = await app.member(project, 'Client', party);
  expect((await app.call(contract.listProposals, { ...at(), token: client.token, query: {} })).status).toBe(403);
});
