import * as catalog from '@lanka/domain/catalog/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  type TestDropshipper,
} from '../../test/trade';

/** Figures of products and of the project are what their rows say, at once and whoever writes beside. */
let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
  project = await app.project();
  seller = await makeDropshipper(app, project);
});
afterAll(() => app.close());

const at = () => ({ token: project.owner.token, params: { project_id: project.id } });
const one = (id: string) => ({ token: project.owner.token, params: { project_id: project.id, id } });

async function makeProduct(name: string, stocks: readonly number[]) {
  const variants = stocks.map((actual, n) => ({ name: `${name} ${n}`, price: 1_000 * (n + 1), actual }));
  const { body } = await app.call(catalog.createProduct, { ...at(), body: { name, variants } });
  return body;
}
const list = async (query: object) =>
  (await app.call(catalog.listProducts, { ...at(), query: { include_unpublished: true, ...query } })).body;
const stock = (id: string, delta: number) =>
  app.call(changeStock, { ...one(id), body: { delta, comment: '' } as never });
const expectGreen = async () => {
  expect(await differencesOf(app, project)).toEqual([]);
};
/** As long as it says: every list whose length is kept. */
const expectLengths = async () => {
  for (const query of [{}, { status: 'published' }, { status: 'unpublished' }, { status: 'deleted' }]) {
    const { items, total } = await list({ ...query, limit: 100 });
    expect([query, total]).toEqual([query, items.length]);
  }
  for (const query of [{}, { in_stock: true }, { in_stock: false }]) {
    const { items, total } = (await app.call(catalog.listAllVariants, { ...at(), query: { ...query, limit: 100 } }))
      .body;
    expect([query, total]).toEqual([query, items.length]);
  }
  const asked = { token: seller.token, query: { limit: 100 } };
  const { items, total } = (await app.call(catalog.listDropshippingProducts, asked)).body;
  expect(total).toBe(items.length);
};
const summary = async () => (await app.call(catalog.productsSummary, at())).body;

it('a list sees at once what a change of stock has made of its order and filters', async () => {
  const empty = await makeProduct('Порожня', [0, 0]);
  const few = await makeProduct('Мало', [3, 0]);
  const much = await makeProduct('Багато', [500, 200]);
  const ids = async (query: object) => (await list(query)).items.map(({ id }) => id);
  const mine = [empty.id, few.id, much.id];
  const only = async (query: object) => (await ids(query)).filter((id) => mine.includes(id));
  expect(await only({ sort: 'available' })).toEqual([empty.id, few.id, much.id]);
  expect(await only({ stock: 'in_stock', sort: '-available' })).toEqual([much.id, few.id]);
  expect(await only({ stock: 'out_of_stock', sort: 'name' })).toEqual([few.id, empty.id]);
  expect(await only({ stock: 'low' })).toEqual([few.id]);
  await stock(empty.variants[0]?.id ?? '', 1_000);
  await stock(few.variants[0]?.id ?? '', 10);
  expect(await only({ sort: '-available' })).toEqual([empty.id, much.id, few.id]);
  expect(await only({ stock: 'low' })).toEqual([]);
  const before = await summary();
  expect((await app.call(catalog.deleteProduct, one(much.id))).status).toBe(204);
  const after = await summary();
  expect(before.stock_count - after.stock_count).toBe(700);
  expect(before.stock_value - after.stock_value).toBe(500 * 1_000 + 200 * 2_000);
  expect([after.deleted - before.deleted, before.modifications - after.modifications]).toEqual([1, 2]);
  // a deleted product goes on to show what went with it
  expect(await only({ status: 'deleted', stock: 'in_stock', sort: 'available' })).toEqual([much.id]);
  await expectGreen();
  await expectLengths();
});

it('takes for little what the variant says, else what the project does', async () => {
  const product = await makeProduct('Межа', [3, 30]);
  const [three, thirty] = product.variants.map(({ id }) => id);
  const isLow = async () => (await list({ stock: 'low', q: 'Межа' })).items.length > 0;
  const minimum = (id: string | undefined, count: number | null) =>
    app.call(catalog.updateProduct, { ...one(product.id), body: { variants: [{ id, minimum: count }] } });
  const little = (low_stock: number) => app.call(updateMainInfo, { ...at(), body: { low_stock } });
  expect(await isLow()).toBe(true);
  await little(2);
  expect(await isLow()).toBe(false);
  await minimum(thirty, 30);
  expect(await isLow()).toBe(true);
  // its own counts, also against what the project takes for little
  await minimum(thirty, 29);
  await minimum(three, 0);
  await little(50);
  expect(await isLow()).toBe(false);
  await minimum(three, null);
  expect(await isLow()).toBe(true);
  const fresh = { name: 'Межа нова', variants: [{ name: 'N', price: 100, actual: 50 }] };
  await app.call(catalog.createProduct, { ...at(), body: fresh });
  expect((await list({ stock: 'low', q: 'Межа нова' })).items).toHaveLength(1);
  expect((await little(-1)).error.details[0]?.path).toBe('low_stock');
  await little(5);
  await expectGreen();
});

it('stays with its rows when orders, stock, prices, counts that should be there, new and deleted variants meet at the same moment', async () => {
  const products = await Promise.all(Array.from({ length: 6 }, (_, n) => makeProduct(`Гурт ${n}`, [40, 5, 2, 0])));
  for (const { id } of products) await app.call(catalog.publishProduct, one(id));
  const variant = (p: number, v: number): string => products[p % 6]?.variants[v % 3]?.id ?? '';
  const deed = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.nat(5), fc.nat(5), fc.nat(2));
  const statuses: number[] = [];
  const carryOut = async ([what, p, q, v]: [number, number, number, number]): Promise<void> => {
    const product = products[p];
    const id = product?.id ?? '';
    const say = ({ status }: { status: number }) => statuses.push(status);
    if (what <= 2) {
      // of two products at once, in either order
      const body = orderBody({ [variant(p, v)]: 1, [variant(q, v + 1)]: 1 }, { send: true });
      const placed = await placeOrder(app, project, seller.token, body);
      say(placed);
      if (placed.status === 201)
        say(await move(app, project, project.owner.token, placed.body.id, what === 0 ? 'Sent' : 'Canceled', 'Так'));
    } else if (what === 3) say(await stock(variant(p, v), q - 2));
    else if (what === 4)
      say(
        await app.call(catalog.updateProduct, {
          ...one(id),
          body: { variants: [{ id: variant(p, v), price: 500 + q * 100 }] } as never,
        }),
      );
    else if (what === 5)
      say(
        await app.call(catalog.createVariant, {
          token: project.owner.token,
          params: { project_id: project.id, product_id: id },
          body: { name: `Ще ${statuses.length} ${p}${q}${v}`, price: 700, actual: q } as never,
        }),
      );
    else if (what === 6)
      say(
        await app.call(catalog.updateVariant, {
          token: project.owner.token,
          params: { project_id: project.id, product_id: id, id: variant(p, v) },
          body: { minimum: q === 0 ? null : q * 10 },
        }),
      );
    else if (what === 7) say(await app.call(updateMainInfo, { ...at(), body: { low_stock: q * 8 } }));
    else
      say(
        await app.call(catalog.deleteVariant, {
          token: project.owner.token,
          params: { project_id: project.id, product_id: id, id: products[p]?.variants[3]?.id ?? '' },
        }),
      );
  };
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 24, maxLength: 40 }), async (deeds) => {
      await Promise.all(deeds.map(carryOut));
      await expectGreen();
      await expectLengths();
    }),
    { numRuns: 6, endOnFailure: true },
  );
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(20);
});

it('another count of the project locks every level in the order of all, also those with a count of their own', async () => {
  const product = await makeProduct('Черга', [40, 40]);
  const [first = ''] = product.variants.map(({ id }) => id).sort();
  const last = (await makeProduct('Остання', [40])).variants[0]?.id ?? '';
  expect(last > first).toBe(true);
  const params = { project_id: project.id, product_id: product.id, id: first };
  await app.call(catalog.updateVariant, { token: project.owner.token, params, body: { minimum: 10 } });
  const lock = `select product_variant_id from stock_levels where project_id = $1 and product_variant_id = $2 for update`;
  const holder = new pg.Client({ connectionString: app.url });
  await holder.connect();
  try {
    await holder.query(`select set_config('lanka.project_ids', $1, false)`, [project.id]);
    await holder.query('begin');
    await holder.query(lock, [project.id, last]);
    const settings = app.call(updateMainInfo, { ...at(), body: { low_stock: 17 } });
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => app.sql(null, waiting)).toHaveLength(1);
    // an order that had it now, and waited for one that is locked, would have ended in a deadlock
    expect(await app.sql(project.id, `${lock} skip locked`, [project.id, first])).toEqual([]);
    await holder.query('commit');
    expect((await settings).status).toBe(200);
  } finally {
    await holder.end();
  }
  await expectGreen();
});

it('shows in its row what its variants come to, and nothing of those that were deleted', async () => {
  const body = {
    name: 'Рядок',
    variants: [
      { name: 'A', price: 900, recommended_price: 2_000, actual: 4 },
      { name: 'B', price: 500, sku: 'B-2', actual: 3 },
      { name: 'C', price: 700, recommended_price: 1_500, sku: 'C-3' },
    ],
  };
  const product = (await app.call(catalog.createProduct, { ...at(), body })).body;
  const row = async () => (await list({ q: 'Рядок' })).items[0];
  const shown = { variants_count: 3, out_of_stock_count: 1, only_variant_id: null, sku: 'B-2', actual: 7, booked: 0 };
  const prices = { min_price: 500, max_price: 900, min_recommended_price: 1_500, max_recommended_price: 2_000 };
  expect(await row()).toMatchObject({ ...shown, ...prices });
  const [a, b, c] = product.variants.map(({ id }) => id);
  const remove_variants = [a ?? '', b ?? ''];
  await app.call(catalog.updateProduct, { ...one(product.id), body: { remove_variants } });
  expect(await row()).toMatchObject({
    ...{ variants_count: 1, out_of_stock_count: 1, only_variant_id: c, sku: 'C-3', actual: 0 },
    ...{ min_price: 700, max_price: 700, min_recommended_price: 1_500, max_recommended_price: 1_500 },
  });
  await expectGreen();
});

it('adds up totals that many change at once, without one waiting for the other', async () => {
  const variants = await makeVariants(
    app,
    project,
    Array.from({ length: 20 }, () => ({ stock: 10 })),
  );
  const before = await summary();
  const changed = await Promise.all(variants.flatMap((id) => [stock(id, 7), stock(id, 3), stock(id, -10)]));
  expect(changed.every(({ status }) => status === 200)).toBe(true);
  expect(await summary()).toEqual(before);
  await expectGreen();
});
