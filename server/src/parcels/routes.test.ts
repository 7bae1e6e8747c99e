import * as orders from '@lanka/domain/orders/contract';
import * as contract from '@lanka/domain/parcels/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowBackorders } from '../../test/backorders';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  balanceOf,
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
} from '../../test/trade';

let app: TestApp;
let project: TestProject;
let owner: string;
let seller: TestDropshipper;
let a: string;
let b: string;
let order: orders.Order;

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  owner = project.owner.token;
  // a third off, so that parts of a line are no whole kopecks
  seller = await makeDropshipper(app, project, 3_333);
  [a = '', b = ''] = await makeVariants(app, project, [
    { price: 101, stock: 30 },
    { price: 999, stock: 30 },
  ]);
  order = (await placeOrder(app, project, seller.token, orderBody({ [a]: 3, [b]: 2 }, { send: true }))).body;
});

const at = (id = order.id, token = owner) => ({ params: { project_id: project.id, id }, token });
const lineOf = (variant: string, of = order) =>
  of.items.find(({ product_variant_id }) => product_variant_id === variant)?.id ?? '';
const parcelOf = (counts: Record<string, number>, of = order) => ({
  items: Object.entries(counts).map(([variant, count]) => ({ order_item_id: lineOf(variant, of), count })),
});
const split = (parcels: contract.SplitOrderBody['parcels'], token = owner) =>
  app.call(contract.splitOrder, { ...at(order.id, token), body: { parcels } });
const list = async (token = owner) => (await app.call(contract.listParcels, at(order.id, token))).body;
const read = async () => (await app.call(orders.readOrder, at())).body;
const parcelAt = async (number: number) => {
  const { items } = await list();
  return items.find((one) => one.number === number)?.id ?? '';
};
const send = async (number: number, token = owner) => {
  const params = { project_id: project.id, order_id: order.id, id: await parcelAt(number) };
  return app.call(contract.sendParcel, { params, token });
};
const edit = (counts: Record<string, number>) =>
  app.call(orders.updateOrder, { ...at(), body: { items: orderBody(counts).items } });
const balance = () => balanceOf(app, project, seller.counterparty_id);
const auditIsFine = async () => {
  expect(await differencesOf(app, project)).toEqual([]);
};

describe('an order in several parcels', () => {
  it('goes in parts: each takes its stock and charges its share, and the last sends the order', async () => {
    const made = await split([{ ...parcelOf({ [a]: 1, [b]: 1 }), ttn: '20450000000001' }]);
    expect(made.status).toBe(200);
    expect(made.body.items.map(({ number, pieces, ttn, last }) => [number, pieces, ttn, last])).toEqual([
      [1, 2, '20450000000001', false],
      [2, 3, null, false],
    ]);
    expect(await read()).toMatchObject({ parcels: 2, partly_sent: false, delivery: { ttn: '20450000000001' } });

    const first = await send(1);
    expect(first).toMatchObject({ status: 200, body: { items: [{ last: false }, { last: true }] } });
    const charged = first.body.items[0]?.amount ?? 0;
    expect(charged).toBeGreaterThan(0);
    expect(await balance()).toBe(-charged);
    expect(await read()).toMatchObject({ status: 'Pending', partly_sent: true, shipped_at: null });
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 29, booked: 2 });
    const { body: listed } = await app.call(orders.listOrders, {
      params: { project_id: project.id },
      token: owner,
      query: { partly_sent: true },
    });
    expect(listed.items.map(({ id }) => id)).toEqual([order.id]);
    await auditIsFine();

    // a second press does nothing twice
    expect((await send(1)).status).toBe(200);
    expect(await balance()).toBe(-charged);

    expect((await send(2)).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'Sent', partly_sent: false, parcels: 2 });
    expect(await balance()).toBe(-order.sum);
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 27, booked: 0, movements: 27 });
    const history = (await app.call(orders.readHistory, at())).body.items;
    expect(history.map(({ kind, effects }) => [kind, effects.map((effect) => effect.kind)])).toEqual([
      ['created', []],
      ['moved', ['freeze_prices', 'book']],
      ['split', ['split']],
      ['parcel', ['ship', 'charge']],
      ['moved', ['ship', 'charge']],
    ]);
    expect(history.at(-1)?.effects).toEqual([
      { kind: 'ship', count: 3 },
      { kind: 'charge', amount: order.sum - charged },
    ]);
    await auditIsFine();
  });

  it('goes at once when the order is moved to Sent, and is whole again when it comes back unsent', async () => {
    await split([parcelOf({ [a]: 1 }), parcelOf({ [a]: 1 })]);
    await move(app, project, owner, order.id, 'Blocked', 'Інша адреса');
    expect(await read()).toMatchObject({ parcels: 0 });
    expect((await list()).items).toEqual([]);
    await move(app, project, owner, order.id, 'Pending');
    await split([parcelOf({ [a]: 1 }), parcelOf({ [a]: 1 })]);
    await send(2);
    expect((await move(app, project, owner, order.id, 'Sent')).status).toBe(200);
    expect((await list()).items.every(({ sent_at }) => sent_at !== null)).toBe(true);
    expect(await balance()).toBe(-order.sum);
    await auditIsFine();
  });

  it('splits only what is not sent, and may be put together again', async () => {
    await split([parcelOf({ [a]: 1 }), parcelOf({ [b]: 1 })]);
    await send(1);
    const again = await split([parcelOf({ [b]: 2 })]);
    expect(again.body.items.map(({ number, pieces, sent_at }) => [number, pieces, sent_at !== null])).toEqual([
      [1, 1, true],
      [2, 2, false],
      [3, 2, false],
    ]);
    expect(await split([parcelOf({ [a]: 3 })])).toMatchObject({
      status: 422,
      body: { code: 'parcels.bad_count', details: [{ path: 'parcels.0.items.0.count', left: 2 }] },
    });
    expect((await split([])).body.items.map(({ pieces }) => pieces)).toEqual([1, 4]);
    expect(await send(2)).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ status: 'Sent' });
    expect(await split([])).toMatchObject({ status: 409, body: { code: 'orders.move_impossible' } });
    await auditIsFine();
  });

  it('keeps what is sent when the order is edited, and is Sent when the rest is taken out of it', async () => {
    await split([parcelOf({ [a]: 2 })]);
    await send(1);
    expect(await edit({ [a]: 1, [b]: 2 })).toMatchObject({
      status: 409,
      body: { code: 'orders.in_parcels', details: [{ path: 'items.0.count', allowed: 2 }] },
    });
    expect(await edit({ [b]: 2 })).toMatchObject({ status: 409, body: { code: 'orders.in_parcels' } });
    expect((await edit({ [a]: 5, [b]: 1 })).status).toBe(200);
    expect((await list()).items.map(({ pieces }) => pieces)).toEqual([2, 4]);
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 28, booked: 3 });
    await auditIsFine();
    expect((await edit({ [a]: 2 })).body).toMatchObject({ status: 'Sent', parcels: 1, partly_sent: false });
    expect(await balance()).toBe(-(await read()).sum);
    expect(await stockOf(app, project, b)).toMatchObject({ actual: 30, booked: 0 });
    await auditIsFine();
  });

  it('cannot be canceled or returned for editing once a part is sent', async () => {
    await split([parcelOf({ [a]: 2 })]);
    await send(1);
    for (const to of ['Canceled', 'Blocked'] as const)
      expect(await move(app, project, owner, order.id, to, 'Ні')).toMatchObject({
        status: 409,
        body: { code: 'orders.partly_sent' },
      });
    const { body } = await app.call(orders.listMoves, at());
    expect(body.items.find(({ to }) => to === 'Sent')).toMatchObject({
      effects: [{ count: 3 }, { amount: order.sum + (await balance()) }],
    });
  });

  it('sends what is there while the rest waits for stock', async () => {
    await allowBackorders(app, project, true);
    order = (await placeOrder(app, project, seller.token, orderBody({ [a]: 32 }, { send: true }))).body;
    await split([parcelOf({ [a]: 7 })]);
    // whichever goes first takes what is there
    expect((await list()).items.map(({ refusal }) => refusal)).toEqual([null, null]);
    expect((await send(1)).status).toBe(200);
    expect((await list()).items[1]?.refusal?.code).toBe('orders.waiting_for_stock');
    expect(await send(2)).toMatchObject({ status: 409, body: { code: 'orders.waiting_for_stock' } });
    await auditIsFine();
  });

  it('names each parcel by its ТТН, that of the first is the order’s, and the order is found by all', async () => {
    await split([parcelOf({ [a]: 2 })]);
    for (const [number, ttn] of [
      [1, '20450000000011'],
      [2, '20450000000022'],
    ] as const) {
      const params = { project_id: project.id, order_id: order.id, id: await parcelAt(number) };
      const answer = await app.call(contract.updateParcel, { params, token: owner, body: { ttn } });
      expect(answer.body.items[number - 1]).toMatchObject({ number, ttn });
      const { body } = await app.call(orders.listOrders, {
        params: { project_id: project.id },
        token: owner,
        query: { q: ttn },
      });
      expect(body.items.map(({ id }) => id)).toEqual([order.id]);
    }
    expect((await read()).delivery.ttn).toBe('20450000000011');
  });

  it('is seen by its dropshipper and sent by who may send the order', async () => {
    await split([parcelOf({ [a]: 2 })]);
    expect((await list(seller.token)).may).toEqual({ split: false, send: false });
    expect(await send(1, seller.token)).toMatchObject({ status: 403, body: { code: 'orders.move_forbidden' } });
    const other = await makeDropshipper(app, project);
    expect(await app.call(contract.listParcels, at(order.id, other.token))).toMatchObject({ status: 404 });
    const stockman = await app.member(project, 'Stockman');
    expect(await send(1, stockman.token)).toMatchObject({ status: 403 });
    await move(app, project, owner, order.id, 'Ready');
    expect(await send(1, stockman.token)).toMatchObject({ status: 200 });
  });

  it('holds what was paid ahead for the parcels that are to come', async () => {
    const pay = (amount: number, order_id?: string) =>
      app.call(createPayment, {
        params: { project_id: project.id },
        token: owner,
        body: {
          ...{
            counterparty_id: seller.counterparty_id,
            type: 'receipt',
            amount,
            date: '2026-11-20',
            comment: 'Оплата',
          },
          ...(order_id ? { orders: [{ order_id, amount }] } : {}),
        },
      });
    expect((await pay(order.sum, order.id)).status).toBe(201);
    const other = (await placeOrder(app, project, seller.token, orderBody({ [b]: 1 }, { send: true }))).body;
    await split([parcelOf({ [a]: 1 })]);
    await send(1);
    await move(app, project, owner, other.id, 'Sent');
    await auditIsFine();
    const payment = (await app.call(orders.readOrder, at(other.id))).body.payment;
    expect(payment).toMatchObject({ state: 'unpaid', unpaid: other.sum });
    await send(2);
    expect((await read()).payment).toMatchObject({ state: 'paid', charged: order.sum });
    await auditIsFine();
  });
});

describe('at the same moment', () => {
  const times = <T>(n: number, work: (i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: n }, (_, i) => work(i)));

  it('two people send one parcel, and it is sent once', async () => {
    await split([parcelOf({ [a]: 2 })]);
    const answers = await times(4, () => send(1));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await times(4, () => send(2))).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await balance()).toBe(-order.sum);
    await auditIsFine();
  });

  it('one sends a parcel while another cancels, edits or sends the order', async () => {
    for (const other of [
      () => move(app, project, owner, order.id, 'Canceled', 'Ні'),
      () => edit({ [a]: 1, [b]: 2 }),
      () => move(app, project, owner, order.id, 'Sent'),
      () => split([parcelOf({ [b]: 1 })]),
    ]) {
      order = (await placeOrder(app, project, seller.token, orderBody({ [a]: 2, [b]: 2 }, { send: true }))).body;
      await split([parcelOf({ [a]: 2 })]);
      const id = await parcelAt(1);
      const params = { project_id: project.id, order_id: order.id, id };
      const answers = await Promise.all([app.call(contract.sendParcel, { params, token: owner }), other()]);
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      await auditIsFine();
      await app.call(orders.moveOrder, { ...at(), body: { to: 'Sent' } });
    }
  });
});
