import * as changes from '@lanka/domain/catalog/changes';
import * as catalog from '@lanka/domain/catalog/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import { createPriceLevel } from '@lanka/domain/price_levels/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder, type TestDropshipper } from '../../../test/trade';
import { takeChanged } from '../../stock';
import { followChanges, forgetChanges } from './changes';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let variant: string;
let id: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  seller = await makeDropshipper(app, project, 1_000);
  [variant = ''] = await makeVariants(app, project, [{ stock: 2 }]);
  [{ id = '' } = {}] = await list();
  await follow();
  await seen();
});

/** What the job does when it comes. */
const follow = () => {
  const { services } = app.app;
  return services.db.transaction({ projectIds: [project.id] }, async (tx) =>
    followChanges(tx, services, project.id, await takeChanged(tx, { project }, 100)),
  );
};
const list = async (query: object = {}) =>
  (await app.call(catalog.listDropshippingProducts, { token: seller.token, query })).body.items;
const counts = async () => (await app.call(changes.countProductChanges, { token: seller.token })).body;
const seen = async () =>
  app.call(changes.seeProductChanges, { token: seller.token, body: { until: (await counts()).as_of } });
const stock = async (delta: number) => {
  const { token } = project.owner;
  const params = { project_id: project.id, id: variant };
  expect((await app.call(changeStock, { params, token, body: { delta } })).status).toBe(200);
};
const reprice = async (body: object) => {
  const variants = [{ id: variant, ...body }];
  const { token } = project.owner;
  const params = { project_id: project.id, id };
  expect((await app.call(catalog.updateProduct, { params, token, body: { variants } })).status).toBe(200);
};
const watch = () => app.call(changes.watchProduct, { token: seller.token, params: { project_id: project.id, id } });
const told = async () => {
  const rows = await app.sql<{ kind: string; user_id: string; facts: { name: string } }>(
    project.id,
    `select kind, user_id, facts from notice_events where project_id = $1 and kind = 'catalog.came_back'
     union all select kind, user_id, facts from notices where project_id = $1 and kind = 'catalog.came_back'`,
    [project.id],
  );
  return rows.map(({ user_id }) => user_id);
};

describe('the goods of all suppliers', () => {
  it('say what they cost him, by his discount, and of all his suppliers alone', async () => {
    const other = await app.project('Друга');
    await makeVariants(app, other, [{ stock: 1, price: 10_000 }]);
    expect(await list()).toMatchObject([
      { id, min_price: 50_000, cost: { from: 45_000, to: 45_000 }, cost_before: null },
    ]);
    expect(await list({ price_from: 45_000, price_to: 45_000 })).toHaveLength(1);
    expect(await list({ price_from: 45_001 })).toEqual([]);
    expect(await list({ price_to: 44_999 })).toEqual([]);
  });

  it('are not filtered by the price of the supplier for whoever buys by another', async () => {
    const { token } = project.owner;
    const params = { project_id: project.id };
    const level = await app.call(createPriceLevel, { token, params, body: { name: 'Опт' } });
    await reprice({ prices: [{ price_level_id: level.body.id, from_count: 1, price: 40_000 }] });
    const party = { ...params, id: seller.counterparty_id };
    await app.call(updateCounterparty, { token, params: party, body: { price_level_id: level.body.id } });
    const refused = await app.call(catalog.listDropshippingProducts, { token: seller.token, query: { price_from: 1 } });
    expect(refused.error.code).toBe('catalog.price_order_not_told');
    await follow();
    await seen();
    expect(await list()).toMatchObject([{ cost: { from: 36_000 }, cost_before: null }]);
    // the price that others pay is another now: nothing that he is told of
    await reprice({ price: 60_000 });
    await follow();
    expect(await counts()).toMatchObject({ any: 0, price: 0 });
    await reprice({ prices: [{ price_level_id: level.body.id, from_count: 1, price: 42_000 }] });
    await follow();
    expect(await list({ changed: 'price' })).toMatchObject([{ cost: { from: 37_800 }, cost_before: { from: 36_000 } }]);
  });
});

describe('what changed since he last looked', () => {
  it('a price: before and after, until he has seen it', async () => {
    expect(await counts()).toMatchObject({ any: 0 });
    await reprice({ price: 60_000 });
    await follow();
    await reprice({ price: 70_000 });
    await follow();
    expect(await counts()).toMatchObject({ any: 1, price: 1, ran_out: 0, came_back: 0 });
    const row = { id, cost: { from: 63_000 }, cost_before: { from: 45_000 }, turned: null };
    for (const changed of ['any', 'price']) expect(await list({ changed })).toMatchObject([row]);
    expect(await list({ changed: 'price', q: 'марта', sort: 'name', stock: 'in_stock' })).toMatchObject([row]);
    expect(await list({ changed: 'ran_out' })).toEqual([]);
    expect((await seen()).body).toMatchObject({ any: 0 });
    expect(await list()).toMatchObject([{ cost_before: null }]);
    expect(await list({ changed: 'any' })).toEqual([]);
  });

  it('what went and is as it was is no change', async () => {
    await reprice({ price: 60_000 });
    await follow();
    await reprice({ price: 50_000 });
    await follow();
    expect(await counts()).toMatchObject({ any: 0 });
    expect(await list({ changed: 'any' })).toEqual([]);
  });

  it('ran out by an order, and came back', async () => {
    const order = await placeOrder(app, project, seller.token, orderBody({ [variant]: 2 }, { send: true }));
    expect(order.status).toBe(201);
    await follow();
    expect(await counts()).toMatchObject({ any: 1, ran_out: 1 });
    expect(await list({ changed: 'ran_out' })).toMatchObject([{ turned: 'ran_out', availability: 'out_of_stock' }]);
    await seen();
    await stock(3);
    await follow();
    expect(await list({ changed: 'came_back' })).toMatchObject([{ turned: 'came_back' }]);
  });

  it('nothing of the stock where the supplier does not tell it', async () => {
    await stock(-2);
    await follow();
    const { token } = project.owner;
    const params = { project_id: project.id };
    await app.call(updateProject, { token, params, body: { project: { stock_told: 'hidden' } } });
    expect(await counts()).toMatchObject({ any: 0 });
    expect(await list()).toMatchObject([{ turned: null, availability: 'hidden' }]);
    expect((await watch()).error.code).toBe('catalog.stock_not_told');
  });

  it('what comes after the moment that was seen stays, and of two tabs the later counts', async () => {
    const { as_of } = await counts();
    await reprice({ price: 60_000 });
    await follow();
    const body = { until: as_of };
    expect((await app.call(changes.seeProductChanges, { token: seller.token, body })).body).toMatchObject({ price: 1 });
    await seen();
    expect((await app.call(changes.seeProductChanges, { token: seller.token, body })).body).toMatchObject({ price: 0 });
    const future = { until: new Date(Date.now() + 1e9).toISOString() };
    await app.call(changes.seeProductChanges, { token: seller.token, body: future });
    await reprice({ price: 65_000 });
    await follow();
    expect(await counts()).toMatchObject({ price: 1 });
  });

  it('is forgotten after 90 days but for how it was then', async () => {
    await reprice({ price: 60_000 });
    await follow();
    const age = `update product_history set at = at - interval '100 days' where project_id = $1`;
    await app.sql(project.id, age, [project.id]);
    await reprice({ price: 70_000 });
    await follow();
    await forgetChanges.run(app.app.services, {} as never);
    const left = await app.sql<{ prices: { base: number[] }; last: boolean }>(
      project.id,
      'select prices, last from product_history where project_id = $1 order by at',
      [project.id],
    );
    expect(left.map(({ prices, last }) => [prices.base[0], last])).toEqual([
      [60_000, false],
      [70_000, true],
    ]);
  });

  it('has one last row for each product, however many jobs come at once', async () => {
    for (const price of [60_000, 61_000, 62_000]) {
      await reprice({ price });
      await Promise.all([follow(), follow(), follow()]);
    }
    const last = await app.sql<{ prices: { base: number[] } }>(
      project.id,
      'select prices from product_history where project_id = $1 and last',
      [project.id],
    );
    expect(last.map(({ prices }) => prices.base)).toEqual([[62_000, 62_000]]);
  });
});

describe('tell me when it is back', () => {
  it('tells once, and whoever waits alone', async () => {
    expect((await watch()).error.code).toBe('catalog.in_stock_already');
    await stock(-2);
    expect((await watch()).body).toEqual({ watching: true });
    await watch();
    expect(await list()).toMatchObject([{ watching: true }]);
    await follow();
    expect(await told()).toEqual([]);
    await stock(1);
    await Promise.all([follow(), follow()]);
    expect(await told()).toEqual([seller.id]);
    expect(await list()).toMatchObject([{ watching: false }]);
    await stock(-1);
    await stock(1);
    await follow();
    expect(await told()).toEqual([seller.id]);
  });

  it('hears of goods that were away for a moment between two looks of the job', async () => {
    await stock(-2);
    await watch();
    await stock(2);
    await follow();
    expect(await told()).toEqual([seller.id]);
  });

  it('tells nobody who waits no more, or has no access any more', async () => {
    await stock(-2);
    await watch();
    const params = { project_id: project.id, id };
    expect((await app.call(changes.unwatchProduct, { token: seller.token, params })).body).toEqual({ watching: false });
    await watch();
    await app.sql(project.id, 'update memberships set ended_at = now() where user_id = $1', [seller.id]);
    await stock(2);
    await follow();
    expect(await told()).toEqual([]);
    expect((await watch()).status).toBe(404);
  });

  it('loses nobody when goods come back at the moment he asks', async () => {
    for (let round = 0; round < 5; round += 1) {
      await app.sql(project.id, 'delete from notices where project_id = $1', [project.id]);
      await app.sql(project.id, 'delete from notice_events where project_id = $1', [project.id]);
      await stock(-2);
      await follow();
      const [asked] = await Promise.all([watch(), stock(2)]);
      await follow();
      const waits = asked.status === 200;
      expect(await told()).toEqual(waits ? [seller.id] : []);
    }
  });
});

it('any course of prices and stock is told as the difference to what he has seen', async () => {
  const step = fc.oneof(
    fc.record({ price: fc.constantFrom(50_000, 60_000, 70_000) }),
    fc.record({ count: fc.constantFrom(0, 2, 5) }),
    fc.constant('follow' as const),
    fc.constant('seen' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const now = async () => {
        const [row] = await list();
        return { price: row?.min_price, there: row?.availability !== 'out_of_stock' };
      };
      const saw = async () => {
        await follow();
        await seen();
        return now();
      };
      let known = await saw();
      for (const one of steps) {
        if (one === 'follow') await follow();
        else if (one === 'seen') known = await saw();
        else if ('price' in one) await reprice(one);
        else {
          const [row] = await list();
          const delta = one.count - (row?.available ?? 0);
          if (delta !== 0) await stock(delta);
        }
      }
      await follow();
      const { price, there } = await now();
      expect(await counts()).toMatchObject({
        price: price === known.price ? 0 : 1,
        ran_out: known.there && !there ? 1 : 0,
        came_back: !known.there && there ? 1 : 0,
      });
    }),
    { numRuns: 12 },
  );
});
