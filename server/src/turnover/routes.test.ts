import { readAudit } from '@lanka/domain/audit/contract';
import { deleteProduct } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import * as manufacture from '@lanka/domain/manufacture/contract';
import {
  listCounterparties,
  listCounterpartyNames,
  readCounterparty,
  readCounterpartyLedger,
} from '@lanka/domain/partners/contract';
import { listBalances } from '@lanka/domain/payments/contract';
import { listStockMovements } from '@lanka/domain/stock/contract';
import * as contract from '@lanka/domain/turnover/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { allowBackorders, moveRequest } from '../../test/backorders';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  balanceOf,
  differencesOf,
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  stockOf,
} from '../../test/trade';

let app: TestApp;
let project: TestProject;
let owner: string;
let supplier: string;
let variants: string[];

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  owner = project.owner.token;
  supplier = await makeCounterparty(app, project, 0, 'Ткацька фабрика');
  variants = await makeVariants(app, project, [{}, { stock: 10 }, {}]);
});

type Body = z.input<typeof contract.CreateTurnoverBody>;
const inProject = () => ({ project_id: project.id });
const one = (id: string) => ({ ...inProject(), id });
const v = (index: number): string => variants[index] ?? '';
const line = (index: number, count: number, price: number | null = 10_000) => ({
  product_variant_id: v(index),
  count,
  transaction_item_price: price,
});
const income = (items: Body['items'], rest: Partial<Body> = {}): Body => ({
  flow: 'income',
  type: 'purchase',
  counterparty_id: supplier,
  items,
  ...rest,
});
const enter = (body: Body, token = owner, headers = {}) =>
  app.call(contract.createTurnover, { params: inProject(), token, body, headers });
const made = async (body: Body) => {
  const { status, body: document } = await enter(body);
  expect([status, status === 201 ? null : document]).toEqual([201, null]);
  return document;
};
const read = (id: string, token = owner) => app.call(contract.readTurnover, { params: one(id), token });
const post = (id: string, token = owner) => app.call(contract.postTurnover, { params: one(id), token });
const remove = (id: string) => app.call(contract.deleteTurnover, { params: one(id), token: owner });
const arrive = (id: string, parts?: [number, number][], token = owner) =>
  app.call(contract.arriveTurnover, {
    params: one(id),
    token,
    body: parts ? { items: parts.map(([index, count]) => ({ product_variant_id: v(index), count })) } : {},
  });
const reverse = (id: string, comment = 'Помилка') =>
  app.call(contract.reverseTurnover, { params: one(id), token: owner, body: { comment } });
const costOf = async (index: number, of = variants[0]) => {
  const [row] = await app.sql<{ product_id: string }>(
    project.id,
    'select product_id from product_variants where id = $1',
    [of],
  );
  const { body } = await app.call(contract.listProductCosts, { params: one(row?.product_id ?? ''), token: owner });
  const found = body.items.find(({ product_variant_id }) => product_variant_id === v(index));
  return found && { cost: found.cost, margin: found.margin, expected: found.expected };
};
const auditIsFine = async () => {
  expect(await differencesOf(app, project)).toEqual([]);
};

describe('an income', () => {
  it('puts the goods on the shelf, credits the supplier and makes the cost', async () => {
    const document = await made(
      income([line(0, 4, 20_000), line(1, 10, 30_000)], { date: '2026-01-15', comment: 'Н-1' }),
    );
    expect(document).toMatchObject({
      number: 1,
      status: 'posted',
      sum: 380_000,
      count: 14,
      expected: 0,
      counterparty: { id: supplier, name: 'Ткацька фабрика' },
      date: '2026-01-15',
      items: [{ arrived: 4, transaction_amount: 80_000 }, { arrived: 10 }],
    });
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 4, movements: 4 });
    expect(await stockOf(app, project, v(1))).toMatchObject({ actual: 20, movements: 20 });
    expect(await balanceOf(app, project, supplier)).toBe(380_000);
    // ten pieces of unknown cost lay there: they are taken at the first price that is known
    expect([await costOf(0), await costOf(1)]).toEqual([
      { cost: 20_000, margin: 30_000, expected: 0 },
      { cost: 30_000, margin: 20_000, expected: 0 },
    ]);
    const { body: ledger } = await app.call(readCounterpartyLedger, { params: one(supplier), token: owner });
    expect(ledger.items).toMatchObject([
      {
        purpose: 'purchase',
        account: 'purchases',
        change: 380_000,
        day: '2026-01-15',
        ref: { kind: 'turnover', id: document.id },
      },
    ]);
    const { body: movements } = await app.call(listStockMovements, { params: one(v(0)), token: owner });
    expect(movements.items).toMatchObject([
      { kind: 'income', before: 0, after: 4, comment: '№ 1', ref: { kind: 'turnover', id: document.id } },
    ]);
    await auditIsFine();
  });

  it('mixes its price with what lies there, and each step of the cost can be opened', async () => {
    await made(income([line(0, 4, 20_000)]));
    const second = await made(income([line(0, 12, 40_000)]));
    expect(await costOf(0)).toEqual({ cost: 35_000, margin: 15_000, expected: 0 });
    const { body } = await app.call(contract.listCosts, { params: one(v(0)), token: owner });
    expect(body.items).toMatchObject([
      {
        document: { id: second.id, number: 2 },
        count: 12,
        price: 40_000,
        pieces_before: 4,
        cost_before: 20_000,
        cost_after: 35_000,
      },
      { count: 4, pieces_before: 0, cost_before: null, cost_after: 20_000 },
    ]);
  });

  it('shows in lists of products what they cost and earn, the same statements for one and for many', async () => {
    const [other = ''] = await makeVariants(app, project, [{}]);
    await made(income([line(0, 10, 300), line(1, 5, 400)]));
    const productsOf = await app.sql<{ id: string; product_id: string }>(
      project.id,
      'select id, product_id from product_variants',
    );
    const product = (id: string) => productsOf.find((row) => row.id === id)?.product_id ?? '';
    const ids = [...new Set([v(0), v(1), v(2), other].map(product))];
    const read = (of: string[], token = owner) =>
      app.call(contract.listProductMargins, { params: inProject(), token, query: { ids: of.join(',') as never } });
    const { body } = await read(ids);
    const many = app.lastStatements();
    await read(ids.slice(0, 1));
    expect(app.lastStatements()).toBe(many);
    const known = body.items.reduce((total, item) => total + item.known, 0);
    expect([known, body.items.reduce((total, item) => total + item.variants, 0)]).toEqual([2, productsOf.length]);
    const first = body.items.find(({ product_id }) => product_id === product(v(0)));
    expect(first).toMatchObject({ min_cost: 300, min_margin: expect.any(Number), max_margin: 50_000 - 300 });
    expect((await read([])).error.code).toBe('common.invalid');
    expect((await read(ids, (await app.member(project, 'Stockman')).token)).status).toBe(403);
  });

  it('from a dropshipper credits the account that his orders charge; both see the two sides', async () => {
    const dropshipper = await makeDropshipper(app, project);
    const { counterparty_id } = dropshipper;
    const order = (await placeOrder(app, project, dropshipper.token, orderBody({ [v(1)]: 2 }))).body;
    for (const to of ['Pending', 'Sent'] as const) await move(app, project, owner, order.id, to);
    const document = await made(income([line(0, 4, 20_000)], { counterparty_id }));
    const both = { balance: -20_000, purchases_balance: 80_000 };
    const { body: party } = await app.call(readCounterparty, { params: one(counterparty_id), token: owner });
    expect(party).toMatchObject(both);
    const { body: list } = await app.call(listCounterparties, { params: inProject(), token: owner });
    expect(list.items.find(({ id }) => id === counterparty_id)).toMatchObject(both);
    const { body: wallet } = await app.call(listBalances, { token: dropshipper.token });
    expect(wallet.items).toMatchObject([both]);
    const { body: ledger } = await app.call(readCounterpartyLedger, {
      params: one(counterparty_id),
      token: dropshipper.token,
    });
    expect(ledger).toMatchObject({ ...both, items: [{ side: 'purchases' }, { side: 'sales' }] });
    await reverse(document.id);
    const { body: after } = await app.call(readCounterparty, { params: one(counterparty_id), token: owner });
    expect(after).toMatchObject({ balance: -100_000, purchases_balance: 0 });
    await auditIsFine();
  });

  it('from nobody in particular moves no money', async () => {
    const { counterparty } = await made(income([line(0, 4)], { counterparty_id: null }));
    expect([counterparty, await balanceOf(app, project, supplier)]).toEqual([null, 0]);
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 4 });
    await auditIsFine();
  });

  it('gives what came to the orders that wait', async () => {
    await allowBackorders(app, project, true);
    const seller = await makeDropshipper(app, project);
    await placeOrder(app, project, seller.token, orderBody({ [v(0)]: 3 }, { send: true }));
    await made(income([line(0, 5)]));
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 5, booked: 3 });
    await auditIsFine();
  });

  it('done twice under one key is one', async () => {
    const headers = { 'idempotency-key': 'income-1' };
    const [first, again] = [
      await enter(income([line(0, 4)]), owner, headers),
      await enter(income([line(0, 4)]), owner, headers),
    ];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect((await enter(income([line(0, 5)]), owner, headers)).status).toBe(409);
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 4 });
  });

  it.each([
    [[], 'turnover.no_items', 'items'],
    [[null], 'turnover.price_required', 'items.0.transaction_item_price'],
    [[10_000, null], 'turnover.price_required', 'items.1.transaction_item_price'],
  ])('at the prices %j is refused by its field, and nothing is done', async (prices, code, path) => {
    const items = prices.map((price, index) => line(index, 4, price));
    const { status, error } = await enter(income(items));
    expect([status, error.code, error.details[0]?.path]).toEqual([422, code, path]);
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 0 });
  });

  it('names what is not there: a deleted or foreign modification, a foreign counterparty', async () => {
    const elsewhere = await app.project();
    const [foreign = ''] = await makeVariants(app, elsewhere, [{}]);
    const unknown = await enter(income([line(0, 1), { ...line(0, 1), product_variant_id: foreign }]));
    expect([unknown.status, unknown.error.code, unknown.error.details[0]?.path]).toEqual([
      422,
      'turnover.unknown_variant',
      'items.1.product_variant_id',
    ]);
    const party = await enter(income([line(0, 1)], { counterparty_id: await makeCounterparty(app, elsewhere) }));
    expect([party.status, party.error.code]).toEqual([422, 'partners.unknown']);
    const [row] = await app.sql<{ product_id: string }>(
      project.id,
      'select product_id from product_variants where id = $1',
      [v(0)],
    );
    await app.call(deleteProduct, { params: one(row?.product_id ?? ''), token: owner });
    expect((await enter(income([line(0, 1)]))).error.code).toBe('turnover.unknown_variant');
  });
});

describe('an outcome', () => {
  const sale = (items: Body['items'], rest: Partial<Body> = {}) =>
    income(items, { flow: 'outcome', type: 'sale', ...rest });

  it('of a sale takes the goods and charges the buyer', async () => {
    await made(sale([line(1, 3, 50_000)]));
    expect(await stockOf(app, project, v(1))).toMatchObject({ actual: 7 });
    expect(await balanceOf(app, project, supplier)).toBe(-150_000);
    await auditIsFine();
  });

  it('of a return to the supplier charges him, of a return from a buyer credits him', async () => {
    await made(sale([line(1, 3, 100)], { type: 'return' }));
    expect(await balanceOf(app, project, supplier)).toBe(-300);
    await made(income([line(1, 2, 500)], { type: 'return' }));
    expect(await balanceOf(app, project, supplier)).toBe(700);
    expect(await stockOf(app, project, v(1))).toMatchObject({ actual: 9 });
    // what a buyer gives back was bought before: it has no purchase price of its own
    expect((await costOf(1))?.cost).toBeNull();
    await auditIsFine();
  });

  it('written off has a reason and no money', async () => {
    const body = sale([line(1, 3, null)], { type: 'write_off', counterparty_id: null });
    expect((await enter(body)).error.code).toBe('turnover.reason_required');
    const document = await made({ ...body, reason: 'Пошкоджено водою' });
    expect([document.reason, document.sum]).toEqual(['Пошкоджено водою', 0]);
    expect(await stockOf(app, project, v(1))).toMatchObject({ actual: 7 });
    await auditIsFine();
  });

  it('beyond the shelf or what is booked is refused by its line, nothing half done', async () => {
    const seller = await makeDropshipper(app, project);
    await placeOrder(app, project, seller.token, orderBody({ [v(1)]: 4 }, { send: true }));
    await made(income([line(0, 5)]));
    const { status, error } = await enter(sale([line(0, 1), line(1, 7)]));
    expect([status, error.code, error.details]).toMatchObject([
      422,
      'stock.below_booked',
      [{ path: 'items.1.count', product_variant_id: v(1), booked: 4 }],
    ]);
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 5 });
    expect((await enter(sale([line(0, 6)]))).error).toMatchObject({
      code: 'stock.below_zero',
      details: [{ path: 'items.0.count', actual: 5, message: expect.stringContaining('5') }],
    });
    await auditIsFine();
  });
});

describe('a draft', () => {
  it('may lack what posting asks for, is edited and deleted, and moves nothing', async () => {
    const draft = await made(income([line(0, 4, null)], { draft: true, counterparty_id: null }));
    expect(draft).toMatchObject({ status: 'draft', posted_at: null, items: [{ arrived: 0, expected: 0 }] });
    expect((await post(draft.id)).error.code).toBe('turnover.price_required');
    const change = (body: object, headers = {}) =>
      app.call(contract.updateTurnover, { params: one(draft.id), token: owner, body, headers });
    const { body: changed } = await change(
      { items: [line(2, 2, 700), line(0, 1, 100)], counterparty_id: supplier },
      { 'if-match': '1' },
    );
    expect(changed).toMatchObject({ sum: 1500, version: 2, items: [{ count: 2 }, { count: 1 }] });
    const stale = await change({ comment: 'Ні' }, { 'if-match': '1' });
    expect([stale.status, stale.error.code, stale.error.details[0]?.version]).toEqual([409, 'common.stale', 2]);
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 0 });
    expect((await remove(draft.id)).status).toBe(204);
    expect((await read(draft.id)).status).toBe(404);
    await auditIsFine();
  });

  it('posted is never edited or deleted; posting it again does nothing', async () => {
    const { id } = await made(income([line(0, 4)], { draft: true }));
    expect((await post(id)).body).toMatchObject({
      status: 'posted',
      posted_by: { id: project.owner.id },
    });
    expect((await post(id)).status).toBe(200);
    const edited = await app.call(contract.updateTurnover, { params: one(id), token: owner, body: { comment: 'Ні' } });
    expect([edited.status, edited.error.code]).toEqual([409, 'turnover.posted']);
    expect((await remove(id)).error.code).toBe('turnover.posted');
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 4 });
    expect(await balanceOf(app, project, supplier)).toBe(40_000);
    await auditIsFine();
  });

  it('is what a Stockman may make; posting and costs are the staff’s, a Client sees nothing', async () => {
    const { token } = await app.member(project, 'Stockman');
    expect((await enter(income([line(0, 4)]), token)).status).toBe(403);
    const draft = await enter(income([line(0, 4)], { draft: true }), token);
    expect(draft.status).toBe(201);
    expect((await post(draft.body.id, token)).status).toBe(403);
    expect((await app.call(contract.listCosts, { params: one(v(0)), token })).status).toBe(403);
    // he chooses the supplier by name and sees nothing else of him
    const names = (query: object) => app.call(listCounterpartyNames, { params: inProject(), token, query });
    const found = { id: supplier, name: 'Ткацька фабрика', legal_name: '' };
    expect((await names({ q: 'ткацька' })).body.items).toEqual([found]);
    expect((await names({ id: supplier })).body.items).toEqual([found]);
    expect((await app.call(listCounterparties, { params: inProject(), token })).status).toBe(403);
    const client = await makeDropshipper(app, project);
    expect((await app.call(listCounterpartyNames, { params: inProject(), token: client.token })).status).toBe(403);
    expect((await read(draft.body.id, client.token)).status).toBe(403);
  });
});

describe('what is expected', () => {
  it('of goods without stock control are not expected: they could never arrive', async () => {
    await app.sql(project.id, 'update stock_levels set tracked = false where product_variant_id = $1', [v(2)]);
    const refused = await enter(income([line(0, 1), line(2, 4)], { in_stock: false }));
    expect(refused).toMatchObject({
      status: 422,
      error: { code: 'stock.untracked', details: [{ path: 'items.1.count', product_variant_id: v(2) }] },
    });
    const draft = await made(income([line(2, 4)], { in_stock: false, draft: true }));
    expect((await post(draft.id)).error.code).toBe('stock.untracked');
    expect((await read(draft.id)).body.status).toBe('draft');
  });

  it('comes in parts, never more than that, and counts as stock when it has come', async () => {
    const { id } = await made(
      income([line(0, 10, 100), line(2, 5, 200)], { in_stock: false, expected_on: '2026-12-01' }),
    );
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 0 });
    expect(await balanceOf(app, project, supplier)).toBe(2000);
    expect(await costOf(0)).toEqual({ cost: null, margin: null, expected: 10 });
    expect((await arrive(id, [[0, 4]])).body).toMatchObject({ expected: 11, arrivals: [{ count: 4 }] });
    const more = await arrive(id, [[0, 7]]);
    expect([more.status, more.error.code, more.error.details]).toMatchObject([
      422,
      'turnover.more_than_expected',
      [{ path: 'items.0.count', expected: 6, wanted: 7 }],
    ]);
    expect((await arrive(id, [[1, 1]])).error.code).toBe('turnover.not_in_document');
    expect(await costOf(0)).toEqual({ cost: 100, margin: 49_900, expected: 6 });
    const stockman = await app.member(project, 'Stockman');
    expect((await arrive(id, undefined, stockman.token)).body).toMatchObject({
      expected: 0,
      items: [{ arrived: 10 }, { arrived: 5 }],
      arrivals: [{ count: 4 }, { count: 11, actor: { id: stockman.id } }],
    });
    // which goods came on which day
    const came = (await read(id)).body.arrivals.map(({ items }) =>
      Object.fromEntries(items.map(({ product_variant_id, count }) => [product_variant_id, count])),
    );
    expect(came).toEqual([{ [v(0)]: 4 }, { [v(0)]: 6, [v(2)]: 5 }]);
    expect((await arrive(id)).error.code).toBe('turnover.nothing_arrived');
    // the cause of a movement leads to its document
    const movements = await app.call(listStockMovements, { params: one(v(0)), token: owner });
    const causes = movements.body.items.flatMap(({ ref }) => (ref.kind === 'turnover_arrival' ? [ref.id] : []));
    expect(causes).toHaveLength(2);
    for (const arrival_id of causes) {
      const query = { arrival_id };
      const list = await app.call(contract.listTurnover, { params: inProject(), token: owner, query });
      expect(list.body.items.map((row) => row.id)).toEqual([id]);
    }
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 10, movements: 10 });
    await auditIsFine();
  });

  it('does not come by a draft', async () => {
    const { id } = await made(income([line(0, 10)], { in_stock: false, draft: true }));
    expect((await arrive(id)).error.code).toBe('turnover.is_draft');
  });
});

describe('a reversal', () => {
  it('brings stock, money and cost back by a document that goes the other way, once', async () => {
    await made(income([line(0, 10, 100)]));
    const { id } = await made(income([line(0, 10, 300)]));
    expect((await costOf(0))?.cost).toBe(200);
    const { body: reversed } = await reverse(id, 'Не той товар');
    expect(reversed).toMatchObject({ status: 'reversed', reversed_by: { number: 3 } });
    const { body: counter } = await read(reversed.reversed_by?.id ?? '');
    expect(counter).toMatchObject({
      flow: 'outcome',
      type: 'purchase',
      status: 'posted',
      comment: 'Не той товар',
      sum: 3000,
      reverses: { id, number: 2 },
    });
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 10, movements: 10 });
    expect(await balanceOf(app, project, supplier)).toBe(1000);
    expect((await costOf(0))?.cost).toBe(100);
    expect((await reverse(id)).body.reversed_by).toEqual(reversed.reversed_by);
    expect((await reverse(counter.id)).error.code).toBe('turnover.not_reversible');
    expect((await arrive(id)).error.code).toBe('turnover.reversed');
    await auditIsFine();
  });

  it('of what has come in part takes back that part, and expects nothing more', async () => {
    const { id } = await made(income([line(0, 10, 100), line(2, 3, 100)], { in_stock: false }));
    await arrive(id, [[0, 4]]);
    await arrive(id, [[0, 1]]);
    expect((await reverse(id)).body).toMatchObject({ status: 'reversed', expected: 0 });
    expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 0 });
    expect(await balanceOf(app, project, supplier)).toBe(0);
    expect(await costOf(0)).toEqual({ cost: null, margin: null, expected: 0 });
    await auditIsFine();
  });

  it('of what was sold meanwhile is refused by its line', async () => {
    const { id } = await made(income([line(0, 5), line(2, 5)]));
    await made(income([line(2, 2)], { flow: 'outcome', type: 'sale' }));
    expect((await reverse(id)).error).toMatchObject({
      code: 'stock.below_zero',
      details: [{ path: 'items.1.count', product_variant_id: v(2), actual: 3 }],
    });
    expect((await read(id)).body.status).toBe('posted');
    await auditIsFine();
  });

  it('of an outcome brings the goods back to those who wait; a draft cannot be reversed', async () => {
    const { id } = await made(income([line(1, 10, 500)], { flow: 'outcome', type: 'sale' }));
    await allowBackorders(app, project, true);
    const seller = await makeDropshipper(app, project);
    await placeOrder(app, project, seller.token, orderBody({ [v(1)]: 3 }, { send: true }));
    await reverse(id);
    expect(await stockOf(app, project, v(1))).toMatchObject({ actual: 10, booked: 3 });
    expect(await balanceOf(app, project, supplier)).toBe(0);
    const draft = await made(income([line(0, 1)], { draft: true }));
    expect((await reverse(draft.id)).error.code).toBe('turnover.is_draft');
    await auditIsFine();
  });
});

it('what was made comes by an income without a price, whose cause is the request', async () => {
  await made(income([line(0, 5, 100)]));
  const { body: request } = await app.call(manufacture.createManufactureRequest, {
    params: inProject(),
    token: owner,
    body: { lines: [{ product_variant_id: v(0), count: 7 }] },
  });
  await moveRequest(app, project, owner, request.id, 'in_production');
  await moveRequest(app, project, owner, request.id, 'done', { [v(0)]: 6 });
  await moveRequest(app, project, owner, request.id, 'done', { [v(0)]: 6 });
  const { body } = await app.call(contract.listTurnover, { params: inProject(), token: owner });
  expect(body.items.map(({ number, type, sum, count }) => [number, type, sum, count])).toEqual([
    [2, 'purchase', 0, 6],
    [1, 'purchase', 500, 5],
  ]);
  expect((await read(body.items[0]?.id ?? '')).body).toMatchObject({
    ref: { kind: 'manufacture_request', id: request.id },
    counterparty: null,
    items: [{ transaction_item_price: null, arrived: 6 }],
  });
  expect(await stockOf(app, project, v(0))).toMatchObject({ actual: 11 });
  expect((await costOf(0))?.cost).toBe(100);
  await auditIsFine();
});

it('is listed by what it is, and found by its number, its words, its goods and its counterparty', async () => {
  await made(income([line(0, 4)], { comment: 'Накладна АБ-77', date: '2026-01-10' }));
  await made(income([line(1, 2)], { flow: 'outcome', type: 'sale', date: '2026-02-10' }));
  await made(income([line(2, 4)], { draft: true, counterparty_id: null, date: '2026-03-10' }));
  await made(income([line(2, 4)], { in_stock: false, counterparty_id: null, date: '2026-01-20' }));
  const numbers = async (query: object) =>
    (await app.call(contract.listTurnover, { params: inProject(), token: owner, query })).body.items.map(
      ({ number }) => number,
    );
  expect(await numbers({})).toEqual([3, 2, 4, 1]);
  expect(await numbers({ flow: 'outcome' })).toEqual([2]);
  expect(await numbers({ type: 'sale,return' })).toEqual([2]);
  expect(await numbers({ status: 'draft' })).toEqual([3]);
  expect(await numbers({ expected: 'true' })).toEqual([4]);
  expect(await numbers({ product_variant_id: v(2) })).toEqual([3, 4]);
  expect(await numbers({ counterparty_id: supplier })).toEqual([2, 1]);
  expect(await numbers({ from: '2026-01-15', to: '2026-02-28' })).toEqual([2, 4]);
  expect(await numbers({ sort: 'number' })).toEqual([1, 2, 3, 4]);
  expect(await numbers({ q: '№ 2' })).toEqual([2]);
  expect(await numbers({ q: 'аб-77' })).toEqual([1]);
  expect(await numbers({ q: 'ткацька' })).toEqual([2, 1]);
  expect(await numbers({ q: 'марта', flow: 'outcome' })).toEqual([2]);
  const { body: counts } = await app.call(contract.countTurnover, { params: inProject(), token: owner });
  expect(counts).toEqual({ income: 3, outcome: 1, draft: 1, expected: 1 });
});

describe('the self-check', () => {
  const broken = async (statement: string, check: string) => {
    await app.sql(project.id, statement, [project.id]);
    const { body } = await app.call(readAudit, { params: inProject(), token: owner });
    return body.checks.find(({ name }) => name === check)?.differences.map(({ expected, found }) => [expected, found]);
  };
  it.each([
    ['a sum', 'update turnover_documents set sum = 7 where project_id = $1', 'turnover', [400, 7]],
    ['how many there are', 'update turnover_totals set documents = 9 where project_id = $1', 'turnover', [1, 9]],
    ['how many pieces', 'update turnover_documents set count = 9 where project_id = $1', 'turnover', [4, 9]],
    ['how many lines', 'update turnover_documents set items_count = 2 where project_id = $1', 'turnover', [1, 2]],
    [
      'the first goods',
      'update turnover_documents set first_variant_id = null where project_id = $1',
      'turnover',
      [1, 0],
    ],
    ['what came', 'update turnover_items set arrived = 3 where project_id = $1', 'turnover', [3, 4]],
    [
      'what is expected',
      'update turnover_items set arrived = 3, expected = 1 where project_id = $1',
      'turnover',
      [1, 0],
    ],
    ['a posting', `update postings set ref_kind = 'lost' where project_id = $1`, 'turnover', [400, 0]],
    ['a cost', 'update variant_costs set cost = 7 where project_id = $1', 'costs', [100, 7]],
    ['a step', 'update cost_steps set price = 7 where project_id = $1', 'costs', [7, 100]],
    ['a chain', 'update cost_steps set cost_before = 100 where project_id = $1', 'costs', [-1, 100]],
    ['a lost step', 'delete from cost_steps where project_id = $1', 'costs', [4, 0]],
  ] as const)('names %s that is wrong', async (_, statement, check, difference) => {
    await made(income([line(0, 4, 100)]));
    expect(await broken(statement, check)).toContainEqual([...difference]);
  });
});

describe('files of a document', () => {
  const ofDocument = (document_id: string) => ({ ...inProject(), document_id });
  const send = async (bytes: string, file_name = 'рахунок.pdf', token = owner) => {
    const { body } = await app.call(createUpload, { params: inProject(), token, body: { file_name } });
    await app.app.server.inject({ method: 'PUT', url: body.direct_upload.url, payload: bytes });
    return body.file_name;
  };
  const attach = (document: string, file_name: string, token = owner) =>
    app.call(contract.addTurnoverFile, { params: ofDocument(document), token, body: { file_name } });
  const list = async (document: string, token = owner) =>
    (await app.call(contract.listTurnoverFiles, { params: ofDocument(document), token })).body.items;
  const name = (document: string, id: string, value: string) =>
    app.call(contract.updateTurnoverFile, {
      params: { ...ofDocument(document), id },
      token: owner,
      body: { name: value },
    });
  const drop = (document: string, id: string) =>
    app.call(contract.deleteTurnoverFile, { params: { ...ofDocument(document), id }, token: owner });
  const stored = async () => {
    const [row] = await app.sql<{ bytes: string }>(
      project.id,
      'select bytes from storage_totals where project_id = $1 and owner_id = $1',
      [project.id],
    );
    return Number(row?.bytes ?? 0);
  };

  it('of a draft are added, named otherwise and deleted; with the draft they go, and their room is free', async () => {
    const draft = await made(income([line(0, 1)], { draft: true }));
    const stockman = (await app.member(project, 'Stockman')).token;
    const first = await attach(draft.id, await send('один', 'a.pdf', stockman), stockman);
    expect(first).toMatchObject({ status: 201, body: { name: 'a.pdf', posted: false } });
    const second = (await attach(draft.id, await send('два'))).body;
    expect((await name(draft.id, second.id, 'Н-17.pdf')).body).toMatchObject({ name: 'Н-17.pdf' });
    expect((await list(draft.id)).map((file) => file.name)).toEqual(['a.pdf', 'Н-17.pdf']);
    expect((await app.app.server.inject(second.url)).body).toBe('два');
    expect((await drop(draft.id, second.id)).status).toBe(204);
    expect((await drop(draft.id, second.id)).error.code).toBe('turnover.no_file');
    expect(await stored()).toBe(Buffer.byteLength('один'));
    expect((await remove(draft.id)).status).toBe(204);
    expect(await stored()).toBe(0);
    expect((await app.app.server.inject(first.body.url)).statusCode).toBe(404);
  });

  it('that were there when it was posted stay as they were; a scan that comes later may go again', async () => {
    const draft = await made(income([line(0, 1)], { draft: true }));
    const before = (await attach(draft.id, await send('до'))).body;
    expect((await post(draft.id)).status).toBe(200);
    const later = (await attach(draft.id, await send('після', 'скан.pdf'))).body;
    expect((await list(draft.id)).map(({ posted }) => posted)).toEqual([true, false]);
    for (const answer of [await drop(draft.id, before.id), await name(draft.id, before.id, 'інша')])
      expect(answer).toMatchObject({ status: 409, error: { code: 'turnover.file_posted' } });
    expect((await name(draft.id, later.id, 'скан 2.pdf')).status).toBe(200);
    expect((await drop(draft.id, later.id)).status).toBe(204);
    expect((await reverse(draft.id)).status).toBe(200);
    expect((await drop(draft.id, before.id)).error.code).toBe('turnover.file_posted');
    expect((await list(draft.id)).map(({ id }) => id)).toEqual([before.id]);
  });

  it('deleted while the document is posted: the file is gone before, or stays for good', async () => {
    const draft = await made(income([line(0, 1)], { draft: true }));
    const file = (await attach(draft.id, await send('x'))).body;
    const [gone, posted] = await Promise.all([drop(draft.id, file.id), post(draft.id)]);
    expect(posted.status).toBe(200);
    expect((await list(draft.id)).length).toBe(gone.status === 204 ? 0 : 1);
    expect([204, 409]).toContain(gone.status);
  });

  it('refuse a stranger’s document, what is no upload of the asker, and more than there may be', async () => {
    const document = await made(income([line(0, 1)]));
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect((await attach(unknown, 'нема')).error.code).toBe('turnover.not_found');
    expect((await attach(document.id, 'нема')).error).toMatchObject({
      code: 'files.not_found',
      details: [{ path: 'file_name' }],
    });
    await app.sql(
      project.id,
      `insert into turnover_files (project_id, document_id, id, user_id, file_name, name, added_later)
       select $1, $2, gen_random_uuid(), $1, 'k', 'k', true from generate_series(1, 49)`,
      [project.id, document.id],
    );
    const file = await send('x');
    const both = await Promise.all([attach(document.id, file), attach(document.id, file)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'turnover.too_many_files',
      details: [{ limit: 50 }],
    });
  });
});
