import { createApiKey } from '@lanka/domain/api_keys/contract';
import { type BySkuBody, updateBySku } from '@lanka/domain/catalog/by_sku';
import * as catalog from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/catalog/repricing';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { MAX_PRICE } from '@lanka/domain/kit/bounds';
import { formatMoney } from '@lanka/domain/kit/money';
import { createPriceLevel } from '@lanka/domain/price_levels/contract';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let at: { token: string; params: { project_id: string } };

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  at = { token: project.owner.token, params: { project_id: project.id } };
});

type Body = Omit<contract.RepricingBody, 'product_ids'>;

async function goods(name: string, ...prices: (number | null)[]): Promise<catalog.Product> {
  const variants = prices.map((price, i) => ({ name: `${name} ${i}`, price, actual: 2 }));
  return (await app.call(catalog.createProduct, { ...at, body: { name, variants } })).body;
}
const preview = (product_ids: string[], body: Body) =>
  app.call(contract.previewRepricing, { ...at, body: { product_ids, ...body } });
const apply = (product_ids: string[], body: Body, digest: string) =>
  app.call(contract.repriceProducts, { ...at, body: { product_ids, ...body, digest } });
const now = async ({ id }: catalog.Product) =>
  (await app.call(catalog.readProduct, { ...at, params: { ...at.params, id } })).body;

it('computes prices of many goods by a percent of the price, shows them first, and names what it refuses', async () => {
  const [dress, shirt] = [await goods('Сукня', 90_000, null), await goods('Сорочка', MAX_PRICE - 1)];
  const ids = [dress.id, shirt.id, project.id];
  await app.call(updateMainInfo, { ...at, body: { price_step: 1_000 } });
  const seen = await preview(ids, { target: 'price', percent: 250 });
  expect(seen.body).toMatchObject({ changed: 1, unchanged: 0, refused: 3 });
  expect(seen.body.rows.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['', null, null],
    ...[...seen.body.rows.slice(1, 3)].map(({ name, before }) => [name, before, null]),
    ['Сукня, Сукня 0', 90_000, 92_000],
  ]);
  expect(
    seen.body.rows
      .slice(0, 3)
      .map(({ refused }) => refused)
      .sort(),
  ).toEqual([
    'Товару немає або його видалено',
    `Ціна може бути до ${formatMoney(MAX_PRICE)}`,
    'Ціни немає, рахувати немає від чого',
  ]);
  expect((await now(dress)).variants.map(({ price }) => price)).toEqual([90_000, null]);

  expect((await apply(ids, { target: 'price', percent: 250 }, seen.body.digest)).body).toEqual(seen.body);
  expect(await now(dress)).toMatchObject({
    min_price: 92_000,
    version: 2,
    variants: [{ price: 92_000 }, { price: null }],
  });
  expect((await now(shirt)).version).toBe(1);

  const own = { target: 'recommended_price', percent: 6_000, round_to: 100 } as const;
  const { digest } = (await preview([dress.id], own)).body;
  await apply([dress.id], own, digest);
  expect(await now(dress)).toMatchObject({ min_recommended_price: 147_200, variants: [{ price: 92_000 }, {}] });
});

it('computes the price of a level and leaves its prices from a count on', async () => {
  const level = (await app.call(createPriceLevel, { ...at, body: { name: 'Опт' } })).body.id;
  const dress = await goods('Сукня', 90_000);
  const steps = [
    { price_level_id: level, from_count: 10, price: 70_000 },
    { price_level_id: null, from_count: 5, price: 88_000 },
  ];
  const [variant] = dress.variants;
  await app.call(catalog.updateProduct, {
    ...at,
    params: { ...at.params, id: dress.id },
    body: { variants: [{ id: variant?.id, prices: steps }] },
  });
  const body = { target: 'level', price_level_id: level, percent: -1_000 } as const;
  const seen = (await preview([dress.id], body)).body;
  expect(seen.rows).toMatchObject([{ before: null, after: 81_000 }]);
  await apply([dress.id], body, seen.digest);
  const saved = (await now(dress)).variants[0];
  expect(saved?.price).toBe(90_000);
  expect(saved?.prices).toHaveLength(3);
  expect(saved?.prices).toContainEqual({ price_level_id: level, from_count: 1, price: 81_000 });
  expect((await preview([dress.id], body)).body).toMatchObject({ changed: 0, unchanged: 1, rows: [] });
});

it('refuses what it cannot compute by its field, and a change that nobody has seen', async () => {
  const dress = await goods('Сукня', 90_000);
  const wrong: [object, number, string][] = [
    [{ target: 'price', percent: -10_000 }, 400, 'percent'],
    [{ target: 'price', percent: 100, round_to: 3 }, 400, 'round_to'],
    [{ target: 'cost', percent: 100 }, 400, 'target'],
    [{ target: 'level', percent: 100 }, 422, 'price_level_id'],
    [{ target: 'level', percent: 100, price_level_id: project.id }, 422, 'price_level_id'],
  ];
  for (const [body, status, path] of wrong) {
    const answer = await preview([dress.id], body as Body);
    expect([answer.status, answer.error.details[0]?.path]).toEqual([status, path]);
  }
  const body = { target: 'price', percent: 1_000 } as const;
  const { digest } = (await preview([dress.id], body)).body;
  const both = await Promise.all([apply([dress.id], body, digest), apply([dress.id], body, digest)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.error.code).toBe('catalog.prices_changed');
  // ten percent once, not twice
  expect((await now(dress)).variants[0]?.price).toBe(99_000);
});

const bySku = (items: BySkuBody['items'], more: { comment?: string; token?: string } = {}) =>
  app.call(updateBySku, {
    ...at,
    ...(more.token ? { token: more.token } : {}),
    body: { items, comment: more.comment ?? '' },
  });
async function withSkus(...skus: string[]): Promise<catalog.Product> {
  const variants = skus.map((sku, n) => ({ sku, name: `${sku} ${n}`, price: 10_000, actual: 5 }));
  return (await app.call(catalog.createProduct, { ...at, body: { name: `Товар ${skus[0]}`, variants } })).body;
}
const figures = ({ variants }: catalog.Product) =>
  variants.map(({ sku, price, recommended_price, actual }) => [sku, price, recommended_price, actual]);

it('sets prices and stock of many SKUs in one call, each row whole or not at all', async () => {
  const [dress, shirt] = [await withSkus('D-1', 'D-2', 'D-3'), await withSkus('S-1', 'twin', 'TWIN')];
  await app.sql(project.id, 'update stock_levels set booked = 4 where product_variant_id = $1', [
    dress.variants[2]?.id,
  ]);
  const rows = [
    { sku: 'd-1', price: 12_000, recommended_price: 20_000, counted: 9 },
    { sku: 'D-2', delta: -2 },
    // what is booked stays on the shelf, so neither is its price changed
    { sku: 'D-3', price: 99_000, counted: 3 },
    { sku: 'S-1', price: MAX_PRICE, counted: 2_000_000 },
    { sku: 'Twin', price: 1 },
    { sku: 'D-1', counted: 1 },
    { sku: 'nothing', counted: 1 },
  ];
  const done = await bySku(rows, { comment: 'Обмін зі складом' });
  expect(done).toMatchObject({ status: 200, body: { created: 0, changed: 2, unchanged: 0, refused: 5 } });
  expect(done.body.rows.map(({ index, code }) => [index, code])).toEqual([
    [2, 'stock.below_booked'],
    [3, 'stock.worth_too_much'],
    [4, 'catalog.sku_ambiguous'],
    [5, 'catalog.sku_repeated'],
    [6, 'catalog.sku_unknown'],
  ]);
  for (const { message } of done.body.rows) expect(message).toMatch(/[а-яіїє]/);
  expect(figures(await now(dress))).toEqual([
    ['D-1', 12_000, 20_000, 9],
    ['D-2', 10_000, null, 3],
    ['D-3', 10_000, null, 5],
  ]);
  expect(figures(await now(shirt)).map(([, price]) => price)).toEqual([10_000, 10_000, 10_000]);
  const moved = await app.sql<{ delta: number; comment: string }>(
    project.id,
    'select delta, comment from stock_movements where product_variant_id = $1 order by id desc limit 1',
    [dress.variants[0]?.id],
  );
  expect(moved).toEqual([{ delta: 4, comment: 'Обмін зі складом' }]);
  // the same again changes nothing: no version, no movement
  const { version } = await now(dress);
  expect((await bySku(rows.slice(0, 1))).body).toMatchObject({ changed: 0, unchanged: 1, refused: 0 });
  expect((await now(dress)).version).toBe(version);
});

it('makes what has an unknown SKU and a name, once, also when two calls bring it at the same time', async () => {
  const items = [
    { sku: 'N-1', product_name: 'Нове', price: 5_000, counted: 7 },
    { sku: 'N-2', product_name: 'Ще нове' },
  ];
  const both = await Promise.all([bySku(items), bySku(items)]);
  expect(both.map(({ body }) => body.created).sort()).toEqual([0, 2]);
  const made = both.find(({ body }) => body.created === 2)?.body.rows[0];
  const params = { ...at.params, id: made?.product_id ?? '' };
  const { body } = await app.call(catalog.readProduct, { ...at, params });
  expect(body).toMatchObject({ name: 'Нове', published: false, variants: [{ id: made?.product_variant_id }] });
  expect(figures(body)).toEqual([['N-1', 5_000, null, 7]]);
  // where the plan has no room, what is new is refused and the rest is done
  await app.sql(null, `update projects set subscription_plan = 'manufacturer-basic-monthly' where id = $1`, [
    project.id,
  ]);
  const many = Array.from({ length: 99 }, (_, n) => ({ sku: `M-${n}`, product_name: `М ${n}` }));
  const full = await bySku([{ sku: 'N-1', counted: 8 }, ...many]);
  expect(full.body).toMatchObject({ created: 0, changed: 1, refused: 99 });
  expect(full.body.rows[0]?.code).toBe('plans.products_limit');
  expect((await bySku(many.slice(0, 98))).body.created).toBe(98);
});

it('asks of a key the scope of what stands in its rows', async () => {
  await withSkus('K-1');
  const keyOf = async (scopes: ApiScope[]) => {
    const made = await app.call(createApiKey, { ...at, body: { name: 'Склад', scopes } });
    return { token: made.body.key };
  };
  const shelf = await keyOf(['stock.write']);
  const shop = await keyOf(['products.write']);
  expect((await bySku([{ sku: 'K-1', counted: 6 }], shelf)).body.changed).toBe(1);
  for (const row of [{ price: 1 }, { recommended_price: null }, { product_name: 'Нове' }])
    expect(await bySku([{ sku: 'K-1', ...row }], shelf)).toMatchObject({
      status: 403,
      body: { code: 'api_keys.scope' },
    });
  expect((await bySku([{ sku: 'K-1', price: 2 }], shop)).body.changed).toBe(1);
  expect((await bySku([{ sku: 'K-1', delta: 1 }], shop)).body).toMatchObject({ code: 'api_keys.scope' });
});

it('tells a key whether what it has of goods is old, and leaves nothing of them with a browser', async () => {
  const product = await withSkus('E-1');
  const { body: made } = await app.call(createApiKey, { ...at, body: { name: 'Сайт', scopes: ['products.read'] } });
  const read = (token: string, known?: string) =>
    app.app.server.inject({
      url: `/api/projects/${project.id}/products/${product.id}/show_v2`,
      headers: { authorization: `Bearer ${token}`, ...(known ? { 'if-none-match': known } : {}) },
    });
  const first = await read(made.key);
  const known = String(first.headers.etag);
  expect([first.statusCode, first.json().id, known]).toEqual([200, product.id, expect.stringMatching(/^".+"$/)]);
  expect(await read(made.key, known)).toMatchObject({ statusCode: 304, body: '' });
  await bySku([{ sku: 'E-1', delta: 1 }]);
  const after = await read(made.key, known);
  expect([after.statusCode, after.json().actual]).toEqual([200, 6]);
  const { headers, statusCode } = await read(project.owner.token, String(after.headers.etag));
  expect([statusCode, headers.etag, headers['cache-control']]).toEqual([200, undefined, 'no-store']);
});

it('changes a thousand SKUs in one call, and no more than that', async () => {
  for (let n = 0; n < 10; n += 1) await withSkus(...Array.from({ length: 100 }, (_, i) => `T-${n}-${i}`));
  const rows = (count: number, price: number) =>
    Array.from({ length: count }, (_, i) => ({ sku: `T-${i % 10}-${Math.floor(i / 10)}`, price, delta: 1 }));
  expect((await bySku(rows(1_000, 11_000))).body).toMatchObject({ changed: 1_000, refused: 0 });
  expect((await bySku([...rows(1_000, 1), { sku: 'X', delta: 1 }])).status).toBe(400);
  const both = await bySku([{ sku: 'T-0-0', delta: 1, counted: 1 }]);
  expect(both.error.details).toMatchObject([{ path: 'items.0.delta', message: expect.stringMatching(/[а-яіїє]/) }]);
});
