import { gunzipSync } from 'node:zlib';
import { createImage, listProducts, updateProduct, updateVariant } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import * as contract from '@lanka/domain/outfeeds/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import { createPriceLevel } from '@lanka/domain/price_levels/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { createField, type TemplateSet, updateField } from '@lanka/domain/templates/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fetched } from '../../test/fetched';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, type TestDropshipper } from '../../test/trade';
import { buildJob } from './build';
import { refreshProject } from './refresh';
import { settingsOf } from './settings';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let variants: string[];

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  seller = await makeDropshipper(app, project, 1_000);
  variants = await makeVariants(app, project, [
    { price: 50_000, recommended_price: 80_000, stock: 7, sku: 'M-1' },
    { price: 50_000, recommended_price: 90_000, stock: 0, sku: 'M-2' },
  ]);
});

const build = (id: string) => buildJob.run(app.app.services, { project_id: project.id, feed_id: id } as never);

/** Makes a feed of the dropshipper, and its file. */
async function made(more: Partial<contract.CreateFeedBody> = {}): Promise<contract.FeedDetails> {
  const body = { ...settingsOf('rozetka'), ...more, project_id: project.id };
  const answer = await app.call(contract.createMyFeed, { token: seller.token, body });
  expect(answer.status).toBe(201);
  await build(answer.body.id);
  return answer.body;
}
const readMine = async (id: string) =>
  (await app.call(contract.readMyFeed, { token: seller.token, params: { id } })).body;
const staff = () => ({ token: project.owner.token, params: { project_id: project.id } });

describe('a feed of a dropshipper', () => {
  it('is fetched by its address, with his prices and never what he pays', async () => {
    const feed = await made({
      markup: { basis: 'purchase', percent: 2_000, fixed: 0, round_to: 100 },
      buffer: 2,
      shop: 'Мій магазин',
    });
    expect(feed).toMatchObject({ state: 'building', last_fetch: null, project_title: 'Фабрика' });
    const { status, text, headers } = await fetched(app, feed);
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    // 500 less 10 % and 20 % more
    expect(text).toContain('<price>540.00</price>');
    expect(text).toContain('<name>Мій магазин</name>');
    expect(text).toMatch(/id="[\w-]+" available="true".*<stock_quantity>5<\/stock_quantity>/);
    expect(text).toMatch(/id="[\w-]+" available="false".*<stock_quantity>0<\/stock_quantity>/);
    for (const base of ['500.00', '450.00']) expect(text).not.toContain(base);
    const after = await readMine(feed.id);
    expect(after).toMatchObject({ state: 'ready', offers: 2, available: 1, left_out: 0 });
    expect(after.last_fetch).toMatchObject({
      agent: 'RozetkaBot/1.0',
      status: 200,
      bytes: text.length > 0 ? after.bytes : 0,
    });
  });

  it('is packed for whoever takes gzip, and not sent again to whoever has it', async () => {
    const feed = await made();
    const plain = await fetched(app, feed);
    const packed = await fetched(app, feed, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(plain.headers.etag).toBe(packed.headers.etag);
    const etag = String(plain.headers.etag);
    for (const known of [
      { 'if-none-match': etag },
      { 'if-none-match': `W/${etag}, "other"` },
      { 'if-modified-since': String(plain.headers['last-modified']) },
    ]) {
      const again = await fetched(app, feed, known);
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
    expect((await fetched(app, feed, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await readMine(feed.id)).fetches.map(({ status }) => status)).toEqual([200, 304, 304, 304, 200, 200]);
  });

  it('is made anew when goods, stock, terms or settings have changed, and not else', async () => {
    const feed = await made();
    const wanted = async () => {
      await refreshProject(app.app.services, project.id);
      const [row] = await app.sql<{ wanted: boolean }>(
        project.id,
        'select wanted_at is not null as wanted from outfeeds where id = $1',
        [feed.id],
      );
      if (row?.wanted) await build(feed.id);
      return row?.wanted;
    };
    expect(await wanted()).toBe(false);
    const { params, token } = staff();
    await app.call(changeStock, { token, params: { ...params, id: variants[0] as string }, body: { delta: -1 } });
    expect(await wanted()).toBe(true);
    expect(await wanted()).toBe(false);
    expect((await fetched(app, feed)).text).toContain('<stock_quantity>6</stock_quantity>');
    const products = await app.call(listProducts, { token, params });
    const id = products.body.items[0]?.id as string;
    await app.call(updateProduct, { token, params: { ...params, id }, body: { name: 'Сукня' } });
    expect(await wanted()).toBe(true);
    await app.call(updateCounterparty, {
      token,
      params: { ...params, id: seller.counterparty_id },
      body: { discount: 0 },
    });
    expect(await wanted()).toBe(true);
    expect((await fetched(app, feed)).text).toContain('<name>Сукня (0)</name>');
  });

  it('takes the fields that the supplier lets out, and is made anew when a value or his word changes', async () => {
    const { params, token } = staff();
    const add = (set: TemplateSet, key: string, name: string) =>
      app.call(createField, { token, params: { ...params, set }, body: { key, name, type: 'text', in_feeds: true } });
    const fabric = (await add('product', 'fabric', 'Тканина')).body;
    await add('product_modification', 'girth', 'Обхват');
    const feed = await made({ fields: ['product.fabric', 'product_modification.girth'] });
    expect(feed.fields).toEqual(['product.fabric', 'product_modification.girth']);
    const anew = async () => {
      await refreshProject(app.app.services, project.id);
      const [row] = await app.sql<{ wanted: boolean }>(
        project.id,
        'select wanted_at is not null as wanted from outfeeds where id = $1',
        [feed.id],
      );
      if (row?.wanted) await build(feed.id);
      return row?.wanted ? (await fetched(app, feed)).text : null;
    };
    expect(await anew()).toBeNull();
    const id = (await app.call(listProducts, { token, params })).body.items[0]?.id as string;
    await app.call(updateProduct, { token, params: { ...params, id }, body: { fields: { fabric: 'Льон & бавовна' } } });
    expect((await anew())?.match(/<param name="Тканина">Льон &amp; бавовна<\/param>/g)).toHaveLength(2);
    await app.call(updateVariant, {
      ...{ token, params: { ...params, product_id: id, id: variants[0] as string }, body: { fields: { girth: '88' } } },
    });
    expect((await anew())?.match(/<param name="Обхват">88<\/param>/g)).toHaveLength(1);
    const of = { ...params, set: 'product' as const, id: fabric.id };
    await app.call(updateField, { token, params: of, body: { name: 'Матеріал' } });
    expect(await anew()).toContain('<param name="Матеріал">');
    // what he takes back goes out no more, and cannot be chosen anew
    await app.call(updateField, { token, params: of, body: { in_feeds: false } });
    expect(await anew()).not.toContain('Матеріал');
    const body = { ...settingsOf('rozetka'), project_id: project.id, fields: ['product.fabric'] };
    const refused = await app.call(contract.createMyFeed, { token: seller.token, body });
    expect(refused).toMatchObject({ status: 422, error: { code: 'outfeeds.field_not_found' } });
    const { project_id: _, ...own } = body;
    expect((await app.call(contract.createFeed, { token, params, body: own })).status).toBe(201);
  });

  it('goes by the price of his level', async () => {
    const { params, token } = staff();
    const level = await app.call(createPriceLevel, { token, params, body: { name: 'Дроп' } });
    await app.sql(project.id, `update product_variants set prices = $2::jsonb where project_id = $1`, [
      project.id,
      JSON.stringify([{ price_level_id: level.body.id, from_count: 1, price: 40_000 }]),
    ]);
    await app.sql(project.id, 'update counterparties set price_level_id = $2 where id = $1', [
      seller.counterparty_id,
      level.body.id,
    ]);
    const feed = await made({ markup: { basis: 'purchase', percent: 1_000, fixed: 0, round_to: 1 } });
    expect((await fetched(app, feed)).text).toContain('<price>396.00</price>');
  });

  it('tells no more of the stock than he is told', async () => {
    await app.sql(null, `update projects set stock_told = 'yes_no' where id = $1`, [project.id]);
    const feed = await made({ buffer: 1_000 });
    const { text } = await fetched(app, feed);
    expect(text).not.toContain('stock_quantity');
    expect(text.match(/available="(\w+)"/g)).toEqual(['available="true"', 'available="false"']);
    expect((await readMine(feed.id)).problems.map(({ code, count }) => [code, count])).toContainEqual([
      'quantity_missing',
      2,
    ]);
  });

  it('has nothing to sell while the supplier pauses, and is the same as before when that is over', async () => {
    const before = (await fetched(app, await made())).text.match(/available="(\w+)"/g);
    expect(before).toEqual(['available="true"', 'available="false"']);
    await app.sql(null, `update projects set paused_until = current_date + 2, stock_told = 'hidden' where id = $1`, [
      project.id,
    ]);
    const { text } = await fetched(app, await made());
    expect(text.match(/available="(\w+)"/g)).toEqual(['available="false"', 'available="false"']);
    await app.sql(null, `update projects set paused_until = null, stock_told = 'number' where id = $1`, [project.id]);
    expect((await fetched(app, await made())).text.match(/available="(\w+)"/g)).toEqual(before);
  });

  it('holds what was chosen', async () => {
    const only = await made({ choice: { ...settingsOf('prom').choice, in_stock: true } });
    expect((await fetched(app, only)).text.match(/<offer /g)).toHaveLength(1);
    const none = await made({ choice: { ...settingsOf('prom').choice, tags: ['літо'] } });
    expect((await fetched(app, none)).text).not.toContain('<offer ');
    const attributes = [{ name: 'розмір', value: '1' }];
    const one = await made({ choice: { ...settingsOf('prom').choice, attributes } });
    expect((await fetched(app, one)).text).toContain('<price>900.00</price>');
    const body = { ...settingsOf('prom'), project_id: project.id };
    const choice = { ...body.choice, category_ids: ['00000000-0000-4000-8000-000000000001'] };
    const refused = await app.call(contract.createMyFeed, { token: seller.token, body: { ...body, choice } });
    expect(refused.error).toMatchObject({
      code: 'outfeeds.category_not_found',
      details: [{ path: 'choice.category_ids' }],
    });
  });

  it('leaves out what is hidden, and what has no price', async () => {
    const { params, token } = staff();
    await app.sql(project.id, 'update product_variants set recommended_price = null where id = $1', [variants[1]]);
    const feed = await made();
    const { problems, ...after } = await readMine(feed.id);
    expect(after).toMatchObject({ offers: 1, left_out: 1 });
    expect(problems[0]).toMatchObject({ code: 'price_missing', count: 1 });
    const products = await app.call(listProducts, { token, params });
    await app.sql(project.id, 'update products set published = false where id = $1', [products.body.items[0]?.id]);
    await build(feed.id);
    expect((await fetched(app, feed)).text).not.toContain('<offer ');
  });

  it('tells its dropshipper when it is made anew, wherever he works', async () => {
    const feed = await made();
    const heard: string[] = [];
    onTestFinished(app.app.services.live.subscribe(seller.id, ({ kind, id }) => heard.push(`${kind} ${id}`)));
    await build(feed.id);
    await expect.poll(() => heard).toContain(`feed ${feed.id}`);
  });

  it('has a new address when it is renewed, and the old one is dead', async () => {
    const feed = await made();
    const renewed = await app.call(contract.renewMyFeed, { token: seller.token, params: { id: feed.id } });
    expect(renewed.body.address).not.toBe(feed.address);
    // whoever changes it meanwhile is in nobody's way
    const update = { params: { id: feed.id }, body: { buffer: 2 }, if_match: feed.version };
    expect((await app.call(contract.updateMyFeed, { token: seller.token, ...update })).status).toBe(200);
    expect((await fetched(app, feed)).status).toBe(404);
    expect((await fetched(app, renewed.body)).status).toBe(200);
    expect((await app.call(contract.deleteMyFeed, { token: seller.token, params: { id: feed.id } })).status).toBe(204);
    expect((await fetched(app, renewed.body)).status).toBe(404);
  });

  it('is sold out for seven days when access has ended, and gone after them', async () => {
    const feed = await made({ choice: { ...settingsOf('prom').choice, in_stock: true } });
    const end = (ended: string | null) =>
      app.sql(project.id, 'update memberships set ended_at = $2 where user_id = $1', [seller.id, ended]);
    const [{ now } = { now: '' }] = await app.sql<{ now: string }>(null, 'select now()::text as now');
    await end(now);
    // what was made before is told to nobody
    const waits = await fetched(app, feed);
    expect([waits.status, waits.text.includes('<offer')]).toEqual([503, false]);
    await build(feed.id);
    const { status, text } = await fetched(app, feed);
    expect([status, text.match(/available="true"/g), text.match(/available="false"/g)?.length]).toEqual([200, null, 2]);
    expect(text).not.toMatch(/<stock_quantity>[1-9]/);
    expect(await readMine(feed.id)).toMatchObject({ state: 'closing' });
    const patch = await app.call(contract.updateMyFeed, {
      token: seller.token,
      params: { id: feed.id },
      body: { name: 'Ще' },
    });
    expect(patch.error.code).toBe('outfeeds.not_found');
    await end(new Date(Date.now() - 8 * 86_400_000).toISOString());
    expect(await fetched(app, feed)).toMatchObject({ status: 410 });
    expect((await readMine(feed.id)).fetches[0]).toMatchObject({ status: 410, bytes: 0 });
    // let in again, the file of the closing days is not told either
    await end(null);
    expect((await fetched(app, feed)).status).toBe(503);
    await build(feed.id);
    expect((await fetched(app, feed)).text).toContain('available="true"');
  });

  it('cannot be made from who has not let him in', async () => {
    const other = await app.project('Чужа');
    const body = { ...settingsOf('prom'), project_id: other.id };
    for (const route of [contract.createMyFeed, contract.previewMyFeed]) {
      const { name: _, ...settings } = body;
      const answer = await app.call(route as typeof contract.createMyFeed, {
        token: seller.token,
        body: (route === contract.createMyFeed ? body : settings) as typeof body,
      });
      expect(answer.error.code).toBe('outfeeds.supplier_not_found');
    }
  });

  it('is one of thirty, also when two are made at once', async () => {
    await app.sql(
      project.id,
      `insert into outfeeds (project_id, id, user_id, name, format, settings, token)
       select $1, gen_random_uuid(), $2, 'Фід', 'prom', '{}', 't' || n from generate_series(1, $3::int) n`,
      [project.id, seller.id, contract.MAX_FEEDS - 1],
    );
    const body = { ...settingsOf('prom'), project_id: project.id };
    const answers = await Promise.all([1, 2].map(() => app.call(contract.createMyFeed, { token: seller.token, body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'outfeeds.full',
      details: [{ limit: 30 }],
    });
  });
});

describe('the supplier', () => {
  it('sees the feeds of his dropshippers without their addresses, and may not touch them', async () => {
    const feed = await made();
    await fetched(app, feed);
    const own = await app.call(contract.createFeed, { ...staff(), body: settingsOf('google') });
    expect(own.body.address).toMatch(/\/feeds\/[\w-]{32}\.xml$/);
    const list = await app.call(contract.listFeeds, staff());
    expect(
      list.body.items.map(({ owner, address, last_fetch }) => [
        owner?.id ?? null,
        address !== null,
        last_fetch?.status,
      ]),
    ).toEqual([
      [null, true, undefined],
      [seller.id, false, 200],
    ]);
    const ofOthers = await app.call(contract.listFeeds, { ...staff(), query: { owner: 'dropshippers' } });
    expect(ofOthers.body.items.map(({ id }) => id)).toEqual([feed.id]);
    const params = { project_id: project.id, id: feed.id };
    const { token } = project.owner;
    expect((await app.call(contract.readFeed, { token, params })).body).toMatchObject({ address: null });
    for (const refused of [
      await app.call(contract.updateFeed, { token, params, body: { name: 'Моє' } }),
      await app.call(contract.renewFeed, { token, params }),
      await app.call(contract.deleteFeed, { token, params }),
    ])
      expect(refused.status).toBe(404);
  });

  it('has the change of somebody else refused by its version', async () => {
    const own = await app.call(contract.createFeed, { ...staff(), body: settingsOf('prom') });
    const params = { project_id: project.id, id: own.body.id };
    const { token } = project.owner;
    const change = (name: string) =>
      app.call(contract.updateFeed, { token, params, body: { name }, headers: { 'if-match': '1' } });
    expect((await change('Перший')).body).toMatchObject({ name: 'Перший', version: 2 });
    expect((await change('Другий')).error.code).toBe('common.stale');
  });
});

it('a photo stands at an address of its own, and is gone with its goods', async () => {
  const { params, token } = staff();
  const products = await app.call(listProducts, { token, params });
  const product_id = products.body.items[0]?.id as string;
  const place = await app.call(createUpload, { token, params, body: { file_name: 'photo.png' } });
  const { url, headers } = place.body.direct_upload;
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#447' } })
    .png()
    .toBuffer();
  await app.app.server.inject({ method: 'PUT', url, headers, payload: png });
  const body = { file_name: place.body.file_name };
  expect((await app.call(createImage, { token, params: { ...params, product_id }, body })).status).toBe(201);
  const { text } = await fetched(app, await made());
  const [, address = ''] = /<picture>([^<]+)<\/picture>/.exec(text) ?? [];
  const photo = await fetched(app, { address });
  expect([photo.status, photo.headers['content-type'], photo.bytes.equals(png)]).toEqual([200, 'image/png', true]);
  expect(photo.headers['cache-control']).toContain('max-age');
  expect((await fetched(app, { address: address.replace(project.id, product_id) })).status).toBe(404);
  expect((await fetched(app, { address: address.replace(/[^/]+$/, 'x.png') })).status).toBe(404);
  await app.sql(project.id, 'update products set deleted_at = now() where id = $1', [product_id]);
  expect((await fetched(app, { address })).status).toBe(404);
});

it('a preview shows the first offers and what is wrong, and writes nothing', async () => {
  const { name: _, ...settings } = settingsOf('rozetka');
  const answer = await app.call(contract.previewMyFeed, {
    token: seller.token,
    body: { ...settings, project_id: project.id },
  });
  expect(answer.body).toMatchObject({ counted: 2, left_out: 0, looked_at: 1 });
  expect(answer.body.offers.map(({ price, stock, available }) => [price, stock, available])).toEqual([
    [80_000, 7, true],
    [90_000, 0, false],
  ]);
  expect(answer.body.problems.map(({ code }) => code)).toEqual([
    'photo_missing',
    'vendor_missing',
    'category_missing',
    'description_missing',
    'param_unmapped',
  ]);
  expect(await app.sql(project.id, 'select id from outfeeds')).toEqual([]);
});

it('fetches are forgotten after a month', async () => {
  const feed = await made();
  await fetched(app, feed);
  await app.sql(project.id, `update outfeed_fetches set created_at = now() - interval '31 days'`);
  await fetched(app, feed);
  const { forgetFetches } = await import('./refresh');
  await forgetFetches.run(app.app.services, {} as never);
  expect((await readMine(feed.id)).fetches).toHaveLength(1);
});

it('refuses whoever asks again and again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const answers = [];
  for (let n = 0; n <= 60; n += 1) answers.push(await fetched(app, { address: 'http://lanka.example/feeds/nobody' }));
  vi.useRealTimers();
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect(answers[0]?.status).toBe(404);
});
