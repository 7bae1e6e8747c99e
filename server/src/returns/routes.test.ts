import { readAudit } from '@lanka/domain/audit/contract';
import { deleteProduct, updateProduct } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import * as orders from '@lanka/domain/orders/contract';
import { deleteCounterparty, readCounterpartyLedger, updateCounterparty } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/returns/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
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
let stockman: TestUser;
let variants: string[];

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  owner = project.owner.token;
  // 3 × 333,33 less 10 % = 900,00; 5 × 10,00 less 10 % = 45,00
  seller = await makeDropshipper(app, project, 1000);
  stockman = await app.member(project, 'Stockman');
  variants = await makeVariants(app, project, [
    { price: 33_333, stock: 10 },
    { price: 1_000, stock: 10 },
  ]);
});

const inProject = () => ({ project_id: project.id });
const one = (id: string) => ({ ...inProject(), id });
const v = (index: number): string => variants[index] ?? '';

/** An order of three and five pieces that was sent. */
async function sent(counts = { [v(0)]: 3, [v(1)]: 5 }): Promise<orders.Order> {
  const { body } = await placeOrder(app, project, seller.token, orderBody(counts, { send: true }));
  const answer = await move(app, project, owner, body.id, 'Sent');
  expect(answer.status).toBe(200);
  return answer.body;
}

type Body = z.input<typeof contract.CreateReturnBody>;
const ask = (order: orders.Order, counts: readonly number[], rest: Partial<Body> = {}, token = seller.token) =>
  app.call(contract.createReturn, {
    params: inProject(),
    token,
    body: {
      order_id: order.id,
      reason: 'not_needed',
      items: counts.flatMap((count, index) =>
        count > 0 ? [{ order_item_id: order.items[index]?.id ?? '', count }] : [],
      ),
      ...rest,
    },
  });
const made = async (...given: Parameters<typeof ask>) => {
  const { status, body } = await ask(...given);
  expect([status, status === 201 ? null : body]).toEqual([201, null]);
  return body;
};
const decide = (id: string, body: z.input<typeof contract.DecideReturnBody>, token = owner, headers = {}) =>
  app.call(contract.decideReturn, { params: one(id), token, body, headers });
const read = (id: string, token = owner) => app.call(contract.readReturn, { params: one(id), token });
const withdraw = (id: string, token = seller.token) => app.call(contract.withdrawReturn, { params: one(id), token });
const refuse = (id: string, token = owner) =>
  app.call(contract.refuseParcel, { params: one(id), token, body: { comment: 'Не забрали' } });
const waive = (id: string) =>
  app.call(contract.waiveCharge, { params: one(id), token: owner, body: { comment: 'Домовилися' } });
const ofOrder = async (id: string, token = owner) =>
  (await app.call(contract.readOrderReturns, { params: one(id), token })).body;
const history = async (id: string) =>
  (await app.call(orders.readHistory, { params: one(id), token: seller.token })).body.items.filter(
    ({ kind }) => kind === 'returned',
  );
async function upload(token = seller.token): Promise<string> {
  const { body } = await app.call(createUpload, { params: inProject(), token, body: { file_name: 'photo.jpg' } });
  await app.app.server.inject({ method: 'PUT', url: body.direct_upload.url, payload: Buffer.from('jpeg') });
  return body.file_name;
}
const balance = () => balanceOf(app, project, seller.counterparty_id);
const auditIsFine = async () => {
  expect(await differencesOf(app, project)).toEqual([]);
};

describe('a return', () => {
  it('moves nothing until it is approved, then goes back to the shelf and is credited by the frozen price, once', async () => {
    const order = await sent();
    expect(await balance()).toBe(-94_499);
    const asked = await made(order, [2, 5], { comment: 'Не підійшов розмір' });
    expect(asked).toMatchObject({
      number: 1,
      status: 'pending',
      origin: 'request',
      count: 7,
      undecided: 7,
      credit: 0,
      order: { number: order.number },
      items: [
        { count: 2, shipped: 3, credit: 59_999, to_warehouse: true, status: 'pending' },
        { count: 5, shipped: 5, credit: 4_500 },
      ],
      may: { decide: false, withdraw: true, waive: false },
    });
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 7 });
    expect(await balance()).toBe(-94_499);
    expect((await read(asked.id)).body.may).toMatchObject({ decide: true });

    const first = await decide(asked.id, { items: [{ id: asked.items[0]?.id ?? '', status: 'approved' }] });
    expect(first.body).toMatchObject({
      status: 'partially_approved',
      undecided: 5,
      credit: 59_999,
      items: [
        { status: 'approved', restocked: true, credit: 59_999, decided_by: { id: project.owner.id } },
        { status: 'pending' },
      ],
    });
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 9, movements: 9 });
    expect(await balance()).toBe(-34_500);
    // the same again does nothing, another decision is refused
    expect((await decide(asked.id, { items: [{ id: asked.items[0]?.id ?? '', status: 'approved' }] })).status).toBe(
      200,
    );
    const other = await decide(asked.id, { items: [{ id: asked.items[0]?.id ?? '', status: 'rejected' }] });
    expect([other.status, other.error.code]).toEqual([409, 'returns.decided']);
    expect(await balance()).toBe(-34_500);

    const second = await decide(asked.id, { others: 'rejected', comment: 'Пошкоджено покупцем' });
    expect(second.body).toMatchObject({ status: 'partially_approved', undecided: 0, credit: 59_999 });
    // what was rejected may be asked for again, and the last piece of the line takes the rounding
    const again = await made(order, [1, 5]);
    expect((await decide(again.id, { others: 'approved' })).body).toMatchObject({ status: 'approved', credit: 34_500 });
    expect(await balance()).toBe(0);
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 10 });
    expect(await stockOf(app, project, v(1))).toMatchObject({ actual: 10 });
    expect(await ofOrder(order.id)).toMatchObject({
      items: [{ id: again.id }, { id: asked.id }],
      lines: [
        { shipped: 3, approved: 3, pending: 0, left: 0, credit: 89_999 },
        { shipped: 5, approved: 5, left: 0, credit: 4_500 },
      ],
      may: { create: false, refuse: false },
    });
    expect((await history(order.id)).map(({ reason, effects }) => [reason, ...effects])).toEqual([
      ['№ 1', { kind: 'return', count: 7 }],
      ['№ 1', { kind: 'approve', count: 2, amount: 59_999 }, { kind: 'restock', count: 2 }],
      ['№ 1', { kind: 'reject', count: 5 }],
      ['№ 2', { kind: 'return', count: 6 }],
      ['№ 2', { kind: 'approve', count: 6, amount: 34_500 }, { kind: 'restock', count: 6 }],
    ]);
    const { body: ledger } = await app.call(readCounterpartyLedger, {
      params: one(seller.counterparty_id),
      token: seller.token,
    });
    expect(ledger.items.slice(0, 3)).toMatchObject([
      { purpose: 'return', account: 'returns', change: 4_500, comment: '№ 2' },
      { purpose: 'return', change: 30_000, ref: { kind: 'return_item', id: again.items[0]?.id } },
      { purpose: 'return', change: 59_999, ref: { kind: 'return_item', id: asked.items[0]?.id } },
    ]);
    const byLine = await app.call(contract.listReturns, {
      params: inProject(),
      token: owner,
      query: { item_id: again.items[0]?.id ?? '' },
    });
    expect(byLine.body.items.map(({ id }) => id)).toEqual([again.id]);
    await auditIsFine();
  });

  it('is refused with what was sent and what came back, for more than that, of other lines and before it was sent', async () => {
    const order = await sent();
    await made(order, [2, 0]);
    const more = await ask(order, [2, 6]);
    expect([more.status, more.error.code]).toEqual([422, 'returns.bad_count']);
    expect(more.error.details).toMatchObject([
      { path: 'items.0.count', left: 1, shipped: 3, returned: 2 },
      { path: 'items.1.count', left: 5, shipped: 5, returned: 0 },
    ]);
    const items = [{ order_item_id: crypto.randomUUID(), count: 1 }];
    expect((await ask(order, [], { items })).error.code).toBe('returns.unknown_item');
    expect((await ask(order, [])).error.code).toBe('returns.no_items');
    expect((await ask(order, [1], { reason: 'other' })).error).toMatchObject({
      code: 'returns.comment_required',
      details: [{ path: 'comment' }],
    });
    const { body: draft } = await placeOrder(app, project, seller.token, orderBody({ [v(0)]: 1 }, { send: true }));
    expect((await ask(draft, [1])).error.code).toBe('returns.not_shipped');
    const other = await makeDropshipper(app, project);
    expect((await ask(order, [1], {}, other.token)).error.code).toBe('orders.not_found');
  });

  it('does not put damaged goods, and goods whose stock is not counted, on the shelf; deleted ones come back', async () => {
    const order = await sent();
    const damaged = await made(order, [1, 0], {
      reason: 'damaged',
      items: [{ order_item_id: order.items[0]?.id ?? '', count: 1, to_warehouse: true }],
    });
    // what goes back to the warehouse is not for a dropshipper to say
    expect(damaged.items[0]?.to_warehouse).toBe(false);
    expect((await decide(damaged.id, { others: 'approved' })).body.items[0]).toMatchObject({
      restocked: false,
      credit: 29_999,
    });
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 7 });

    const product_id = damaged.items[0]?.product_id ?? '';
    const back = await made(order, [1, 1], { reason: 'damaged' }, stockman.token);
    expect((await app.call(deleteProduct, { params: one(product_id), token: owner })).status).toBeLessThan(300);
    const [line] = back.items;
    const approved = await decide(back.id, { items: [{ id: line?.id ?? '', status: 'approved', to_warehouse: true }] });
    expect(approved.body.items[0]).toMatchObject({ restocked: true, to_warehouse: true });
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 8, movements: 8 });
    await auditIsFine();

    variants = await makeVariants(app, project, [{ price: 500, stock: 3 }]);
    const counted = await sent({ [v(0)]: 2 });
    const asked = await made(counted, [2]);
    const { product_id: untracked = '' } = asked.items[0] ?? {};
    await app.call(changeStock, { params: one(v(0)), token: owner, body: { counted: 0 } });
    const off = await app.call(updateProduct, { params: one(untracked), token: owner, body: { tracked: false } });
    expect([off.status, off.status === 200 ? null : off.error]).toEqual([200, null]);
    expect((await decide(asked.id, { others: 'approved' })).body.items[0]).toMatchObject({
      restocked: false,
      credit: 900,
    });
  });

  it('is withdrawn by who asked for it while nobody has decided, and photos go with it', async () => {
    const order = await sent();
    const uploaded = await upload();
    const asked = await made(order, [3, 0], { photos: [uploaded] });
    expect(asked.photos).toMatchObject([{ author: { id: seller.id } }]);
    expect((await withdraw(asked.id, stockman.token)).status).toBe(403);
    const after = await withdraw(asked.id);
    expect(after.body).toMatchObject({ status: 'rejected', withdrawn: true, undecided: 0 });
    expect((await withdraw(asked.id)).status).toBe(200);
    expect((await ofOrder(order.id)).lines[0]).toMatchObject({ left: 3 });
    expect((await app.call(orders.readOrder, { params: one(order.id), token: owner })).body.returned).toBe(0);

    const second = await made(order, [3, 5]);
    await decide(second.id, { items: [{ id: second.items[0]?.id ?? '', status: 'rejected' }] });
    expect((await read(second.id)).body.status).toBe('partially_rejected');
    expect((await withdraw(second.id)).error.code).toBe('returns.not_pending');
    // it waits for a decision: who would be credited stays
    const gone = await app.call(deleteCounterparty, { params: one(seller.counterparty_id), token: owner });
    expect(gone.status).toBe(409);
    await auditIsFine();
  });

  it('is seen by whom it concerns, decided by staff alone, and not over what was not seen', async () => {
    const order = await sent();
    const asked = await made(order, [1, 1]);
    const other = await makeDropshipper(app, project);
    expect((await read(asked.id, other.token)).status).toBe(404);
    expect((await read(asked.id, seller.token)).status).toBe(200);
    for (const { token } of [seller, stockman])
      expect((await decide(asked.id, { others: 'approved' }, token)).status).toBe(403);
    const stale = await decide(asked.id, { others: 'approved' }, owner, { 'if-match': '"7"' });
    expect([stale.status, stale.error.code]).toEqual([409, 'common.stale']);

    const list = async (query: object, token = owner) =>
      (await app.call(contract.listReturns, { params: inProject(), token, query })).body.items.length;
    expect(await list({ status: 'pending', undecided: true })).toBe(1);
    expect(await list({ status: 'approved,rejected' })).toBe(0);
    expect(await list({ q: String(order.number), order_id: order.id, reason: 'not_needed' })).toBe(1);
    expect(await list({ q: 'іваненко' })).toBe(1);
    expect(await list({ q: 'немає' })).toBe(0);
    expect(await list({}, other.token)).toBe(0);
    const mine = await app.call(contract.listMyReturns, { token: seller.token, query: { q: 'плаття' } });
    expect(mine.body.items).toMatchObject([{ id: asked.id, project_id: project.id }]);
    expect((await app.call(contract.countMyReturns, { token: seller.token })).body).toMatchObject({
      total: 1,
      pending: 1,
    });
    expect((await app.call(contract.countReturns, { params: inProject(), token: other.token })).body.total).toBe(0);
    for (const [has_returns, n] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const found = await app.call(orders.listOrders, { params: inProject(), token: owner, query: { has_returns } });
      expect([found.body.items.length, found.body.total]).toEqual([n, n]);
    }
  });
});

it('the self-check names what does not agree', async () => {
  const order = await sent();
  const asked = await made(order, [1, 1]);
  await decide(asked.id, { items: [{ id: asked.items[0]?.id ?? '', status: 'approved' }] });
  const run = (text: string) => app.sql(project.id, text, [project.id]);
  const found = async () => {
    const { body } = await app.call(readAudit, { params: inProject(), token: owner });
    const { differences = [] } = body.checks.find(({ name }) => name === 'returns') ?? {};
    return differences.map(({ table, expected, found }) => [table, expected, found]);
  };
  expect(await found()).toEqual([]);
  await run(`update returns set status = 'approved' where project_id = $1`);
  expect(await found()).toEqual([['returns', 4, 2]]);
  await run(`update returns set status = 'partially_approved', undecided = 2 where project_id = $1`);
  expect(await found()).toEqual([['returns', 1, 2]]);
  await run('update returns set undecided = 1 where project_id = $1');
  await run('update orders set returned = 1 where project_id = $1');
  expect(await found()).toEqual([['orders', 2, 1]]);
  await run('update orders set returned = 2 where project_id = $1');
  await run(`update return_items set restocked = false where project_id = $1 and status = 'approved'`);
  expect(await found()).toEqual([['return_items', 0, 1]]);
  await run(
    `update return_items set restocked = true, credit = credit + 1 where project_id = $1 and status = 'approved'`,
  );
  expect((await found()).sort()).toEqual([
    ['order_items', 29_999, 30_000],
    ['return_items', 30_000, 29_999],
    ['returns', 30_000, 29_999],
  ]);
});

describe('a parcel that was not taken', () => {
  it('drafts the return of all that was sent and charges what was agreed, once, and the charge may be waived', async () => {
    await app.call(updateCounterparty, {
      params: one(seller.counterparty_id),
      token: owner,
      body: { refusal_charge: 7_000 },
    });
    const order = await sent();
    const piece = await made(order, [1, 0]);
    expect((await ofOrder(order.id)).may.refuse).toBe(true);
    expect((await refuse(order.id, seller.token)).status).toBe(403);
    const first = await refuse(order.id);
    expect(first.body).toMatchObject({
      origin: 'refusal',
      reason: 'other',
      count: 7,
      logistics_charge: 7_000,
      charge_waived: false,
      may: { waive: true, withdraw: true },
    });
    expect(await balance()).toBe(-94_499 - 7_000);
    expect((await refuse(order.id)).body.id).toBe(first.body.id);
    expect(await balance()).toBe(-94_499 - 7_000);
    // the dropshipper sees the sum and the line at once, and it is not his to take back
    expect((await read(first.body.id, seller.token)).body).toMatchObject({
      logistics_charge: 7_000,
      may: { withdraw: false },
    });
    expect((await history(order.id)).at(-1)).toMatchObject({
      reason: '№ 2',
      effects: [
        { kind: 'refuse', count: 7 },
        { kind: 'logistics', amount: 7_000 },
      ],
    });
    const { body: ledger } = await app.call(readCounterpartyLedger, {
      params: one(seller.counterparty_id),
      token: seller.token,
    });
    expect(ledger.items[0]).toMatchObject({
      purpose: 'logistics',
      account: 'logistics',
      change: -7_000,
      ref: { kind: 'order', id: order.id },
    });

    await decide(first.body.id, { others: 'approved' });
    await decide(piece.id, { others: 'approved' });
    expect(await balance()).toBe(-7_000);
    expect((await waive(first.body.id)).body).toMatchObject({ charge_waived: true, may: { waive: false } });
    expect((await waive(first.body.id)).status).toBe(200);
    expect((await waive(piece.id)).error.code).toBe('returns.no_charge');
    expect(await balance()).toBe(0);
    const told = await app.call(contract.readReturnHistory, { params: one(first.body.id), token: owner });
    expect(told.body.items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['created', 0],
      ['charged', 7_000],
      ['decided', 64_499],
      ['waived', 7_000],
    ]);
    await auditIsFine();
  });

  it('is only refused while the order is Sent and something is left; without an agreed charge nothing is posted', async () => {
    const { body: pending } = await placeOrder(app, project, seller.token, orderBody({ [v(0)]: 1 }, { send: true }));
    expect((await refuse(pending.id)).error.code).toBe('returns.not_sent');
    const order = await sent();
    const all = await made(order, [3, 5]);
    expect((await refuse(order.id)).error.code).toBe('returns.nothing_left');
    await withdraw(all.id);
    expect((await refuse(order.id)).body).toMatchObject({ count: 8, logistics_charge: 0 });
    expect(await balance()).toBe(-94_499);
    await auditIsFine();
  });
});
