import { formatMoney } from '@lanka/domain/kit/money';
import { countUnread, listNotices, type Notice, readNotices } from '@lanka/domain/notices/contract';
import { addComment, createOrder } from '@lanka/domain/orders/contract';
import { removeCounterpartyAccess } from '@lanka/domain/partners/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../test/harness';
import { makeDropshipper, makeVariants, move, openTrade, orderBody, placeOrder, type Trade } from '../../test/trade';
import { deliverIn } from './deliver';
import { forgetNotices } from './deliver.store';

let { app, project, seller } = {} as Trade;
let variant: string;

beforeAll(async () => {
  ({ app } = await openTrade());
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project('Ткацький двір');
  seller = await makeDropshipper(app, project);
  [variant = ''] = await makeVariants(app, project, [{ stock: 1_000 }]);
});

const deliver = () => deliverIn(app.app.services, project.id);
const list = async (user: TestUser, query: Record<string, unknown> = {}): Promise<Notice[]> => {
  await deliver();
  return (await app.call(listNotices, { token: user.token, query })).body.items;
};
const unread = async (user: TestUser) => (await app.call(countUnread, { token: user.token })).body.unread;
const titles = async (user: TestUser) => (await list(user)).map(({ title }) => title);
const place = async (token = seller.token, send = true) =>
  (await placeOrder(app, project, token, orderBody({ [variant]: 1 }, { send }))).body;
const read = (user: TestUser, body: object) => app.call(readNotices, { token: user.token, body });

describe('what happened', () => {
  it('reaches the other side, and never who did it', async () => {
    const manager = await app.member(project, 'Manager');
    const stockman = await app.member(project, 'Stockman');
    const other = await makeDropshipper(app, project);
    const order = await place();
    const number = `${order.prefix}${order.number}`;
    for (const user of [project.owner, manager]) {
      const [told, ...more] = await list(user);
      expect(more).toEqual([]);
      expect(told).toMatchObject({
        ...{
          kind: 'orders.placed',
          area: 'orders',
          title: `Нове замовлення № ${number}`,
          text: `Client, ${formatMoney(50_000)}`,
        },
        ...{ path: `/cp/orders/${order.id}`, workspace: project.id, count: 1, read: false },
        project: { id: project.id, title: 'Ткацький двір' },
      });
      expect(await unread(user)).toBe(1);
    }
    for (const user of [seller, other, stockman]) expect(await list(user)).toEqual([]);
    await move(app, project, project.owner.token, order.id, 'Blocked', 'Уточніть адресу');
    expect((await list(seller))[0]).toMatchObject({
      ...{ kind: 'orders.moved', title: `Замовлення № ${number}: Повернуто на доопрацювання`, text: 'Уточніть адресу' },
      ...{ path: `/cp/orders/${order.id}?project=${project.id}`, workspace: 'dropshipping' },
    });
    expect(await list(other)).toEqual([]);
    expect(await unread(manager)).toBe(1);
    await move(app, project, seller.token, order.id, 'Canceled');
    expect((await list(manager))[0]).toMatchObject({
      kind: 'orders.given_up',
      title: `Замовлення № ${number} скасовано`,
    });
  });

  it('is told in the language of the reader', async () => {
    const order = await place();
    await deliver();
    const answer = await app.call(listNotices, { token: project.owner.token, headers: { 'accept-language': 'en' } });
    expect(answer.body.items[0]?.title).toBe(`New order № ${order.prefix}${order.number}`);
  });

  it('is not told of what was rolled back, nor of drafts', async () => {
    await place(seller.token, false);
    const refused = await app.call(createOrder, {
      params: { project_id: project.id },
      token: seller.token,
      body: orderBody({ [variant]: 5_000 }, { send: true }),
    });
    expect(refused.error.code).toBe('stock.short');
    expect(await list(project.owner)).toEqual([]);
  });

  it('is one line for several in a row, until it is read', async () => {
    const [first, second, third] = [await place(), await place(), await place()];
    expect(await titles(project.owner)).toEqual(['Нові замовлення: 3']);
    await place();
    const [line] = await list(project.owner);
    expect(line).toMatchObject({ title: 'Нові замовлення: 4', count: 4, path: '/cp/orders' });
    expect(await unread(project.owner)).toBe(1);
    for (const { id } of [first, second, third]) await move(app, project, project.owner.token, id, 'Ready');
    expect((await list(seller))[0]).toMatchObject({
      title: 'Зміни статусу: 3 замовлення',
      text: `Остання – № ${third.prefix}${third.number}: Готове`,
    });
    await read(project.owner, { ids: [line?.id] });
    await place();
    expect((await list(project.owner)).map(({ count, read }) => [count, read])).toEqual([
      [1, false],
      [4, true],
    ]);
  });

  it('joins no line that is older than an hour', async () => {
    await place();
    await deliver();
    await app.sql(project.id, `update notices set created_at = now() - interval '61 minutes'`);
    await place();
    expect((await list(project.owner)).map(({ count }) => count)).toEqual([1, 1]);
  });

  it('of a comment reaches the manager in charge, or the owner where nobody is', async () => {
    const manager = await app.member(project, 'Manager');
    const { id } = await place(seller.token, false);
    const say = (token: string, visibility: 'all' | 'managers' = 'all') =>
      app.call(addComment, { params: { project_id: project.id, id }, token, body: { text: 'Коли буде?', visibility } });
    await say(seller.token);
    expect(await titles(project.owner)).toHaveLength(1);
    expect(await titles(manager)).toEqual([]);
    await app.sql(project.id, 'update counterparties set manager_id = $1 where id = $2', [
      manager.id,
      seller.counterparty_id,
    ]);
    await say(seller.token);
    expect(await titles(project.owner)).toHaveLength(1);
    expect(await titles(manager)).toHaveLength(1);
    await say(manager.token);
    await say(manager.token, 'managers');
    expect((await list(seller)).map(({ text }) => text)).toEqual(['Manager: Коли буде?']);
  });

  it('of money reaches whom it is of', async () => {
    const pay = (token: string) =>
      app.call(createPayment, {
        params: { project_id: project.id },
        token,
        body: {
          ...{ counterparty_id: seller.counterparty_id, type: 'receipt', amount: 10_000 },
          ...{ date: new Date().toISOString().slice(0, 10) },
        },
      });
    expect((await pay(seller.token)).status).toBe(201);
    expect(await titles(project.owner)).toEqual([`Оплата ${formatMoney(10_000)} чекає на підтвердження`]);
    expect((await pay(project.owner.token)).status).toBe(201);
    expect(await titles(seller)).toEqual([`Оплату ${formatMoney(10_000)} зараховано`]);
  });
});

describe('the list', () => {
  it('is of one person alone, goes on by cursor, and takes filters', async () => {
    const orders = [await place(), await place()];
    for (const { id } of orders) {
      await app.call(addComment, {
        params: { project_id: project.id, id },
        token: seller.token,
        body: { text: 'Дякую', visibility: 'all' },
      });
      await deliver();
    }
    expect(await list(project.owner)).toHaveLength(3);
    const first = await app.call(listNotices, { token: project.owner.token, query: { limit: 2 } });
    const cursor = first.body.next_cursor ?? '';
    const next = await app.call(listNotices, { token: project.owner.token, query: { limit: 2, cursor } });
    const all = [...first.body.items, ...next.body.items];
    expect([all.length, new Set(all.map(({ id }) => id)).size, next.body.next_cursor]).toEqual([3, 3, null]);
    expect(await list(project.owner, { area: ['comments'] })).toHaveLength(2);
    expect(await list(project.owner, { area: ['money'] })).toEqual([]);
    await read(project.owner, { ids: [all[0]?.id] });
    expect(await list(project.owner, { unread: true })).toHaveLength(2);
    expect(await list(project.owner, { unread: false })).toHaveLength(1);
    expect(await list(project.owner, { unread: true, area: ['comments'] })).toHaveLength(1);
  });

  it('shows nothing of a project to whoever has left it, but that he has', async () => {
    const order = await place();
    await move(app, project, project.owner.token, order.id, 'Ready');
    expect(await list(seller)).toHaveLength(1);
    await app.call(removeCounterpartyAccess, {
      params: { project_id: project.id, id: seller.counterparty_id },
      token: project.owner.token,
    });
    await move(app, project, project.owner.token, order.id, 'Loading');
    const end = { kind: 'partners.access_removed' };
    expect(await list(seller)).toMatchObject([end]);
    expect(await unread(seller)).toBe(1);
    await app.app.services.db.transaction({ projectIds: [project.id] }, (tx) => forgetNotices(tx, project.id, 90));
    expect(await app.sql(project.id, 'select kind from notices where user_id = $1', [seller.id])).toEqual([end]);
    expect(await list(project.owner)).toHaveLength(1);
  });

  it('keeps 90 days', async () => {
    await place();
    expect(await list(project.owner)).toHaveLength(1);
    const forget = () =>
      app.app.services.db.transaction({ projectIds: [project.id] }, (tx) => forgetNotices(tx, project.id, 90));
    await app.sql(project.id, `update notices set at = now() - interval '89 days'`);
    await forget();
    expect(await list(project.owner)).toHaveLength(1);
    await app.sql(project.id, `update notices set at = now() - interval '91 days'`);
    await forget();
    expect(await list(project.owner)).toEqual([]);
  });
});

describe('reading', () => {
  it('is of what one has seen: what comes meanwhile stays new', async () => {
    await place();
    const [seen] = await list(project.owner);
    await place();
    await deliver();
    expect((await read(project.owner, { until: seen?.at })).body).toEqual({ unread: 1 });
    const [now] = await list(project.owner);
    expect((await read(project.owner, { until: now?.at })).body).toEqual({ unread: 0 });
  });

  it('touches nobody else’s', async () => {
    const manager = await app.member(project, 'Manager');
    await place();
    const [told] = await list(project.owner);
    expect((await read(seller, { ids: [told?.id] })).body).toEqual({ unread: 0 });
    expect((await read(manager, { until: new Date().toISOString() })).body).toEqual({ unread: 0 });
    expect(await unread(project.owner)).toBe(1);
  });

  it('is asked for in one way', async () => {
    for (const body of [{}, { ids: [seller.id], until: new Date().toISOString() }])
      expect((await read(seller, body)).error.code).toBe('notices.which');
    expect((await read(seller, { ids: [] })).status).toBe(400);
    expect((await read(seller, { all: true })).status).toBe(400);
  });

  it('counts up to a hundred', async () => {
    await place();
    await deliver();
    await app.sql(
      project.id,
      `insert into notices (project_id, user_id, id, kind, area, facts, at)
       select project_id, user_id, gen_random_uuid(), kind, area, facts, at - n * interval '1 second'
       from notices, generate_series(1, 150) n where user_id = $1`,
      [project.owner.id],
    );
    expect(await unread(project.owner)).toBe(100);
  });
});

describe('at the same time', () => {
  it('nothing is told twice, by however many who deliver', async () => {
    await Promise.all(Array.from({ length: 8 }, () => place()));
    await Promise.all(Array.from({ length: 5 }, deliver));
    const told = await list(project.owner);
    expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(8);
    expect(told).toHaveLength(1);
    expect(await app.sql(project.id, 'select 1 from notice_events where project_id = $1', [project.id])).toEqual([]);
  });

  it('two tabs mark the same, while another comes', async () => {
    await place();
    const [seen] = await list(project.owner);
    await place();
    const until = seen?.at;
    const answers = await Promise.all([read(project.owner, { until }), deliver(), read(project.owner, { until })]);
    expect([answers[0].status, answers[2].status]).toEqual([200, 200]);
    const left = await list(project.owner);
    expect(left.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    // read before the second came, or joined by it and new again
    expect(await unread(project.owner)).toBe(1);
  });
});
