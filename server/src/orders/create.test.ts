import {
  createOrder as created,
  listMyOrders,
  listOrders,
  type Order,
  readOrder,
  updateOrder,
} from '@lanka/domain/orders/contract';
import { joinOrders, splitOrder } from '@lanka/domain/orders/splitting';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import { createPromotion } from '@lanka/domain/promotions/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowBackorders } from '../../test/backorders';
import { settleFigures } from '../../test/figures';
import {
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  openTrade,
  orderBody,
  placeOrder,
  type Trade,
} from '../../test/trade';

let { app, project, seller } = {} as Trade;

beforeAll(async () => {
  ({ app, project, seller } = await openTrade({}, 1_000));
});
afterAll(() => app.close());

type Body = Parameters<typeof placeOrder>[3];

/** Places the order; what is answered must be what reading it gives. */
async function placed(token: string, body: Body): Promise<Order> {
  const answer = await placeOrder(app, project, token, body);
  expect(answer.status).toBe(created.status);
  const params = { project_id: project.id, id: answer.body.id };
  expect((await app.call(readOrder, { params, token })).body).toEqual(answer.body);
  return answer.body;
}

describe('a new order is answered as reading it answers', () => {
  it('a draft without anything, with lines, for a counterparty that somebody manages', async () => {
    const { token } = project.owner;
    const [a = '', b = ''] = await makeVariants(app, project, [{ stock: 3, sku: 'А-1' }, {}]);
    expect((await placed(token, {})).items).toEqual([]);
    const counterparty_id = await makeCounterparty(app, project, 250, 'Крамниця');
    const manager = await app.member(project, 'Manager');
    const params = { project_id: project.id, id: counterparty_id };
    await app.call(updateCounterparty, { params, token, body: { manager_id: manager.id } });
    const order = await placed(token, orderBody({ [a]: 2, [b]: 1 }, { counterparty_id, comment: 'Подарункове' }));
    expect(order).toMatchObject({ manager_name: expect.any(String), counterparty_discount: 250, status: 'Draft' });
    expect(order.items.map(({ available }) => available)).toEqual([3, 0]);
  });

  it('straight to Pending: what it took is no longer available, with a code and a discount of the customer', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{ stock: 5 }, { stock: 5, price: 33_333 }]);
    const promotion = { title: 'Весна', promo_code: 'ВЕСНА', discount: 1_500, discount_type: 'percent' as const };
    await app.call(createPromotion, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { ...promotion, is_one_time_use_only: true },
    });
    const given = { send: true, promo_code: 'весна', customer_discount: 700 };
    const order = await placed(seller.token, orderBody({ [a]: 2, [b]: 5 }, given));
    expect(order.status).toBe('Pending');
    expect(order.items.map(({ available, discount }) => [available, discount])).toEqual([
      [3, 1_500],
      [0, 1_500],
    ]);
  });

  it('with the picture of its product', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 1 }]);
    await app.sql(
      project.id,
      `insert into product_images (project_id, id, product_id, file_name, thumbnail, is_thumbnail, position)
       select project_id, gen_random_uuid(), product_id, project_id || '/' || product_id || '/photo.jpg', project_id || '/' || product_id || '/small.webp', true, 0 from product_variants
       where project_id = $1 and id = $2`,
      [project.id, a],
    );
    await settleFigures(app, project.id);
    const answer = await placeOrder(app, project, seller.token, orderBody({ [a]: 1 }, { send: true }));
    expect(answer.body.items[0]?.thumbnail_url).toContain('small.webp');
  });

  it('beyond stock: what waits is told for each line', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{ stock: 2 }, { stock: 9 }]);
    await allowBackorders(app, project, true);
    try {
      const order = await placed(seller.token, orderBody({ [a]: 5, [b]: 1 }, { send: true }));
      expect(order.items.map(({ available, waiting }) => [available, waiting])).toEqual([
        [0, 3],
        [8, 0],
      ]);
    } finally {
      await allowBackorders(app, project, false);
    }
  });
});

describe('the number of the seller’s own system', () => {
  const of = ({ id }: Pick<Order, 'id'>, token = seller.token) => ({ token, params: { project_id: project.id, id } });
  const numberOf = async (order: Order) => (await app.call(readOrder, of(order))).body.external_number;

  it('names one order of a counterparty: another is refused by the one that has it, and it is found by it', async () => {
    const first = await placed(seller.token, { external_number: ' WOO-17 ' });
    expect(first.external_number).toBe('WOO-17');
    expect(await placeOrder(app, project, seller.token, { external_number: 'WOO-17' })).toMatchObject({
      status: 409,
      error: {
        code: 'orders.external_number_taken',
        details: [{ path: 'external_number', order_id: first.id, number: first.number }],
      },
    });
    const other = await makeDropshipper(app, project);
    const theirs = await placed(other.token, { external_number: 'WOO-17' });
    const query = { external_number: 'WOO-17' };
    const mine = await app.call(listMyOrders, { token: seller.token, query });
    expect(mine.body.items.map(({ id }) => id)).toEqual([first.id]);
    const all = { token: project.owner.token, params: { project_id: project.id } };
    const ids = async (asked: object) =>
      (await app.call(listOrders, { ...all, query: asked })).body.items.map(({ id }) => id);
    expect((await ids(query)).toSorted()).toEqual([first.id, theirs.id].toSorted());
    expect(await ids({ external_number: 'WOO-1' })).toEqual([]);
    expect((await ids({ q: 'woo-17' })).toSorted()).toEqual([first.id, theirs.id].toSorted());
  });

  it('is made once also when two ask at the same moment', async () => {
    const tries = Array.from({ length: 6 }, () => placeOrder(app, project, seller.token, { external_number: 'АБВ 1' }));
    const statuses = (await Promise.all(tries)).map(({ status, error }) => (status === 201 ? 201 : error.code));
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 5 }, () => 'orders.external_number_taken')]);
  });

  it('is given and taken away later, told by the history; no other counterparty’s order comes to have it twice', async () => {
    const [one, two] = [await placed(seller.token, { external_number: 'CRM-5' }), await placed(seller.token, {})];
    const give = (order: Order, external_number: string | null) =>
      app.call(updateOrder, { ...of(order), body: { external_number } });
    expect((await give(two, 'CRM-5')).error.code).toBe('orders.external_number_taken');
    expect((await give(one, 'CRM-5')).status).toBe(200);
    expect((await give(one, null)).body.external_number).toBeNull();
    expect((await give(two, 'CRM-5')).status).toBe(200);
    const other = await makeDropshipper(app, project);
    const theirs = await placed(other.token, { external_number: 'CRM-5' });
    const { counterparty_id } = two;
    const handed = await app.call(updateOrder, { ...of(theirs, project.owner.token), body: { counterparty_id } });
    expect(handed.error.code).toBe('orders.external_number_taken');
    expect(await numberOf(two)).toBe('CRM-5');
  });

  it('stays with what is left of a split draft, and goes with a draft that is joined to one without', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 9 }]);
    const whole = await placed(seller.token, orderBody({ [a]: 3 }, { external_number: 'S-1' }));
    const [item] = whole.items;
    const body = { items: [{ item_id: item?.id ?? '', count: 1 }] };
    const split = await app.call(splitOrder, { ...of(whole), body });
    expect([split.status, await numberOf(whole), await numberOf(split.body.made)]).toEqual([201, 'S-1', null]);
    const joined = await app.call(joinOrders, { ...of(split.body.made), body: { order_ids: [whole.id] } });
    expect([joined.status, joined.body.external_number, await numberOf(whole)]).toEqual([200, 'S-1', null]);
  });
});
