import * as contract from '@lanka/domain/orders/contract';
import { removeCounterpartyAccess } from '@lanka/domain/partners/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  balanceOf,
  DELIVERY,
  differencesOf,
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  move,
  openTrade,
  orderBody,
  placeOrder,
  stockOf,
  type Trade,
} from '../../test/trade';

let { app, project, seller } = {} as Trade;

beforeAll(async () => {
  ({ app, project, seller } = await openTrade({}, 1000));
});
afterAll(() => app.close());

const read = async (id: string, token = project.owner.token) =>
  app.call(contract.readOrder, { params: { project_id: project.id, id }, token });

describe('the way of an order', () => {
  it('books when it is sent, ships and charges when it goes, to the kopeck', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [
      { price: 33_333, stock: 10 },
      { price: 1_005, stock: 5 },
    ]);
    const draft = await placeOrder(
      app,
      project,
      seller.token,
      orderBody({ [a]: 3, [b]: 2 }, { customer_discount: 500 }),
    );
    expect(draft.status).toBe(201);
    // 3 × 333,33 less 10 % = 900,00 (899,991 half up); 2 × 10,05 less 10 % = 18,09
    expect(draft.body).toMatchObject({ status: 'Draft', sum: 89_999 + 1_809, counterparty_discount: 1000 });
    expect(draft.body.recommended_sum).toBe(5 * 80_000 * 0.95);
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 10, booked: 0 });

    expect((await move(app, project, seller.token, draft.body.id, 'Pending')).body.status).toBe('Pending');
    expect(await stockOf(app, project, a)).toEqual({ actual: 10, booked: 3, movements: 10, bookings: 3 });

    const open = await app.call(contract.readMyOpenSums, { token: seller.token });
    expect(open.body.items).toEqual([
      { project_id: project.id, counterparty_id: seller.counterparty_id, sum: 91_808, orders: 1 },
    ]);
    const moves = await app.call(contract.listMoves, {
      params: { project_id: project.id, id: draft.body.id },
      token: project.owner.token,
    });
    expect(moves.body.items.find(({ to }) => to === 'Sent')).toMatchObject({
      allowed: true,
      effects: [
        { kind: 'ship', count: 5 },
        { kind: 'charge', amount: 91_808 },
      ],
    });
    expect((await move(app, project, project.owner.token, draft.body.id, 'Sent')).body.status).toBe('Sent');
    expect(await stockOf(app, project, a)).toEqual({ actual: 7, booked: 0, movements: 7, bookings: 0 });
    expect(await balanceOf(app, project, seller.counterparty_id)).toBe(-91_808);

    const none = await app.call(contract.readOpenSums, { params: { project_id: project.id }, token: seller.token });
    expect(none.body.items).toEqual([]);

    // Complete ships and charges only what Sent has not
    await move(app, project, project.owner.token, draft.body.id, 'Complete');
    expect(await balanceOf(app, project, seller.counterparty_id)).toBe(-91_808);
    const history = await app.call(contract.readHistory, {
      params: { project_id: project.id, id: draft.body.id },
      token: seller.token,
    });
    expect(history.body.items.map(({ kind, to, effects }) => [kind, to, effects.map((one) => one.kind)])).toEqual([
      ['created', 'Draft', []],
      ['moved', 'Pending', ['freeze_prices', 'book']],
      ['moved', 'Sent', ['ship', 'charge']],
      ['moved', 'Complete', []],
    ]);
    expect((await move(app, project, project.owner.token, draft.body.id, 'Canceled', 'x')).error.code).toBe(
      'orders.move_impossible',
    );
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('refuses all short lines at once and leaves nothing half done', async () => {
    const [a = '', b = '', c = ''] = await makeVariants(app, project, [{ stock: 1 }, { stock: 5 }, {}]);
    const before = await app.sql(project.id, 'select count(*)::int as n from orders');
    const refused = await placeOrder(app, project, seller.token, orderBody({ [a]: 2, [b]: 5, [c]: 1 }, { send: true }));
    expect(refused.status).toBe(422);
    expect(refused.error.code).toBe('stock.short');
    expect(refused.error.details).toEqual(
      expect.arrayContaining([
        { product_variant_id: a, wanted: 2, available: 1 },
        { product_variant_id: c, wanted: 1, available: 0 },
      ]),
    );
    expect(refused.error.details).toHaveLength(2);
    expect(await app.sql(project.id, 'select count(*)::int as n from orders')).toEqual(before);
    expect(await stockOf(app, project, b)).toMatchObject({ actual: 5, booked: 0, bookings: 0 });
  });

  it('goes back for editing with a reason and is booked anew', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{ stock: 4 }, { stock: 4 }]);
    const { body: order } = await placeOrder(app, project, seller.token, orderBody({ [a]: 4 }, { send: true }));
    expect((await move(app, project, project.owner.token, order.id, 'Blocked')).error.code).toBe(
      'orders.reason_required',
    );
    await move(app, project, project.owner.token, order.id, 'Blocked', 'Немає розміру');
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 0, bookings: 0 });
    const edited = await app.call(contract.updateOrder, {
      params: { project_id: project.id, id: order.id },
      token: seller.token,
      body: { items: [{ product_variant_id: b, count: 2 }] },
    });
    expect(edited.body.items.map(({ product_variant_id, count }) => [product_variant_id, count])).toEqual([[b, 2]]);
    expect((await move(app, project, seller.token, order.id, 'Pending')).status).toBe(200);
    expect(await stockOf(app, project, b)).toMatchObject({ actual: 4, booked: 2, bookings: 2 });
  });

  it('lets staff edit a sent order: bookings follow, known lines keep their frozen price', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [
      { price: 10_000, stock: 5 },
      { price: 20_000, stock: 5 },
    ]);
    const { body: order } = await placeOrder(app, project, seller.token, orderBody({ [a]: 3 }, { send: true }));
    await app.sql(project.id, 'update product_variants set price = 99900 where id = $1', [a]);
    const patch = (items: Record<string, number>, version?: number) =>
      app.call(contract.updateOrder, {
        params: { project_id: project.id, id: order.id },
        token: project.owner.token,
        body: { items: orderBody(items).items },
        ...(version ? { headers: { 'if-match': String(version) } } : {}),
      });
    const edited = await patch({ [a]: 4, [b]: 1 });
    expect(edited.body.sum).toBe(4 * 9_000 + 18_000);
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 4, bookings: 4 });
    expect(await stockOf(app, project, b)).toMatchObject({ booked: 1, bookings: 1 });
    const short = await patch({ [a]: 6 });
    expect(short.error.details).toEqual([{ product_variant_id: a, wanted: 6, available: 5 }]);
    expect((await read(order.id)).body.sum).toBe(edited.body.sum);
    expect((await patch({ [a]: 1 }, order.version)).status).toBe(409);
    expect((await patch({ [a]: 1 })).status).toBe(200);
    expect(await stockOf(app, project, b)).toMatchObject({ booked: 0, bookings: 0 });
    // the client no longer edits what he has sent
    const late = await app.call(contract.updateOrder, {
      params: { project_id: project.id, id: order.id },
      token: seller.token,
      body: { customer: { name: 'Інша' } },
    });
    expect(late.error.code).toBe('orders.not_editable');
  });

  it('books an item of a draft for 24 hours; editing resets it, sending makes it real', async () => {
    // a client may hold half of what there is
    const [a = ''] = await makeVariants(app, project, [{ stock: 4 }]);
    const { body: order } = await placeOrder(app, project, seller.token, orderBody({ [a]: 2 }));
    const item_id = order.items[0]?.id ?? '';
    const book = () =>
      app.call(contract.bookTemporarily, {
        params: { project_id: project.id, id: order.id, item_id },
        token: seller.token,
      });
    const booked = await book();
    const hours = (Date.parse(booked.body.items[0]?.temporary_booking_expires_at ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const other = await placeOrder(app, project, seller.token, orderBody({ [a]: 3 }, { send: true }));
    expect(other.error.details[0]).toMatchObject({ available: 2 });
    const params = { project_id: project.id, id: order.id };
    await app.call(contract.updateOrder, { params, token: seller.token, body: { items: orderBody({ [a]: 1 }).items } });
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 0, bookings: 0 });
    await book();
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 1, bookings: 1 });
    // anything of a draft, also what has nothing to do with its items
    await app.call(contract.updateOrder, { params, token: seller.token, body: { customer: { name: 'Інша' } } });
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 0, bookings: 0 });
    await book();
    expect((await move(app, project, seller.token, order.id, 'Pending')).body.items[0]).toMatchObject({
      temporary_booking_expires_at: null,
    });
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 1, bookings: 1 });
  });

  it('is deleted only as a draft', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 1 }]);
    const { body: draft } = await placeOrder(app, project, seller.token, orderBody({ [a]: 1 }));
    const params = { project_id: project.id, id: draft.id };
    await move(app, project, seller.token, draft.id, 'Pending');
    expect((await app.call(contract.deleteOrder, { params, token: seller.token })).error.code).toBe(
      'orders.only_drafts',
    );
    const { body: other } = await placeOrder(app, project, seller.token, orderBody({ [a]: 1 }));
    expect(
      (await app.call(contract.deleteOrder, { params: { ...params, id: other.id }, token: seller.token })).status,
    ).toBe(204);
    expect((await read(other.id)).status).toBe(404);
  });
});

describe('bad input', () => {
  it('names the field', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 1 }]);
    const twice = await placeOrder(app, project, seller.token, {
      ...orderBody({}),
      items: [
        { product_variant_id: a, count: 1 },
        { product_variant_id: a, count: 1 },
      ],
    });
    expect(twice.error).toMatchObject({
      code: 'orders.duplicate_variant',
      message: 'Цю модифікацію вже обрано, приберіть дублікат',
      details: [{ path: 'items.1.product_variant_id' }],
    });
    const none = await placeOrder(app, project, seller.token, orderBody({ [a]: 0 }));
    expect(none.error.details[0]).toMatchObject({ path: 'items.0.count' });
    const unknown = await placeOrder(app, project, seller.token, orderBody({ [crypto.randomUUID()]: 1 }));
    expect(unknown.error.code).toBe('orders.not_for_sale');
    const code = await placeOrder(app, project, seller.token, orderBody({ [a]: 1 }, { promo_code: 'NOSUCH' }));
    expect(code.error).toMatchObject({ code: 'orders.promo_code_unknown', details: [{ path: 'promo_code' }] });
    const empty = await placeOrder(app, project, seller.token, {
      send: true,
      customer: { name: 'Х' },
      delivery: DELIVERY,
    });
    expect(empty.error.code).toBe('orders.no_items');
    const nobody = await placeOrder(
      app,
      project,
      seller.token,
      orderBody({ [a]: 1 }, { send: true, customer: { name: ' ' } }),
    );
    expect(nobody.error).toMatchObject({ code: 'orders.no_customer', details: [{ path: 'customer.name' }] });
  });
});

describe('where an order goes', () => {
  const [town, branch, address] = ['Львів', 'branch-1', 'Відділення 1'];
  const door = { street_ref: 'street-1', street: 'вул. Соборна', house: '12', flat: '' };
  const words = { ...DELIVERY, town, address };
  const toBranch = { ...words, city_ref: 'lviv', branch_ref: branch };
  const toDoor = { ...words, city_ref: 'lviv', door };
  const place = async (delivery: object) => {
    const { body } = await placeOrder(app, project, seller.token, { delivery: { ...words, ...delivery } });
    return body;
  };
  const goesTo = ({ city_ref, branch_ref, door: to }: contract.Order['delivery']) => [city_ref, branch_ref, to];

  it('is one place from the beginning: the door, where both are given', async () => {
    expect(goesTo((await place({ ...toBranch, door })).delivery)).toEqual(['lviv', null, door]);
  });

  it.each([
    ['another branch', toBranch, { branch_ref: 'branch-2' }, ['lviv', 'branch-2', null]],
    ['a door in place of the branch', toBranch, { door }, ['lviv', null, door]],
    ['a branch in place of the door', toDoor, { branch_ref: branch }, ['lviv', branch, null]],
    ['both at once', toBranch, { branch_ref: 'branch-2', door }, ['lviv', null, door]],
    ['the same town', toDoor, { city_ref: 'lviv' }, ['lviv', null, door]],
    ['another town, from a door', toDoor, { city_ref: 'kyiv' }, ['kyiv', null, null]],
    ['another town, from a branch', toBranch, { city_ref: 'kyiv' }, ['kyiv', null, null]],
    ['another town with its branch', toDoor, { city_ref: 'kyiv', branch_ref: 'k-1' }, ['kyiv', 'k-1', null]],
    ['no town any more', toBranch, { city_ref: null }, [null, null, null]],
    ['no door any more', toDoor, { door: null }, ['lviv', null, null]],
    ['another address, by hand', toDoor, { address: 'Площа Ринок, 1' }, [null, null, null]],
    ['nothing of that', toBranch, {}, ['lviv', branch, null]],
  ])('%s', async (_what, before, change, after) => {
    const { id } = await place(before);
    const params = { project_id: project.id, id };
    const body = { delivery: { ...words, ...change } };
    const { body: changed } = await app.call(contract.updateOrder, { params, token: seller.token, body });
    expect(goesTo(changed.delivery)).toEqual(after);
  });
});

describe('who sees what', () => {
  it('shows a Client his own orders and products only, and nothing of another project', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const other = await makeDropshipper(app, project);
    const foreign = await app.project('Чужа фабрика');
    const { body: order } = await placeOrder(app, project, seller.token, orderBody({ [a]: 1 }));
    expect((await read(order.id, other.token)).status).toBe(404);
    expect((await read(order.id, foreign.owner.token)).status).toBe(404);
    expect((await move(app, project, other.token, order.id, 'Pending')).status).toBe(404);
    expect((await move(app, project, seller.token, order.id, 'Sent')).error.code).toBe('orders.move_impossible');
    await move(app, project, seller.token, order.id, 'Pending');
    expect((await move(app, project, seller.token, order.id, 'Sent')).status).toBe(403);
    const params = { project_id: project.id };
    const list = await app.call(contract.listOrders, { params, token: other.token });
    expect(list.body).toMatchObject({ items: [], total: 0 });
    const hidden = await placeOrder(app, foreign, foreign.owner.token, orderBody({ [a]: 1 }));
    expect(hidden.error.code).toBe('orders.not_for_sale');
    // a Client cannot order for somebody else
    const forged = await placeOrder(
      app,
      project,
      other.token,
      orderBody({ [a]: 1 }, { counterparty_id: seller.counterparty_id }),
    );
    expect([forged.status, forged.body.counterparty_id]).toEqual([201, other.counterparty_id]);
    // nor give him an order of his own
    const given = await app.call(contract.updateOrder, {
      params: { ...params, id: forged.body.id },
      token: other.token,
      body: { counterparty_id: seller.counterparty_id },
    });
    expect([given.status, given.body.counterparty_id]).toEqual([200, other.counterparty_id]);
  });

  it('keeps comments to those who may see them', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const { body: order } = await placeOrder(
      app,
      project,
      seller.token,
      orderBody({ [a]: 1 }, { comment: 'Подарункова упаковка' }),
    );
    const params = { project_id: project.id, id: order.id };
    const say = (token: string, text: string, visibility: contract.CommentVisibility) =>
      app.call(contract.addComment, { params, token, body: { text, visibility } });
    await say(project.owner.token, 'лише менеджерам', 'managers');
    await say(project.owner.token, 'лише собі', 'self');
    await say(seller.token, 'моя нотатка', 'self');
    const texts = async (token: string) =>
      (await app.call(contract.listComments, { params, token })).body.items.map(({ text }) => text);
    const manager = await app.member(project, 'Manager');
    const stockman = await app.member(project, 'Stockman');
    expect(await texts(seller.token)).toEqual(['Подарункова упаковка', 'моя нотатка']);
    expect(await texts(manager.token)).toEqual(['Подарункова упаковка', 'лише менеджерам']);
    expect(await texts(stockman.token)).toEqual(['Подарункова упаковка']);
  });

  it('finds by number, by the tail of a phone, by part of a name or SKU, and pages by key', async () => {
    const shop = await app.project('Пошук');
    const buyer = await makeCounterparty(app, shop);
    const [a = ''] = await makeVariants(app, shop, [{ sku: 'ПЛ-Мар/42', stock: 100 }]);
    for (let i = 0; i < 7; i += 1) {
      const customer = { name: `Покупець ${'АБВГҐДЕ'[i]}ндрій`, phone: `06700000${i}1` };
      await placeOrder(app, shop, shop.owner.token, orderBody({ [a]: 1 }, { counterparty_id: buyer, customer }));
    }
    const find = async (query: object) =>
      (await app.call(contract.listOrders, { params: { project_id: shop.id }, token: shop.owner.token, query })).body;
    expect((await find({ q: 'купець гнд' })).items.map(({ customer_name }) => customer_name)).toEqual([
      'Покупець Гндрій',
    ]);
    expect((await find({ q: '00 00 31' })).items).toHaveLength(1);
    expect((await find({ q: 'мар/4' })).total).toBe(7);
    expect((await find({ q: '%' })).total).toBe(0);
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof find>> = await find({
        limit: 3,
        sort: 'number',
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.items.map(({ number }) => number));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(seen).toEqual([...seen].sort((x, y) => x - y));
    const bad = await app.call(contract.listOrders, {
      params: { project_id: shop.id },
      token: shop.owner.token,
      query: { cursor: 'nonsense' },
    });
    expect(bad.status).toBe(400);
  });

  it('gathers a dropshipper’s orders of all suppliers; past ones stay readable after access is removed', async () => {
    const second = await app.project('Друга фабрика');
    const me = await makeDropshipper(app, project);
    const there = await makeCounterparty(app, second);
    await app.sql(
      second.id,
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [second.id, me.id, there],
    );
    const [a = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const [b = ''] = await makeVariants(app, second, [{ stock: 9 }]);
    const { body: here } = await placeOrder(app, project, me.token, orderBody({ [a]: 1 }));
    await placeOrder(app, second, me.token, orderBody({ [b]: 1 }));
    const mine = await app.call(contract.listMyOrders, { token: me.token });
    expect(mine.body.items.map(({ project_title }) => project_title).sort()).toEqual(['Друга фабрика', 'Фабрика']);
    const gone = await app.call(removeCounterpartyAccess, {
      params: { project_id: project.id, id: me.counterparty_id },
      token: project.owner.token,
    });
    expect(gone.status).toBe(200);
    expect((await app.call(contract.listMyOrders, { token: me.token })).body.total).toBe(2);
    expect((await read(here.id, me.token)).status).toBe(200);
    expect((await placeOrder(app, project, me.token, orderBody({ [a]: 1 }))).status).toBe(404);
    expect((await move(app, project, me.token, here.id, 'Pending')).status).toBe(404);
  });
});
