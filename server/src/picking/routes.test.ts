import { readHistory, readOrder } from '@lanka/domain/orders/contract';
import { sendParcel, splitOrder } from '@lanka/domain/parcels/contract';
import * as contract from '@lanka/domain/picking/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeCounterparty, makeVariants, move, orderBody, placeOrder } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let order: string;
let a: string;
let b: string;
let stranger: string;

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  const party = await makeCounterparty(app, project);
  [a = '', b = '', stranger = ''] = await makeVariants(app, project, [{ stock: 50 }, { stock: 50 }, { stock: 50 }]);
  const body = orderBody({ [a]: 3, [b]: 10 }, { counterparty_id: party, send: true });
  order = (await placeOrder(app, project, project.owner.token, body)).body.id;
});

type Tick = { id?: string; product_variant_id: string; count?: number; seen?: number };
const at = () => ({ params: { project_id: project.id, id: order }, token: project.owner.token });
const pick = (ticks: Tick[], status: 'Pending' | 'Ready' = 'Pending') =>
  app.call(contract.addPicks, {
    ...at(),
    body: { status, picks: ticks.map((tick) => ({ id: crypto.randomUUID(), ...tick })) },
  });
const picked = async () => (await app.call(contract.readPicks, at())).body.items.map((line) => line.picked);
const errorsOf = ({ body }: Awaited<ReturnType<typeof pick>>) => body.results.map(({ error }) => error?.code ?? null);
const times = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make);

describe('picking an order', () => {
  it('ticks pieces, takes them back, and refuses what is wrong without hindering the rest', async () => {
    const answer = await pick([
      { product_variant_id: a },
      { product_variant_id: b, count: -1 },
      { product_variant_id: a },
    ]);
    expect(errorsOf(answer)).toEqual([null, 'picking.nothing_picked', null]);
    expect(answer.body.items.map((line) => line.picked)).toEqual([2, 0]);
    expect(errorsOf(await pick([{ product_variant_id: a, count: -1 }]))).toEqual([null]);
    expect(await picked()).toEqual([1, 0]);
    const over = await pick(times(3, () => ({ product_variant_id: a })));
    expect(over.body.results.at(-1)?.error).toMatchObject({
      code: 'picking.enough',
      message: /зібрано повністю: 3 од/,
    });
    expect(await picked()).toEqual([3, 0]);
  });

  it('takes any number of a line in one entry, as far as the order goes', async () => {
    const answer = await pick([
      { product_variant_id: b, count: 10 },
      { product_variant_id: b, count: -4 },
      { product_variant_id: b, count: 5 },
      { product_variant_id: a, count: -2 },
    ]);
    expect(errorsOf(answer)).toEqual([null, null, 'picking.more_than_ordered', 'picking.nothing_picked']);
    expect(answer.body.results[2]?.error?.message).toContain('лишилося 4');
    expect(await picked()).toEqual([0, 6]);
    expect((await pick([{ product_variant_id: a, count: 0 }])).status).toBe(400);
  });

  it('counts once what two people type at once: the second is told what the first has picked', async () => {
    const answers = await Promise.all(times(6, () => pick([{ product_variant_id: b, count: 7, seen: 0 }])));
    const codes = answers.flatMap(errorsOf);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(codes.filter((code) => code === 'picking.picked_beside')).toHaveLength(5);
    expect(await picked()).toEqual([0, 7]);
    expect(errorsOf(await pick([{ product_variant_id: b, count: -4, seen: 7 }]))).toEqual([null]);
    expect(await picked()).toEqual([0, 3]);
  });

  it('tells the codes on labels from before goods got a barcode', async () => {
    await app.sql(
      project.id,
      `update product_variants set internal_code = '2000000000015', barcode = '4820000000017' where id = $1`,
      [a],
    );
    const { items } = (await app.call(contract.readPicks, at())).body;
    expect(items.map(({ internal_code }) => internal_code)).toEqual(['2000000000015', null]);
  });

  it('ticks once what is sent twice, also by connections at once', async () => {
    const ticks = times(3, () => ({ id: crypto.randomUUID(), product_variant_id: b }));
    const answers = await Promise.all(times(6, () => pick(ticks)));
    expect(answers.flatMap(errorsOf)).toEqual(times(18, () => null));
    expect(await picked()).toEqual([0, 3]);
  });

  it('lets two people pick at once, and never more than there is to pick', async () => {
    const answers = await Promise.all(times(16, () => pick([{ product_variant_id: a }, { product_variant_id: b }])));
    const codes = answers.map(errorsOf);
    expect(codes.filter(([first]) => first === null)).toHaveLength(3);
    expect(codes.filter(([, second]) => second === null)).toHaveLength(10);
    expect(await picked()).toEqual([3, 10]);
  });

  it('moves on once when both are done, and counts nothing that comes after it', async () => {
    await pick([...times(3, () => ({ product_variant_id: a })), ...times(9, () => ({ product_variant_id: b }))]);
    const [first, second, late] = await Promise.all([
      move(app, project, project.owner.token, order, 'Ready'),
      move(app, project, project.owner.token, order, 'Ready'),
      pick([{ product_variant_id: b }]),
    ]);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect([200, 409]).toContain(late?.status);
    const after = await pick([{ product_variant_id: b }]);
    expect(after).toMatchObject({ status: 409, body: { code: 'picking.moved_on' } });
    const { body: history } = await app.call(readHistory, at());
    expect(history.items.filter(({ to }) => to === 'Ready')).toHaveLength(1);
    expect((await app.call(readOrder, at())).body.status).toBe('Ready');
    // what was picked before is looked at again, piece by piece, when it is loaded
    expect(await picked()).toEqual([0, 0]);
    expect(errorsOf(await pick([{ product_variant_id: b }], 'Ready'))).toEqual([null]);
  });

  it('begins anew when an order was returned and is sent again', async () => {
    await pick([{ product_variant_id: a }]);
    await move(app, project, project.owner.token, order, 'Blocked', 'Інша адреса');
    await move(app, project, project.owner.token, order, 'Pending');
    expect(await picked()).toEqual([0, 0]);
    expect(errorsOf(await pick([{ product_variant_id: a }]))).toEqual([null]);
    expect(await picked()).toEqual([1, 0]);
  });

  it('knows no order of somebody else, and says what a tick may be', async () => {
    const other = await app.project();
    const foreign = await app.call(contract.readPicks, {
      params: { project_id: other.id, id: order },
      token: other.owner.token,
    });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'orders.not_found' } });
    const unknown = await pick([{ product_variant_id: a }, { product_variant_id: stranger }]);
    const details = [{ path: 'picks.1.product_variant_id', product_variant_id: stranger }];
    expect(unknown).toMatchObject({ status: 422, body: { code: 'picking.not_in_order', details } });
    expect(await picked()).toEqual([0, 0]);
    const wrong = await pick([{ product_variant_id: a, count: 0.5 }]);
    expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: 'picks.0.count' }] } });
  });
});

describe('picking an order in several parcels', () => {
  it('takes what is sent for picked, and picks the rest', async () => {
    const { body: found } = await app.call(readOrder, at());
    const line = found.items.find(({ product_variant_id }) => product_variant_id === a)?.id ?? '';
    const parcels = [{ items: [{ order_item_id: line, count: 2 }] }];
    const { body: split } = await app.call(splitOrder, { ...at(), body: { parcels } });
    await pick(times(3, () => ({ product_variant_id: a })));
    const params = { project_id: project.id, order_id: order, id: split.items[0]?.id ?? '' };
    await app.call(sendParcel, { params, token: project.owner.token });
    expect(await picked()).toEqual([3, 0]);
    expect(errorsOf(await pick([{ product_variant_id: a }]))).toEqual(['picking.enough']);
    expect(errorsOf(await pick([{ product_variant_id: a, count: -1 }]))).toEqual([null]);
    // what is sent cannot be put back
    expect(errorsOf(await pick([{ product_variant_id: a, count: -1 }]))).toEqual(['picking.nothing_picked']);
    expect(await picked()).toEqual([2, 0]);
  });
});
