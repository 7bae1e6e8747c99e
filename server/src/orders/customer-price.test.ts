import { MAX_PRICE } from '@lanka/domain/kit/bounds';
import * as contract from '@lanka/domain/orders/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { balanceOf, makeVariants, move, openTrade, orderBody, placeOrder, type Trade } from '../../test/trade';

let { app, project, seller } = {} as Trade;
let variant: string;
let other: string;

beforeAll(async () => {
  ({ app, project, seller } = await openTrade({}, 1_000));
  [variant = '', other = ''] = await makeVariants(app, project, [{ stock: 100 }, { stock: 100 }]);
});
afterAll(() => app.close());

const place = async (items: object[], more: object = {}) =>
  (await placeOrder(app, project, seller.token, { ...orderBody({}), items, ...more } as never)).body;
const edit = (id: string, body: object, token = seller.token) =>
  app.call(contract.updateOrder, { params: { project_id: project.id, id }, token, body: body as never });
const line = (customer_price?: number | null, count = 2) => ({
  product_variant_id: variant,
  count,
  ...(customer_price === undefined ? {} : { customer_price }),
});

it('is what the seller asks, else what is recommended less the customer’s discount; the base cost stays', async () => {
  const items = [line(95_000), { product_variant_id: other, count: 1 }];
  const order = await place(items, { customer_discount: 500 });
  expect(order).toMatchObject({ sum: 135_000, recommended_sum: 228_000, customer_sum: 190_000 + 76_000 });
  expect(order.items).toMatchObject([
    { customer_price: 95_000, customer_amount: 190_000, recommended_price: 80_000, recommended_amount: 152_000 },
    { customer_price: null, customer_amount: 76_000, recommended_amount: 76_000 },
  ]);
  const listed = await app.call(contract.listMyOrders, { token: seller.token, query: { q: `${order.number}` } });
  expect(listed.body.items).toMatchObject([{ customer_sum: 266_000, recommended_sum: 228_000 }]);
});

it('stays when the lines are sent without it, goes when it is emptied, and may be below the base cost', async () => {
  const { id } = await place([line(95_000)]);
  expect((await edit(id, { items: [line(undefined, 3)] })).body.customer_sum).toBe(285_000);
  expect((await edit(id, { customer_discount: 1_000 })).body.customer_sum).toBe(285_000);
  expect((await edit(id, { items: [line(null, 3)] })).body.customer_sum).toBe(216_000);
  expect((await edit(id, { items: [line(1)] })).body).toMatchObject({ sum: 90_000, customer_sum: 2 });
});

it('goes with the order to the manager; what is charged is the base cost, and staff may mend the price', async () => {
  const { id } = await place([line(70_000)], { send: true });
  const before = await balanceOf(app, project, seller.counterparty_id);
  expect((await edit(id, { items: [line(60_000)] })).error.code).toBe('orders.not_editable');
  const mended = await edit(
    id,
    { items: [line(75_000), { product_variant_id: other, count: 1 }] },
    project.owner.token,
  );
  expect(mended.body).toMatchObject({ sum: 135_000, customer_sum: 150_000 + 80_000 });
  expect((await move(app, project, project.owner.token, id, 'Sent')).body.customer_sum).toBe(230_000);
  expect(await balanceOf(app, project, seller.counterparty_id)).toBe(before - 135_000);
});

it('comes back with the order that is returned for editing', async () => {
  const { id } = await place([line(95_000)], { send: true });
  await move(app, project, project.owner.token, id, 'Blocked', 'Уточніть');
  expect((await move(app, project, seller.token, id, 'Pending')).body.customer_sum).toBe(190_000);
});

it.each([-1, 1.5, MAX_PRICE + 1, 'дорого'])('%j is no price', async (customer_price) => {
  const { status, error } = await placeOrder(app, project, seller.token, {
    ...orderBody({}),
    items: [line(customer_price as number)],
  });
  expect([status, error.details[0]?.path]).toEqual([400, 'items.0.customer_price']);
});

it('is refused with its sum when there are too many pieces of it', async () => {
  const dear = [line(MAX_PRICE, 101)];
  const { error } = await placeOrder(app, project, seller.token, { ...orderBody({}), items: dear });
  expect(error.code).toBe('orders.sum_too_large');
});
