import { readAudit } from '@lanka/domain/audit/contract';
import { createProduct, deleteProduct } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/manufacture/contract';
import * as orders from '@lanka/domain/orders/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { reverseTurnover } from '@lanka/domain/turnover/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  allowBackorders,
  backorderProject,
  lacking,
  moveRequest,
  requestsOf,
  waitingOf,
  wrongFigures,
} from '../../test/backorders';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
} from '../../test/trade';
import { expireBooking } from '../stock/book';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let owner: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await backorderProject(app);
  owner = project.owner.token;
  seller = await makeDropshipper(app, project);
});

const place = async (items: Record<string, number>, send = true) =>
  (await placeOrder(app, project, seller.token, orderBody(items, { send }))).body;
const arrive = (id: string, delta: number) =>
  app.call(changeStock, { params: { project_id: project.id, id }, token: owner, body: { delta } });
const edit = (id: string, items: Record<string, number>) =>
  app.call(orders.updateOrder, {
    params: { project_id: project.id, id },
    token: owner,
    body: { items: orderBody(items).items },
  });
const one = (id: string) => ({ project_id: project.id, id });
const create = (body: Parameters<typeof contract.CreateManufactureBody.parse>[0], token = owner) =>
  app.call(contract.createManufactureRequest, {
    params: { project_id: project.id },
    token,
    body: body as contract.CreateManufactureBody,
  });
const auditIsFine = async () => {
  expect(await differencesOf(app, project)).toEqual([]);
  expect(await wrongFigures(app, project)).toEqual([]);
};

describe('an order beyond stock', () => {
  it('books what is there, lets the rest wait and requests exactly that', async () => {
    const [a = '', b = '', c = ''] = await makeVariants(app, project, [{ stock: 3 }, { stock: 9 }, {}]);
    const order = await place({ [a]: 5, [b]: 4, [c]: 2 });
    expect(order.items.map(({ count, waiting }) => [count, waiting])).toEqual([
      [5, 2],
      [4, 0],
      [2, 2],
    ]);
    expect(await stockOf(app, project, a)).toEqual({ actual: 3, booked: 3, movements: 3, bookings: 3 });
    expect(await waitingOf(app, project, a)).toEqual({ waiting: 2, rows: 2, available: 0 });
    expect(await stockOf(app, project, b)).toMatchObject({ booked: 4 });

    const [request] = await requestsOf(app, project, order.id);
    expect(request).toMatchObject({
      status: 'new',
      automatic: true,
      count: 4,
      lines_count: 2,
      made: 0,
      order: { id: order.id, number: order.number },
    });
    const full = await app.call(contract.readManufactureRequest, { params: one(request?.id ?? ''), token: owner });
    expect(full.body.lines.map((line) => [line.product_variant_id, line.count, line.waiting, line.available])).toEqual([
      [a, 2, 2, 0],
      [c, 2, 2, 0],
    ]);
    const history = await app.call(orders.readHistory, { params: one(order.id), token: owner });
    expect(history.body.items.at(-1)?.effects).toContainEqual({ kind: 'book', count: 7, waiting: 4 });
    await auditIsFine();
  });

  it('cannot be shipped while pieces are missing; the list of moves says so; then it can', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 1 }]);
    const order = await place({ [a]: 3 });
    for (const to of ['Sent', 'Complete'] as const) {
      const { status, error } = await move(app, project, owner, order.id, to);
      expect([status, error.code, error.details]).toEqual([409, 'orders.waiting_for_stock', [{ waiting: 2 }]]);
      expect(error.message).toContain('бракує 2 од.');
    }
    const list = () => app.call(orders.listMoves, { params: one(order.id), token: owner });
    const moves = (await list()).body.items;
    expect(moves.find(({ to }) => to === 'Sent')).toMatchObject({
      allowed: false,
      refusal: { code: 'orders.waiting_for_stock' },
    });
    expect(moves.find(({ to }) => to === 'Canceled')?.effects).toEqual([{ kind: 'release', count: 1, waiting: 2 }]);
    expect((await move(app, project, owner, order.id, 'InProduction')).status).toBe(200);
    expect((await arrive(a, 2)).body).toEqual({
      product_variant_id: a,
      actual: 3,
      booked: 3,
      available: 0,
      waiting: 0,
    });
    expect(await lacking(app, project, order.id)).toEqual([0]);
    expect((await list()).body.items.find(({ to }) => to === 'Sent')?.allowed).toBe(true);
    expect((await move(app, project, owner, order.id, 'Sent')).status).toBe(200);
    expect(await stockOf(app, project, a)).toEqual({ actual: 0, booked: 0, movements: 0, bookings: 0 });
    await auditIsFine();
  });

  it('shows beforehand what will be booked and what will wait', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 2 }]);
    const draft = await place({ [a]: 5 }, false);
    const moves = await app.call(orders.listMoves, { params: one(draft.id), token: seller.token });
    expect(moves.body.items.find(({ to }) => to === 'Pending')?.effects).toContainEqual({
      kind: 'book',
      count: 2,
      waiting: 3,
    });
    expect((await move(app, project, seller.token, draft.id, 'Pending')).body.items[0]?.waiting).toBe(3);
    await auditIsFine();
  });

  it('is filled oldest first, in part where it does not reach', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    const first = await place({ [a]: 3 });
    const second = await place({ [a]: 2 });
    const third = await place({ [a]: 4 });
    const all = async () =>
      (await Promise.all([first, second, third].map(({ id }) => lacking(app, project, id)))).flat();
    await arrive(a, 4);
    expect(await all()).toEqual([0, 1, 4]);
    // a return to the draft frees three pieces: they go on to the next in the queue
    await move(app, project, owner, first.id, 'Blocked', 'Уточніть адресу');
    expect(await all()).toEqual([0, 0, 2]);
    // sent again, it stands at the end
    expect((await move(app, project, seller.token, first.id, 'Pending')).body.items[0]?.waiting).toBe(3);
    await arrive(a, 3);
    expect(await all()).toEqual([2, 0, 0]);
    expect((await arrive(a, 5)).body).toMatchObject({ booked: 9, available: 3, waiting: 0 });
    expect(await all()).toEqual([0, 0, 0]);
    await auditIsFine();
  });

  it('gets the pieces of a temporary booking that ends', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 2 }]);
    const draft = await place({ [a]: 2 }, false);
    const item_id = draft.items[0]?.id ?? '';
    // all there is: more than a client may hold
    await app.call(orders.bookTemporarily, { params: { ...one(draft.id), item_id }, token: owner });
    const order = await place({ [a]: 3 });
    expect(order.items[0]?.waiting).toBe(3);
    const [booking] = await app.sql<{ id: string }>(
      project.id,
      `update bookings set expires_at = now() - interval '1 second' where ref_id = $1 returning id`,
      [draft.id],
    );
    const ended = await app.app.services.db.transaction({ projectIds: [project.id] }, (tx) =>
      expireBooking(tx, project.id, booking?.id ?? ''),
    );
    expect(ended).toBe(true);
    expect(await lacking(app, project, order.id)).toEqual([1]);
    expect(await waitingOf(app, project, a)).toEqual({ waiting: 1, rows: 1, available: 0 });
    await auditIsFine();
  });

  it('gives a temporary booking nothing that others wait for', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 1 }]);
    await place({ [a]: 2 });
    const draft = await place({ [a]: 1 }, false);
    const params = { ...one(draft.id), item_id: draft.items[0]?.id ?? '' };
    const refused = await app.call(orders.bookTemporarily, { params, token: seller.token });
    expect(refused.error).toMatchObject({ code: 'stock.short', details: [{ wanted: 1, available: 0 }] });
  });
});

it('keeps a product that somebody waits for', async () => {
  const [a = ''] = await makeVariants(app, project, [{}]);
  await place({ [a]: 2 });
  const [row] = await app.sql<{ product_id: string }>(
    project.id,
    'select product_id from product_variants where id = $1',
    [a],
  );
  const { error } = await app.call(deleteProduct, { params: one(row?.product_id ?? ''), token: owner });
  expect([error.code, error.details[0]?.booked]).toEqual(['catalog.booked', 2]);
});

describe('the request of an order', () => {
  const first = async (orderId: string) => (await requestsOf(app, project, orderId))[0];

  it('follows the order while it is new; afterwards a second one asks for what is more', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{ stock: 1 }, {}]);
    const order = await place({ [a]: 3 });
    await edit(order.id, { [a]: 4, [b]: 2 });
    expect((await requestsOf(app, project, order.id)).map(({ count }) => count)).toEqual([5]);
    const id = (await first(order.id))?.id ?? '';
    await moveRequest(app, project, owner, id, 'in_production');
    await edit(order.id, { [a]: 6, [b]: 1 });
    expect((await requestsOf(app, project, order.id)).map(({ status, count }) => [status, count])).toEqual([
      ['in_production', 5],
      ['new', 2],
    ]);
    await edit(order.id, { [a]: 2, [b]: 1 });
    expect((await requestsOf(app, project, order.id)).map(({ status }) => status)).toEqual([
      'in_production',
      'canceled',
    ]);
    expect(await lacking(app, project, order.id)).toEqual([1, 1]);
    await auditIsFine();
  });

  it('is canceled with the order when nobody has begun, and stays when somebody has', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    const [idle, begun] = [await place({ [a]: 2 }), await place({ [a]: 2 })];
    await moveRequest(app, project, owner, (await first(begun.id))?.id ?? '', 'in_production');
    for (const { id } of [idle, begun]) await move(app, project, owner, id, 'Canceled', 'Передумали');
    expect((await first(idle.id))?.status).toBe('canceled');
    expect((await first(begun.id))?.status).toBe('in_production');
    expect(await waitingOf(app, project, a)).toEqual({ waiting: 0, rows: 0, available: 0 });
    await auditIsFine();
  });

  it('is left alone once its lines were changed by hand', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    const order = await place({ [a]: 2 });
    const id = (await first(order.id))?.id ?? '';
    const body = { lines: [{ product_variant_id: a, count: 20 }] };
    const changed = await app.call(contract.updateManufactureRequest, { params: one(id), token: owner, body });
    expect(changed.body).toMatchObject({ automatic: false, count: 20 });
    await edit(order.id, { [a]: 15 });
    expect((await requestsOf(app, project, order.id)).map(({ count }) => count)).toEqual([20]);
    await move(app, project, owner, order.id, 'Canceled', 'Передумали');
    expect((await first(order.id))?.status).toBe('new');
  });
});

describe('done', () => {
  it('puts what was made on the shelf once, by an income of the request, and fills the oldest first', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{}, {}]);
    const early = await place({ [a]: 2 });
    const late = await place({ [a]: 3, [b]: 1 });
    const request = (await requestsOf(app, project, late.id))[0];
    const id = request?.id ?? '';
    const moves = await app.call(contract.listManufactureMoves, { params: one(id), token: owner });
    expect(moves.body.moves.map(({ to }) => to)).toEqual(['in_production', 'canceled']);
    expect(moves.body.queue.map((line) => [line.product_variant_id, line.count, line.order?.number]).sort()).toEqual(
      [
        [a, 2, early.number],
        [a, 3, late.number],
        [b, 1, late.number],
      ].sort(),
    );
    expect((await moveRequest(app, project, owner, id, 'done')).error.code).toBe('manufacture.move_impossible');
    await moveRequest(app, project, owner, id, 'in_production');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => moveRequest(app, project, owner, id, 'done', { [a]: 3 })),
    );
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(Array(5).fill([200, 'done']));
    expect(answers[0]?.body.lines.map(({ count, made }) => [count, made])).toEqual([
      [3, 3],
      [1, 1],
    ]);
    expect(await stockOf(app, project, a)).toEqual({ actual: 3, booked: 3, movements: 3, bookings: 3 });
    expect(await lacking(app, project, early.id)).toEqual([0]);
    expect(await lacking(app, project, late.id)).toEqual([2, 0]);
    const rows = await app.sql(
      project.id,
      `select m.kind, m.delta, d.flow, d.type, d.status from turnover_documents d
       join stock_movements m on m.ref_kind = 'turnover' and m.ref_id = d.id
       where d.ref_kind = 'manufacture_request' and d.ref_id = $1 order by m.delta`,
      [id],
    );
    const row = { kind: 'income', flow: 'income', type: 'purchase', status: 'posted' };
    expect(rows).toEqual([
      { ...row, delta: 1 },
      { ...row, delta: 3 },
    ]);
    expect((await moveRequest(app, project, owner, id, 'canceled')).status).toBe(409);
    await auditIsFine();
  });

  it('refuses counts of what is not in the request, and nothing at all', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{}, {}]);
    const { body } = await create({ lines: [{ product_variant_id: a, count: 2 }] });
    await moveRequest(app, project, owner, body.id, 'in_production');
    const stranger = await moveRequest(app, project, owner, body.id, 'done', { [b]: 1 });
    expect([stranger.error.code, stranger.error.details[0]?.path]).toEqual([
      'manufacture.not_in_request',
      'made.0.product_variant_id',
    ]);
    expect((await moveRequest(app, project, owner, body.id, 'done', { [a]: 0 })).error.code).toBe(
      'manufacture.nothing_made',
    );
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 0 });
  });
});

describe('in parts', () => {
  const part = (id: string, counts: Record<string, number>, rest: { token?: string; comment?: string } = {}) =>
    app.call(contract.takeInMade, {
      params: one(id),
      token: rest.token ?? owner,
      body: {
        made: Object.entries(counts).map(([product_variant_id, count]) => ({ product_variant_id, count })),
        comment: rest.comment ?? '',
      },
    });
  const begun = async (lines: [string, number][]) => {
    const { body } = await create({
      lines: lines.map(([product_variant_id, count]) => ({ product_variant_id, count })),
    });
    await moveRequest(app, project, owner, body.id, 'in_production');
    return body.id;
  };

  it('each comes by an income of its own, fills the oldest first, and the last piece ends the request', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{}, {}]);
    const early = await place({ [a]: 3 });
    const late = await place({ [a]: 3, [b]: 1 });
    const id = await begun([
      [a, 6],
      [b, 1],
    ]);
    const producer = await app.member(project, 'Producer');
    const first = await part(id, { [a]: 2 }, { token: producer.token, comment: 'Перша зміна' });
    expect(first.body).toMatchObject({
      status: 'in_production',
      made: 2,
      parts: [{ count: 2, comment: 'Перша зміна', reversed: false, actor: { id: producer.id } }],
    });
    expect([await lacking(app, project, early.id), await lacking(app, project, late.id)]).toEqual([[1], [3, 1]]);
    expect((await moveRequest(app, project, owner, id, 'canceled')).error.code).toBe('manufacture.partly_made');
    const more = await part(id, { [b]: 1, [a]: 5 });
    expect([more.status, more.error.code, more.error.details]).toEqual([
      422,
      'manufacture.more_than_left',
      [expect.objectContaining({ path: 'made.1.count', left: 4, wanted: 5 })],
    ]);
    await part(id, { [a]: 2, [b]: 1 });
    expect([await lacking(app, project, early.id), await lacking(app, project, late.id)]).toEqual([[0], [2, 0]]);
    const last = await part(id, { [a]: 2 });
    expect(last.body).toMatchObject({ status: 'done', made: 7, finished_by: { id: project.owner.id } });
    expect(last.body.parts.map(({ count }) => count)).toEqual([2, 3, 2]);
    // of each part one sees of which goods it was
    for (const { count, items } of last.body.parts) expect(items.reduce((sum, one) => sum + one.count, 0)).toBe(count);
    expect(last.body.parts[0]?.items[0]?.product_variant_id).toBe(a);
    expect([await lacking(app, project, early.id), await lacking(app, project, late.id)]).toEqual([[0], [0, 0]]);
    expect((await part(id, { [a]: 1 })).error.code).toBe('manufacture.not_in_production');
    expect(await stockOf(app, project, a)).toEqual({ actual: 6, booked: 6, movements: 6, bookings: 6 });
    await auditIsFine();
  });

  it('what was made is no longer on its way for the order that caused it', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    const order = await place({ [a]: 5 });
    const id = (await requestsOf(app, project, order.id))[0]?.id ?? '';
    await moveRequest(app, project, owner, id, 'in_production');
    await part(id, { [a]: 3 });
    await edit(order.id, { [a]: 8 });
    // 3 are there, 2 are still being made, 3 nobody makes yet
    expect((await requestsOf(app, project, order.id)).map(({ count, status }) => [status, count]).sort()).toEqual([
      ['in_production', 5],
      ['new', 3],
    ]);
    await auditIsFine();
  });

  it('may end with less than was wanted, and what is taken back is made again', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{}, {}]);
    const id = await begun([
      [a, 4],
      [b, 4],
    ]);
    const { body } = await part(id, { [a]: 3 });
    const done = await moveRequest(app, project, owner, id, 'done', { [a]: 0, [b]: 0 });
    expect(done.body).toMatchObject({ status: 'done', made: 3, parts: [{ count: 3 }] });
    const document = body.parts[0]?.document?.id ?? '';
    const back = () =>
      app.call(reverseTurnover, { params: one(document), token: owner, body: { comment: 'Порахували двічі' } });
    expect((await back()).body.status).toBe('reversed');
    expect((await back()).status).toBe(200);
    const again = await app.call(contract.readManufactureRequest, { params: one(id), token: owner });
    expect(again.body).toMatchObject({
      status: 'in_production',
      made: 0,
      finished_at: null,
      parts: [{ reversed: true }],
    });
    expect((await part(id, { [a]: 4, [b]: 4 })).body).toMatchObject({ status: 'done', made: 8 });
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 4 });
    await auditIsFine();
  });

  it('of goods without stock control comes by no document, and a row says that it was made', async () => {
    const [b = ''] = await makeVariants(app, project, [{}]);
    const sewing = { name: 'Пошиття', tracked: false, variants: [{ price: 100, values: [] }] };
    const params = { project_id: project.id };
    const a = (await app.call(createProduct, { params, token: owner, body: sewing })).body.variants[0]?.id ?? '';
    const alone = await begun([[a, 3]]);
    const done = await moveRequest(app, project, owner, alone, 'done');
    expect(done.body).toMatchObject({ status: 'done', made: 3 });
    expect(done.body.parts).toMatchObject([
      { document: null, count: 3, reversed: false, actor: { id: project.owner.id } },
    ]);

    const both = await begun([
      [a, 2],
      [b, 5],
    ]);
    const { parts } = (await part(both, { [a]: 2, [b]: 5 }, { comment: 'Друга зміна' })).body;
    expect(parts.map(({ document, count, comment }) => [document !== null, count, comment]).sort()).toEqual([
      [false, 2, 'Друга зміна'],
      [true, 5, 'Друга зміна'],
    ]);
    await auditIsFine();
    await app.sql(project.id, 'update manufacture_unstocked set count = 1 where request_id = $1', [alone]);
    const audit = await app.call(readAudit, { params: { project_id: project.id }, token: owner });
    expect(audit.body.checks.find(({ name }) => name === 'manufacture')?.differences).toMatchObject([
      { table: 'manufacture_lines', id: alone, expected: 1, found: 3 },
    ]);
  });

  it('is refused before production, of nothing, and where the self-check would see it', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    const { body } = await create({ lines: [{ product_variant_id: a, count: 2 }] });
    expect((await part(body.id, { [a]: 1 })).error.code).toBe('manufacture.not_in_production');
    await moveRequest(app, project, owner, body.id, 'in_production');
    expect((await part(body.id, { [a]: 0 })).error.code).toBe('manufacture.nothing_made');
    await part(body.id, { [a]: 1 });
    await app.sql(project.id, 'update manufacture_lines set made = 2, stocked = 2 where request_id = $1', [body.id]);
    const audit = await app.call(readAudit, { params: { project_id: project.id }, token: owner });
    const found = audit.body.checks.find(({ name }) => name === 'manufacture');
    expect(found?.differences).toMatchObject([{ table: 'manufacture_lines', id: body.id, expected: 1, found: 2 }]);
  });
});

describe('what is to be made', () => {
  const list = async (query: object, token = owner) =>
    (await app.call(contract.listToMake, { params: { project_id: project.id }, token, query })).body.items;

  it('is told by deadline with its lines, materials, and what was said of the order to all', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{ sku: 'A-1' }, {}]);
    const producer = await app.member(project, 'Producer');
    const order = await place({ [a]: 2 });
    const say = (text: string, visibility: 'all' | 'managers') =>
      app.call(orders.addComment, { params: one(order.id), token: owner, body: { text, visibility } });
    await say('Подарункове пакування', 'all');
    await say('Колір звірити зі зразком', 'all');
    await say('Знижку погоджено', 'managers');
    const lines = [{ product_variant_id: a, count: 2, materials: 'Льон сірий, 4 м' }];
    const later = { deadline: '2026-12-05', producer_id: producer.id, order_id: order.id };
    const { body: withOrder } = await create({ lines, ...later });
    const { body: sooner } = await create({ lines: [{ product_variant_id: b, count: 1 }], deadline: '2026-12-01' });
    const all = await list({}, producer.token);
    // the one that the order made by itself has no deadline and comes last
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual([sooner.id, withOrder.id]);
    const mine = await list({ mine: 'true' }, producer.token);
    expect(mine).toMatchObject([
      {
        id: withOrder.id,
        order: { number: order.number },
        order_comments: ['Подарункове пакування', 'Колір звірити зі зразком'],
        lines: [{ product_variant_id: a, count: 2, made: 0, materials: 'Льон сірий, 4 м', waiting: 2 }],
      },
    ]);
    await moveRequest(app, project, owner, withOrder.id, 'canceled');
    expect(await list({ mine: 'true' }, producer.token)).toEqual([]);
  });

  it('asks for as many statements for one request as for many', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    const statements: number[] = [];
    for (const more of [1, 9]) {
      for (let i = 0; i < more; i += 1) await create({ lines: [{ product_variant_id: a, count: 1 }] });
      await list({});
      statements.push(app.lastStatements());
    }
    expect(statements[1]).toBe(statements[0]);
  });

  it('keeps materials until it is finished, also when lines stand still', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{}, {}]);
    const { body } = await create({ lines: [{ product_variant_id: a, count: 2, materials: 'Бавовна' }] });
    const patch = (changes: contract.UpdateManufactureBody) =>
      app.call(contract.updateManufactureRequest, { params: one(body.id), token: owner, body: changes });
    const told = (product_variant_id: string, materials: string) =>
      patch({ materials: [{ product_variant_id, materials }] });
    expect((await patch({ lines: [{ product_variant_id: a, count: 3 }] })).body.lines).toMatchObject([
      { count: 3, materials: 'Бавовна' },
    ]);
    await moveRequest(app, project, owner, body.id, 'in_production');
    expect((await told(a, 'Бавовна біла, партія 14')).body.lines[0]?.materials).toBe('Бавовна біла, партія 14');
    expect((await told(b, 'Льон')).error).toMatchObject({
      code: 'manufacture.not_in_request',
      details: [{ path: 'materials.0.product_variant_id' }],
    });
    await moveRequest(app, project, owner, body.id, 'done');
    expect((await told(a, 'Льон')).error.code).toBe('manufacture.not_editable');
  });
});

it('lateness is counted by producer and month, and each figure opens its rows', async () => {
  const [a = ''] = await makeVariants(app, project, [{}]);
  const producer = await app.member(project, 'Producer');
  const make = async (
    deadline: string | null,
    producer_id: string | null,
    to?: 'done' | 'canceled',
    done_at?: string,
  ) => {
    const { body } = await create({ lines: [{ product_variant_id: a, count: 1 }], deadline, producer_id });
    await moveRequest(app, project, owner, body.id, 'in_production');
    if (to) await moveRequest(app, project, owner, body.id, to);
    if (done_at)
      await app.sql(project.id, 'update manufacture_requests set finished_at = $2 where id = $1', [body.id, done_at]);
    return body.id;
  };
  // 21:30 UTC in winter is the same day in Kyiv, 22:30 the next one
  const inTime = await make('2026-01-10', producer.id, 'done', '2026-01-10T21:30:00Z');
  const late = await make('2026-01-10', producer.id, 'done', '2026-01-10T22:30:00Z');
  const later = await make('2026-01-31', producer.id, 'done', '2026-02-03T10:00:00Z');
  const overdue = await make('2026-02-01', null);
  await make('2026-01-20', producer.id, 'canceled');
  await make(null, producer.id);
  await make('2025-12-31', producer.id, 'done', '2026-01-05T10:00:00Z');
  const read = (query: { from: string; to: string; producer_id?: string }) =>
    app.call(contract.readLateness, { params: { project_id: project.id }, token: producer.token, query });
  const january = { producer: { id: producer.id, name: 'Producer' }, month: '2026-01' };
  const { body } = await read({ from: '2026-01', to: '2026-02' });
  expect(body.items).toEqual([
    { producer: null, month: '2026-02', total: 1, on_time: 0, late: 0, overdue: 1, due: 0, days_late: null },
    { ...january, total: 3, on_time: 1, late: 2, overdue: 0, due: 0, days_late: 2 },
  ]);
  expect((await read({ from: '2026-01', to: '2026-02', producer_id: 'none' })).body.items).toHaveLength(1);
  expect((await read({ from: '2026-02', to: '2026-01' })).error.code).toBe('manufacture.months_turned');
  const rows = async (query: object) =>
    (
      await app.call(contract.listManufactureRequests, { params: { project_id: project.id }, token: owner, query })
    ).body.items
      .map(({ id }) => id)
      .sort();
  const opened = { producer_id: producer.id, deadline_from: '2026-01-01', deadline_to: '2026-01-31' };
  expect(await rows({ ...opened, lateness: 'late' })).toEqual([late, later].sort());
  expect(await rows({ ...opened, lateness: 'on_time' })).toEqual([inTime]);
  expect(await rows({ producer_id: 'none', lateness: 'overdue' })).toEqual([overdue]);
  expect(await rows({ ...opened, producer_id: 'none', lateness: 'due' })).toEqual([]);
});

describe('a request made by hand', () => {
  it('names its variants, producer and order, or is refused with the field', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{ sku: 'MRT-1' }, {}]);
    const producer = await app.member(project, 'Producer');
    const manager = await app.member(project, 'Manager');
    const order = await place({ [b]: 1 });
    const line = { product_variant_id: a, count: 5 };
    const made = await create(
      { lines: [line], deadline: '2026-12-01', producer_id: producer.id, comment: 'До свят', order_id: order.id },
      producer.token,
    );
    expect([made.status, made.body.producer, made.body.order, made.body.deadline, made.body.automatic]).toEqual([
      201,
      { id: producer.id, name: 'Producer' },
      { id: order.id, number: order.number },
      '2026-12-01',
      false,
    ]);
    const stranger = '00000000-0000-7000-8000-000000000000';
    const cases = [
      [{ lines: [] }, 'common.invalid', 'lines'],
      [{ lines: [line, line] }, 'manufacture.duplicate_variant', 'lines.1.product_variant_id'],
      [
        { lines: [line, { product_variant_id: stranger, count: 1 }] },
        'manufacture.unknown_variant',
        'lines.1.product_variant_id',
      ],
      [{ lines: [line], producer_id: manager.id }, 'manufacture.unknown_producer', 'producer_id'],
      [{ lines: [line], order_id: stranger }, 'manufacture.unknown_order', 'order_id'],
    ] as const;
    for (const [body, code, path] of cases) {
      const { error } = await create(body as unknown as contract.CreateManufactureBody);
      expect([error.code, error.details[0]?.path]).toEqual([code, path]);
    }
    const found = async (q: string) =>
      (
        await app.call(contract.listManufactureRequests, {
          params: { project_id: project.id },
          token: owner,
          query: { q },
        })
      ).body.items.map(({ id }) => id);
    expect(await found('mrt-1')).toEqual([made.body.id]);
    expect(await found('свят')).toEqual([made.body.id]);
    expect(await found(`${made.body.number}`)).toEqual([made.body.id]);
    const counts = await app.call(contract.countManufactureRequests, {
      params: { project_id: project.id },
      token: owner,
      query: {},
    });
    expect(counts.body).toEqual({ total: 2, by_status: { new: 2 } });
    const producers = await app.call(contract.listProducers, { params: { project_id: project.id }, token: owner });
    expect(producers.body.items.map(({ id }) => id)).toEqual([producer.id, project.owner.id]);
  });

  it('keeps its lines once work has begun, everything once it is finished, and refuses a stale version', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    const { body } = await create({ lines: [{ product_variant_id: a, count: 2 }] });
    const patch = (changes: contract.UpdateManufactureBody, version?: number) =>
      app.call(contract.updateManufactureRequest, {
        params: one(body.id),
        token: owner,
        body: changes,
        ...(version ? { headers: { 'if-match': String(version) } } : {}),
      });
    expect((await patch({ lines: [{ product_variant_id: a, count: 3 }] })).body.count).toBe(3);
    const stale = await patch({ comment: 'x' }, 1);
    expect([stale.status, stale.error.code, stale.error.details[0]?.version]).toEqual([409, 'common.stale', 2]);
    await moveRequest(app, project, owner, body.id, 'in_production');
    expect((await patch({ lines: [{ product_variant_id: a, count: 9 }] })).error.code).toBe('manufacture.lines_fixed');
    expect((await patch({ deadline: '2026-12-24' })).body.deadline).toBe('2026-12-24');
    await moveRequest(app, project, owner, body.id, 'canceled');
    expect((await patch({ comment: 'x' })).error.code).toBe('manufacture.not_editable');
  });

  it('is for those who make; others may not, and a foreign one is not there', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    const { body } = await create({ lines: [{ product_variant_id: a, count: 2 }] });
    const status = async (token: string, project_id = project.id) =>
      (await app.call(contract.readManufactureRequest, { params: { project_id, id: body.id }, token })).status;
    for (const role of ['Manager', 'Stockman'])
      expect(await status((await app.member(project, role)).token), role).toBe(403);
    expect(await status(seller.token)).toBe(403);
    for (const role of ['Administrator', 'Producer'])
      expect(await status((await app.member(project, role)).token), role).toBe(200);
    const other = await backorderProject(app);
    expect(await status(other.owner.token, other.id)).toBe(404);
    expect(await status(other.owner.token)).toBe(404);
  });
});

describe('the switch', () => {
  it('turned off, refuses what is short as ever, lets what waits go on waiting, and fills it', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{ stock: 1 }, { stock: 5 }]);
    const order = await place({ [a]: 3, [b]: 1 });
    await allowBackorders(app, project, false);
    const refused = await placeOrder(app, project, seller.token, orderBody({ [a]: 1 }, { send: true }));
    expect(refused.error).toMatchObject({ code: 'stock.short', details: [{ wanted: 1, available: 0 }] });
    expect((await edit(order.id, { [a]: 3, [b]: 2 })).status).toBe(200);
    expect((await edit(order.id, { [a]: 4, [b]: 2 })).error).toMatchObject({
      code: 'stock.short',
      details: [{ product_variant_id: a, wanted: 4, available: 1 }],
    });
    expect((await edit(order.id, { [a]: 2, [b]: 2 })).body.items[0]?.waiting).toBe(1);
    await arrive(a, 1);
    expect(await lacking(app, project, order.id)).toEqual([0, 0]);
    await auditIsFine();
  });

  it('costs a project that orders within stock nothing, and is the same for 1 and for 40 waiting lines', async () => {
    const variants = await makeVariants(
      app,
      project,
      Array.from({ length: 40 }, () => ({ stock: 5 })),
    );
    const statements: number[] = [];
    const count = async (ids: string[], pieces: number) => {
      await place(Object.fromEntries(ids.map((id) => [id, pieces])));
      statements.push(app.lastStatements());
    };
    await count(variants.slice(0, 1), 1);
    await allowBackorders(app, project, false);
    await count(variants.slice(0, 1), 1);
    await allowBackorders(app, project, true);
    await count(variants.slice(0, 1), 9);
    await count(variants, 9);
    const [within, off, beyondOne, beyondForty] = statements;
    expect(within).toBe(off);
    expect(beyondForty).toBe(beyondOne);
  });

  it('has a last wall in the database: nothing lies on the shelf free while somebody waits', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    await place({ [a]: 1 });
    await expect(
      app.sql(project.id, 'update stock_levels set actual = actual + 1 where product_variant_id = $1', [a]),
    ).rejects.toThrow('stock_waiting_only_for_nothing');
  });
});
