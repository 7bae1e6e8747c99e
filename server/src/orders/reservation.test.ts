import { listBookings } from '@lanka/domain/bookings/contract';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { listNotices, readNotices } from '@lanka/domain/notices/contract';
import * as contract from '@lanka/domain/orders/contract';
import * as parcels from '@lanka/domain/parcels/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowBackorders } from '../../test/backorders';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { logLines } from '../../test/log-lines';
import {
  aDayPasses,
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
} from '../../test/trade';
import type { Notices } from '../kit/notices/notices';
import { openLog } from '../kit/observe/log';
import { endReservationsIn, tellEndingIn } from './reservation';

let app: TestApp;
let project: TestProject;
let owner: string;
let seller: TestDropshipper;
let variant: string;

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  owner = project.owner.token;
  seller = await makeDropshipper(app, project);
  [variant = ''] = await makeVariants(app, project, [{ stock: 10 }]);
});
afterEach(async () => {
  expect(await differencesOf(app, project)).toEqual([]);
});

const today = kyivDate(new Date());
const inDays = (days: number) => daysAfter(today, days);
const one = (id: string) => ({ project_id: project.id, id });
const place = (days: number | null, { token = seller.token, count = 2, send = true } = {}) =>
  placeOrder(
    app,
    project,
    token,
    orderBody({ [variant]: count }, { send, reserved_until: days === null ? null : inDays(days) }),
  );
const placed = async (days: number) => (await place(days)).body;
const reserve = (id: string, days: number | null, token = owner) =>
  app.call(contract.updateOrder, {
    params: one(id),
    token,
    body: { reserved_until: days === null ? null : inDays(days) },
  });
const read = async (id: string, token = owner) => (await app.call(contract.readOrder, { params: one(id), token })).body;
const historyOf = async (id: string) =>
  (await app.call(contract.readHistory, { params: one(id), token: owner })).body.items;
const ended = async (id: string) => (await historyOf(id)).filter(({ kind }) => kind === 'reservation_ended');
const night = () => endReservationsIn(app.app.services, project.id);
const bookings = async () =>
  (await app.call(listBookings, { params: { project_id: project.id }, token: owner, query: { status: 'Active' } })).body
    .items;
const lettersOf = async (userId: string) => {
  await app.deliver();
  return app.sql<{ plain: string }>(
    null,
    `select m.plain from mails m join users u on u.email = m.recipient where u.id = $1 and m.subject like 'Резерв замовлення%'`,
    [userId],
  );
};
const listed = async (reserved: contract.Reserved, token = owner) =>
  (
    await app.call(contract.listOrders, { params: { project_id: project.id }, token, query: { reserved } })
  ).body.items.map(({ id }) => id);

describe('an order that is reserved until a day', () => {
  it('holds its goods until the end of that day of Kyiv, and is found by it', async () => {
    const order = await placed(2);
    expect(order).toMatchObject({ status: 'Pending', reserved_until: inDays(2) });
    const [booking] = await bookings();
    expect(booking).toMatchObject({ kind: 'order', count: 2, booked_hours: null, order: { number: order.number } });
    const until = new Date(Date.parse(booking?.expires_at ?? '') - 1);
    expect(kyivDate(until)).toBe(inDays(2));
    expect(order.items[0]?.temporary_booking_expires_at).toBeNull();
    expect([await listed('held'), await listed('soon'), await listed('over')]).toEqual([[order.id], [], []]);
    expect(await listed('held', seller.token)).toEqual([order.id]);
    const mine = await app.call(contract.listMyOrders, { token: seller.token, query: { reserved: 'held' } });
    expect(mine.body.items).toMatchObject([{ id: order.id, reserved_until: inDays(2) }]);
    await aDayPasses(app, project);
    expect([await listed('held'), await listed('soon')]).toEqual([[order.id], [order.id]]);
    await night();
    expect((await read(order.id)).status).toBe('Pending');
  });

  it('is named by a client as far as his supplier lets him, by staff for a year', async () => {
    const codes = async (days: number, token = seller.token) => (await place(days, { token, send: false })).error?.code;
    expect(await codes(4)).toBe('orders.reserved_too_long');
    expect(await codes(-1)).toBe('orders.reserved_past');
    await app.call(updateProject, {
      token: owner,
      params: { project_id: project.id },
      body: { project: { reservation_days: 0 } },
    });
    expect(await codes(1)).toBe('orders.no_reservations');
    const order = (await place(null)).body;
    expect((await reserve(order.id, 1, seller.token)).error.code).toBe('orders.not_editable');
    expect((await reserve(order.id, 366)).error).toMatchObject({
      code: 'orders.reserved_too_long',
      details: [{ path: 'reserved_until' }],
    });
    expect((await reserve(order.id, 365)).body.reserved_until).toBe(inDays(365));
    const [, edit] = (await historyOf(order.id)).filter(({ kind }) => kind !== 'created');
    expect(edit?.changes).toEqual([{ field: 'reserved_until', of: '', before: null, after: inDays(365) }]);
  });

  it('comes back when the day is over: goods free, both told, once', async () => {
    const order = await placed(1);
    await aDayPasses(app, project, 2);
    expect(await listed('over')).toEqual([order.id]);
    await Promise.all([night(), night(), night()]);
    expect(await read(order.id)).toMatchObject({ status: 'Blocked', reserved_until: inDays(-1) });
    expect(await stockOf(app, project, variant)).toMatchObject({ booked: 0, bookings: 0 });
    expect(await ended(order.id)).toMatchObject([
      {
        ...{ from: 'Pending', to: 'Blocked', reason: inDays(-1), actor: { kind: 'system' }, rule: null },
        effects: [{ kind: 'release', count: 2 }],
      },
    ]);
    for (const { id } of [seller, project.owner]) expect(await lettersOf(id)).toHaveLength(1);
    // it is sent again with another day, or without one
    expect((await move(app, project, seller.token, order.id, 'Pending')).error.code).toBe('orders.reserved_past');
    expect((await reserve(order.id, 2, seller.token)).status).toBe(200);
    expect((await move(app, project, seller.token, order.id, 'Pending')).body.status).toBe('Pending');
    expect((await bookings())[0]?.expires_at).not.toBeNull();
    expect(await ended(order.id)).toHaveLength(1);
  });

  it('is named in the log when it cannot end, and holds no other up', async () => {
    const orders = [await placed(1), await placed(1)];
    await aDayPasses(app, project, 2);
    const log = logLines();
    const { services } = app.app;
    // of the first nobody can be told
    let times = 0;
    const tell: Notices['tell'] = async (...told) => {
      times += 1;
      if (times === 1) throw contract.orderErrors.not_found();
      return services.notices.tell(...told);
    };
    const refusing = { ...services, log: openLog('info', log.to), notices: { ...services.notices, tell } };
    await endReservationsIn(refusing, project.id);
    const now = () => Promise.all(orders.map(({ id }) => read(id)));
    const kept = (await now()).filter(({ status }) => status === 'Pending').map(({ id }) => id);
    expect(kept).toHaveLength(1);
    const [id] = kept;
    expect(log.all()).toMatchObject([{ job: 'orders.end_reservations', id, code: 'orders.not_found' }]);
    await night();
    expect((await now()).map(({ status }) => status)).toEqual(['Blocked', 'Blocked']);
  });

  it('is told of to both sides on its last day from the morning on, once for each day it has', async () => {
    const [order, second] = [await placed(1), await placed(1)];
    await placed(2);
    const at = (days: number, hour: number) => new Date(`${inDays(days)}T${String(hour).padStart(2, '0')}:30:00Z`);
    const tell = async (now: Date) => {
      await Promise.all([1, 2, 3].map(() => tellEndingIn(app.app.services, project.id, now)));
      await app.deliver();
    };
    const toldTo = async (token: string) => {
      const { items } = (await app.call(listNotices, { token })).body;
      return items.filter(({ kind }) => kind === 'orders.reservation_ending').map(({ title, path }) => [title, path]);
    };
    await tell(at(0, 10));
    // six in the morning at the latest
    await tell(at(1, 3));
    expect(await toldTo(seller.token)).toEqual([]);
    await tell(at(1, 10));
    await tell(at(1, 11));
    const both = ['Сьогодні закінчуються резерви: 2', `/cp/orders?project=${project.id}`];
    expect([await toldTo(seller.token), await toldTo(owner)]).toEqual([[both], [[both[0], '/cp/orders']]]);
    await app.call(readNotices, { token: seller.token, body: { until: new Date(Date.now() + 1_000).toISOString() } });
    await reserve(order.id, 3);
    await reserve(second.id, null);
    await tell(at(3, 10));
    const { prefix, number } = order;
    expect(await toldTo(seller.token)).toEqual([
      [
        `Сьогодні останній день резерву замовлення № ${prefix}${number}`,
        `/cp/orders/${order.id}?project=${project.id}`,
      ],
      both,
    ]);
  });

  it('is prolonged, lifted, and fulfilled when somebody loads it', async () => {
    const order = await placed(1);
    expect((await reserve(order.id, 5)).body.reserved_until).toBe(inDays(5));
    const [later] = await bookings();
    expect(kyivDate(new Date(Date.parse(later?.expires_at ?? '') - 1))).toBe(inDays(5));
    expect((await reserve(order.id, null)).body.reserved_until).toBeNull();
    expect((await bookings())[0]?.expires_at).toBeNull();
    await reserve(order.id, 1);
    expect((await move(app, project, owner, order.id, 'Loading')).body.reserved_until).toBeNull();
    expect((await bookings())[0]?.expires_at).toBeNull();
    expect((await reserve(order.id, 1)).error.code).toBe('orders.not_editable');
    await aDayPasses(app, project, 3);
    await night();
    expect((await read(order.id)).status).toBe('Loading');
  });

  it('holds what is added to it, and what it waits for, until the same day', async () => {
    await allowBackorders(app, project, true);
    const { body: order } = await place(3, { count: 14, token: owner });
    expect(order.items[0]).toMatchObject({ waiting: 4 });
    const body = { items: [{ product_variant_id: variant, count: 16 }] };
    await app.call(contract.updateOrder, { params: one(order.id), token: owner, body });
    await app.call(changeStock, { params: one(variant), token: owner, body: { delta: 20 } });
    expect(await bookings()).toMatchObject([{ count: 16 }]);
    // all of them end on the day: the self-check says so after each test
    expect((await bookings()).every(({ expires_at }) => expires_at !== null)).toBe(true);
  });

  it('keeps what is left of it when a part was sent: only the day is gone', async () => {
    const order = await placed(1);
    const items = [{ order_item_id: order.items[0]?.id ?? '', count: 1 }];
    const split = { params: one(order.id), token: owner, body: { parcels: [{ items }] } };
    const [first] = (await app.call(parcels.splitOrder, split)).body.items;
    const params = { project_id: project.id, order_id: order.id, id: first?.id ?? '' };
    expect((await app.call(parcels.sendParcel, { params, token: owner })).status).toBeLessThan(300);
    await aDayPasses(app, project, 2);
    await night();
    expect(await read(order.id)).toMatchObject({ status: 'Pending', reserved_until: null, partly_sent: true });
    expect(await stockOf(app, project, variant)).toMatchObject({ booked: 1, bookings: 1 });
    expect(await ended(order.id)).toMatchObject([{ from: 'Pending', to: 'Pending', effects: [] }]);
  });
});

describe('the end of a reservation, at once with', () => {
  it('its being prolonged: it is held or it has come back, never both', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const order = await placed(1);
      await aDayPasses(app, project, 2);
      await Promise.all([night(), reserve(order.id, 3)]);
      const { status, reserved_until } = await read(order.id);
      expect(reserved_until).toBe(inDays(3));
      expect(await stockOf(app, project, variant)).toMatchObject({ booked: status === 'Pending' ? 2 : 0 });
      expect(await ended(order.id)).toHaveLength(status === 'Pending' ? 0 : 1);
      await move(app, project, owner, order.id, 'Canceled', 'Досить');
    }
  });

  it('its being shipped: it is sent or it has come back', async () => {
    const before = await stockOf(app, project, variant);
    let sent = 0;
    for (let turn = 0; turn < 4; turn += 1) {
      const order = await placed(1);
      await aDayPasses(app, project, 2);
      const [, shipped] = await Promise.all([night(), move(app, project, owner, order.id, 'Sent')]);
      const { status } = await read(order.id);
      expect(status).toBe(shipped.status === 200 ? 'Sent' : 'Blocked');
      sent += status === 'Sent' ? 2 : 0;
      expect(await ended(order.id)).toHaveLength(status === 'Sent' ? 0 : 1);
    }
    expect(await stockOf(app, project, variant)).toMatchObject({ actual: before.actual - sent, booked: 0 });
  });

  it('arrivals that fill what it waits for: nothing stays booked for it', async () => {
    await allowBackorders(app, project, true);
    const { body: order } = await place(1, { count: 15, token: owner });
    await aDayPasses(app, project, 2);
    const arrive = () => app.call(changeStock, { params: one(variant), token: owner, body: { delta: 2 } });
    await Promise.all([arrive(), night(), arrive(), reserve(order.id, 2), arrive()]);
    const { status } = await read(order.id);
    const { booked } = await stockOf(app, project, variant);
    expect(booked).toBe(status === 'Pending' ? 15 : 0);
  });
});
