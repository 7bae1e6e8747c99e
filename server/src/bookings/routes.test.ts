import * as contract from '@lanka/domain/bookings/contract';
import { deleteProduct } from '@lanka/domain/catalog/contract';
import { bookTemporarily } from '@lanka/domain/orders/contract';
import { listStockMovements } from '@lanka/domain/stock/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  differencesOf,
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
} from '../../test/trade';
import { indexSearch } from '../search';
import { expireBooking } from '../stock/book';

let app: TestApp;
let project: TestProject;
let client: TestDropshipper;
let a: string;
let b: string;

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  client = await makeDropshipper(app, project);
  [a = '', b = ''] = await makeVariants(app, project, [
    { stock: 10, sku: 'BK-1' },
    { stock: 5, sku: 'BK-2' },
  ]);
});

const at = (id = '') => ({ params: { project_id: project.id, id }, token: project.owner.token });
const book = (body: Partial<contract.CreateBookingBody> = {}, token = project.owner.token) =>
  app.call(contract.createBooking, {
    params: { project_id: project.id },
    token,
    body: { product_variant_id: a, count: 3, ...body },
  });
const change = (id: string, body: contract.UpdateBookingBody, version?: number) =>
  app.call(contract.updateBooking, {
    ...at(id),
    body,
    ...(version === undefined ? {} : { headers: { 'if-match': String(version) } }),
  });
const release = (id: string) => app.call(contract.deleteBooking, at(id));
const ship = (id: string) => app.call(contract.updateBookingStock, at(id));
const list = async (query: Record<string, unknown> = {}) =>
  (await app.call(contract.listBookings, { ...at(), query })).body.items;
const ofOrder = async (order_id: string) => {
  const [found] = await list({ order_id });
  if (!found) throw new Error('the order holds nothing');
  return found;
};
const allowed = ({ actions }: contract.Booking) => actions.filter((one) => one.allowed).map(({ action }) => action);

async function expectAudit(): Promise<void> {
  expect(await differencesOf(app, project)).toEqual([]);
}

describe('what is booked by hand', () => {
  it('is held for somebody, changed by the difference, taken off the shelf and completed', async () => {
    const manager = await app.member(project, 'Manager');
    const made = await book({ user_id: manager.id, comment: 'Для виставки', booked_hours: 6 });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      kind: 'manual',
      status: 'Active',
      count: 3,
      user: { id: manager.id },
      booked_hours: 6,
      stock: { actual: 10, booked: 3, available: 7 },
    });
    expect(allowed(made.body)).toEqual(contract.BookingAction.options);
    const { id } = made.body;
    const more = await change(id, { count: 10, booked_hours: null });
    expect(more.body).toMatchObject({ count: 10, expires_at: null, stock: { available: 0 }, version: 3 });
    const short = await change(id, { count: 11 });
    expect([short.status, short.error.code, short.error.details[0]]).toEqual([
      422,
      'stock.short',
      expect.objectContaining({ path: 'count', available: 10, wanted: 11 }),
    ]);
    expect((await change(id, { count: 4 })).body.stock).toMatchObject({ booked: 4, available: 6 });
    const done = await ship(id);
    expect(done.body).toMatchObject({ status: 'Completed', stock: { actual: 6, booked: 0 } });
    expect((await ship(id)).body.stock.actual).toBe(6);
    const movements = await app.call(listStockMovements, at(a));
    expect(movements.body.items[0]).toMatchObject({ kind: 'shipment', delta: -4, ref: { kind: 'booking', id } });
    expect((await release(id)).error.code).toBe('bookings.completed');
    expect((await change(id, { comment: 'x' })).error.code).toBe('bookings.completed');
    await expectAudit();
  });

  it('is freed by a deletion, once, and by its time', async () => {
    const { id } = (await book()).body;
    expect((await release(id)).status).toBe(204);
    expect((await release(id)).status).toBe(204);
    expect((await app.call(contract.readBooking, at(id))).body).toMatchObject({
      status: 'Disabled',
      stock: { booked: 0 },
    });
    expect((await ship(id)).error.code).toBe('bookings.disabled');
    const { id: timed } = (await book({ booked_hours: 1 })).body;
    const end = () =>
      app.app.services.db.transaction({ projectIds: [project.id] }, (tx) => expireBooking(tx, project.id, timed));
    expect(await end()).toBe(false);
    await app.sql(project.id, `update bookings set expires_at = now() - interval '1 second' where id = $1`, [timed]);
    expect(await end()).toBe(true);
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 0, bookings: 0 });
    const [job] = await app.sql<{ n: number }>(
      null,
      `select count(*)::int as n from pgboss.job where name = 'stock.end_booking' and data ->> 'booking_id' = $1`,
      [timed],
    );
    expect(job?.n).toBe(1);
    await expectAudit();
  });

  it.each([
    ['more than there is', () => ({ count: 11 }), 422, 'stock.short', 'count'],
    ['nothing', () => ({ count: 0 }), 400, 'common.invalid', 'count'],
    ['no hours', () => ({ booked_hours: 0 }), 400, 'common.invalid', 'booked_hours'],
    ['more than a year', () => ({ booked_hours: 8761 }), 400, 'common.invalid', 'booked_hours'],
    ['a stranger', () => ({ user_id: crypto.randomUUID() }), 422, 'bookings.unknown_user', 'user_id'],
    [
      'goods of nobody',
      () => ({ product_variant_id: crypto.randomUUID() }),
      422,
      'bookings.unknown_variant',
      'product_variant_id',
    ],
  ])('refuses %s by its field', async (_what, body, status, code, path) => {
    const { error, status: answered } = await book(body());
    expect([answered, error.code, error.details[0]?.path]).toEqual([status, code, path]);
  });

  it('refuses a change over one that was not seen', async () => {
    const { id, version } = (await book()).body;
    expect((await change(id, { comment: 'Перша' }, version)).status).toBe(200);
    const late = await change(id, { comment: 'Друга' }, version);
    expect([late.error.code, late.error.details[0]?.comment]).toEqual(['common.stale', 'Перша']);
  });
});

describe('what an order holds', () => {
  it('takes a comment and nothing that would break the order, and says why', async () => {
    const order = (await placeOrder(app, project, client.token, orderBody({ [a]: 4 }, { send: true }))).body;
    const { id } = await ofOrder(order.id);
    const shown = (await app.call(contract.readBooking, at(id))).body;
    expect([shown.kind, allowed(shown), shown.order?.number]).toEqual(['order', ['change_comment'], order.number]);
    expect(shown.actions.find(({ action }) => action === 'delete')?.refusal?.message).toContain(`№ ${order.number}`);
    const refused = await Promise.all([
      change(id, { count: 1 }),
      change(id, { booked_hours: 1 }),
      change(id, { user_id: project.owner.id }),
      ship(id),
      release(id),
    ]);
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(Array(5).fill([409, 'bookings.of_order']));
    expect(refused[0]?.error.details[0]).toMatchObject({ path: 'count', number: order.number });
    expect((await change(id, { comment: 'Запакувати окремо' })).body.comment).toBe('Запакувати окремо');
    expect((await move(app, project, project.owner.token, order.id, 'Sent')).status).toBe(200);
    expect((await app.call(contract.readBooking, at(id))).body.status).toBe('Completed');
    await expectAudit();
  });

  it('of a draft may end sooner or later; sent, the order decides', async () => {
    const order = (await placeOrder(app, project, client.token, orderBody({ [b]: 1 }))).body;
    const params = { project_id: project.id, id: order.id, item_id: order.items[0]?.id ?? '' };
    await app.call(bookTemporarily, { params, token: client.token });
    const held = await ofOrder(order.id);
    expect([held.kind, held.booked_hours]).toEqual(['temporary', 24]);
    const shown = (await app.call(contract.readBooking, at(held.id))).body;
    expect(allowed(shown)).toEqual(['change_comment', 'change_hours', 'delete']);
    expect((await change(held.id, { count: 2 })).error.code).toBe('bookings.of_draft');
    expect((await ship(held.id)).error.code).toBe('bookings.of_draft');
    expect((await change(held.id, { booked_hours: 48 })).body.booked_hours).toBe(48);
    expect((await release(held.id)).status).toBe(204);
    expect(await stockOf(app, project, b)).toMatchObject({ booked: 0 });
    expect((await move(app, project, client.token, order.id, 'Pending')).status).toBe(200);
    expect(await stockOf(app, project, b)).toMatchObject({ booked: 1, bookings: 1 });
    await expectAudit();
  });
});

it('gives what becomes free to the orders that wait', async () => {
  await app.sql(null, 'update projects set allow_backorders = true where id = $1', [project.id]);
  const { id } = (await book({ product_variant_id: b, count: 5 })).body;
  const order = (await placeOrder(app, project, client.token, orderBody({ [b]: 3 }, { send: true }))).body;
  expect(order.items[0]?.waiting).toBe(3);
  expect((await change(id, { count: 4 })).status).toBe(200);
  expect(await ofOrder(order.id)).toMatchObject({ count: 1 });
  await release(id);
  expect(await ofOrder(order.id)).toMatchObject({ count: 3 });
  await expectAudit();
});

describe('the list', () => {
  it('finds by status, kind, user, goods, order and words, and counts', async () => {
    const manager = await app.member(project, 'Manager');
    const mine = (await book({ comment: 'Для виставки у Львові' })).body.id;
    const his = (await book({ user_id: manager.id, product_variant_id: b, count: 1, booked_hours: 2 })).body.id;
    const gone = (await book({ count: 1 })).body.id;
    await release(gone);
    const order = (await placeOrder(app, project, client.token, orderBody({ [a]: 2 }, { send: true }))).body;
    const ordered = (await ofOrder(order.id)).id;
    await indexSearch(app.app.services, project.id);
    const ids = async (query: Record<string, unknown>) => (await list(query)).map(({ id }) => id);
    expect(await ids({})).toEqual([ordered, gone, his, mine]);
    expect(await ids({ status: 'Active', kind: 'manual' })).toEqual([his, mine]);
    expect(await ids({ kind: 'order' })).toEqual([ordered]);
    expect(await ids({ user_id: manager.id })).toEqual([his]);
    expect(await ids({ product_variant_id: b })).toEqual([his]);
    expect(await ids({ sort: 'expires_at' })).toEqual([his]);
    expect(await ids({ temporary: 'true' })).toEqual([his]);
    expect(await ids({ q: `№ ${order.number}` })).toEqual([ordered]);
    expect(await ids({ q: 'виставки' })).toEqual([mine]);
    expect(await ids({ q: 'bk-2' })).toEqual([his]);
    const counts = await app.call(contract.countBookings, at());
    expect(counts.body).toEqual({ by_status: { Active: 3, Disabled: 1, Completed: 0 } });
    expect((await app.call(contract.countHeld, at())).body.count).toBe(2);
    const users = await app.call(contract.listBookingUsers, { ...at(), query: { q: 'manager' } });
    expect(users.body.items.map(({ id }) => id)).toEqual([manager.id]);
  });

  it('is not for a Client, and read only by a Producer', async () => {
    const { id } = (await book()).body;
    const producer = await app.member(project, 'Producer');
    const read = (token: string) => app.call(contract.readBooking, { ...at(id), token });
    expect([(await read(client.token)).status, (await read(producer.token)).status]).toEqual([403, 200]);
    expect((await book({}, client.token)).status).toBe(403);
    expect((await book({}, producer.token)).status).toBe(403);
  });
});

describe('at once', () => {
  it('goods that are deleted while somebody books them are not booked', async () => {
    const [row] = await app.sql<{ product_id: string }>(
      project.id,
      'select product_id from product_variants where project_id = $1 and id = $2',
      [project.id, a],
    );
    const waiting = async () =>
      (
        await app.sql<{ n: number }>(
          project.id,
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      )[0]?.n;
    const asked: Promise<{ status: number; error?: { code: string } }>[] = [];
    await app.app.services.db.transaction({ projectIds: [project.id] }, async (tx) => {
      await tx.execute(sql`select 1 from stock_levels
        where project_id = ${project.id} and product_variant_id = ${a} for update`);
      asked.push(app.call(deleteProduct, at(row?.product_id)));
      await expect.poll(waiting).toBe(1);
      asked.push(book());
      await expect.poll(waiting).toBe(2);
    });
    const [deleted, booked] = await Promise.all(asked);
    expect(deleted?.status).toBe(204);
    expect(booked?.error?.code).toBe('bookings.unknown_variant');
  });

  const outcomes = (answers: readonly { status: number; error?: { code?: string } }[]) =>
    answers.map(({ status, error }) => (status < 300 ? status : error?.code)).sort();

  it('two take it off the shelf and one releases it: it ends one way', async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = (await stockOf(app, project, a)).actual;
      const { id } = (await book({ count: 2 })).body;
      const all = await Promise.all([ship(id), release(id), ship(id)]);
      const { status } = (await app.call(contract.readBooking, at(id))).body;
      const after = await stockOf(app, project, a);
      if (status === 'Completed') {
        expect(outcomes(all)).toEqual([200, 200, 'bookings.completed']);
        expect(after).toMatchObject({ actual: before - 2, booked: 0 });
      } else {
        expect(outcomes(all)).toEqual([204, 'bookings.disabled', 'bookings.disabled']);
        expect(after).toMatchObject({ actual: before, booked: 0 });
      }
    }
    await expectAudit();
  });

  it('an order is shipped while its booking is asked for, and a draft is sent while its booking is released', async () => {
    const party = await makeCounterparty(app, project);
    const body = orderBody({ [a]: 1 }, { counterparty_id: party });
    for (let round = 0; round < 3; round += 1) {
      const order = (await placeOrder(app, project, project.owner.token, { ...body, send: true })).body;
      const { id } = await ofOrder(order.id);
      const [moved, taken] = await Promise.all([move(app, project, project.owner.token, order.id, 'Sent'), ship(id)]);
      expect(moved.status).toBe(200);
      // asked after the order was sent, the booking is completed already
      expect(taken.status === 409 ? taken.error.code : taken.body.status).toMatch(/^(bookings.of_order|Completed)$/);
      const draft = (await placeOrder(app, project, project.owner.token, body)).body;
      const params = { project_id: project.id, id: draft.id, item_id: draft.items[0]?.id ?? '' };
      await app.call(bookTemporarily, { params, token: project.owner.token });
      const held = await ofOrder(draft.id);
      const [sent] = await Promise.all([
        move(app, project, project.owner.token, draft.id, 'Pending'),
        release(held.id),
        change(held.id, { booked_hours: 3 }),
      ]);
      expect(sent.status).toBe(200);
      const active = (await list({ order_id: draft.id, status: 'Active' })).map(({ count, kind }) => [count, kind]);
      expect(active).toEqual([[1, 'order']]);
    }
    await expectAudit();
  });
});
