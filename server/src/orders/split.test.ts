import { listBookings } from '@lanka/domain/bookings/contract';
import * as contract from '@lanka/domain/orders/contract';
import { joinOrders, splitOrder } from '@lanka/domain/orders/splitting';
import { createPromotion } from '@lanka/domain/promotions/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
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
  ({ app, project, seller } = await openTrade({ DB_POOL_SIZE: '30' }));
});
afterAll(() => app.close());

const of = (id: string) => ({ params: { project_id: project.id, id }, token: seller.token });
const read = async (id: string) => (await app.call(contract.readOrder, of(id))).body;
const draft = async (counts: Record<string, number>, more: object = {}) =>
  (await placeOrder(app, project, seller.token, orderBody(counts, more))).body;
const book = (order: contract.Order, nth = 0) =>
  app.call(contract.bookTemporarily, {
    ...of(order.id),
    params: { ...of(order.id).params, item_id: order.items[nth]?.id ?? '' },
  });
const split = (order: contract.Order, items: { item_id: string; count: number }[], headers = {}) =>
  app.call(splitOrder, { ...of(order.id), body: { items }, headers });
const joinTo = (id: string, order_ids: string[], headers = {}) =>
  app.call(joinOrders, { ...of(id), body: { order_ids }, headers });
const history = async (id: string) => (await app.call(contract.readHistory, of(id))).body.items;
const counts = ({ items }: contract.Order) =>
  Object.fromEntries(items.map(({ product_variant_id, count }) => [product_variant_id, count]));
const audit = () => auditOf(app, project);
const activeOf = async (order_id: string) => {
  const asked = { params: { project_id: project.id }, token: project.owner.token };
  const { items } = (await app.call(listBookings, { ...asked, query: { order_id, status: 'Active' } })).body;
  return items.map(({ count, product_variant_id, expires_at }) => ({ count, product_variant_id, expires_at }));
};

describe('splitting a draft', () => {
  it('makes a second one with the same customer and delivery; bookings go with their pieces', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [
      { stock: 10, price: 1_000 },
      { stock: 10, price: 200 },
    ]);
    const order = await draft(
      { [a]: 4, [b]: 2 },
      { tags: ['терміново'], source: 'Instagram', prepayment: { amount: 500 } },
    );
    await book(order, 0);
    const [line] = order.items;
    const answer = await split(order, [{ item_id: line?.id ?? '', count: 3 }], { 'if-match': String(order.version) });
    expect(answer.status).toBe(201);
    const { left, made } = answer.body;
    expect([counts(left), counts(made)]).toEqual([{ [a]: 1, [b]: 2 }, { [a]: 3 }]);
    expect([left.sum, made.sum]).toEqual([1_400, 3_000]);
    expect(made).toMatchObject({
      ...{ status: 'Draft', customer: order.customer, tags: ['терміново'], source: 'Instagram', prepayment: null },
      delivery: { ...order.delivery, ttn: null },
    });
    expect(left.prepayment?.amount).toBe(500);
    expect(await activeOf(order.id)).toMatchObject([{ count: 1, product_variant_id: a }]);
    expect(await activeOf(made.id)).toMatchObject([{ count: 3, product_variant_id: a }]);
    expect(made.items[0]?.temporary_booking_expires_at).toBe(left.items[0]?.temporary_booking_expires_at);
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 10, booked: 4, bookings: 4 });
    const [off] = (await history(order.id)).slice(-1);
    expect(off).toMatchObject({ kind: 'split_off', reason: String(made.number) });
    expect(off?.changes).toContainEqual(expect.objectContaining({ field: 'count', before: 4, after: 1 }));
    expect((await history(made.id)).map(({ kind }) => kind)).toEqual(['created', 'split_from']);
    expect(await audit()).toMatchObject({ ok: true });
  });

  it('moves a whole line with its booking, and the booking ends on time where it went', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{ stock: 5 }, { stock: 5 }]);
    const order = await draft({ [a]: 2, [b]: 1 });
    await book(order, 0);
    const { left, made } = (await split(order, [{ item_id: order.items[0]?.id ?? '', count: 2 }])).body;
    expect([counts(left), counts(made)]).toEqual([{ [b]: 1 }, { [a]: 2 }]);
    expect([await activeOf(left.id), (await activeOf(made.id)).length]).toEqual([[], 1]);
    // sent at once, the booking becomes a real one
    expect((await move(app, project, seller.token, made.id, 'Pending')).body.status).toBe('Pending');
    expect(await activeOf(made.id)).toMatchObject([{ count: 2, expires_at: null }]);
    expect(await audit()).toMatchObject({ ok: true });
  });

  it('leaves the promo code where it takes something off', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 5, price: 1_000 }]);
    const [b = ''] = await makeVariants(app, project, [{ stock: 5, price: 1_000 }]);
    const product = await app.sql<{ product_id: string }>(
      project.id,
      'select product_id from product_variants where id = $1',
      [a],
    );
    const promotion = { title: 'Літо', promo_code: 'ЛІТО', discount: 1_000, discount_type: 'percent' as const };
    await app.call(createPromotion, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { ...promotion, affects_all: false, product_ids: [product[0]?.product_id ?? ''] },
    });
    const order = await draft({ [a]: 1, [b]: 1 }, { promo_code: 'ЛІТО' });
    const ofB = order.items.find((one) => one.product_variant_id === b)?.id ?? '';
    const { left, made } = (await split(order, [{ item_id: ofB, count: 1 }])).body;
    expect([left.promo_code, left.sum, made.promo_code, made.sum]).toEqual(['ЛІТО', 900, null, 1_000]);
  });

  it('names what cannot be: the item, the count, the whole draft, what is no draft, what has changed', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const order = await draft({ [a]: 3 });
    const item_id = order.items[0]?.id ?? '';
    const refused = async (items: { item_id: string; count: number }[], headers = {}) => {
      const { status, error } = await split(order, items, headers);
      return [status, error.code, error.details[0]?.path];
    };
    expect(await refused([{ item_id: order.id, count: 1 }])).toEqual([422, 'drafts.unknown_item', 'items.0.item_id']);
    expect(await refused([{ item_id, count: 4 }])).toEqual([422, 'drafts.more_than_there_is', 'items.0.count']);
    expect(await refused([{ item_id, count: 3 }])).toEqual([422, 'drafts.nothing_left', 'items']);
    const twice = [1, 1].map((count) => ({ item_id, count }));
    expect(await refused(twice)).toEqual([422, 'drafts.twice', 'items.1.item_id']);
    const stale = await refused([{ item_id, count: 1 }], { 'if-match': '7' });
    expect(stale.slice(0, 2)).toEqual([409, 'common.stale']);
    await move(app, project, seller.token, order.id, 'Pending');
    expect((await refused([{ item_id, count: 1 }])).slice(0, 2)).toEqual([409, 'drafts.only_drafts']);
    expect(counts(await read(order.id))).toEqual({ [a]: 3 });
  });

  it('does the same request once', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const order = await draft({ [a]: 3 });
    const items = [{ item_id: order.items[0]?.id ?? '', count: 1 }];
    const headers = { 'idempotency-key': 'split-this-draft-once' };
    const [first, second] = [await split(order, items, headers), await split(order, items, headers)];
    expect(second.body.made.id).toBe(first.body.made.id);
    expect(counts(await read(order.id))).toEqual({ [a]: 2 });
  });
});

describe('joining drafts', () => {
  it('sums lines, keeps bookings with the earlier end, cancels the others and tells it on all', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [
      { stock: 10, price: 1_000 },
      { stock: 10, price: 200 },
    ]);
    const first = await draft({ [a]: 1 });
    const second = await draft({ [a]: 2, [b]: 1 }, { tags: ['подарунок'] });
    const third = await draft({ [b]: 3 });
    await book(first);
    await book(second, 0);
    await book(third);
    const early = (await activeOf(first.id))[0]?.expires_at;
    const joined = await joinTo(first.id, [second.id, third.id]);
    expect(joined.status, JSON.stringify(joined.body)).toBe(200);
    expect(counts(joined.body)).toEqual({ [a]: 3, [b]: 4 });
    expect(joined.body).toMatchObject({ sum: 3_800, tags: ['подарунок'], status: 'Draft' });
    expect(await activeOf(first.id)).toEqual(
      expect.arrayContaining([
        { count: 3, product_variant_id: a, expires_at: early },
        expect.objectContaining({ count: 3, product_variant_id: b }),
      ]),
    );
    // what was booked of a line is told to the piece: one of these nobody had booked
    const held = joined.body.items.map((item) => [item.product_variant_id, item.temporary_booking_count]);
    expect(Object.fromEntries(held)).toEqual({ [a]: 3, [b]: 3 });
    expect((await read(second.id)).status).toBe('Canceled');
    expect([await activeOf(second.id), await activeOf(third.id)]).toEqual([[], []]);
    expect((await history(first.id)).at(-1)).toMatchObject({
      kind: 'joined',
      reason: `${second.number}, ${third.number}`,
    });
    expect((await history(third.id)).at(-1)).toMatchObject({ kind: 'joined_into', reason: String(first.number) });
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 3, bookings: 3 });
    expect(await audit()).toMatchObject({ ok: true });
  });

  it('says which draft differs in what', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 10 }]);
    const first = await draft({ [a]: 1 });
    const other = await draft({ [a]: 1 }, { customer: { name: 'Інша людина' }, customer_discount: 100 });
    const { status, error } = await joinTo(first.id, [other.id]);
    expect([status, error.code]).toEqual([409, 'drafts.differ']);
    expect(error.details[0]).toMatchObject({ path: 'order_ids.0', differs: ['customer_discount', 'customer'] });
    expect(error.message).toContain('знижка покупцю');
    expect((await joinTo(first.id, [first.id])).error.code).toBe('drafts.itself');
    await move(app, project, seller.token, other.id, 'Pending');
    expect((await joinTo(first.id, [other.id])).error.code).toBe('drafts.only_drafts');
  });

  it('is not for drafts of somebody else', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 10 }]);
    const stranger = await makeDropshipper(app, project);
    const mine = await draft({ [a]: 1 });
    const foreign = (await placeOrder(app, project, stranger.token, orderBody({ [a]: 1 }))).body;
    expect((await joinTo(mine.id, [foreign.id])).error.code).toBe('orders.not_found');
  });
});

it('frees nothing for a moment: who wants the booked pieces meanwhile gets none of them', async () => {
  const [a = ''] = await makeVariants(app, project, [{ stock: 8 }]);
  const order = await draft({ [a]: 8 });
  await book(order);
  // more than the share of one client: the staff books for the supplier
  const all = await app.call(contract.bookTemporarily, {
    params: { ...of(order.id).params, item_id: order.items[0]?.id ?? '' },
    token: project.owner.token,
  });
  expect(all.status).toBe(200);
  const take = () => placeOrder(app, project, seller.token, orderBody({ [a]: 1 }, { send: true }));
  const halves = async () => {
    const { left, made } = (await split(await read(order.id), [{ item_id: order.items[0]?.id ?? '', count: 4 }])).body;
    return joinTo(left.id, [made.id]);
  };
  const [joined, ...others] = await Promise.all([halves(), ...Array.from({ length: 40 }, take)]);
  expect(joined.status).toBe(200);
  expect(others.map(({ status }) => status)).toEqual(Array(40).fill(422));
  expect(await stockOf(app, project, a)).toMatchObject({ booked: 8, bookings: 8 });
});

it('splits once of two at the same time, and joins crosswise without blocking', async () => {
  const [a = ''] = await makeVariants(app, project, [{ stock: 90 }]);
  const order = await draft({ [a]: 3 });
  const items = [{ item_id: order.items[0]?.id ?? '', count: 2 }];
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => split(order, items, { 'if-match': String(order.version) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const pairs = await Promise.all(Array.from({ length: 5 }, () => Promise.all([draft({ [a]: 1 }), draft({ [a]: 2 })])));
  const joins = await Promise.all(pairs.flatMap(([one, two]) => [joinTo(one.id, [two.id]), joinTo(two.id, [one.id])]));
  expect(joins.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)]);
  expect(await audit()).toMatchObject({ ok: true });
});
