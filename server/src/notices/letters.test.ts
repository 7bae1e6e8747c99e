import type { NoticeArea } from '@lanka/domain/kit/notice_areas';
import * as contract from '@lanka/domain/notices/contract';
import { lastMorning } from '@lanka/domain/notices/rules';
import { addComment } from '@lanka/domain/orders/contract';
import { removeCounterpartyAccess } from '@lanka/domain/partners/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestProject, TestUser } from '../../test/harness';
import { makeDropshipper, makeVariants, move, openTrade, orderBody, placeOrder, type Trade } from '../../test/trade';
import type { Mail } from '../kit/mail/mail';
import { deliverIn } from './deliver';
import { writeDigests } from './digest';

let { app, project, seller } = {} as Trade;
let variant: string;

beforeAll(async () => {
  ({ app } = await openTrade({ MAIL_CAP_ADDRESS: '3', DB_POOL_SIZE: '20' }));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project('Ткацький двір');
  seller = await makeDropshipper(app, project);
  [variant = ''] = await makeVariants(app, project, [{ stock: 1_000 }]);
});

/** Ten in the morning in Kyiv, of today. */
const morning = () => new Date(`${new Date().toISOString().slice(0, 10)}T08:30:00Z`);
const deliver = () => deliverIn(app.app.services, project.id);
const place = async () => {
  const { body } = await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));
  await deliver();
  return body;
};
const choose = (user: TestUser, area: NoticeArea, mail: contract.NoticeChoice['mail'], inApp = true, of = project) =>
  app.call(contract.saveNoticeSettings, {
    token: user.token,
    body: { projects: [{ project_id: of.id, choices: [{ area, app: inApp, mail }] }] },
  });
/** As if what waits had been told so many minutes after the hour at which letters of a day go out. */
const toldAt = (minutes: number) =>
  app.sql(project.id, `update notices set created_at = $2 where project_id = $1`, [
    project.id,
    new Date(lastMorning(morning()).getTime() + minutes * 60_000).toISOString(),
  ]);
const digests = (now = morning()) => writeDigests(app.app.services, now);
const lettersTo = (user: TestUser) =>
  app.sql<{ subject: string; plain: string; unsubscribe: string | null }>(
    null,
    `select m.subject, m.plain, m.unsubscribe from mails m join users u on u.email = m.recipient
     where u.id = $1 and m.unsubscribe is not null order by m.created_at, m.id`,
    [user.id],
  );
const subjects = async (user: TestUser) => (await lettersTo(user)).map(({ subject }) => subject);
const unread = async (user: TestUser) => (await app.call(contract.countUnread, { token: user.token })).body.unread;
const settingsOf = async (user: TestUser) =>
  (await app.call(contract.readNoticeSettings, { token: user.token })).body.projects;

describe('what one is told of', () => {
  it('is as the kinds have it until it is chosen, for the areas of one’s role', async () => {
    const [own] = await settingsOf(project.owner);
    expect(own?.project).toEqual({ id: project.id, title: 'Ткацький двір' });
    expect(own?.choices[0]).toEqual({ area: 'orders', app: true, mail: 'important', bot: 'important' });
    expect(own?.choices.map(({ area }) => area)).toEqual(expect.arrayContaining(['orders', 'comments', 'money']));
    const saved = await choose(project.owner, 'money', 'daily', false);
    expect(saved.body.projects[0]?.choices).toContainEqual({
      area: 'money',
      app: false,
      mail: 'daily',
      bot: 'important',
    });
    expect(await settingsOf(project.owner)).toEqual(saved.body.projects);
    const stockman = await app.member(project, 'Stockman');
    expect((await settingsOf(stockman))[0]?.choices.map(({ area }) => area)).not.toContain('money');
    expect((await settingsOf(seller))[0]?.choices.find(({ area }) => area === 'money')?.mail).toBe('important');
  });

  it('is chosen in one’s own projects alone, each area once', async () => {
    const other = await app.project('Інший');
    const foreign = await choose(seller, 'orders', 'off', true, other as TestProject);
    expect([foreign.status, foreign.error.code]).toEqual([422, 'notices.not_yours']);
    expect(foreign.error.details[0]?.path).toBe('projects.0.project_id');
    const choices = Array.from({ length: 2 }, () => ({ area: 'orders' as const, app: true, mail: 'off' as const }));
    const twice = await app.call(contract.saveNoticeSettings, {
      token: seller.token,
      body: { projects: [{ project_id: project.id, choices }] },
    });
    expect([twice.error.code, twice.error.details[0]?.path]).toEqual(['notices.twice', 'projects.0.choices.1.area']);
  });

  it('in the app stays off the bell and the list where it is not wanted', async () => {
    await choose(project.owner, 'orders', 'important', false);
    await place();
    expect(await unread(project.owner)).toBe(0);
    expect((await app.call(contract.listNotices, { token: project.owner.token })).body.items).toEqual([]);
    expect(await app.sql(project.id, 'select 1 from notices where user_id = $1', [project.owner.id])).toEqual([]);
    await choose(project.owner, 'orders', 'hourly', false);
    await place();
    expect(await unread(project.owner)).toBe(0);
    await digests();
    expect(await subjects(project.owner)).toEqual(['Ваші сповіщення: 1']);
  });
});

describe('a letter at once', () => {
  it('is written to whoever wants it, once for what is told together', async () => {
    await place();
    expect(await lettersTo(project.owner)).toEqual([]);
    await app.sql(project.id, 'delete from notices where project_id = $1', [project.id]);
    await choose(project.owner, 'orders', 'now');
    const order = await place();
    await place();
    const [letter, ...more] = await lettersTo(project.owner);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe(`Нове замовлення № ${order.prefix}${order.number}`);
    expect(letter?.plain).toContain(`/cp/orders/${order.id}?project=${project.id}`);
    expect(letter?.plain).toContain(`Більше не надсилати таких листів: ${letter?.unsubscribe}`);
    expect(await unread(project.owner)).toBe(1);
    await digests();
    expect(await lettersTo(project.owner)).toHaveLength(1);
  });

  it('beyond what one address may get goes with others in the next one', async () => {
    await choose(seller, 'orders', 'now');
    const order = await place();
    const letters: string[] = [];
    for (const to of ['Ready', 'Loading', 'Loaded', 'Sent'] as const) {
      await move(app, project, project.owner.token, order.id, to);
      await deliver();
      await app.call(contract.readNotices, { token: seller.token, body: { until: new Date().toISOString() } });
      letters.push(...(await subjects(seller)).slice(letters.length));
    }
    expect(letters).toHaveLength(3);
    const waiting = await app.sql(project.id, `select 1 from notices where digest = 'hourly' and mailed_at is null`);
    expect(waiting).toHaveLength(1);
  });
});

describe('delivery', () => {
  const waiting = () => app.sql(project.id, 'select 1 from notice_events where project_id = $1', [project.id]);
  const tellOnly = () => placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));

  it('by many at the same moment tells and writes once', async () => {
    await choose(project.owner, 'orders', 'now');
    await tellOnly();
    await Promise.all(Array.from({ length: 6 }, deliver));
    expect([await lettersTo(project.owner), await unread(project.owner)]).toEqual([[expect.anything()], 1]);
  });

  it('that fails on the way has told nobody, and tells once when it is tried anew', async () => {
    await choose(project.owner, 'orders', 'now');
    await tellOnly();
    const { services } = app.app;
    const failing: Mail['postWithinCaps'] = async (...letter) => {
      await services.mail.postWithinCaps(...letter);
      throw new Error('the process dies');
    };
    const dying = { ...services, mail: { ...services.mail, postWithinCaps: failing } };
    await expect(deliverIn(dying, project.id)).rejects.toThrow('the process dies');
    expect([await unread(project.owner), await lettersTo(project.owner), await waiting()]).toEqual([
      ...[0, []],
      [expect.anything()],
    ]);
    await deliver();
    await deliver();
    expect([await unread(project.owner), await subjects(project.owner), await waiting()]).toEqual([
      ...[1, [expect.stringMatching(/^Нове замовлення/)]],
      [],
    ]);
  });

  it('tells nobody who has left or may see it no more', async () => {
    const administrator = await app.member(project, 'Administrator');
    for (const one of [project.owner, administrator, seller]) await choose(one, 'comments', 'now');
    await choose(administrator, 'orders', 'hourly');
    const { body: order } = await tellOnly();
    await deliver();
    await app.call(addComment, {
      params: { project_id: project.id, id: order.id },
      token: project.owner.token,
      body: { text: `@[${seller.id}] @[${administrator.id}], погляньте`, visibility: 'all' },
    });
    await app.call(removeCounterpartyAccess, {
      params: { project_id: project.id, id: seller.counterparty_id },
      token: project.owner.token,
    });
    // the order waits for a letter, and is no longer his to see
    await app.sql(project.id, `update memberships set role = 'Producer' where project_id = $1 and user_id = $2`, [
      project.id,
      administrator.id,
    ]);
    await deliver();
    await digests();
    expect([await subjects(seller), await unread(seller)]).toEqual([['«Ткацький двір» закриває вам доступ'], 1]);
    expect(await subjects(administrator)).toEqual([expect.stringMatching(/^Вас згадали/)]);
  });

  it('of many without a place in the app is one letter within the hour', async () => {
    await choose(project.owner, 'orders', 'now', false);
    await place();
    await place();
    await place();
    expect(await lettersTo(project.owner)).toHaveLength(1);
    expect(await app.sql(project.id, 'select count from notices where user_id = $1', [project.owner.id])).toEqual([
      { count: 3 },
    ]);
    // whoever wants it in the app from now on misses nothing of what comes
    await choose(project.owner, 'orders', 'now');
    await place();
    expect(await unread(project.owner)).toBe(1);
  });
});

describe('a letter with many', () => {
  it('has each of them once, however often and by how many it is asked for', async () => {
    await choose(project.owner, 'orders', 'hourly');
    const order = await place();
    expect(await lettersTo(project.owner)).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => digests()));
    await digests();
    const [letter, ...more] = await lettersTo(project.owner);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('Ваші сповіщення: 1');
    expect(letter?.plain).toContain(`Ткацький двір:\n• Нове замовлення № ${order.prefix}${order.number}`);
    // what comes now is in none yet: it opens a line of its own
    await place();
    await digests();
    expect(await lettersTo(project.owner)).toHaveLength(2);
    expect(await unread(project.owner)).toBe(2);
  });

  it('of the day comes in the morning, and after an outage has what was there then', async () => {
    await choose(project.owner, 'orders', 'daily');
    await place();
    const later = new Date(morning().getTime() + 8 * 3_600_000);
    await toldAt(1);
    await digests(later);
    expect(await subjects(project.owner)).toEqual([]);
    await toldAt(-1);
    await digests(later);
    expect(await subjects(project.owner)).toEqual(['Ваші сповіщення: 1']);
  });

  it('of an hour keeps the night, and leaves out what was read or is of a project that was left', async () => {
    await choose(project.owner, 'orders', 'hourly');
    await place();
    await digests(new Date(morning().getTime() + 14 * 3_600_000));
    expect(await lettersTo(project.owner)).toEqual([]);
    await app.call(contract.readNotices, {
      token: project.owner.token,
      body: { until: new Date(Date.now() + 1_000).toISOString() },
    });
    await digests();
    expect(await lettersTo(project.owner)).toEqual([]);

    const order = await place();
    await choose(seller, 'orders', 'hourly');
    await move(app, project, project.owner.token, order.id, 'Ready');
    await deliver();
    await app.call(removeCounterpartyAccess, {
      params: { project_id: project.id, id: seller.counterparty_id },
      token: project.owner.token,
    });
    await digests();
    expect((await subjects(seller)).filter((subject) => !subject.includes('закриває вам доступ'))).toEqual([]);
  });

  it('is one for all projects of a person', async () => {
    const other = await app.project('Друга фабрика');
    await app.sql(other.id, `insert into memberships (project_id, user_id, role) values ($1, $2, 'Owner')`, [
      other.id,
      project.owner.id,
    ]);
    const shop = await makeDropshipper(app, other);
    const [theirs = ''] = await makeVariants(app, other, [{ stock: 5 }]);
    await choose(project.owner, 'orders', 'hourly');
    await choose(project.owner, 'orders', 'hourly', true, other as TestProject);
    await place();
    await placeOrder(app, other, shop.token, orderBody({ [theirs]: 1 }, { send: true }));
    await deliverIn(app.app.services, other.id);
    await digests();
    const [letter, ...more] = await lettersTo(project.owner);
    expect([letter?.subject, more]).toEqual(['Ваші сповіщення: 2', []]);
    expect(letter?.plain).toMatch(/Друга фабрика:\n• .+\n\nТкацький двір:\n• /);
  });
});

describe('the link in a letter', () => {
  const pathOf = (address: string | null | undefined) =>
    new URL(address ?? '').pathname + new URL(address ?? '').search;
  const ask = (url: string, method: 'GET' | 'POST' = 'GET') =>
    app.app.server.inject({
      ...{ method, url },
      ...(method === 'POST'
        ? {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: 'List-Unsubscribe=One-Click',
          }
        : {}),
    });
  const mailOf = async (user: TestUser, area: NoticeArea) =>
    (await settingsOf(user))[0]?.choices.find((one) => one.area === area)?.mail;

  it('asks first, and ends the letters of that area by one press, without signing in', async () => {
    await choose(project.owner, 'orders', 'now');
    await place();
    const [letter] = await lettersTo(project.owner);
    const path = pathOf(letter?.unsubscribe);
    const asked = await ask(path);
    expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining('«Замовлення»')]);
    expect(await mailOf(project.owner, 'orders')).toBe('now');
    const pressed = await Promise.all([ask(path, 'POST'), ask(path, 'POST')]);
    expect(pressed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await mailOf(project.owner, 'orders')).toBe('off');
    expect(await mailOf(project.owner, 'money')).toBe('important');
    expect((await settingsOf(project.owner))[0]?.choices[0]?.app).toBe(true);
  });

  it('of a letter with many ends those', async () => {
    await choose(project.owner, 'orders', 'hourly');
    await choose(project.owner, 'money', 'now');
    await place();
    await digests();
    const [letter] = await lettersTo(project.owner);
    expect((await ask(pathOf(letter?.unsubscribe), 'POST')).statusCode).toBe(200);
    expect([await mailOf(project.owner, 'orders'), await mailOf(project.owner, 'money')]).toEqual(['off', 'now']);
  });

  it('of a letter with many ends also what was too much for letters at once', async () => {
    await choose(seller, 'orders', 'now');
    const order = await place();
    for (const to of ['Ready', 'Loading', 'Loaded', 'Sent'] as const) {
      await move(app, project, project.owner.token, order.id, to);
      await deliver();
      // so that each is a line of its own
      await app.sql(project.id, `update notices set created_at = created_at - interval '2 hours' where user_id = $1`, [
        seller.id,
      ]);
    }
    await digests();
    const all = await lettersTo(seller);
    expect(all.map(({ subject }) => subject)).toEqual([...Array(3).fill(expect.anything()), 'Ваші сповіщення: 1']);
    await ask(pathOf(all.at(-1)?.unsubscribe), 'POST');
    expect(await mailOf(seller, 'orders')).toBe('off');
  });

  it('ends also what waits for a letter already', async () => {
    await choose(project.owner, 'orders', 'hourly');
    await place();
    await digests();
    await place();
    const [letter, ...none] = await lettersTo(project.owner);
    await ask(pathOf(letter?.unsubscribe), 'POST');
    await digests();
    expect([none, await lettersTo(project.owner)]).toEqual([[], [letter]]);
    // in the app nothing is missing
    expect(await unread(project.owner)).toBe(2);
  });

  it('does nothing when it was made up', async () => {
    const [key] = [await app.app.services.keys.seal('another', { user_id: seller.id, digests: 'all' }, 60)];
    for (const token of ['x', key ?? ''])
      for (const method of ['GET', 'POST'] as const)
        expect((await ask(`/api/unsubscribe?token=${token}`, method)).statusCode).toBe(404);
  });
});
