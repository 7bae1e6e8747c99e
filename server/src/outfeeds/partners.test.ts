import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createImage, createProduct, listProducts, publishProduct, readProduct } from '@lanka/domain/catalog/contract';
import { createCategory } from '@lanka/domain/categories/contract';
import * as sources from '@lanka/domain/feeds/sources';
import { createUpload } from '@lanka/domain/files/contract';
import * as contract from '@lanka/domain/outfeeds/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import { createPriceLevel } from '@lanka/domain/price_levels/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetched } from '../../test/fetched';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';
import { makeDropshipper, type TestDropshipper } from '../../test/trade';
import { runDueSources } from '../feeds/sources';
import { buildJob } from './build';
import { refreshProject } from './refresh';
import { settingsOf } from './settings';

let app: TestApp;
let supplier: TestProject;
let seller: TestDropshipper;
/** The product at an address of its own, as one Lanka is found by another. */
let front: Server;
const asked: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  front = createServer((request, response) => {
    if (request.url?.startsWith('/feeds/')) asked.push(request.headers);
    const { host: _, connection: __, ...headers } = request.headers;
    void app.app.server
      .inject({ method: 'GET', url: request.url ?? '/', headers: headers as Record<string, string> })
      .then((answer) => response.writeHead(answer.statusCode, answer.headers as never).end(answer.rawPayload));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const PUBLIC_URL = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  app = await testApp({ LOG_LEVEL: 'silent', PUBLIC_URL }, { jobs: true });
});
afterAll(async () => {
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  await app.close();
});

const GOODS = [
  {
    ...{ name: 'Рушник «Льон»', vendor: 'Швальня', tags: ['дім'], description: 'Мʼякий льон' },
    variants: [
      {
        ...{ sku: 'RL-1', price: 40_000, recommended_price: 70_000, stock: 7, weight: 300 },
        values: [
          ['Колір', 'Білий'],
          ['Розмір', '50'],
        ],
      },
      {
        ...{ sku: 'RL-2', price: 45_055, recommended_price: 80_000, stock: 0, weight: 350 },
        values: [
          ['Колір', 'Сірий'],
          ['Розмір', '70'],
        ],
      },
    ],
  },
  {
    ...{ name: 'Мішечок', vendor: 'Швальня', tags: [], description: '' },
    variants: [
      { name: 'Мішечок', sku: 'M-1', price: 1_000, recommended_price: 2_000, stock: 3, weight: null, values: [] },
    ],
  },
] as const;

const staff = (of = supplier) => ({ token: of.owner.token, params: { project_id: of.id } });

beforeEach(async () => {
  asked.length = 0;
  supplier = await app.project('Швальня');
  seller = await makeDropshipper(app, supplier, 1_000);
  const root = (await app.call(createCategory, { ...staff(), body: { name: 'Дім' } })).body.id;
  const category = (await app.call(createCategory, { ...staff(), body: { name: 'Рушники', parent_id: root } })).body.id;
  for (const { variants, tags, ...goods } of GOODS) {
    const made = await app.call(createProduct, {
      ...staff(),
      body: {
        ...{ ...goods, tags: [...tags], category_id: category },
        variants: variants.map(({ stock: _, values, ...variant }) => ({
          ...variant,
          values: values.map(([option, value]) => ({ option, value })),
        })),
      },
    });
    expect([made.status, made.error.details]).toEqual([201, undefined]);
    const params = { project_id: supplier.id, id: made.body.id };
    const published = await app.call(publishProduct, { token: supplier.owner.token, params });
    expect([published.status, published.error.details]).toEqual([200, undefined]);
    for (const [at, { stock }] of variants.entries()) {
      const id = made.body.variants[at]?.id as string;
      if (stock > 0)
        await app.call(changeStock, { ...staff(), params: { ...staff().params, id }, body: { delta: stock } });
    }
    const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#aa8866' } })
      .jpeg()
      .toBuffer();
    const place = await app.call(createUpload, { ...staff(), body: { file_name: 'photo.jpg' } });
    const { url, headers } = place.body.direct_upload;
    await app.app.server.inject({ method: 'PUT', url, headers, payload: bytes });
    const image = await app.call(createImage, {
      token: supplier.owner.token,
      params: { project_id: supplier.id, product_id: made.body.id },
      body: { file_name: place.body.file_name },
    });
    expect([image.status, image.error.details]).toEqual([201, undefined]);
  }
});

const allow = (choice: contract.PartnerChoice, of: TestDropshipper = seller) =>
  app.call(contract.choosePartner, {
    token: supplier.owner.token,
    params: { project_id: supplier.id, id: of.counterparty_id },
    body: { choice },
  });
const forAll = (for_all: boolean) => app.call(contract.savePartnerSettings, { ...staff(), body: { for_all } });
const build = (feed_id: string) => buildJob.run(app.app.services, { project_id: supplier.id, feed_id } as never);
const make = (of: TestDropshipper = seller, body = settingsOf('partner')) =>
  app.call(contract.createMyFeed, { token: of.token, body: { ...body, project_id: supplier.id } });

async function made(of: TestDropshipper = seller): Promise<contract.FeedDetails> {
  const answer = await make(of);
  expect([answer.status, answer.error.code]).toEqual([201, undefined]);
  await build(answer.body.id);
  return answer.body;
}
const readMine = async (id: string) =>
  (await app.call(contract.readMyFeed, { token: seller.token, params: { id } })).body;

describe('a feed with what the dropshipper pays', () => {
  it('is off until the supplier allows it, to one or to all', async () => {
    expect(await make()).toMatchObject({ status: 403, error: { code: 'outfeeds.partner_not_allowed' } });
    const preview = await app.call(contract.previewMyFeed, {
      token: seller.token,
      body: { ...(({ name: _, ...rest }) => rest)(settingsOf('partner')), project_id: supplier.id },
    });
    expect(preview.error.code).toBe('outfeeds.partner_not_allowed');
    const allowing = async () =>
      (await app.call(contract.listPartnerSuppliers, { token: seller.token })).body.project_ids;
    expect(await allowing()).toEqual([]);
    expect((await allow('allowed')).body).toMatchObject({ choice: 'allowed', allowed: true, feeds: 0 });
    expect(await allowing()).toEqual([supplier.id]);
    expect((await make()).status).toBe(201);
    const other = await makeDropshipper(app, supplier);
    expect((await make(other)).status).toBe(403);
    await forAll(true);
    expect((await make(other)).status).toBe(201);
    await allow('refused', other);
    expect((await make(other)).status).toBe(403);
    const list = await app.call(contract.listPartners, staff());
    expect(list.body.items.map(({ choice, allowed, feeds }) => [choice, allowed, feeds])).toEqual([
      ['refused', false, 1],
      ['allowed', true, 1],
    ]);
    // a project has no terms of its own
    const own = await app.call(contract.createFeed, { ...staff(), body: settingsOf('partner') });
    expect(own).toMatchObject({ status: 422, error: { code: 'outfeeds.partner_of_dropshippers' } });
  });

  it('is not had by turning another feed into one', async () => {
    const { body } = await make(seller, settingsOf('prom'));
    const turned = await app.call(contract.updateMyFeed, {
      ...{ token: seller.token, params: { id: body.id } },
      body: { format: 'partner' },
    });
    expect(turned).toMatchObject({ status: 403, error: { code: 'outfeeds.partner_not_allowed' } });
  });

  it('tells his own prices by his level and discount, and nobody else’s', async () => {
    await forAll(true);
    const level = await app.call(createPriceLevel, { ...staff(), body: { name: 'Опт' } });
    expect(level.status).toBe(201);
    const other = await makeDropshipper(app, supplier, 0);
    const mine = await fetched(app, await made());
    // 400 less 10 %, 450.55 less 10 %
    expect(mine.text).toContain('<price>700.00</price><price_drop>360.00</price_drop>');
    expect(mine.text).toContain('<price>800.00</price><price_drop>405.50</price_drop>');
    expect(mine.text).toContain('<price>20.00</price><price_drop>9.00</price_drop>');
    for (const base of ['400.00', '450.55', '>10.00<']) expect(mine.text).not.toContain(base);
    const theirs = await fetched(app, await made(other));
    expect(theirs.text).toContain('<price_drop>400.00</price_drop>');
    for (const his of ['360.00', '405.50']) expect(theirs.text).not.toContain(his);
    const known = await app.call(updateCounterparty, {
      token: supplier.owner.token,
      params: { project_id: supplier.id, id: seller.counterparty_id },
      body: { discount: 2_000 },
    });
    expect(known.status).toBe(200);
    // terms that change are in the file after the next look
    const after = await made();
    expect((await fetched(app, after)).text).toContain('<price_drop>320.00</price_drop>');
    // of his level 300 less 20 %; the preview tells the same
    await app.sql(supplier.id, `update product_variants set prices = $1::jsonb where price = 40000`, [
      JSON.stringify([{ price_level_id: level.body.id, from_count: 1, price: 30_000 }]),
    ]);
    const levelled = await app.call(updateCounterparty, {
      ...{ token: supplier.owner.token, params: { project_id: supplier.id, id: seller.counterparty_id } },
      body: { price_level_id: level.body.id },
    });
    expect(levelled.status).toBe(200);
    const { text } = await fetched(app, await made());
    expect(text).toContain('<price>700.00</price><price_drop>240.00</price_drop>');
    expect(text).toContain('<price_drop>360.44</price_drop>');
    const { name: _, ...settings } = settingsOf('partner');
    const body = { ...settings, project_id: supplier.id };
    const preview = await app.call(contract.previewMyFeed, { token: seller.token, body });
    expect(preview.body.offers.map(({ price, base }) => [price, base])).toContainEqual([70_000, 24_000]);
    const others = { ...body, format: 'prom' as const };
    const { offers } = (await app.call(contract.previewMyFeed, { token: seller.token, body: others })).body;
    expect(new Set(offers.map(({ base }) => base))).toEqual(new Set([null]));
  });

  it('dies at its old address when that is renewed', async () => {
    await allow('allowed');
    const feed = await made();
    const renewed = await app.call(contract.renewMyFeed, { token: seller.token, params: { id: feed.id } });
    expect((await fetched(app, feed)).status).toBe(404);
    expect((await fetched(app, renewed.body)).status).toBe(200);
  });

  it('that took long to build takes no place of what is true meanwhile', async () => {
    await allow('allowed');
    const feed = await made();
    const { services } = app.app;
    let goOn = () => {};
    let written = () => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const writeStream: typeof services.storage.writeStream = async (...of) => {
      await services.storage.writeStream(...of);
      written();
      await held;
    };
    const storage = Object.create(services.storage, { writeStream: { value: writeStream } });
    const params = { project_id: supplier.id, feed_id: feed.id };
    const long = buildJob.run({ ...services, storage }, params as never);
    await isWritten;
    await allow('refused');
    await build(feed.id);
    goOn();
    await long;
    const { status, text } = await fetched(app, feed);
    expect([status, text.includes('price_drop')]).toEqual([200, false]);
  });

  it('is sold out without what he pays when it is allowed no more, gone after a week, and back when it is', async () => {
    await allow('allowed');
    const feed = await made();
    await allow('refused');
    expect((await fetched(app, feed)).status).toBe(503);
    await refreshProject(app.app.services, supplier.id);
    await build(feed.id);
    const closing = await fetched(app, feed);
    expect(closing.status).toBe(200);
    expect(closing.text).not.toContain('price_drop');
    expect(closing.text).not.toContain('available="true"');
    expect(await readMine(feed.id)).toMatchObject({ state: 'closing', available: 0 });
    await app.sql(supplier.id, `update outfeed_partners set changed_at = now() - interval '8 days'`);
    expect((await fetched(app, feed)).status).toBe(410);
    expect(await readMine(feed.id)).toMatchObject({ state: 'gone' });
    await allow('allowed');
    await build(feed.id);
    expect((await fetched(app, feed)).text).toContain('price_drop');
    // taken from all, and as all for him: he had it until now
    await allow('as_all');
    expect(await readMine(feed.id)).toMatchObject({ state: 'closing' });
  });

  it('tells whoever has one when it is taken back, once, and nobody who keeps it or has none', async () => {
    const told = async () => {
      await app.deliver();
      const rows = await app.sql<{ user_id: string }>(
        supplier.id,
        `select user_id from notices where project_id = $1 and kind = 'outfeeds.partner_ended' order by id`,
        [supplier.id],
      );
      return rows.map(({ user_id }) => user_id);
    };
    const forAll = (for_all: boolean) =>
      app.call(contract.savePartnerSettings, {
        ...{ token: supplier.owner.token, params: { project_id: supplier.id }, body: { for_all } },
      });
    await makeDropshipper(app, supplier);
    await forAll(true);
    await made();
    // two at once: one of them takes it, the other finds it taken
    await Promise.all([forAll(false), forAll(false)]);
    expect(await told()).toEqual([seller.id]);
    await allow('allowed');
    await forAll(true);
    await forAll(false);
    expect(await told()).toHaveLength(1);
    await allow('refused');
    expect(await told()).toHaveLength(2);
  });

  it('is nobody’s whose choice is asked for and who has no access', async () => {
    const stranger = await app.project('Чужа');
    const theirs = await makeDropshipper(app, stranger);
    const answer = await allow('allowed', theirs);
    expect(answer).toMatchObject({ status: 404, error: { code: 'outfeeds.dropshipper_not_found' } });
  });
});

/** What a catalogue says of its goods, whatever their ids are. */
async function goodsOf(of: TestProject) {
  const { body } = await app.call(listProducts, staff(of));
  const whole = await Promise.all(
    body.items.map(async ({ id }) => {
      const params = { project_id: of.id, id };
      return (await app.call(readProduct, { token: of.owner.token, params })).body;
    }),
  );
  return whole
    .map(({ name, description, vendor, tags, category_path, images, variants, published }) => ({
      ...{ name, description, vendor, tags, category_path, published, images: images.length },
      variants: variants
        .map(({ sku, price, recommended_price, available, weight, values }) => ({
          ...{ sku, price, recommended_price, available, weight },
          values: values.map((one) => `${one.option}: ${one.value}`),
        }))
        .sort((a, b) => a.sku.localeCompare(b.sku)),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

describe('a feed of one workspace is the import of another, by the clock', () => {
  async function subscribed(url: string, shop: TestProject) {
    const importing = new Importing(app, shop);
    const kept = await app.call(sources.createSource, {
      ...staff(shop),
      body: { name: 'Від постачальника', url, every_hours: 1, vanished: 'hide', publish: true },
    });
    expect([kept.status, kept.error.details]).toEqual([201, undefined]);
    const params = { project_id: shop.id, id: kept.body.id };
    const read = async () => (await app.call(sources.readSource, { token: shop.owner.token, params })).body;
    const first = await importing.finished(kept.body.last_run?.id ?? '');
    const byClock = async () => {
      await app.sql(shop.id, `update import_sources set next_at = now() - interval '1 minute' where id = $1`, [
        kept.body.id,
      ]);
      await runDueSources.run(app.app.services, {} as never);
      return importing.finished((await read()).last_run?.id ?? '');
    };
    const pressed = async () =>
      importing.finished((await app.call(sources.runSource, { token: shop.owner.token, params, body: {} })).body.id);
    return { importing, first, byClock, pressed };
  }
  const photosIn = async (shop: TestProject) =>
    (await app.sql(shop.id, 'select id from product_images where project_id = $1', [shop.id])).length;

  it('to the row: name, SKU, both prices, stock, options, photos, categories; then nothing changes', async () => {
    await allow('allowed');
    const feed = await made();
    const shop = await app.project('Магазин');
    const { first, byClock, pressed } = await subscribed(String(feed.address), shop);
    expect(first).toMatchObject({ status: 'done', counts: { created: 3, refused: 0 } });
    await expect.poll(() => photosIn(shop), { timeout: 30_000 }).toBe(2);
    const theirs = await goodsOf(supplier);
    const paid = { 'RL-1': 36_000, 'RL-2': 40_550, 'M-1': 900 } as Record<string, number>;
    expect(await goodsOf(shop)).toEqual(
      theirs.map((one) => ({
        ...one,
        variants: one.variants.map((variant) => ({ ...variant, price: paid[variant.sku] })),
      })),
    );
    // the same file is not fetched twice, and compared whole it says nothing new
    expect(await byClock()).toMatchObject({ unmodified: true });
    expect(asked.at(-1)?.['if-none-match']).toMatch(/^"/);
    expect((await pressed()).counts).toMatchObject({ created: 0, changed: 0, unchanged: 3, vanished: 0 });

    // what changes at the supplier's changes here
    const [product] = (await app.call(listProducts, { ...staff(), query: { q: 'Мішечок' } })).body.items;
    const whole = await app.call(readProduct, {
      token: supplier.owner.token,
      params: { project_id: supplier.id, id: String(product?.id) },
    });
    const id = String(whole.body.variants[0]?.id);
    await app.call(changeStock, { ...staff(), params: { project_id: supplier.id, id }, body: { delta: 5 } });
    await build(feed.id);
    expect((await byClock()).counts).toMatchObject({ changed: 1, unchanged: 2 });
    expect((await goodsOf(shop)).find(({ name }) => name === 'Мішечок')?.variants[0]?.available).toBe(8);
  });

  it('also where it is a dropshipper’s own feed, and once his access has ended nothing can be had here either', async () => {
    const answer = await make(seller, settingsOf('rozetka'));
    await build(answer.body.id);
    const shop = await app.project('Магазин');
    const { first, byClock } = await subscribed(String(answer.body.address), shop);
    expect(first.counts).toMatchObject({ created: 3 });
    expect(await byClock()).toMatchObject({ unmodified: true });
    await app.sql(supplier.id, `update memberships set ended_at = now() where user_id = $1`, [seller.id]);
    await build(answer.body.id);
    const run = await byClock();
    expect(run.counts).toMatchObject({ changed: 2, unchanged: 1, vanished: 0 });
    expect((await goodsOf(shop)).flatMap(({ variants }) => variants.map(({ available }) => available))).toEqual([
      0, 0, 0,
    ]);
  });
});
