import { createProduct, publishProduct } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/orders/contract';
import * as promotions from '@lanka/domain/promotions/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, move, orderBody, placeOrder, type TestDropshipper } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let summer: Goods;
let hat: Goods;

interface Goods {
  readonly product_id: string;
  readonly variant: string;
}

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  seller = await makeDropshipper(app, project, 500);
  summer = await makeGoods('Сукня', ['Літо']);
  hat = await makeGoods('Капелюх', []);
});

const params = () => ({ project_id: project.id });
const asOwner = () => ({ params: params(), token: project.owner.token });

/** Of one modification at 100,00, ten of it in stock. */
async function makeGoods(name: string, tags: string[]): Promise<Goods> {
  const body = { name, tags, variants: [{ price: 10_000, values: [{ option: 'Розмір', value: 'M' }] }] };
  const made = (await app.call(createProduct, { ...asOwner(), body })).body;
  const [variant] = made.variants;
  if (!variant) throw new Error('a product with a variant');
  await app.call(publishProduct, { ...asOwner(), params: { ...params(), id: made.id } });
  const stock = { ...asOwner(), params: { ...params(), id: variant.id }, body: { delta: 10 } };
  await app.call(changeStock, stock);
  return { product_id: made.id, variant: variant.id };
}

const promote = async (body: object): Promise<string> =>
  (
    await app.call(promotions.createPromotion, {
      ...asOwner(),
      body: { title: 'Акція', discount: 2_000, discount_type: 'percent', ...body } as never,
    })
  ).body.id;

const place = (items: Record<string, number>, rest: object = {}) =>
  placeOrder(app, project, seller.token, orderBody(items, rest));
const both = () => ({ [summer.variant]: 1, [hat.variant]: 2 });
const amounts = (order: contract.Order) =>
  order.items.map(({ amount, discount_source }) => [amount, discount_source] as const);

describe('a promotion for some goods', () => {
  it('takes off those with its tag and its products, and the counterparty’s discount off the others', async () => {
    await promote({ affects_all: true, tags: ['літо'] });
    const order = (await place(both())).body;
    expect(amounts(order)).toEqual([
      [8_000, 'promotion'],
      [19_000, 'counterparty'],
    ]);
    await promote({ affects_all: true, product_ids: [hat.product_id], discount: 1_000 });
    expect(amounts((await place(both())).body)).toEqual([
      [8_000, 'promotion'],
      [18_000, 'promotion'],
    ]);
  });

  it('by a code is refused where it takes off nothing, and says so before', async () => {
    await promote({ promo_code: 'HATS', product_ids: [hat.product_id] });
    const items = { [summer.variant]: 1 };
    const refused = await place(items, { promo_code: 'hats' });
    expect([refused.status, refused.error]).toMatchObject([
      422,
      { code: 'orders.promo_code_no_goods', details: [{ path: 'promo_code' }] },
    ]);
    const body = { items: [{ product_variant_id: summer.variant, count: 1 }], promo_code: 'hats' };
    const told = await app.call(contract.priceOrder, { params: params(), token: seller.token, body });
    expect(told.body.refusals).toMatchObject([{ code: 'orders.promo_code_no_goods', path: 'promo_code' }]);
    expect(amounts((await place(both(), { promo_code: 'hats' })).body)).toEqual([
      [9_500, 'counterparty'],
      [16_000, 'promotion'],
    ]);
  });
});

describe('a promotion for some counterparties', () => {
  it('is nothing to others: neither by itself nor by its code', async () => {
    const other = await makeDropshipper(app, project);
    await promote({ affects_all: true, counterparty_ids: [other.counterparty_id] });
    await promote({ promo_code: 'VIP', counterparty_ids: [other.counterparty_id], discount: 3_000 });
    const items = { [hat.variant]: 1 };
    expect(amounts((await place(items)).body)).toEqual([[9_500, 'counterparty']]);
    expect((await place(items, { promo_code: 'VIP' })).error.code).toBe('orders.promo_code_unknown');
    const theirs = (rest: object) => placeOrder(app, project, other.token, orderBody(items, rest));
    expect(amounts((await theirs({})).body)).toEqual([[8_000, 'promotion']]);
    expect(amounts((await theirs({ promo_code: 'VIP' })).body)).toEqual([[7_000, 'promotion']]);
  });
});

describe('what a promotion brought', () => {
  const results = async (id: string, token = project.owner.token) =>
    app.call(promotions.readPromotionResults, { params: { ...params(), id }, token });
  const rows = async (id: string, query: object = {}) =>
    (await app.call(promotions.listPromotionOrders, { ...asOwner(), params: { ...params(), id }, query })).body;

  it('is its lines of the orders that were sent, and their rows add up to it', async () => {
    const id = await promote({ affects_all: true, tags: ['літо'] });
    expect((await results(id)).body).toEqual({ orders_count: 0, sum: 0, discount_sum: 0 });
    await place(both());
    const first = (await place(both(), { send: true })).body;
    const second = (await place({ [summer.variant]: 3 }, { send: true })).body;
    const canceled = (await place({ [summer.variant]: 1 }, { send: true })).body;
    await place({ [hat.variant]: 1 }, { send: true });
    await move(app, project, project.owner.token, canceled.id, 'Canceled', 'Передумали');
    expect((await results(id)).body).toEqual({ orders_count: 2, sum: 32_000, discount_sum: 8_000 });
    const found = await rows(id);
    expect(found.total).toBe(2);
    expect(found.items).toMatchObject([
      { id: second.id, number: second.number, sum: 24_000, discount_sum: 6_000, counterparty_name: 'Дропшипер' },
      { id: first.id, sum: 8_000, discount_sum: 2_000 },
    ]);
    const [page, rest] = [await rows(id, { limit: 1 }), await rows(id)];
    const next = await rows(id, { limit: 1, cursor: page.next_cursor });
    expect([...page.items, ...next.items]).toEqual(rest.items);
  });

  it('follows what staff change of a sent order: the frozen discount goes with the count', async () => {
    const id = await promote({ affects_all: true, product_ids: [summer.product_id] });
    const order = (await place({ [summer.variant]: 1 }, { send: true })).body;
    const items = [{ product_variant_id: summer.variant, count: 2 }];
    await app.call(contract.updateOrder, { ...asOwner(), params: { ...params(), id: order.id }, body: { items } });
    expect((await results(id)).body).toEqual({ orders_count: 1, sum: 16_000, discount_sum: 4_000 });
  });

  it('is for staff only, and of the own project', async () => {
    const id = await promote({ affects_all: true });
    expect((await results(id, seller.token)).status).toBe(403);
    const foreign = await app.project('Інша');
    expect((await results(id, foreign.owner.token)).status).toBe(404);
    const through = { params: { project_id: foreign.id, id }, token: foreign.owner.token };
    expect((await app.call(promotions.readPromotionResults, through)).status).toBe(404);
    expect((await app.call(promotions.listPromotionOrders, through)).status).toBe(404);
  });
});
