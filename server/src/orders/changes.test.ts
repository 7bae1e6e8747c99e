import * as contract from '@lanka/domain/orders/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CUSTOMER, makeVariants, move, openTrade, orderBody, placeOrder, type Trade } from '../../test/trade';

let { app, project, seller } = {} as Trade;
let variant: string;
let other: string;

beforeAll(async () => {
  ({ app, project, seller } = await openTrade());
  [variant = '', other = ''] = await makeVariants(app, project, [{ stock: 100 }, { stock: 100 }]);
});
afterAll(() => app.close());

const place = async (send: boolean) =>
  (await placeOrder(app, project, seller.token, orderBody({ [variant]: 2 }, { send }))).body.id;
const edit = (id: string, body: object, token = project.owner.token) =>
  app.call(contract.updateOrder, { params: { project_id: project.id, id }, token, body: body as never });
const lastTold = async (id: string) => {
  const { body } = await app.call(contract.readHistory, {
    ...{ params: { project_id: project.id, id }, token: seller.token },
  });
  return body.items.at(-1);
};

it('the history of an order that was sent tells each field, the bookings and the sums, to both sides', async () => {
  const id = await place(true);
  const items = [
    { product_variant_id: variant, count: 1, customer_price: 90_000 },
    { product_variant_id: other, count: 4 },
  ];
  await edit(id, { items, customer: { ...CUSTOMER, name: 'Олег' }, tags: ['терміново'] });
  const told = await lastTold(id);
  expect(told?.kind).toBe('edited');
  expect(told?.changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['count', 2, 1],
    ['customer_price', null, 90_000],
    ['count', null, 4],
    ['customer_name', 'Іваненко Ірина', 'Олег'],
    ['tags', null, 'терміново'],
    ['sum', 100_000, 250_000],
    ['customer_sum', 160_000, 410_000],
  ]);
  expect(told?.changes[0]?.of).toMatch(/^Плаття «Марта», /);
  expect(told?.effects).toEqual([
    { kind: 'book', count: 4 },
    { kind: 'release', count: 1 },
  ]);
});

it('of a draft nothing is booked, and what was sent as it is tells of no change', async () => {
  const id = await place(false);
  await edit(id, { items: [{ product_variant_id: variant, count: 3 }] }, seller.token);
  const first = await lastTold(id);
  expect(first?.changes.map(({ field }) => field)).toEqual(['count', 'sum', 'customer_sum']);
  expect(first?.effects).toEqual([]);
  await edit(id, { customer: CUSTOMER }, seller.token);
  expect((await lastTold(id))?.changes).toEqual([]);
});

it('of an order that is complete neither the prepayment nor the reservation is edited, however they are asked for', async () => {
  const id = await place(true);
  for (const to of ['Sent', 'Complete'] as const) await move(app, project, project.owner.token, id, to);
  const prepayment = { amount: 5_000 };
  for (const body of [{ prepayment }, { prepayment, reserved_until: null }, { reserved_until: null }, {}])
    for (const token of [project.owner.token, seller.token])
      expect((await edit(id, body, token)).error.code).toBe('orders.not_editable');
});
