import { createImage, updateProduct } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import { addMyGoods, addMyPhoto, updateMyGoods } from '@lanka/domain/my_goods/contract';
import { createMyFeed, fetchFeed, previewMyFeed, suggestMyTags } from '@lanka/domain/outfeeds/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants } from '../../test/trade';
import { refreshProject } from '../outfeeds/refresh';

let app: TestApp;
let project: TestProject;
let seller: TestUser;
let variants: string[];
let product_id: string;
let id: string;

const SETTINGS = {
  format: 'prom',
  markup: { basis: 'recommended', percent: 0, fixed: 0, round_to: 100 },
  buffer: 0,
  choice: { in_stock: false, tags: [], category_ids: [], attributes: [], my_goods: true },
  language: 'ua',
  shop: '',
  link: null,
} as const;

beforeAll(async () => {
  app = await testApp({}, { jobs: true });
  project = await app.project('Льон');
  seller = await makeDropshipper(app, project);
  variants = await makeVariants(app, project, [
    { stock: 5, price: 10_000, recommended_price: 15_000, sku: 'L-1' },
    { stock: 5, price: 20_000, recommended_price: 30_000, sku: 'L-2' },
  ]);
  // goods that he does not sell
  await makeVariants(app, project, [{ stock: 5, price: 1_000, recommended_price: 2_000, sku: 'NOT-MINE' }]);
  const [row] = await app.sql<{ product_id: string }>(
    project.id,
    'select product_id from product_variants where id = $1',
    [variants[0]],
  );
  product_id = row?.product_id ?? '';
  const items = [{ project_id: project.id, product_id }];
  id = (await app.call(addMyGoods, { token: seller.token, body: { items } })).body.ids[0] ?? '';
});
afterAll(() => app.close());

const say = (body: object) => app.call(updateMyGoods, { token: seller.token, params: { id }, body: body as never });
const preview = async () =>
  (
    await app.call(previewMyFeed, {
      ...{ token: seller.token, body: { ...SETTINGS, project_id: project.id } as never },
    })
  ).body.offers.map(({ name, sku, price }) => [name, sku, price]);

it('a feed takes goods as he sells them: his names, SKUs and prices, and none that he does not sell', async () => {
  expect(await preview()).toEqual([
    ['Плаття «Марта»', 'L-1', 15_000],
    ['Плаття «Марта»', 'L-2', 30_000],
  ]);
  await say({ own_name: 'Сукня', variants: [{ product_variant_id: variants[0], sku: 'MY-1', price: 19_900 }] });
  expect(await preview()).toEqual([
    ['Сукня', 'MY-1', 19_900],
    ['Сукня', 'L-2', 30_000],
  ]);
  await say({ sync: false });
  const params = { project_id: project.id, id: product_id };
  await app.call(updateProduct, {
    ...{ params, token: project.owner.token },
    body: { variants: [{ id: variants[1], recommended_price: 33_000 }] } as never,
  });
  // what he has not taken yet the marketplace does not hear
  expect((await preview())[1]).toEqual(['Сукня', 'L-2', 30_000]);
  await say({ sync: true });
  expect((await preview())[1]).toEqual(['Сукня', 'L-2', 33_000]);
});

it('the file is made anew when he has changed something', async () => {
  const made = await app.call(createMyFeed, {
    ...{ token: seller.token, body: { ...SETTINGS, name: 'Мої', project_id: project.id } as never },
  });
  const token = /\/feeds\/([\w-]+)\./.exec(made.body.address ?? '')?.[1] ?? '';
  const file = async () => {
    const { status, body } = await app.call(fetchFeed, { params: { token } });
    return status === 200 ? String(body) : '';
  };
  await expect.poll(file, { timeout: 20_000 }).toContain('Сукня');
  expect(await file()).not.toContain('NOT-MINE');
  await say({ own_name: 'Сукня літня' });
  await app.sql(project.id, 'update outfeeds set wanted_at = null');
  await refreshProject(app.app.services, project.id);
  await expect.poll(file, { timeout: 20_000 }).toContain('Сукня літня');
});

it('own photos come first in the feed, and anybody may open them by their address', async () => {
  const send = async (token: string) => {
    const params = { project_id: project.id };
    const { body } = await app.call(createUpload, { token, params, body: { file_name: 'a.png' } });
    const payload = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#447' } })
      .png()
      .toBuffer();
    await app.app.server.inject({ method: 'PUT', url: body.url, payload });
    return { file_name: body.file_name };
  };
  const { token } = project.owner;
  const theirs = await app.call(createImage, {
    ...{ token, params: { project_id: project.id, product_id } },
    body: { ...(await send(token)), product_variant_id: variants[0] ?? '' },
  });
  const added = await app.call(addMyPhoto, {
    ...{ token: seller.token, params: { id }, body: await send(seller.token) },
  });
  const own = added.body.photos[0]?.id ?? '';
  const made = await app.call(createMyFeed, {
    ...{ token: seller.token, body: { ...SETTINGS, name: 'Фото', project_id: project.id } as never },
  });
  const feed = /\/feeds\/([\w-]+)\./.exec(made.body.address ?? '')?.[1] ?? '';
  const pictures = async () => {
    const { status, body } = await app.call(fetchFeed, { params: { token: feed } });
    const [first = ''] = status === 200 ? (/<offer.*?<\/offer>/s.exec(String(body)) ?? []) : [];
    return [...first.matchAll(/<picture>(.*?)<\/picture>/g)].map(([, url = '']) => url);
  };
  // also before that which shows the modification
  await expect
    .poll(async () => (await pictures()).map((url) => /([\w-]{36})\.png$/.exec(url)?.[1]), { timeout: 20_000 })
    .toEqual([own, theirs.body.id]);
  for (const url of await pictures()) {
    const { pathname } = new URL(url);
    for (const address of [pathname, pathname.replace(/\.png$/, '-small.webp')]) {
      const shown = await app.app.server.inject(address);
      expect([address, shown.statusCode]).toEqual([address, 200]);
    }
  }
  await say({ source_photos: false });
  await app.sql(project.id, 'update outfeeds set wanted_at = null');
  await refreshProject(app.app.services, project.id);
  await expect.poll(async () => (await pictures()).length, { timeout: 20_000 }).toBe(1);
});

it('the tags of a feed of his own goods are his, as choice and as key words; what he can mend leads to them', async () => {
  await app.call(updateProduct, {
    ...{ token: project.owner.token, params: { project_id: project.id, id: product_id } },
    body: { tags: ['склад'] },
  });
  await say({ tags: ['новинка'], own_name: 'Я'.repeat(101) });
  const asked = async (tags: string[]) =>
    (
      await app.call(previewMyFeed, {
        token: seller.token,
        body: { ...SETTINGS, choice: { ...SETTINGS.choice, tags }, project_id: project.id } as never,
      })
    ).body;
  expect((await asked(['новинка'])).counted).toBe(2);
  expect((await asked(['склад'])).counted).toBe(0);
  const { problems } = await asked([]);
  const tooLong = problems.find(({ code }) => code === 'name_too_long');
  expect(tooLong?.examples.map((one) => [one.product_id, one.own_id])).toEqual([[product_id, id]]);
  const params = { project_id: project.id };
  const tags = await app.call(suggestMyTags, { token: seller.token, params });
  expect(tags.body).toEqual(['новинка']);
  const feed = await app.call(createMyFeed, {
    token: seller.token,
    body: { ...SETTINGS, name: 'Мій', project_id: project.id } as never,
  });
  const token = /\/feeds\/([\w-]+)\./.exec(feed.body.address ?? '')?.[1] ?? '';
  const file = async () => String((await app.call(fetchFeed, { params: { token } })).body);
  await expect.poll(file, { timeout: 20_000 }).toContain('<keywords>новинка</keywords>');
});
