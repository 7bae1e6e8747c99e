import * as catalog from '@lanka/domain/catalog/contract';
import { createExport, listImportRows, readExport } from '@lanka/domain/feeds/contract';
import * as orders from '@lanka/domain/orders/contract';
import * as partners from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/price_levels/contract';
import { MAX_PRICE_LEVELS, withPrices } from '@lanka/domain/price_levels/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';
import {
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  type TestDropshipper,
} from '../../test/trade';

let app: TestApp;
let project: TestProject;
let at: { token: string; params: { project_id: string } };

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' }, { jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  at = { token: project.owner.token, params: { project_id: project.id } };
});

const one = (id: string) => ({ ...at, params: { ...at.params, id } });
const add = async (name: string) => (await app.call(contract.createPriceLevel, { ...at, body: { name } })).body;
const names = async () =>
  (await app.call(contract.listPriceLevels, at)).body.items.map(({ name, counterparties_count }) => [
    name,
    counterparties_count,
  ]);
const give = (counterparty: string, price_level_id: string | null) =>
  app.call(partners.updateCounterparty, { ...one(counterparty), body: { price_level_id } });

/** A modification of 100 ₴ with these further prices, published and in stock; and the id of its product. */
async function goods(prices: { price_level_id: string | null; from_count: number; price: number }[], price = 10_000) {
  const [variant = ''] = await makeVariants(app, project, [{ price, stock: 1_000 }]);
  const { product_id } = (await app.call(catalog.listAllVariants, { ...at, query: { id: variant } })).body
    .items[0] as catalog.VariantRecord;
  const saved = await app.call(catalog.updateProduct, {
    ...one(product_id),
    body: { variants: [{ id: variant, prices }] },
  });
  expect(saved.status).toBe(200);
  return { variant, product_id };
}

describe('the levels', () => {
  it('are made, renamed and put in order', async () => {
    const [opt, vip] = [await add('Опт'), await add('  VIP   клуб ')];
    expect([opt.position, vip.name, vip.position]).toEqual([0, 'VIP клуб', 1]);
    const moved = await app.call(contract.updatePriceLevel, { ...one(vip.id), body: { name: 'VIP', position: 0 } });
    expect(moved.body).toMatchObject({ name: 'VIP', position: 0 });
    expect(await names()).toEqual([
      ['VIP', 0],
      ['Опт', 0],
    ]);
    const stale = await app.call(contract.updatePriceLevel, {
      ...one(vip.id),
      headers: { 'If-Match': '1' },
      body: { name: 'Х' },
    });
    expect([stale.status, stale.error.code]).toEqual([409, 'common.stale']);
  });

  it.each([
    [{ name: ' опт ' }, 409, 'name'],
    [{ name: '' }, 400, 'name'],
    [{ name: 'VIP від 10' }, 400, 'name'],
    [{ name: 'x'.repeat(41) }, 400, 'name'],
  ])('%j is refused by its field', async (body, status, path) => {
    await add('Опт');
    const refused = await app.call(contract.createPriceLevel, { ...at, body });
    expect([refused.status, refused.error.details[0]?.path]).toEqual([status, path]);
  });

  it('are eight at most, one of each name, however many add them at once', async () => {
    const asked = Array.from({ length: 14 }, (_, i) =>
      app.call(contract.createPriceLevel, { ...at, body: { name: i < 4 ? 'Опт' : `Рівень ${i}` } }),
    );
    const made = (await Promise.all(asked)).filter(({ status }) => status === 201);
    expect(made).toHaveLength(MAX_PRICE_LEVELS);
    expect((await names()).filter(([name]) => name === 'Опт').length).toBeLessThanOrEqual(1);
    const positions = (await app.call(contract.listPriceLevels, at)).body.items.map(({ position }) => position);
    expect(positions).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('go with their prices; who had one goes where it is said', async () => {
    const [opt, vip] = [await add('Опт'), await add('VIP')];
    const party = await makeCounterparty(app, project);
    await give(party, vip.id);
    const { product_id } = await goods([
      { price_level_id: vip.id, from_count: 1, price: 9_000 },
      { price_level_id: opt.id, from_count: 1, price: 8_000 },
    ]);
    const remove = (id: string, query: object) => app.call(contract.deletePriceLevel, { ...one(id), query });
    const refused = await remove(vip.id, {});
    expect([refused.status, refused.error.code, refused.error.details[0]]).toMatchObject([
      409,
      'price_levels.in_use',
      { counterparties: 1 },
    ]);
    expect((await remove(vip.id, { counterparties_to: vip.id })).error.code).toBe('price_levels.to_itself');
    expect((await remove(vip.id, { counterparties_to: product_id })).error.code).toBe('price_levels.unknown');
    const version = (await app.call(catalog.readProduct, one(product_id))).body.version;
    expect((await remove(vip.id, { counterparties_to: opt.id })).status).toBe(204);
    expect(await names()).toEqual([['Опт', 1]]);
    const product = (await app.call(catalog.readProduct, one(product_id))).body;
    expect(product.variants[0]?.prices).toEqual([{ price_level_id: opt.id, from_count: 1, price: 8_000 }]);
    // a form that was open hears of it
    expect(product.version).toBe(version + 1);
    expect((await remove(opt.id, { counterparties_to: 'none' })).status).toBe(204);
    expect((await app.call(partners.readCounterparty, one(party))).body).toMatchObject({ price_level_id: null });
  });
});

it('a level that goes while a counterparty or a modification gets it leaves nothing that names it', async () => {
  const party = await makeCounterparty(app, project);
  const { variant, product_id } = await goods([]);
  for (let round = 0; round < 6; round += 1) {
    const { id } = await add(`Рівень ${round}`);
    const prices = [{ price_level_id: id, from_count: 1, price: 100 + round }];
    const [given, priced, gone] = await Promise.all([
      give(party, id),
      app.call(catalog.updateProduct, { ...one(product_id), body: { variants: [{ id: variant, prices }] } }),
      app.call(contract.deletePriceLevel, { ...one(id), query: { counterparties_to: 'none' } }),
    ]);
    expect([200, 422]).toContain(given.status);
    expect([200, 422]).toContain(priced.status);
    expect(gone.status).toBe(204);
    expect((await app.call(partners.readCounterparty, one(party))).body.price_level_id).toBeNull();
    expect((await app.call(catalog.readProduct, one(product_id))).body.variants[0]?.prices).toEqual([]);
  }
});

describe('prices of a modification', () => {
  it('are refused by their field when they name no level, or say the same twice', async () => {
    const { variant, product_id } = await goods([]);
    const save = (prices: object[]) =>
      app.call(catalog.updateProduct, {
        ...one(product_id),
        body: { variants: [{ id: variant, prices: prices as never }] },
      });
    const unknown = await save([{ price_level_id: product_id, from_count: 1, price: 5 }]);
    expect([unknown.status, unknown.error.code, unknown.error.details[0]?.path]).toEqual([
      422,
      'catalog.price_level_not_found',
      'variants.0.prices.0.price_level_id',
    ]);
    const twice = await save([
      { price_level_id: null, from_count: 2, price: 5 },
      { price_level_id: null, from_count: 2, price: 6 },
    ]);
    expect([twice.status, twice.error.details[0]?.path]).toEqual([400, 'variants.0.prices.1.from_count']);
  });

  it('make no new version when they are the same ones in another order', async () => {
    const vip = await add('VIP');
    const prices = [
      { price_level_id: vip.id, from_count: 1, price: 5 },
      { price_level_id: null, from_count: 2, price: 6 },
    ];
    const { variant, product_id } = await goods(prices);
    const before = (await app.call(catalog.readProduct, one(product_id))).body;
    const again = await app.call(catalog.updateProduct, {
      ...one(product_id),
      body: { variants: [{ id: variant, prices: [...prices].reverse() }] },
    });
    expect(again.body.version).toBe(before.version);
    expect(again.body.variants[0]?.prices).toEqual(expect.arrayContaining(prices));
  });
});

describe('an order', () => {
  let vip: contract.PriceLevel;
  let seller: TestDropshipper;
  let variant: string;

  beforeEach(async () => {
    vip = await add('VIP');
    seller = await makeDropshipper(app, project, 1_000);
    await give(seller.counterparty_id, vip.id);
    ({ variant } = await goods([
      { price_level_id: null, from_count: 5, price: 9_500 },
      { price_level_id: vip.id, from_count: 1, price: 9_000 },
      { price_level_id: vip.id, from_count: 10, price: 8_000 },
    ]));
  });
  const line = ({ items }: orders.Order) => items[0] as orders.OrderItem;
  const place = (count: number, token = seller.token, more: object = {}) =>
    placeOrder(app, project, token, { ...orderBody({ [variant]: count }), ...more } as never);

  it.each([
    // count, price, from, sum after 10 %
    [1, 9_000, 1, 8_100],
    [9, 9_000, 1, 72_900],
    [10, 8_000, 10, 72_000],
  ])('%d pieces are priced by the level and the count, then by the discount', async (count, price, from, sum) => {
    const { body } = await place(count);
    expect(line(body)).toMatchObject({ base_price: price, price_level: 'VIP', price_from: from });
    expect(body.sum).toBe(sum);
    const told = await app.call(orders.priceOrder, {
      ...{ params: at.params, token: seller.token },
      body: { items: [{ product_variant_id: variant, count }] },
    });
    expect(told.body).toMatchObject({ sum, items: [{ base_price: price, price_level: 'VIP', price_from: from }] });
  });

  it('of who has no level goes by the count alone', async () => {
    const counterparty_id = await makeCounterparty(app, project);
    const { body } = await place(6, project.owner.token, { counterparty_id });
    expect(line(body)).toMatchObject({ base_price: 9_500, price_level: null, price_from: 5 });
  });

  it('follows count, prices and level until it is sent, and keeps its price from then on', async () => {
    const draft = (await place(2, seller.token, { send: false })).body;
    const edit = (count: number, token = seller.token) =>
      app.call(orders.updateOrder, {
        ...{ token, params: { ...at.params, id: draft.id } },
        body: { items: [{ product_variant_id: variant, count }] },
      });
    expect(line((await edit(12)).body)).toMatchObject({ base_price: 8_000, price_from: 10 });
    await give(seller.counterparty_id, null);
    const sent = (await move(app, project, seller.token, draft.id, 'Pending')).body;
    expect(line(sent)).toMatchObject({ base_price: 9_500, price_level: null, price_from: 5 });
    await give(seller.counterparty_id, vip.id);
    const later = (await edit(1, project.owner.token)).body;
    expect(line(later)).toMatchObject({ base_price: 9_500, price_level: null, price_from: 5, count: 1 });
  });
});

it('a Client is told his own prices and no others, wherever he looks', async () => {
  const [vip, opt] = [await add('VIP'), await add('Опт')];
  const seller = await makeDropshipper(app, project);
  await give(seller.counterparty_id, vip.id);
  const prices = [
    { price_level_id: null, from_count: 5, price: 9_511 },
    { price_level_id: vip.id, from_count: 1, price: 9_022 },
    { price_level_id: vip.id, from_count: 10, price: 8_033 },
    { price_level_id: opt.id, from_count: 1, price: 7_044 },
    { price_level_id: opt.id, from_count: 20, price: 6_055 },
  ];
  const { variant, product_id } = await goods(prices, 10_066);
  // where there is no recommended price, what stands for it is his price too
  await app.call(catalog.updateProduct, {
    ...one(product_id),
    body: { variants: [{ id: variant, recommended_price: null }] },
  });
  const asClient = { ...at, token: seller.token };
  const ofProduct = { ...asClient, params: { ...at.params, id: product_id } };
  const mine = { price: 9_022, prices: [{ price_level_id: null, from_count: 10, price: 8_033 }] };
  const answers = {
    product: (await app.call(catalog.readProduct, ofProduct)).body,
    products: (await app.call(catalog.listProducts, asClient)).body,
    found: (await app.call(catalog.listProducts, { ...asClient, query: { q: 'Марта' } })).body,
    variants: (await app.call(catalog.listAllVariants, { ...asClient, query: { id: variant } })).body,
    own: (await app.call(catalog.listVariants, { ...asClient, params: { ...at.params, product_id } })).body,
    everywhere: (await app.call(catalog.listDropshippingProducts, { token: seller.token })).body,
    preview: (
      await app.call(orders.priceOrder, {
        ...asClient,
        body: { items: [{ product_variant_id: variant, count: 3 }] },
      })
    ).body,
    suppliers: (await app.call(partners.listSuppliers, { token: seller.token })).body,
  };
  expect(answers.product.variants[0]).toMatchObject(mine);
  expect(answers.variants.items[0]).toMatchObject(mine);
  expect(answers.own.items[0]).toMatchObject(mine);
  const range = { min_price: 9_022, max_price: 9_022 };
  for (const row of [answers.product, answers.products.items[0], answers.found.items[0], answers.everywhere.items[0]])
    expect(row).toMatchObject(range);
  expect([answers.products, answers.everywhere, answers.variants].map((one) => one.own_prices)).toEqual([
    true,
    true,
    true,
  ]);
  const told = JSON.stringify(answers);
  for (const secret of [vip.id, opt.id, 'Опт']) expect(told).not.toContain(secret);
  // as numbers: the digits alone may stand in an id
  for (const price of [9511, 7044, 6055, 10066]) expect(told).not.toMatch(new RegExp(`:${price}\\b`));

  // an order by the price of the supplier would tell it
  for (const sort of ['price', '-price'] as const)
    expect((await app.call(catalog.listProducts, { ...asClient, query: { sort } })).error.code).toBe(
      'catalog.price_order_not_told',
    );
  const levels = await app.call(contract.listPriceLevels, asClient);
  expect(levels.status).toBe(403);

  // without a level: the price itself and its steps
  await give(seller.counterparty_id, null);
  const plain = (await app.call(catalog.readProduct, ofProduct)).body;
  expect(plain.variants[0]).toMatchObject({
    price: 10_066,
    prices: [{ price_level_id: null, from_count: 5, price: 9_511 }],
  });
  expect((await app.call(catalog.listProducts, { ...asClient, query: { sort: 'price' } })).status).toBe(200);
  // the project's own people see them all
  const all = (await app.call(catalog.readProduct, one(product_id))).body;
  expect(all.variants[0]?.prices).toEqual(expect.arrayContaining(prices));
});

it('counterparties are given a level, and found by it', async () => {
  const vip = await add('VIP');
  const party = await makeCounterparty(app, project);
  const unknown = await give(party, project.id);
  expect([unknown.status, unknown.error.details[0]?.path]).toEqual([422, 'price_level_id']);
  expect((await give(party, vip.id)).body).toMatchObject({ price_level_id: vip.id, price_level_name: 'VIP' });
  const found = async (price_level_id: string) =>
    (await app.call(partners.listCounterparties, { ...at, query: { price_level_id } })).body.items.map(({ id }) => id);
  expect(await found(vip.id)).toEqual([party]);
  expect(await found('none')).not.toContain(party);
});

describe('tables', () => {
  const levelsOf = async () =>
    new Map((await app.call(contract.listPriceLevels, at)).body.items.map(({ id, name }) => [id, name]));
  /** By sku: what each modification costs, with levels by their names. */
  async function pricesOf(): Promise<Record<string, string[]>> {
    const names = await levelsOf();
    const { items } = (await app.call(catalog.listAllVariants, { ...at, query: { limit: 200 } })).body;
    return Object.fromEntries(
      items.map(({ sku, price, prices }) => [
        sku,
        [
          `${price}`,
          ...prices.map((one) => `${names.get(one.price_level_id ?? '') ?? ''} ${one.from_count} ${one.price}`),
        ].sort(),
      ]),
    );
  }

  it('bring levels and prices from a count on; the dry run names the levels and makes none', async () => {
    await add('Опт');
    const importing = new Importing(app, project);
    const table = [
      'Назва;Артикул;Ціна;Ціна від 10;Ціна опт;Ціна VIP;Ціна VIP від 5;Ціна грн',
      'Марта;M-1;100;95;80;90,50;;7',
      'Рушник;M-2;20;;;;15;7',
    ].join('\n');
    const dry = await importing.file('own.csv', Buffer.from(table), { dry_run: true });
    expect(dry.header).toMatchObject({ price_levels: ['опт', 'VIP'], ignored_columns: ['Ціна грн'] });
    expect([...(await levelsOf()).values()]).toEqual(['Опт']);
    await importing.apply(dry.id);
    expect([...(await levelsOf()).values()]).toEqual(['Опт', 'VIP']);
    expect(await pricesOf()).toEqual({
      'M-1': [' 10 9500', '10000', 'VIP 1 9050', 'Опт 1 8000'].sort(),
      'M-2': ['2000', 'VIP 5 1500'],
    });
    // what the file does not tell stays; what it tells is named
    const next = await importing.file('own.csv', Buffer.from('Назва;Артикул;Ціна;Ціна VIP\nМарта;M-1;100;85'));
    const { items } = (
      await app.call(listImportRows, { ...at, params: { ...at.params, id: next.id }, query: { limit: 10 } })
    ).body;
    expect(items[0]?.changes).toEqual({ 'Ціна VIP': { from: 9050, to: 8500 } });
    expect((await pricesOf())['M-1']).toEqual([' 10 9500', '10000', 'VIP 1 8500', 'Опт 1 8000'].sort());
  });

  it('leave out levels that there is no room for, and say so', async () => {
    for (let i = 0; i < MAX_PRICE_LEVELS; i += 1) await add(`Рівень ${i}`);
    const importing = new Importing(app, project);
    const done = await importing.file('own.csv', Buffer.from('Назва;Артикул;Ціна;Ціна VIP\nМарта;M-1;100;85'));
    expect(done.counts).toMatchObject({ created: 1, warnings: 1 });
    expect(await pricesOf()).toEqual({ 'M-1': ['10000'] });
  });

  it('go out and come back without loss', async () => {
    const name = fc.constantFrom('VIP', 'Опт', 'Роздріб', 'від', 'Ціна 2', 'дроп');
    const step = fc.record({
      level: fc.option(name),
      from_count: fc.integer({ min: 1, max: 30 }),
      price: fc.integer({ min: 1, max: 99_999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { minLength: 1, maxLength: 4 }), async (rows) => {
        project = await app.project();
        at = { token: project.owner.token, params: { project_id: project.id } };
        const own = new Importing(app, project);
        const ids = new Map<string, string>();
        for (const level of new Set(rows.flat().flatMap((one) => one.level ?? [])))
          ids.set(level, (await add(level)).id);
        for (const [i, steps] of rows.entries()) {
          const prices = withPrices(
            [],
            steps.map(({ level, from_count, price }) => ({
              ...{ price_level_id: level === null ? null : (ids.get(level) ?? null), price },
              from_count: level === null ? from_count + 1 : from_count,
            })),
          );
          const variants = [{ sku: `S-${i}`, price: 100_000, prices }];
          await app.call(catalog.createProduct, { ...at, body: { name: `Товар ${i}`, variants } });
        }
        const before = await pricesOf();
        const file = await exported(own);
        // into a project that has none of it
        project = await app.project();
        at = { token: project.owner.token, params: { project_id: project.id } };
        await new Importing(app, project).file('products.csv', file);
        expect(await pricesOf()).toEqual(before);
      }),
      { numRuns: 6 },
    );
  });
});

async function exported({ params, token }: Importing): Promise<Buffer> {
  const { id } = (await app.call(createExport, { token, params, body: { kind: 'products_csv' } })).body;
  for (;;) {
    const { status, url } = (await app.call(readExport, { token, params: { ...params, id } })).body;
    if (status === 'done') return (await app.app.server.inject({ method: 'GET', url: url ?? '' })).rawPayload;
    if (status === 'failed') throw new Error('the export failed');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
