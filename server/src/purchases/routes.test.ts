import { listDropshippingProducts, readProduct, unpublishProduct } from '@lanka/domain/catalog/contract';
import { createMyClient } from '@lanka/domain/clients/contract';
import { addMyGoods, updateMyGoods } from '@lanka/domain/my_goods/contract';
import { listMyOrders, moveOrder, readOrder } from '@lanka/domain/orders/contract';
import { listParcels, splitOrder } from '@lanka/domain/parcels/contract';
import { removeCounterpartyAccess } from '@lanka/domain/partners/contract';
import { createPromotion } from '@lanka/domain/promotions/contract';
import * as contract from '@lanka/domain/purchases/contract';
import { createField } from '@lanka/domain/templates/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { differencesOf, makeCounterparty, makeVariants, stockOf } from '../../test/trade';

/** A supplier of the seller: two modifications of 50 pieces each. */
interface Supplier {
  readonly project: TestProject;
  readonly counterparty_id: string;
  readonly goods: readonly string[];
}

let app: TestApp;
let seller: TestUser;
let flax: Supplier;
let clay: Supplier;

async function makeSupplier(title: string, discount: number): Promise<Supplier> {
  const project = await app.project(title);
  const counterparty_id = await makeCounterparty(app, project, discount, 'Наш дропшипер');
  await join(project, counterparty_id, seller);
  const goods = await makeVariants(app, project, [
    { stock: 50, price: 10_000, recommended_price: 15_000 },
    { stock: 50, price: 20_000, recommended_price: 32_000 },
  ]);
  return { project, counterparty_id, goods };
}

async function join(project: TestProject, counterparty_id: string, { id }: TestUser): Promise<void> {
  await app.sql(
    project.id,
    `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
    [project.id, id, counterparty_id],
  );
}

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '24' });
});
beforeEach(async () => {
  seller = await app.user('Наш дропшипер');
  flax = await makeSupplier('Льон', 1_000);
  clay = await makeSupplier('Глина', 0);
});
afterAll(() => app.close());

const read = async (token = seller.token) => (await app.call(contract.readBasket, { token })).body;
const add = (...lines: [Supplier, number, number, number?][]) =>
  app.call(contract.addBasketLines, {
    token: seller.token,
    body: {
      items: lines.map(([{ project, goods }, at, count, customer_price]) => ({
        ...{ project_id: project.id, product_variant_id: goods[at] ?? '', count },
        ...(customer_price === undefined ? {} : { customer_price }),
      })),
    },
  });
const WHOM = {
  customer: { name: 'Марко Вовчок', phone: '0671234567' },
  delivery: {
    operator: 'nova_poshta',
    recipient_name: 'Марко Вовчок',
    recipient_phone: '0671234567',
    town: 'Ніжин',
    address: 'Відділення 3',
  },
} as const;
const say = (body: object, headers: Record<string, string> = {}) =>
  app.call(contract.updateBasket, { token: seller.token, body, headers });
const send = (body: { version: number; sum?: number }, headers: Record<string, string> = {}) =>
  app.call(contract.sendBasket, { token: seller.token, body, headers });
/** The basket with a line of each supplier, to somebody. */
async function filled(first = 2, second = 1): Promise<contract.Basket> {
  await add([flax, 0, first], [clay, 1, second]);
  return (await say(WHOM)).body;
}
const productOf = async ({ project, goods }: Supplier): Promise<string> => {
  const sql = 'select product_id from product_variants where id = $1';
  return (await app.sql<{ product_id: string }>(project.id, sql, [goods[0]]))[0]?.product_id ?? '';
};
const ordersAt = async ({ project }: Supplier) =>
  Number((await app.sql<{ n: string }>(project.id, 'select count(*) as n from orders', []))[0]?.n);
const purchases = async () => (await app.call(contract.listPurchases, { token: seller.token })).body;

describe('the basket', () => {
  it('keeps lines of several suppliers with prices by each one’s terms, and adds counts of the same', async () => {
    expect((await add([flax, 0, 2], [clay, 1, 1, 40_000])).body).toEqual({ lines: 2, version: 2 });
    expect((await add([flax, 0, 1])).body).toEqual({ lines: 2, version: 3 });
    const basket = await read();
    expect(basket.suppliers.map(({ title, sum, customer_sum }) => [title, sum, customer_sum])).toEqual([
      ['Льон', 27_000, 45_000],
      ['Глина', 20_000, 40_000],
    ]);
    expect(basket).toMatchObject({ sum: 47_000, customer_sum: 85_000, cod_sum: 85_000, lines: 2, ready: true });
    // the carrier's fee by the settings of each supplier is off it
    expect(basket.earning).toBe(basket.suppliers.reduce((all, { cod }) => all + (cod?.earning ?? 0), 0));
    expect(basket.suppliers[0]?.lines[0]).toMatchObject({
      ...{ count: 3, available: 50, availability: 'in_stock', problem: null },
      price: { base_price: 10_000, discount: 1_000, discount_source: 'counterparty', amount: 27_000 },
    });
    expect((await app.call(contract.countBasket, { token: seller.token })).body).toEqual({ lines: 2, version: 3 });
  });

  it('is changed line by line, by whoever has seen how it is', async () => {
    await add([flax, 0, 2], [clay, 0, 1]);
    const at = { project_id: flax.project.id, product_variant_id: flax.goods[0] ?? '' };
    const update = (body: object, version: number, params = at) =>
      app.call(contract.updateBasketLine, {
        ...{ token: seller.token, params, body, headers: { 'if-match': String(version) } },
      });
    const changed = await update({ count: 5, customer_price: 18_000 }, 2);
    expect(changed.body).toMatchObject({ version: 3, customer_sum: 90_000 + 15_000 });
    const stale = await update({ count: 6 }, 2);
    expect([stale.status, stale.error.code, stale.error.details[0]?.version]).toEqual([409, 'common.stale', 3]);
    const none = await update({ count: 6 }, 3, { ...at, product_variant_id: crypto.randomUUID() });
    expect(none.error.code).toBe('purchases.line_not_found');
    const remove = () => app.call(contract.removeBasketLine, { token: seller.token, params: at });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await app.call(contract.clearBasket, { token: seller.token })).status).toBe(204);
    expect(await read()).toMatchObject({ version: 5, lines: 0, ready: false, suppliers: [] });
  });

  it('says of each line why it cannot be ordered any more', async () => {
    await add([flax, 0, 60], [clay, 0, 1], [clay, 1, 1]);
    const of = (basket: contract.Basket) =>
      basket.suppliers.flatMap(({ lines, problems }) => [
        ...lines.map(({ problem }) => problem?.code ?? null),
        ...problems.map(({ code }) => code),
      ]);
    expect(of(await read())).toEqual(['stock.short', null, null]);
    const [{ product_id = '' } = {}] = await app.sql<{ product_id: string }>(
      clay.project.id,
      'select product_id from product_variants where id = $1',
      [clay.goods[0]],
    );
    const params = { project_id: clay.project.id, id: product_id };
    await app.call(unpublishProduct, { params, token: clay.project.owner.token });
    expect(of(await read())).toEqual(['stock.short', 'orders.not_for_sale', 'orders.not_for_sale']);
    const gone = { project_id: flax.project.id, id: flax.counterparty_id };
    await app.call(removeCounterpartyAccess, { params: gone, token: flax.project.owner.token });
    const basket = await read();
    expect(of(basket)).toEqual([null, 'no_access', 'orders.not_for_sale', 'orders.not_for_sale']);
    // of goods that he sees no longer only what he knew is left
    expect(basket.suppliers[0]).toMatchObject({
      title: 'Льон',
      sum: 0,
      lines: [{ product_title: 'Плаття «Марта»', available: null, price: null, thumbnail_url: null }],
    });
    const refused = await send({ version: basket.version });
    expect(refused.error.code).toBe('purchases.refused');
    expect(refused.error.details.map(({ code, supplier }) => [code, supplier])).toEqual([
      ['no_access', 'Льон'],
      ['orders.not_for_sale', 'Глина'],
      ['orders.not_for_sale', 'Глина'],
    ]);
    // what is known already is not told less exactly
    expect(refused.error.message).toContain('Льон');
  });

  it('says that a supplier has paused meanwhile, and nothing is sent until that is over', async () => {
    const basket = await filled();
    await app.sql(null, `update projects set paused_until = current_date + 5 where id = $1`, [clay.project.id]);
    const paused = await read();
    expect(paused.ready).toBe(false);
    expect(paused.suppliers.map(({ title, problems }) => [title, problems.map(({ code }) => code)])).toEqual([
      ['Льон', []],
      ['Глина', ['orders.supplier_paused']],
    ]);
    const refused = await send({ version: basket.version });
    expect(refused.error).toMatchObject({
      code: 'purchases.refused',
      details: [{ supplier: 'Глина', code: 'orders.supplier_paused', path: `suppliers.${clay.project.id}` }],
    });
    expect([await ordersAt(flax), await ordersAt(clay)]).toEqual([0, 0]);
    await app.sql(null, `update projects set paused_until = null where id = $1`, [clay.project.id]);
    expect((await send({ version: basket.version })).status).toBe(201);
  });

  it('takes what has run out where the supplier takes orders for it, and says where he does', async () => {
    for (const { project, goods } of [flax, clay])
      await app.sql(project.id, 'update stock_levels set actual = 0 where product_variant_id = $1', [goods[0]]);
    await app.sql(null, 'update projects set allow_backorders = (id = $1) where id in ($1, $2)', [
      flax.project.id,
      clay.project.id,
    ]);
    const listed = async () => {
      const { items } = (await app.call(listDropshippingProducts, { token: seller.token })).body;
      return Object.fromEntries(items.map(({ project_title, on_order }) => [project_title, on_order]));
    };
    expect(await listed()).toEqual({ Льон: true, Глина: false });
    const params = { project_id: flax.project.id, id: await productOf(flax) };
    expect((await app.call(readProduct, { token: seller.token, params })).body.on_order).toBe(true);
    expect((await app.call(readProduct, { token: flax.project.owner.token, params })).body.on_order).toBeUndefined();
    await add([flax, 0, 2]);
    expect((await read()).ready).toBe(true);
    await add([clay, 0, 2]);
    expect((await read()).suppliers.map(({ lines }) => lines[0]?.problem?.code ?? null)).toEqual([null, 'stock.short']);
    await app.sql(null, `update projects set paused_until = current_date + 5 where id = $1`, [flax.project.id]);
    expect(await listed()).toEqual({ Льон: false, Глина: false });
  });

  it('finds goods by his own name and SKU and by those of the suppliers, and calls them as he does', async () => {
    const { project, goods } = flax;
    const items = [{ project_id: project.id, product_id: await productOf(flax) }];
    const { ids } = (await app.call(addMyGoods, { token: seller.token, body: { items } })).body;
    const variants = [{ product_variant_id: goods[1] ?? '', sku: 'MY-77' }];
    await app.call(updateMyGoods, {
      ...{ token: seller.token, params: { id: ids[0] ?? '' }, body: { own_name: 'Сукня зоряна', variants } },
    });
    const find = async (q: string, token = seller.token) =>
      (await app.call(contract.findBasketGoods, { token, query: { q } })).body.items;
    expect((await find('зоряна')).map(({ product_variant_id }) => product_variant_id)).toEqual(goods);
    // whose code it is stands first, whatever stands before it in the goods
    expect((await find('my-77'))[0]).toMatchObject({
      ...{ product_variant_id: goods[1], own_title: 'Сукня зоряна', own_sku: 'MY-77', price: 18_000 },
      ...{ project_title: 'Льон', product_title: 'Плаття «Марта»', available: 50 },
    });
    expect((await find('')).length).toBe(4);
    expect(await find('немає такого')).toEqual([]);
    const other = await app.user('Інший');
    expect(await find('зоряна', other.token)).toEqual([]);
    await add([flax, 1, 1], [clay, 0, 1]);
    const named = { own_title: 'Сукня зоряна', own_sku: 'MY-77', product_title: 'Плаття «Марта»' };
    expect((await read()).suppliers.map(({ lines }) => lines[0])).toMatchObject([
      named,
      { own_title: null, own_sku: null },
    ]);
    const { body } = await send({ version: (await say(WHOM)).body.version });
    const bought = body.orders.find(({ project_title }) => project_title === 'Льон');
    expect(bought?.items).toMatchObject([named]);
    // the supplier’s order has his words alone
    const order = await app.call(readOrder, {
      ...{ token: project.owner.token, params: { project_id: project.id, id: bought?.id ?? '' } },
    });
    expect(JSON.stringify(order.body)).not.toMatch(/зоряна|MY-77/);
  });

  it('tells of the stock what each supplier tells', async () => {
    await app.sql(null, `update projects set stock_told = 'yes_no' where id = $1`, [flax.project.id]);
    await add([flax, 0, 60]);
    const [line] = (await read()).suppliers[0]?.lines ?? [];
    expect(line).toMatchObject({ available: null, availability: 'in_stock' });
    expect(line?.problem?.code).toBe('stock.short_untold');
    expect(JSON.stringify(line)).not.toContain('50,');
  });

  it('takes goods of his suppliers alone, and not without end', async () => {
    const foreign = await app.project('Чужий');
    const [variant = ''] = await makeVariants(app, foreign, [{ stock: 5 }]);
    const put = (items: contract.AddLines['items']) =>
      app.call(contract.addBasketLines, { token: seller.token, body: { items } });
    const strange = await put([{ project_id: foreign.id, product_variant_id: variant, count: 1 }]);
    expect([strange.status, strange.error.code]).toEqual([422, 'purchases.unknown_goods']);
    // another supplier's goods under the name of this one
    const mixed = await put([{ project_id: flax.project.id, product_variant_id: clay.goods[0] ?? '', count: 1 }]);
    expect(mixed.error.code).toBe('purchases.unknown_goods');
    await add([flax, 0, 999_999]);
    expect((await add([flax, 0, 2])).error.code).toBe('purchases.count_too_large');
    await app.sql(
      seller.id,
      `insert into basket_lines (project_id, supplier_id, product_variant_id, count, product_title)
       select $1, $2, gen_random_uuid(), 1, 'Інше' from generate_series(1, 199)`,
      [seller.id, flax.project.id],
    );
    expect((await add([clay, 0, 1])).error).toMatchObject({
      code: 'purchases.too_many_lines',
      details: [{ limit: 200 }],
    });
  });

  it('takes the personal discount of the customer who is known by the phone', async () => {
    await add([flax, 0, 1]);
    const body = { name: 'Марко Вовчок', phone: '0671234567', discount: 1_000 };
    await app.call(createMyClient, { token: seller.token, body });
    expect((await say(WHOM)).body.customer_sum).toBe(13_500);
  });

  it('is another’s to nobody', async () => {
    await filled();
    const other = await app.user('Інший');
    await join(flax.project, await makeCounterparty(app, flax.project), other);
    expect(await read(other.token)).toMatchObject({ lines: 0, version: 1 });
  });

  it('tells his other devices that it has changed, and nobody else', async () => {
    const heard: string[] = [];
    const { live } = app.app.services;
    const stops = [seller.id, flax.project.id, clay.project.id].map((of) =>
      live.subscribe(of, ({ kind, id }) => {
        if (kind === 'basket' || kind === 'purchase') heard.push(`${of} ${kind} ${id}`);
      }),
    );
    const basket = `${seller.id} basket ${seller.id}`;
    try {
      await add([flax, 0, 1], [clay, 1, 1]);
      await expect.poll(() => heard).toEqual([basket]);
      const { version } = (await say(WHOM)).body;
      await expect.poll(() => heard).toEqual([basket, basket]);
      const { body } = await send({ version });
      await expect.poll(() => heard).toEqual([basket, basket, basket, `${seller.id} purchase ${body.id}`]);
    } finally {
      for (const stop of stops) stop();
    }
  });

  it('loses nothing of what two devices add at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => add([i % 2 ? flax : clay, i % 3 === 0 ? 0 : 1, 1])));
    const basket = await read();
    const pieces = basket.suppliers.flatMap(({ lines }) => lines.map(({ count }) => count));
    expect(pieces.reduce((a, b) => a + b, 0)).toBe(12);
    expect(basket.version).toBe(13);
  });
});

describe('a purchase', () => {
  it('is an order at each supplier, with the same customer, and is shown as one', async () => {
    await add([flax, 0, 2], [clay, 1, 1, 40_000]);
    await say({ ...WHOM, comment: 'Зателефонуйте', source: 'Instagram' });
    const basket = (await say({ suppliers: { [clay.project.id]: { comment: 'Крихке' } } })).body;
    const { status, body } = await send({ version: basket.version, sum: basket.sum });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ number: 1, customer_name: 'Марко Вовчок', payment: 'cod', sum: 38_000, customer_sum: 70_000 },
      ...{ cod_sum: 70_000, earning: basket.earning, delivery: { town: 'Ніжин', address: 'Відділення 3' } },
    });
    expect(body.orders.map((order) => [order.project_title, order.status, order.sum, order.cod?.sum])).toEqual([
      ['Глина', 'Pending', 20_000, 40_000],
      ['Льон', 'Pending', 18_000, 30_000],
    ]);
    const [glass, linen] = body.orders;
    const seen = await app.call(readOrder, {
      params: { project_id: clay.project.id, id: glass?.id ?? '' },
      token: clay.project.owner.token,
    });
    expect(seen.body).toMatchObject({ source: 'Instagram', customer_sum: 40_000, customer: { name: 'Марко Вовчок' } });
    const said = await app.sql<{ text: string }>(clay.project.id, 'select text from order_comments', []);
    expect(said.map(({ text }) => text)).toEqual(['Зателефонуйте\nКрихке']);
    // of the other supplier nothing is told to this one
    expect(JSON.stringify(seen.body)).not.toContain(flax.project.id);
    expect(JSON.stringify(seen.body)).not.toContain('Льон');
    expect(await stockOf(app, clay.project, clay.goods[1] ?? '')).toMatchObject({ booked: 1 });
    expect(await read()).toMatchObject({ lines: 0, version: basket.version + 1, details: { customer: { name: '' } } });
    const { items, total } = await purchases();
    expect([total, items[0]?.orders.map(({ id }) => id)]).toEqual([1, [glass?.id, linen?.id]]);
    const of = await app.call(contract.findPurchaseOfOrder, {
      ...{ token: seller.token, query: { order_id: linen?.id ?? '' } },
    });
    expect(of.body.purchase).toMatchObject({ id: body.id, number: 1 });
    // the supplier's people are nobody's dropshippers: there is no purchase for them
    const staff = await app.call(contract.findPurchaseOfOrder, {
      ...{ token: flax.project.owner.token, query: { order_id: linen?.id ?? '' } },
    });
    expect(staff.body.purchase).toBeNull();
    const foreign = await app.call(contract.readPurchase, {
      ...{ token: flax.project.owner.token, params: { id: body.id } },
    });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'purchases.not_found']);
    expect(await differencesOf(app, flax.project)).toEqual([]);
    expect(await differencesOf(app, clay.project)).toEqual([]);
  });

  it('is found by its number, customer, phone and supplier, and by nobody else', async () => {
    const first = (await send({ version: (await filled()).version })).body;
    await add([clay, 0, 1]);
    const customer = { name: 'Ольга Кобилянська', phone: '0509998877' };
    const to = { recipient_name: customer.name, recipient_phone: customer.phone };
    const other = { customer, delivery: { ...WHOM.delivery, ...to } };
    const second = (await send({ version: (await say(other)).body.version })).body;
    const found = async (q: string, token = seller.token) =>
      (await app.call(contract.listPurchases, { token, query: { q } })).body.items.map(({ number }) => number);
    expect(await found('вовчок марко')).toEqual([first.number]);
    expect(await found('050 999 88 77')).toEqual([second.number]);
    expect(await found(`№ ${second.number}`)).toContain(second.number);
    expect(await found('льон')).toEqual([first.number]);
    expect(await found('глина')).toEqual([second.number, first.number]);
    expect(await found('немає такого')).toEqual([]);
    const stranger = await app.user('Інший');
    expect(await found('вовчок', stranger.token)).toEqual([]);
  });

  it('that is prepaid leaves nothing to collect', async () => {
    await filled();
    const basket = (await say({ payment: 'prepaid' })).body;
    expect(basket).toMatchObject({ cod_sum: 0, earning: basket.customer_sum - basket.sum });
    const { body } = await send({ version: basket.version });
    expect(body).toMatchObject({ payment: 'prepaid', cod_sum: 0, earning: basket.earning });
    const mine = (await app.call(listMyOrders, { token: seller.token })).body.items;
    expect(mine.map(({ to_collect, cod }) => [to_collect, cod])).toEqual([
      [0, null],
      [0, null],
    ]);
  });

  it('shows each order’s parcels with their ТТН, and the pages of its customer', async () => {
    const basket = await filled();
    const { body } = await send({ version: basket.version });
    const linen = body.orders.find(({ project_id }) => project_id === flax.project.id);
    const params = { project_id: flax.project.id, id: linen?.id ?? '' };
    const { token } = flax.project.owner;
    const order = (await app.call(readOrder, { params, token })).body;
    const [line] = order.items;
    const split = await app.call(splitOrder, {
      ...{ params, token },
      body: { parcels: [1, 1].map((count) => ({ items: [{ order_item_id: line?.id ?? '', count }] })) },
    });
    expect(split.status).toBe(200);
    const { items: parcels } = (await app.call(listParcels, { params, token })).body;
    await app.sql(flax.project.id, `update parcels set ttn = '20450000000002' where id = $1`, [parcels[1]?.id]);
    await app.sql(flax.project.id, `update orders set ttn = '20450000000001' where id = $1`, [params.id]);
    const links = await app.call(contract.makePurchaseLinks, {
      ...{ token: seller.token, params: { id: body.id }, body: { show_sum: true } },
    });
    const shown = links.body.orders.find(({ id }) => id === linen?.id);
    expect(shown?.shipments.map(({ number, ttn }) => [number, ttn])).toEqual([
      [1, '20450000000001'],
      [2, '20450000000002'],
    ]);
    expect(links.body.orders.map(({ tracking_url }) => tracking_url?.includes('/track/'))).toEqual([true, true]);
    const canceled = { ...params, id: params.id };
    await app.call(moveOrder, { params: canceled, token, body: { to: 'Canceled', reason: 'Немає' } });
    const after = await app.call(contract.readPurchase, { token: seller.token, params: { id: body.id } });
    // what is given up is nobody's to pay
    expect(after.body).toMatchObject({ sum: 20_000, customer_sum: 32_000, cod_sum: 32_000 });
  });

  it('stays to be read when the access to one of its suppliers has ended', async () => {
    const basket = await filled();
    const { body } = await send({ version: basket.version });
    const params = { project_id: flax.project.id, id: flax.counterparty_id };
    await app.call(removeCounterpartyAccess, { params, token: flax.project.owner.token });
    const after = await app.call(contract.readPurchase, { token: seller.token, params: { id: body.id } });
    expect(after.body.orders).toHaveLength(2);
    const links = await app.call(contract.makePurchaseLinks, {
      ...{ token: seller.token, params: { id: body.id }, body: {} },
    });
    expect(links.body.orders.filter(({ tracking_url }) => tracking_url !== null)).toHaveLength(1);
  });

  it('spends a code at the supplier who has it', async () => {
    const made = await app.call(createPromotion, {
      ...{ params: { project_id: clay.project.id }, token: clay.project.owner.token },
      body: { title: 'Осінь', promo_code: 'OSIN', discount: 2_000, discount_type: 'percent' },
    });
    expect(made.status).toBe(201);
    await filled();
    const wrong = (await say({ suppliers: { [flax.project.id]: { promo_code: 'OSIN' } } })).body;
    expect(wrong).toMatchObject({ ready: false });
    expect(wrong.suppliers[0]?.problems).toMatchObject([{ code: 'orders.promo_code_unknown', path: 'promo_code' }]);
    const right = (await say({ suppliers: { [clay.project.id]: { promo_code: 'OSIN' } } })).body;
    expect(right.suppliers[1]).toMatchObject({ sum: 16_000, problems: [] });
    expect((await send({ version: right.version, sum: right.sum })).body.sum).toBe(34_000);
  });
});

describe('all or none', () => {
  const nothing = async () => {
    expect([await ordersAt(flax), await ordersAt(clay), (await purchases()).total]).toEqual([0, 0, 0]);
    expect(await stockOf(app, flax.project, flax.goods[0] ?? '')).toMatchObject({ booked: 0 });
  };

  it('nothing is made without a customer, of an empty basket, or of one that was changed', async () => {
    const empty = await send({ version: 1 });
    expect([empty.status, empty.error.code]).toEqual([422, 'purchases.empty']);
    const { version } = (await add([flax, 0, 1], [clay, 1, 1])).body;
    const nobody = await send({ version });
    expect(nobody.error).toMatchObject({ code: 'orders.no_customer', details: [{ path: 'customer.name' }] });
    await say(WHOM);
    expect((await send({ version })).error.code).toBe('common.stale');
    const dearer = await send({ version: version + 1, sum: 1 });
    expect([dearer.status, dearer.error.code]).toEqual([409, 'purchases.sum_changed']);
    await nothing();
  });

  it('what one supplier asks for besides refuses all, and says who asks', async () => {
    await app.call(createField, {
      ...{ params: { project_id: clay.project.id, set: 'order' }, token: clay.project.owner.token },
      body: { name: 'Колір стрічки', key: 'ribbon', type: 'text', required: true },
    });
    const basket = await filled();
    const refused = await send({ version: basket.version });
    expect(refused.error).toMatchObject({
      code: 'purchases.refused',
      details: [
        {
          ...{ project_id: clay.project.id, supplier: 'Глина', code: 'common.invalid' },
          path: `suppliers.${clay.project.id}.fields.ribbon`,
        },
      ],
    });
    expect(refused.error.message).toContain('Глина: Колір стрічки: ');
    await nothing();
    const told = (await say({ suppliers: { [clay.project.id]: { fields: { ribbon: 'синя' } } } })).body;
    expect((await send({ version: told.version })).status).toBe(201);
  });

  it('what a supplier asks of each line is told with the basket, and goes into his order', async () => {
    await app.call(createField, {
      ...{ params: { project_id: clay.project.id, set: 'order_item' }, token: clay.project.owner.token },
      body: { name: 'Гравіювання', key: 'engraving', type: 'text', required: true },
    });
    const basket = await filled();
    const part = basket.suppliers.find(({ project_id }) => project_id === clay.project.id);
    const line = part?.lines[0]?.product_variant_id ?? '';
    const refused = await send({ version: basket.version });
    expect(refused.error.details).toContainEqual(
      expect.objectContaining({
        path: `suppliers.${clay.project.id}.lines.${line}.fields.engraving`,
        supplier: 'Глина',
        message: expect.stringMatching(/^Гравіювання: /),
      }),
    );
    expect(refused.error.message).toMatch(/: Гравіювання: /);
    await nothing();
    const line_fields = Object.fromEntries(
      (part?.lines ?? []).map(({ product_variant_id }) => [product_variant_id, { engraving: 'Олена' }]),
    );
    const told = (await say({ suppliers: { [clay.project.id]: { line_fields } } })).body;
    const sent = await send({ version: told.version });
    expect(sent.status).toBe(201);
    const rows = await app.sql<{ fields: unknown }>(clay.project.id, 'select fields from order_items');
    expect(rows.map(({ fields }) => fields)).toEqual((part?.lines ?? []).map(() => ({ engraving: 'Олена' })));
  });

  it('the same basket is sent once, however often and whichever way it is asked', async () => {
    const { version, sum } = await filled();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => send({ version, sum }, i % 2 ? {} : { 'idempotency-key': 'one-press' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect([await ordersAt(flax), await ordersAt(clay), (await purchases()).total]).toEqual([1, 1, 1]);
  });

  it('of purchases that want the same last pieces whole ones are made, and none blocks another crosswise', async () => {
    const others = await Promise.all(
      Array.from({ length: 9 }, async () => {
        const one = await app.user('Ще один');
        await join(flax.project, await makeCounterparty(app, flax.project), one);
        await join(clay.project, await makeCounterparty(app, clay.project), one);
        return one;
      }),
    );
    const baskets = await Promise.all(
      [seller, ...others].map(async ({ token }, i) => {
        const lines = [flax, clay].map(({ project, goods }) => ({
          ...{ project_id: project.id, product_variant_id: goods[0] ?? '', count: 10 },
        }));
        // each puts them in in another order
        const items = i % 2 ? lines : lines.reverse();
        await app.call(contract.addBasketLines, { token, body: { items } });
        const { version } = (await app.call(contract.updateBasket, { token, body: WHOM })).body;
        return { token, version };
      }),
    );
    const sent = await Promise.all(
      baskets.map(({ token, version }) => app.call(contract.sendBasket, { token, body: { version } })),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 422, 422, 422, 422, 422]);
    for (const { status, error } of sent) if (status === 422) expect(error.code).toBe('purchases.refused');
    for (const { project, goods } of [flax, clay])
      expect(await stockOf(app, project, goods[0] ?? '')).toMatchObject({ actual: 50, booked: 50, bookings: 50 });
    expect([await ordersAt(flax), await ordersAt(clay)]).toEqual([5, 5]);
    expect(await differencesOf(app, flax.project)).toEqual([]);
  });

  it('whoever is killed between two suppliers has made nothing, and begins anew with the same basket', async () => {
    const { version } = await filled();
    const [second] = [flax, clay].sort((a, b) => (a.project.id < b.project.id ? 1 : -1));
    const holder = new pg.Client({ connectionString: app.url });
    await holder.connect();
    try {
      // the order at the first supplier stands in the transaction when the second's goods are waited for
      await holder.query('begin');
      await holder.query(`select set_config('lanka.project_ids', $1, true)`, [second?.project.id]);
      await holder.query('select 1 from stock_levels where project_id = $1 for update', [second?.project.id]);
      const pressed = send({ version });
      const waiting = async () => {
        const { rows } = await holder.query<{ pid: number }>(
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and $1 = any(pg_blocking_pids(pid))`,
          [(holder as unknown as { processID: number }).processID],
        );
        return rows[0]?.pid;
      };
      let pid: number | undefined;
      while (pid === undefined) pid = await waiting();
      await holder.query('select pg_terminate_backend($1)', [pid]);
      expect((await pressed).status).toBeGreaterThanOrEqual(500);
    } finally {
      await holder.query('rollback');
      await holder.end();
    }
    await nothing();
    expect((await read()).lines).toBe(2);
    expect((await send({ version })).status).toBe(201);
    expect([await ordersAt(flax), await ordersAt(clay), (await purchases()).total]).toEqual([1, 1, 1]);
  });
});
