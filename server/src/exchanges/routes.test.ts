import * as contract from '@lanka/domain/exchanges/contract';
import * as orders from '@lanka/domain/orders/contract';
import * as returns from '@lanka/domain/returns/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  balanceOf,
  differencesOf,
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
let a: string;
let b: string;

beforeAll(async () => {
  ({ app, project, seller } = await openTrade({ DB_POOL_SIZE: '30' }));
  [a = '', b = ''] = await makeVariants(app, project, [
    { price: 1_000, stock: 1_000 },
    { price: 1_500, stock: 1_000 },
  ]);
});
afterAll(() => app.close());

const owner = () => project.owner.token;
const at = () => ({ project_id: project.id });
const one = (id: string) => ({ project_id: project.id, id });
async function sent(count = 3): Promise<orders.Order> {
  const placed = await placeOrder(app, project, seller.token, orderBody({ [a]: count }, { send: true, tags: ['опт'] }));
  return (await move(app, project, owner(), placed.body.id, 'Sent')).body;
}
const exchange = (order: orders.Order, more: object = {}, token = owner(), headers = {}) =>
  app.call(contract.createExchange, {
    ...{ params: at(), token, headers },
    body: {
      ...{ order_id: order.id, reason: 'not_needed' as const },
      items: [{ order_item_id: order.items[0]?.id ?? '', count: 2 }],
      out: [{ product_variant_id: b, count: 2 }],
      ...more,
    },
  });
const ofOrder = async (id: string, token = owner()) =>
  (await app.call(contract.listOrderExchanges, { params: one(id), token })).body.items;
const readOrder = async (id: string) => (await app.call(orders.readOrder, { params: one(id), token: owner() })).body;
const kinds = async (id: string) =>
  (await app.call(orders.readHistory, { params: one(id), token: owner() })).body.items.map(({ kind }) => kind);

describe('an exchange', () => {
  it('makes a return and an order of the same customer, joined on both', async () => {
    const first = await sent();
    const { status, body } = await exchange(first);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ first: { id: first.id, status: 'Sent' }, made: { status: 'Pending' } });
    expect(body.return.status).toBe('pending');
    const told = await app.sql(
      project.id,
      `select 1 from notice_events where kind = 'returns.made' and facts->>'id' = $1 and counterparty_id = $2`,
      [body.return.id, seller.counterparty_id],
    );
    expect(told).toHaveLength(1);
    const made = await readOrder(body.made.id);
    expect(made).toMatchObject({
      ...{ customer: first.customer, is_exchange: true, tags: ['опт'], sum: 3_000 },
      ...{ counterparty_id: first.counterparty_id, delivery: { ...first.delivery, ttn: null } },
    });
    expect((await readOrder(first.id)).is_exchange).toBe(false);
    expect(await ofOrder(first.id)).toEqual([body]);
    expect(await ofOrder(made.id, seller.token)).toEqual([body]);
    expect(await kinds(made.id)).toEqual(['created', 'exchange_from', 'moved']);
    expect((await kinds(first.id)).slice(-2)).toEqual(['returned', 'exchanged']);
    const listed = await app.call(orders.listOrders, { params: at(), token: owner(), query: { limit: 1 } });
    expect(listed.body.items[0]).toMatchObject({ id: made.id, is_exchange: true });
  });

  it('may be asked for by the dropshipper, of his own orders alone, and stay a draft', async () => {
    const first = await sent();
    const asked = await exchange(first, { send: false }, seller.token);
    expect(asked.body.made.status).toBe('Draft');
    const stranger = await makeDropshipper(app, project);
    expect((await exchange(first, {}, stranger.token)).error.code).toBe('orders.not_found');
    const list = await app.call(contract.listOrderExchanges, { params: one(first.id), token: stranger.token });
    expect(list.status).toBe(404);
    const stockman = await app.member(project, 'Stockman');
    expect((await exchange(first, {}, stockman.token)).status).toBe(403);
  });

  it('is made whole or not at all, and says which line is wrong', async () => {
    const first = await sent();
    const before = await stockOf(app, project, b);
    const tooMany = await exchange(first, { out: [{ product_variant_id: b, count: 900_000 }] });
    expect([tooMany.status, tooMany.error.code]).toEqual([422, 'stock.short']);
    const unknown = await exchange(first, { out: [{ product_variant_id: first.id, count: 1 }] });
    expect(unknown.error.details[0]?.path).toBe('out.0.product_variant_id');
    const back = await exchange(first, { items: [{ order_item_id: first.items[0]?.id ?? '', count: 4 }] });
    expect([back.error.code, back.error.details[0]?.path]).toEqual(['returns.bad_count', 'items.0.count']);
    expect((await readOrder(first.id)).returned).toBe(0);
    expect(await ofOrder(first.id)).toEqual([]);
    expect(await stockOf(app, project, b)).toEqual(before);
    const draft = (await placeOrder(app, project, seller.token, orderBody({ [a]: 1 }))).body;
    expect((await exchange(draft)).error.code).toBe('returns.not_shipped');
  });

  it('goes two ways afterwards: a rejected return leaves the order, a canceled order leaves the return', async () => {
    const first = await sent();
    const rejected = (await exchange(first, { items: [{ order_item_id: first.items[0]?.id ?? '', count: 1 }] })).body;
    const decide = (id: string, others: 'approved' | 'rejected') =>
      app.call(returns.decideReturn, { params: one(id), token: owner(), body: { others } });
    expect((await decide(rejected.return.id, 'rejected')).status).toBe(200);
    expect((await readOrder(rejected.made.id)).status).toBe('Pending');

    const canceled = (await exchange(first)).body;
    expect((await move(app, project, owner(), canceled.made.id, 'Canceled', 'Передумали')).status).toBe(200);
    const balance = await balanceOf(app, project, seller.counterparty_id);
    expect((await decide(canceled.return.id, 'approved')).body.credit).toBe(2_000);
    expect(await balanceOf(app, project, seller.counterparty_id)).not.toEqual(balance);
    expect((await ofOrder(first.id)).map((found) => [found.made.status, found.return.status])).toEqual([
      ['Canceled', 'approved'],
      ['Pending', 'rejected'],
    ]);
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('of two at once takes what is left once, and the same request once', async () => {
    const first = await sent();
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(first)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    const other = await sent();
    const headers = { 'idempotency-key': 'this-exchange-once' };
    const [one_, two] = [await exchange(other, {}, owner(), headers), await exchange(other, {}, owner(), headers)];
    expect(two.body.made.id).toBe(one_.body.made.id);
    expect(await ofOrder(other.id)).toHaveLength(1);
  });
});
