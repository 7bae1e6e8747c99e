import { readOrder } from '@lanka/domain/orders/contract';
import { listParcels, sendParcel, splitOrder } from '@lanka/domain/parcels/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/returns/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  balanceOf,
  differencesOf,
  makeDropshipper,
  makeVariants,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
} from '../../test/trade';

let app: TestApp;
let project: TestProject;
let owner: string;
let seller: TestDropshipper;
let variant: string;
let order: string;
let line: string;

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
});
afterAll(() => app.close());
/** Five pieces for 333,35: two of them in the first parcel, which is sent. */
beforeEach(async () => {
  project = await app.project();
  owner = project.owner.token;
  seller = await makeDropshipper(app, project, 3_333);
  [variant = ''] = await makeVariants(app, project, [{ price: 10_000, stock: 20 }]);
  const made = await placeOrder(app, project, seller.token, orderBody({ [variant]: 5 }, { send: true }));
  order = made.body.id;
  line = made.body.items[0]?.id ?? '';
  const parcels = [{ items: [{ order_item_id: line, count: 2 }] }];
  await app.call(splitOrder, { params: one(order), token: owner, body: { parcels } });
  await send(1);
});

const one = (id: string) => ({ project_id: project.id, id });
const parcelAt = async (number: number): Promise<string> => {
  const { body } = await app.call(listParcels, { params: one(order), token: owner });
  return body.items.find((parcel) => parcel.number === number)?.id ?? '';
};
const send = async (number: number) => {
  const params = { project_id: project.id, order_id: order, id: await parcelAt(number) };
  return app.call(sendParcel, { params, token: owner });
};
const ask = async (count: number, parcel?: number) =>
  app.call(contract.createReturn, {
    params: { project_id: project.id },
    token: seller.token,
    body: {
      order_id: order,
      ...(parcel === undefined ? {} : { parcel_id: await parcelAt(parcel) }),
      reason: 'not_needed',
      items: [{ order_item_id: line, count }],
    },
  });
const approve = (id: string) =>
  app.call(contract.decideReturn, { params: one(id), token: owner, body: { others: 'approved' } });
const refuse = async (number?: number) =>
  app.call(contract.refuseParcel, {
    params: one(order),
    token: owner,
    body: number === undefined ? {} : { parcel_id: await parcelAt(number) },
  });
const ofOrder = async () => (await app.call(contract.readOrderReturns, { params: one(order), token: owner })).body;
const balance = () => balanceOf(app, project, seller.counterparty_id);
const auditIsFine = async () => {
  expect(await differencesOf(app, project)).toEqual([]);
};

describe('an order in several parcels', () => {
  it('gives back what its parcels have sent and no more, and all of it comes to exactly what was charged', async () => {
    expect((await ofOrder()).lines).toMatchObject([{ shipped: 2, left: 2 }]);
    expect(await ask(3)).toMatchObject({ status: 422, body: { code: 'returns.bad_count', details: [{ left: 2 }] } });
    const first = await ask(1);
    expect(first.status).toBe(201);
    await approve(first.body.id);
    await auditIsFine();
    await send(2);
    for (const [count, parcel] of [
      [1, 1],
      [3, 2],
    ] as const)
      await approve((await ask(count, parcel)).body.id);
    expect(await balance()).toBe(0);
    expect(await stockOf(app, project, variant)).toMatchObject({ actual: 20, booked: 0 });
    await auditIsFine();
  });

  it('is given back parcel by parcel: no more of each than it brought', async () => {
    // one is sent: it is that one, named or not
    expect((await ask(1)).body).toMatchObject({ parcel: 1, origin: 'request' });
    expect(await ask(1, 2)).toMatchObject({ status: 422, body: { code: 'returns.no_parcel' } });
    await send(2);
    expect(await ask(1)).toMatchObject({ status: 422, body: { code: 'returns.which_parcel' } });
    expect((await ofOrder()).parcels).toMatchObject([
      { number: 1, lines: [{ order_item_id: line, left: 1 }] },
      { number: 2, lines: [{ order_item_id: line, left: 3 }] },
    ]);
    const beyond = { code: 'returns.bad_count', details: [{ left: 1, shipped: 2, returned: 1 }] };
    expect(await ask(2, 1)).toMatchObject({ status: 422, body: beyond });
    const [one, other] = await Promise.all([ask(2, 2), ask(2, 2)]);
    expect([one.status, other.status].sort()).toEqual([201, 422]);
    // what came back before is not refused with it
    expect((await refuse(2)).body).toMatchObject({ parcel: 2, count: 1 });
    expect(await ask(1, 2)).toMatchObject({ status: 422, body: { code: 'returns.bad_count' } });
    expect((await ofOrder()).may.refuse_parcels).toMatchObject([{ number: 1 }]);
    expect((await ask(1, 1)).body).toMatchObject({ parcel: 1 });
    expect((await ofOrder()).lines).toMatchObject([{ left: 0 }]);
    await auditIsFine();
  });

  it('lets each parcel be refused once, for its own logistics, also while others are not sent', async () => {
    await app.call(updateCounterparty, {
      params: one(seller.counterparty_id),
      token: owner,
      body: { refusal_charge: 7_000 },
    });
    expect(await refuse(2)).toMatchObject({ status: 422, body: { code: 'returns.no_parcel' } });
    expect(await refuse()).toMatchObject({ status: 422, body: { code: 'returns.which_parcel' } });
    expect((await ofOrder()).may).toMatchObject({ refuse: false, refuse_parcels: [{ number: 1 }] });
    const [first, again] = await Promise.all([refuse(1), refuse(1)]);
    expect(first.body).toMatchObject({ origin: 'refusal', parcel: 1, count: 2, logistics_charge: 7_000 });
    expect(again.body.id).toBe(first.body.id);
    await send(2);
    const second = await refuse(2);
    expect(second.body).toMatchObject({ parcel: 2, count: 3, logistics_charge: 7_000 });
    expect((await ofOrder()).may.refuse_parcels).toEqual([]);
    await auditIsFine();
    await approve(first.body.id);
    await approve(second.body.id);
    expect(await balance()).toBe(-14_000);
    expect((await app.call(readOrder, { params: one(order), token: owner })).body).toMatchObject({ returned: 5 });
    await auditIsFine();
  });
});
