import { createApplication, decideApplication, listApplicationHistory } from '@lanka/domain/applications/contract';
import * as orders from '@lanka/domain/orders/contract';
import { leaveSupplier, listAccessChanges, listPastSuppliers, readLeaving } from '@lanka/domain/partners/access';
import * as partners from '@lanka/domain/partners/contract';
import { acceptInvitation, removeMember } from '@lanka/domain/projects/contract';
import { addBasketLines, readBasket, sendBasket, updateBasket } from '@lanka/domain/purchases/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestProject } from '../../test/harness';
import {
  auditOf,
  balanceOf,
  CUSTOMER,
  DELIVERY,
  makeDropshipper,
  makeVariants,
  move,
  openTrade,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
  type Trade,
} from '../../test/trade';
import { deliverIn } from '../notices/deliver';

/** A dropshipper goes, or is sent away: what that ends, and what it leaves as it was. */
let { app } = {} as Trade;
let project: TestProject;
let seller: TestDropshipper;
let a: string;
let b: string;

beforeAll(async () => {
  ({ app } = await openTrade({ DB_POOL_SIZE: '30', LOGIN_LIMIT: 'off' }));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project('Ткацький двір');
  seller = await makeDropshipper(app, project);
  [a = '', b = ''] = await makeVariants(app, project, [{ stock: 40 }, { stock: 40 }]);
});

const owner = () => ({ token: project.owner.token, params: { project_id: project.id } });
const his = (who = seller) => ({ token: who.token, params: { project_id: project.id } });
const leave = (reason?: string, who = seller) =>
  app.call(leaveSupplier, { ...his(who), body: reason === undefined ? {} : { reason } });
const remove = (who = seller) =>
  app.call(partners.removeCounterpartyAccess, {
    ...owner(),
    params: { project_id: project.id, id: who.counterparty_id },
  });
const removeByUser = (who = seller) =>
  app.call(removeMember, { ...owner(), params: { project_id: project.id, id: who.id } });
const draft = async (wanted: Record<string, number>) =>
  (await placeOrder(app, project, seller.token, orderBody(wanted))).body;
const hold = (order: orders.Order, line = 0, token = seller.token) =>
  app.call(orders.bookTemporarily, {
    params: { project_id: project.id, id: order.id, item_id: order.items[line]?.id ?? '' },
    token,
  });
const history = async (who = seller) =>
  (
    await app.call(listAccessChanges, {
      ...owner(),
      params: { project_id: project.id, id: who.counterparty_id },
    })
  ).body.items;
const lettersTo = async (id: string) =>
  (
    await app.sql<{ subject: string; plain: string }>(
      null,
      `select m.subject, m.plain from mails m join users u on u.email = m.recipient
       where u.id = $1 and m.unsubscribe is not null order by m.created_at, m.id`,
      [id],
    )
  ).map(({ subject, plain }) => `${subject}\n${plain}`);

describe('leaving', () => {
  it('frees what drafts had booked, lets open orders go on, and tells both sides', async () => {
    const [first, second] = [await draft({ [a]: 3, [b]: 2 }), await draft({ [a]: 4 })];
    for (const [order, line] of [
      [first, 0],
      [first, 1],
      [second, 0],
    ] as const)
      expect((await hold(order, line)).status).toBe(200);
    const { body: open } = await placeOrder(app, project, seller.token, orderBody({ [a]: 2 }, { send: true }));
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 9 });
    const before = { balance: 0, open_orders: 1, drafts: 2, held: 9 };
    expect((await app.call(readLeaving, his())).body).toEqual(before);

    expect((await leave('Закриваю магазин')).status).toBe(204);
    expect([await stockOf(app, project, a), await stockOf(app, project, b)]).toMatchObject([
      { booked: 2, bookings: 2 },
      { booked: 0, bookings: 0 },
    ]);
    expect(await history()).toMatchObject([
      { kind: 'left', reason: 'Закриваю магазин', freed: 9, user: { id: seller.id }, actor: { id: seller.id } },
    ]);
    const told = await app.call(orders.readHistory, { ...owner(), params: { project_id: project.id, id: first.id } });
    expect(told.body.items).toContainEqual(
      expect.objectContaining({ kind: 'access_ended', effects: [{ kind: 'release', count: 5 }] }),
    );
    // nothing new: no order, no sending, no booking; his own orders are his to read
    const refused = [
      await placeOrder(app, project, seller.token, orderBody({ [a]: 1 })),
      await move(app, project, seller.token, first.id, 'Pending'),
      await hold(second),
      await app.call(readLeaving, his()),
      await leave(),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const read = await app.call(orders.readOrder, { ...his(), params: { project_id: project.id, id: open.id } });
    expect([read.status, read.body.status]).toEqual([200, 'Pending']);
    // and what was sent is finished
    expect((await move(app, project, project.owner.token, open.id, 'Sent')).status).toBe(200);
    const owed = await balanceOf(app, project, seller.counterparty_id);
    expect(owed).toBeLessThan(0);
    expect((await app.call(listPastSuppliers, { token: seller.token })).body.items).toMatchObject([
      { project_id: project.id, title: 'Ткацький двір', end: 'left', balance: owed },
    ]);

    await deliverIn(app.app.services, project.id);
    const [toOwner] = (await lettersTo(project.owner.id)).filter((letter) => letter.includes('завершує співпрацю'));
    expect(toOwner).toContain('Закриваю магазин');
    expect(toOwner).toContain('Незавершених замовлень: 1');
    expect((await lettersTo(seller.id)).filter((letter) => letter.includes('завершено'))).toHaveLength(1);
    expect((await auditOf(app, project)).ok).toBe(true);
  });

  it('gives what it freed to the order that waits longest', async () => {
    await app.sql(null, 'update projects set allow_backorders = true where id = $1', [project.id]);
    const held = await draft({ [a]: 20 });
    expect((await hold(held)).status).toBe(200);
    const other = await makeDropshipper(app, project);
    const { body: waiting } = await placeOrder(app, project, other.token, orderBody({ [a]: 30 }, { send: true }));
    expect(waiting.items[0]?.waiting).toBe(10);
    await leave();
    const { body: filled } = await app.call(orders.readOrder, {
      ...owner(),
      params: { project_id: project.id, id: waiting.id },
    });
    expect(filled.items[0]?.waiting).toBe(0);
    expect((await auditOf(app, project)).ok).toBe(true);
  });

  it('is the same by each way that ends an access', async () => {
    for (const end of [() => remove(), () => removeByUser()]) {
      seller = await makeDropshipper(app, project);
      const held = await draft({ [a]: 1 });
      await hold(held);
      expect((await end()).status).toBeLessThan(300);
      expect(await stockOf(app, project, a)).toMatchObject({ booked: 0 });
      expect(await history()).toMatchObject([{ kind: 'removed', freed: 1, actor: { id: project.owner.id } }]);
      await deliverIn(app.app.services, project.id);
      expect((await lettersTo(seller.id)).at(-1)).toContain('закриває вам доступ');
    }
  });

  it('lets him come again by an invitation, as who he was', async () => {
    await leave();
    const id = seller.counterparty_id;
    const params = { project_id: project.id, id };
    await app.call(partners.inviteCounterparty, { ...owner(), params, body: { email: seller.email } });
    await app.call(acceptInvitation, { params: { token: await app.tokenFromMail(seller.email) } });
    expect((await placeOrder(app, project, seller.token, orderBody({ [a]: 1 }, { send: true }))).status).toBe(201);
    expect((await history()).map(({ kind }) => kind)).toEqual(['joined', 'left']);
    expect((await app.call(listPastSuppliers, { token: seller.token })).body.items).toEqual([]);
  });

  it('and by an application, whose history says it all', async () => {
    await app.sql(null, 'update projects set listed = true where id = $1', [project.id]);
    const someone = { ...(await app.user('Заявник')), counterparty_id: '' };
    await app.sql(
      null,
      `update users set subscription_plan = 'dropshipper-standard-monthly', phone_number = '380671112233' where id = $1`,
      [someone.id],
    );
    const apply = () =>
      app.call(createApplication, { ...his(someone), body: { cover_text: 'Візьміть мене', consent: true } });
    const { id } = (await apply()).body;
    const decide = (status: 'approved' | 'blocked') =>
      app.call(decideApplication, {
        ...owner(),
        params: { project_id: project.id, id },
        body: { status, consent: true },
      });
    const { counterparty_id } = (await decide('approved')).body;
    expect((await leave('Перерва', someone)).status).toBe(204);
    expect((await apply()).status).toBe(201);
    expect((await decide('approved')).body.counterparty_id).toBe(counterparty_id);
    expect((await decide('blocked')).status).toBe(200);
    const events = await app.call(listApplicationHistory, { ...owner(), params: { project_id: project.id, id } });
    expect(events.body.items.map(({ kind }) => kind).reverse()).toEqual([
      ...['applied', 'approved', 'left', 'applied', 'approved', 'blocked'],
    ]);
    expect((await history({ ...someone, counterparty_id: counterparty_id ?? '' })).map(({ kind }) => kind)).toEqual([
      ...['blocked', 'joined', 'left', 'joined'],
    ]);
    const [past] = (await app.call(listPastSuppliers, { token: someone.token })).body.items;
    expect(past).toMatchObject({ end: 'blocked', logo_url: null });
  });
});

describe('at once', () => {
  const settled = (answers: readonly { status: number }[], allowed: readonly number[]) =>
    expect([...new Set(answers.map(({ status }) => status))].filter((status) => !allowed.includes(status))).toEqual([]);

  it('he leaves and orders: each order is there whole and before, or is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      seller = await makeDropshipper(app, project);
      const drafts = await Promise.all(Array.from({ length: 4 }, () => draft({ [a]: 1 })));
      const [left, ...asked] = await Promise.all([
        leave(),
        ...Array.from({ length: 8 }, () =>
          placeOrder(app, project, seller.token, orderBody({ [b]: 1 }, { send: true })),
        ),
        ...drafts.map(({ id }) => move(app, project, seller.token, id, 'Pending')),
      ]);
      expect(left?.status).toBe(204);
      settled(asked, [200, 201, 404]);
      const [after] = await app.sql<{ n: number }>(
        project.id,
        `select count(*)::int as n from orders o join memberships m on m.project_id = o.project_id and m.user_id = $2
         where o.project_id = $1 and o.counterparty_id = $3 and o.updated_at > m.ended_at`,
        [project.id, seller.id, seller.counterparty_id],
      );
      expect(after?.n).toBe(0);
      const kept = asked.filter(({ status }) => status < 300).length;
      const [sent] = await app.sql<{ n: number }>(
        project.id,
        `select count(*)::int as n from orders where project_id = $1 and counterparty_id = $2 and status = 'Pending'`,
        [project.id, seller.counterparty_id],
      );
      expect(sent?.n).toBe(kept);
    }
    expect((await auditOf(app, project)).ok).toBe(true);
  });

  it('he is sent away and books: nothing stays booked', async () => {
    for (let round = 0; round < 4; round += 1) {
      seller = await makeDropshipper(app, project);
      const drafts = await Promise.all(
        Array.from({ length: 8 }, (_, n) => draft(n % 2 ? { [a]: 1, [b]: 1 } : { [b]: 1, [a]: 1 })),
      );
      const [removed, ...booked] = await Promise.all([
        remove(),
        ...drafts.flatMap((one) => [hold(one, 0), hold(one, 1)]),
      ]);
      expect(removed?.status).toBe(200);
      settled(booked, [200, 404]);
      expect([await stockOf(app, project, a), await stockOf(app, project, b)]).toMatchObject([
        { booked: 0, bookings: 0 },
        { booked: 0, bookings: 0 },
      ]);
    }
    expect((await auditOf(app, project)).ok).toBe(true);
  });

  it('by all ways it ends once, with one line of history', async () => {
    for (let round = 0; round < 6; round += 1) {
      seller = await makeDropshipper(app, project);
      await hold(await draft({ [a]: 1 }));
      const params = { project_id: project.id, id: seller.counterparty_id };
      const [changed, ...ends] = await Promise.all([
        app.call(partners.updateCounterparty, { ...owner(), params, body: { discount: 500 } }),
        ...[leave(), remove(), removeByUser(), leave(), remove()],
      ]);
      expect(changed?.status).toBe(200);
      settled(ends, [200, 204, 404, 409]);
      expect(ends.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(await history()).toMatchObject([{ freed: 1 }]);
    }
  });

  it('he leaves and sends a basket: it is an order of before, or refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      seller = await makeDropshipper(app, project);
      const { token } = seller;
      const items = [{ project_id: project.id, product_variant_id: a, count: 1 }];
      await app.call(addBasketLines, { token, body: { items } });
      const known = (await app.call(readBasket, { token })).body;
      const { version } = (
        await app.call(updateBasket, {
          ...{ token, body: { customer: CUSTOMER, delivery: DELIVERY } },
          headers: { 'if-match': `"${known.version}"` },
        })
      ).body;
      const [left, sent] = await Promise.all([leave(), app.call(sendBasket, { token, body: { version } })]);
      expect(left.status).toBe(204);
      expect([200, 201, 409, 422]).toContain(sent.status);
      const [after] = await app.sql<{ n: number }>(
        project.id,
        `select count(*)::int as n from orders where project_id = $1 and counterparty_id = $2`,
        [project.id, seller.counterparty_id],
      );
      expect(after?.n).toBe(sent.status < 300 ? 1 : 0);
    }
  });
});
