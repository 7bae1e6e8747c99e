import * as contract from '@lanka/domain/orders/contract';
import { createPromotion } from '@lanka/domain/promotions/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
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
let variants: string[];

beforeAll(async () => {
  ({ app, project, seller } = await openTrade({}, 500));
  variants = await makeVariants(app, project, [
    { price: 112_100, stock: 500 },
    { price: 33_333, recommended_price: 44_444, stock: 500 },
    { price: 99, stock: 500 },
  ]);
  for (const [promo_code, is_one_time_use_only] of [
    ['ОСІНЬ', false],
    ['РАЗ', true],
  ] as const)
    await app.call(createPromotion, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { title: promo_code, promo_code, discount: 1_500, discount_type: 'percent', is_one_time_use_only },
    });
});
afterAll(() => app.close());

const params = () => ({ project_id: project.id });
const price = (body: contract.PriceOrderBody, token = seller.token) =>
  app.call(contract.priceOrder, { params: params(), token, body });
const place = (body: object) => placeOrder(app, project, seller.token, body as never);
const lines = (...counts: number[]) =>
  counts.flatMap((count, i) => (count > 0 ? [{ product_variant_id: variants[i] ?? '', count }] : []));
const lastNumber = async () =>
  Number(
    (await app.sql<{ n: number }>(project.id, 'select coalesce(max(number), 0)::int as n from orders'))[0]?.n ?? 0,
  );

it('tells to the kopeck what the order then costs, whatever is in it', async () => {
  const count = fc.integer({ min: 0, max: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(count, count, count),
      fc.constantFrom(undefined, 'осінь', 'ОСІНЬ '),
      fc.integer({ min: 0, max: 10_000 }),
      fc.boolean(),
      fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      async (counts, promo_code, customer_discount, send, customer_price) => {
        const items = lines(...counts).map((line, i) => (i === 0 ? { ...line, customer_price } : line));
        const told = (await price({ items, promo_code, customer_discount })).body;
        const isSent = send && items.length > 0;
        const { body } = await place({ ...orderBody({}), items, promo_code, customer_discount, send: isSent });
        expect(told).toMatchObject({ sum: body.sum, recommended_sum: body.recommended_sum, refusals: [] });
        expect(told.customer_sum).toBe(body.customer_sum);
        expect(told.items).toEqual(body.items.map((item) => contract.PricedItem.parse(item)));
      },
    ),
    { numRuns: 15 },
  );
});

it('writes nothing: no use of a one-time code, no booking, no number', async () => {
  const first = (await place(orderBody({ [variants[2] ?? '']: 1 }))).body.number;
  const { body } = await price({ items: lines(1), promo_code: 'РАЗ' });
  expect(body).toMatchObject({ sum: 95_285, refusals: [] });
  expect((await price({ items: lines(1), promo_code: 'РАЗ' })).body).toEqual(body);
  expect(await stockOf(app, project, variants[0] ?? '')).toMatchObject({ actual: 500 });
  expect((await place(orderBody({ [variants[2] ?? '']: 1 }))).body.number).toBe(first + 1);
});

it('says which code does not hold and which line is not for sale, with the sums without them', async () => {
  const gone = '00000000-0000-4000-8000-000000000000';
  const items = [{ product_variant_id: gone, count: 1 }, ...lines(1)];
  const { status, body } = await price({ items, promo_code: 'НЕМА' });
  expect([status, body.sum, body.items.length]).toEqual([200, 106_495, 1]);
  expect(body.refusals).toMatchObject([
    { code: 'orders.promo_code_unknown', path: 'promo_code', message: expect.stringMatching(/[а-яіїє]/) },
    { code: 'orders.not_for_sale', path: 'items.0.product_variant_id' },
  ]);
});

it('a refusal draws no number: bad code, nothing in stock, no recipient, a used code', async () => {
  const [a = ''] = variants;
  const used = await place(orderBody({ [a]: 1 }, { send: true, promo_code: 'РАЗ' }));
  expect(used.status).toBe(201);
  const before = await lastNumber();
  for (const body of [
    orderBody({ [a]: 1 }, { promo_code: 'НЕМА' }),
    orderBody({ [a]: 1 }, { send: true, promo_code: 'РАЗ' }),
    orderBody({ [a]: 501 }, { send: true }),
    { items: lines(1), send: true },
  ])
    expect((await place(body)).status).toBe(422);
  expect((await place(orderBody({ [a]: 1 }))).body.number).toBe(before + 1);
  expect((await price({ items: lines(1), promo_code: 'РАЗ' })).body.refusals).toMatchObject([
    { code: 'orders.promo_code_used' },
  ]);
});

it('of an order that is edited: frozen lines keep their price, its own one-time code still holds', async () => {
  const other = await makeDropshipper(app, project);
  const made = await placeOrder(
    app,
    project,
    other.token,
    orderBody({ [variants[0] ?? '']: 1 }, { promo_code: 'РАЗ' }),
  );
  const order_id = made.body.id;
  expect((await price({ items: lines(2), promo_code: 'РАЗ', order_id }, other.token)).body).toMatchObject({
    sum: 190_570,
    refusals: [],
  });
  await move(app, project, project.owner.token, order_id, 'Pending');
  expect((await price({ items: lines(2), promo_code: 'РАЗ', order_id }, project.owner.token)).body.sum).toBe(190_570);
  expect((await price({ items: lines(2), order_id }, seller.token)).status).toBe(404);
});
