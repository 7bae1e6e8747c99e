import * as catalog from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/catalog/repricing';
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
