import { updateProduct } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import * as contract from '@lanka/domain/news/contract';
import { listNotices } from '@lanka/domain/notices/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import { createGroup, regroupCounterparties } from '@lanka/domain/partners/groups';
import { createPriceLevel } from '@lanka/domain/price_levels/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, type TestDropshipper } from '../../test/trade';
import { followChanges } from '../catalog';
import { takeChanged } from '../stock';
import { writeAll } from './changes';
import { publishDue } from './news';

let app: TestApp;
let project: TestProject;
let first: TestDropshipper;
let second: TestDropshipper;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project('Ткацький двір');
  first = await makeDropshipper(app, project, 1_000);
  second = await makeDropshipper(app, project);
});

const at = (id?: string) => ({
  token: project.owner.token,
  params: { project_id: project.id, ...(id ? { id } : {}) } as { project_id: string; id: string },
});
const write = async (body: object = {}) =>
  (
    await app.call(contract.createNews, {
      ...at(),
      body: { title: 'Відпустка', body: 'Відпочиваємо до **5 січня**', ...body },
    })
  ).body;
const publish = (id: string, body: object = {}) => app.call(contract.publishNews, { ...at(id), body });
const published = async (body: object = {}) => {
  const { id } = await write(body);
  expect((await publish(id)).status).toBe(200);
  return id;
};
const mine = async (who: TestDropshipper, query: object = {}) =>
  (await app.call(contract.listMyNews, { token: who.token, query })).body.items;
const unread = async (who: TestDropshipper) =>
  (await app.call(contract.countUnreadNews, { token: who.token })).body.unread;
const open = (who: TestDropshipper, id: string) =>
  app.call(contract.readMyNews, { token: who.token, params: { project_id: project.id, id } });
const mark = (who: TestDropshipper, id: string) =>
  app.call(contract.markMyNews, { token: who.token, params: { project_id: project.id, id } });
const told = async (who: TestDropshipper) => {
  await app.deliver();
  const { items } = (await app.call(listNotices, { token: who.token, query: { area: 'news' } })).body;
  return items.map(({ title, path }) => [title, path]);
};

describe('news of a supplier', () => {
  it('are a draft until they are published, and reach all dropshippers then, once', async () => {
    const { id, deeds } = await write();
    expect(deeds).toEqual(['edit', 'publish', 'remove']);
    expect([await mine(first), await unread(first), (await open(first, id)).status]).toEqual([[], 0, 404]);
    expect((await publish(id)).body).toMatchObject({ status: 'published', reaches: 2, read: 0, edited_at: null });
    expect(await mine(first)).toMatchObject([
      {
        id,
        title: 'Відпустка',
        excerpt: 'Відпочиваємо до 5 січня',
        unread: true,
        supplier: { title: 'Ткацький двір' },
      },
    ]);
    expect(await told(first)).toEqual([['Ткацький двір: Відпустка', expect.stringContaining(`/cp/news/${id}`)]]);
    await app.call(contract.withdrawNews, at(id));
    expect([await mine(first), await unread(first), (await open(first, id)).status]).toEqual([[], 0, 404]);
    expect((await publish(id)).status).toBe(200);
    expect(await told(first)).toHaveLength(1);
  });

  it('say who has read them and when', async () => {
    const id = await published();
    expect((await mark(first, id)).body).toEqual({ unread: 0 });
    const [again] = await Promise.all([mark(first, id), mark(first, id), mark(first, id)]);
    expect(again.status).toBe(200);
    const readers = async (query: object = {}) =>
      (await app.call(contract.listNewsReaders, { ...at(id), query })).body.items.map(
        ({ counterparty_id, read_at }) => [counterparty_id, read_at !== null],
      );
    expect((await readers()).sort()).toEqual(
      [
        [first.counterparty_id, true],
        [second.counterparty_id, false],
      ].sort(),
    );
    expect(await readers({ read: true })).toEqual([[first.counterparty_id, true]]);
    expect(await readers({ read: false })).toEqual([[second.counterparty_id, false]]);
    expect((await app.call(contract.readNews, at(id))).body).toMatchObject({ reaches: 2, read: 1 });
    expect((await app.call(contract.listNews, at())).body.items).toMatchObject([{ id, reaches: 2, read: 1 }]);
  });

  it('concern a group, or those who are chosen, and nobody else', async () => {
    const group = (await app.call(createGroup, { ...at(), body: { name: 'Опт' } })).body.id;
    const chosen = await published({ audience: 'chosen', counterparty_ids: [second.counterparty_id] });
    const grouped = await published({ audience: 'groups', group_ids: [group] });
    expect([(await mine(first)).length, (await mine(second)).map(({ id }) => id)]).toEqual([0, [chosen]]);
    expect((await open(first, chosen)).status).toBe(404);
    expect((await mark(first, chosen)).status).toBe(404);
    const body = { counterparty_ids: [first.counterparty_id], add: [group], remove: [] };
    await app.call(regroupCounterparties, { ...at(), body });
    expect((await mine(first)).map(({ id }) => id)).toEqual([grouped]);
    expect([await told(first), await told(second)]).toMatchObject([
      [],
      [['Ткацький двір: Відпустка', expect.anything()]],
    ]);
  });

  it('that were there before somebody came are not new to him', async () => {
    await published();
    const late = await makeDropshipper(app, project);
    await app.sql(project.id, `update memberships set created_at = now() + interval '1 minute' where user_id = $1`, [
      late.id,
    ]);
    expect([(await mine(late)).map((one) => one.unread), await unread(late)]).toEqual([[false], 0]);
  });

  it('are read all at once up to a moment, and what comes later stays unread', async () => {
    const [one] = [await published(), await published()];
    const until = (await mine(first)).find(({ id }) => id === one)?.published_at ?? '';
    const readAll = { token: first.token, body: { until } };
    expect((await app.call(contract.readAllMyNews, readAll)).body).toEqual({ unread: 1 });
    expect((await mine(first, { unread: true })).map(({ id }) => id)).not.toContain(one);
    expect(await mine(first, { unread: false })).toHaveLength(1);
    expect(await unread(second)).toBe(2);
  });

  it('are shown as edited only when they were changed after they had been published', async () => {
    const { id, version } = await write();
    await app.call(contract.updateNews, { ...at(id), body: { title: 'Свята' } });
    await publish(id);
    expect((await open(first, id)).body).toMatchObject({ title: 'Свята', edited_at: null });
    const change = { ...at(id), body: { body: 'До 7 січня' } };
    const stale = await app.call(contract.updateNews, { ...change, headers: { 'if-match': String(version) } });
    expect([stale.error.code, stale.error.details[0]?.title]).toEqual(['common.stale', 'Свята']);
    expect((await app.call(contract.updateNews, change)).body.edited_at).not.toBeNull();
    expect((await open(first, id)).body).toMatchObject({ body: 'До 7 січня', edited_at: expect.any(String) });
  });

  it('wait for their time, and a job publishes them', async () => {
    const { id } = await write();
    const past = await publish(id, { at: new Date(Date.now() - 1000).toISOString() });
    expect([past.error.code, past.error.details[0]?.path]).toEqual(['news.past', 'at']);
    const at1 = new Date(Date.now() + 3_600_000).toISOString();
    expect((await publish(id, { at: at1 })).body).toMatchObject({ status: 'scheduled', publish_at: at1 });
    const due = () => publishDue.run(app.app.services, { project_id: project.id, id } as never);
    await due();
    expect(await mine(first)).toEqual([]);
    await app.sql(project.id, `update news set publish_at = now() - interval '1 second' where id = $1`, [id]);
    // the clock of this computer is late: the job comes once, by that of the database
    vi.setSystemTime(Date.now() - 60_000);
    await Promise.all([due(), due()]);
    vi.useRealTimers();
    expect([(await mine(first)).length, (await told(first)).length]).toEqual([1, 1]);
  });

  it('that wait for their time become a draft again, which no job publishes', async () => {
    const { id } = await write();
    await publish(id, { at: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await app.call(contract.withdrawNews, at(id))).body).toMatchObject({ status: 'draft', publish_at: null });
    await publishDue.run(app.app.services, { project_id: project.id, id } as never);
    expect(await mine(first)).toEqual([]);
    expect((await app.call(contract.removeNews, at(id))).status).toBe(204);
  });

  it('bring a file, which goes with them', async () => {
    const place = (await app.call(createUpload, { ...at(), body: { file_name: 'прайс.txt' } })).body;
    const { url, headers } = place.direct_upload;
    await app.app.server.inject({ method: 'PUT', url, headers, payload: 'ціни' });
    const { id } = await write({ file_name: place.file_name });
    await publish(id);
    const file = (await open(first, id)).body.file;
    expect(file?.name).toBe('прайс.txt');
    expect((await app.app.server.inject({ url: file?.url ?? '' })).body).toBe('ціни');
    await app.call(contract.updateNews, { ...at(id), body: { file_name: null } });
    expect((await open(first, id)).body.file).toBeNull();
    expect((await app.app.server.inject({ url: file?.url ?? '' })).statusCode).toBe(404);
  });

  it('are refused where they say nothing, reach nobody or name what is not there', async () => {
    const refused = async (body: object) => {
      const made = await app.call(contract.createNews, { ...at(), body: { title: 'Свята', ...body } });
      if (made.status !== 201) return [made.error.code, made.error.details[0]?.path];
      const { error } = await publish(made.body.id);
      return [error.code, error.details[0]?.path];
    };
    expect(await refused({})).toEqual(['news.nothing', 'body']);
    expect(await refused({ body: 'Так', audience: 'groups' })).toEqual(['news.nobody', 'group_ids']);
    expect(await refused({ body: 'Так', audience: 'chosen' })).toEqual(['news.nobody', 'counterparty_ids']);
    expect(await refused({ product_ids: [project.id] })).toEqual(['news.unknown', 'product_ids.0']);
    const id = await published();
    expect((await app.call(contract.removeNews, at(id))).error.code).toBe('news.state');
    expect((await publish(id)).error.code).toBe('news.state');
    const emptied = await app.call(contract.updateNews, { ...at(id), body: { body: '' } });
    expect(emptied.error.code).toBe('news.nothing');
  });

  it('are published once by two at the same time', async () => {
    const { id } = await write();
    const answers = await Promise.all([publish(id), publish(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await told(first)).toHaveLength(1);
  });

  it('end with the access', async () => {
    const id = await published();
    await app.sql(project.id, 'update memberships set ended_at = now() where user_id = $1', [first.id]);
    expect([await mine(first), await unread(first), (await open(first, id)).status]).toEqual([[], 0, 404]);
    expect((await app.call(contract.readNews, at(id))).body).toMatchObject({ reaches: 1 });
  });
});

describe('what changes of goods', () => {
  let variant: string;
  let product: string;
  const follow = () => {
    const { services } = app.app;
    return services.db.transaction({ projectIds: [project.id] }, async (tx) =>
      followChanges(tx, services, project.id, await takeChanged(tx, { project }, 100)),
    );
  };
  const ALL = ['new', 'price', 'ran_out', 'came_back'] as const;
  const settle = (rhythm: 'daily' | 'off', publishes = true, kinds: readonly (typeof ALL)[number][] = ALL) =>
    app.call(contract.saveNewsSettings, { ...at(), body: { rhythm, publishes, kinds: [...kinds] } });
  /** As if a day had passed since the last time. */
  const nextMorning = async () => {
    await follow();
    await app.sql(
      project.id,
      `update product_history set noted_at = noted_at - interval '1 day', at = at - interval '1 day'`,
    );
    await app.sql(
      project.id,
      `update news_settings set written_until = written_until - interval '1 day'
       where project_id = $1 and written_until > now() - interval '10 hours'`,
      [project.id],
    );
    await writeAll(app.app.services, new Date());
  };
  const changesOf = async (who: TestDropshipper) => {
    const [newest] = await mine(who);
    return newest ? (await open(who, newest.id)).body.changes : null;
  };
  const reprice = async (body: object) => {
    const variants = [{ id: variant, ...body }];
    await app.call(updateProduct, { ...at(product), body: { variants } });
  };
  const stock = (delta: number) => app.call(changeStock, { ...at(variant), body: { delta } });

  beforeEach(async () => {
    [variant = ''] = await makeVariants(app, project, [{ stock: 2 }]);
    const [row] = await app.sql<{ id: string }>(project.id, 'select id from products where project_id = $1', [
      project.id,
    ]);
    product = row?.id ?? '';
    await follow();
    await app.sql(
      project.id,
      `update product_history set noted_at = noted_at - interval '3 days', at = at - interval '3 days'`,
    );
    await settle('daily');
  });

  it('writes itself in the prices of each reader, and once', async () => {
    await reprice({ price: 60_000 });
    await nextMorning();
    const line = { product_id: product, kind: 'price', name: 'Плаття «Марта»', shown: true };
    expect(await changesOf(first)).toEqual([
      { ...line, cost_before: { from: 45_000, to: 45_000 }, cost: { from: 54_000, to: 54_000 } },
    ]);
    expect(await changesOf(second)).toEqual([
      { ...line, cost_before: { from: 50_000, to: 50_000 }, cost: { from: 60_000, to: 60_000 } },
    ]);
    expect(await told(first)).toEqual([[expect.stringContaining('Зміни в товарах'), expect.anything()]]);
    await nextMorning();
    expect(await mine(first)).toHaveLength(1);
  });

  it('tells nobody of another level, and of stock only where it is told', async () => {
    const level = (await app.call(createPriceLevel, { ...at(), body: { name: 'Опт' } })).body.id;
    await app.call(updateCounterparty, { ...at(second.counterparty_id), body: { price_level_id: level } });
    await reprice({ prices: [{ price_level_id: level, from_count: 1, price: 40_000 }] });
    await stock(-2);
    await nextMorning();
    expect((await changesOf(first))?.map(({ kind }) => kind)).toEqual(['ran_out']);
    await app.call(updateProject, { ...at(), body: { project: { stock_told: 'hidden' } } });
    expect(await changesOf(first)).toEqual([]);
    expect(JSON.stringify(await changesOf(first))).not.toContain('40000');
  });

  it('tells a price also of what ran out, where nobody wants to be told of stock', async () => {
    await settle('daily', true, ['price']);
    await reprice({ price: 60_000 });
    await stock(-2);
    await nextMorning();
    expect(await changesOf(second)).toMatchObject([{ kind: 'price', cost: { from: 60_000, to: 60_000 } }]);
  });

  it('names what is new also where it was made long before it was shown', async () => {
    await makeVariants(app, project, [{ stock: 1 }]);
    await app.sql(
      project.id,
      `update products set created_at = now() - interval '5 days' where project_id = $1 and id <> $2`,
      [project.id, product],
    );
    await nextMorning();
    expect((await changesOf(first))?.map(({ kind }) => kind)).toEqual(['new']);
  });

  it('waits as a draft where the supplier wants to look at it first, and nothing is written while it is off', async () => {
    await settle('daily', false);
    await stock(-2);
    await nextMorning();
    expect([await mine(first), (await app.call(contract.listNews, at())).body.items]).toMatchObject([
      [],
      [{ status: 'draft', by_itself: true, author: { kind: 'system' } }],
    ]);
    await settle('off');
    await stock(2);
    await nextMorning();
    expect((await app.call(contract.listNews, at())).body.items).toHaveLength(1);
  });
});
