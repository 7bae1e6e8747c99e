import * as contract from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { differencesOf } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let token: string;
let within: { project_id: string; product_id: string };

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
  const params = { project_id: project.id };
  const body = { name: 'Чашка', variants: [{ name: 'Біла', price: 1 }] };
  const product = await app.call(contract.createProduct, { token, params, body });
  within = { ...params, product_id: product.body.id };
});

const picture = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#4477aa' } })
    .toFormat(format)
    .toBuffer();

/** Sends bytes the way a browser does: a presigned place, then PUT. Answers the name to use. */
async function send(bytes: Buffer, file_name = 'Фото чашки.png', content_type = 'image/png'): Promise<string> {
  const place = await app.call(createUpload, {
    token,
    params: { project_id: project.id },
    body: { file_name, content_type },
  });
  expect(place.status).toBe(201);
  expect(place.body.url).toBe(place.body.direct_upload.url);
  const { url, headers } = place.body.direct_upload;
  const put = await app.app.server.inject({ method: 'PUT', url, headers, payload: bytes });
  expect([put.statusCode, put.body]).toEqual([200, '']);
  return place.body.file_name;
}

const attach = (file_name: string, more: { product_variant_id?: string | null } = {}) =>
  app.call(contract.createImage, { token, params: within, body: { file_name, ...more } });

const fetched = async (url: string) => (await app.app.server.inject({ method: 'GET', url })).rawPayload;

describe('an image', () => {
  it('is kept at most 2048 px large with a WebP thumbnail, and the first one is shown in lists', async () => {
    const image = await attach(await send(await picture(3000, 1500)));
    expect(image.status, JSON.stringify(image.body)).toBe(201);
    expect(image.body).toMatchObject({ is_thumbnail: true, position: 0, product_variant_id: null });
    const full = await sharp(await fetched(image.body.url)).metadata();
    expect([full.format, full.width, full.height]).toEqual(['png', 2048, 1024]);
    const small = await sharp(await fetched(image.body.thumbnail_url)).metadata();
    expect([small.format, small.width, small.height]).toEqual(['webp', 320, 160]);
    const list = await app.call(contract.listProducts, { token, params: within, query: { include_unpublished: true } });
    expect(list.body.items[0]?.thumbnail_url).toBe(image.body.thumbnail_url);
  });

  it.each(['jpeg', 'webp', 'gif', 'avif'] as const)('may be %s', async (format) => {
    const image = await attach(await send(await picture(40, 30, format), `a.${format}`, `image/${format}`));
    expect(image.status, JSON.stringify(image.body)).toBe(201);
  });

  it('loses what the camera wrote into it and stands upright', async () => {
    const photo = await sharp({ create: { width: 60, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const image = await attach(await send(photo, 'photo.jpg', 'image/jpeg'));
    const kept = await fetched(image.body.url);
    const facts = await sharp(kept).metadata();
    expect([facts.width, facts.height, facts.exif]).toEqual([30, 60, undefined]);
    expect(kept.includes('secret place')).toBe(false);
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['an image in name alone', '\x89PNG\r\n\x1a\n and then nothing of the kind'],
    ['nothing', ''],
  ])('is refused when it is %s', async (_, text) => {
    const answer = await attach(await send(Buffer.from(text, 'latin1')));
    expect([answer.status, answer.error.code]).toEqual([422, 'files.not_an_image']);
    const images = await app.call(contract.listImages, { token, params: within });
    expect(images.body.items).toEqual([]);
  });

  it('is refused when it unpacks to more than the limit', async () => {
    const bomb = await picture(12_000, 6_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect((await attach(await send(bomb))).error.code).toBe('files.not_an_image');
  });

  it('is not taken from another project, nor from an upload that never came', async () => {
    const other = await app.project();
    const place = await app.call(createUpload, {
      token: other.owner.token,
      params: { project_id: other.id },
      body: { file_name: 'a.png' },
    });
    await app.app.server.inject({ method: 'PUT', url: place.body.url, payload: await picture(9, 9) });
    expect((await attach(place.body.file_name)).error.code).toBe('files.not_found');
    const empty = await app.call(createUpload, {
      token,
      params: { project_id: project.id },
      body: { file_name: 'a.png' },
    });
    expect((await attach(empty.body.file_name)).error.code).toBe('files.not_found');
    expect((await attach('../../files.key')).error.code).toBe('files.not_found');
  });

  it('is served only by a signed link, and never as a page', async () => {
    const image = await attach(await send(await picture(9, 9)));
    const good = await app.app.server.inject({ method: 'GET', url: image.body.url });
    expect(good.headers['content-type']).toBe('image/png');
    expect(good.headers['content-security-policy']).toContain("default-src 'none'");
    const bare = await app.app.server.inject({ method: 'GET', url: image.body.url.split('?')[0] ?? '' });
    expect(bare.statusCode).toBe(403);
  });
});

describe('the gallery', () => {
  it('is ordered, has one thumbnail, and gives its place to the next when it goes', async () => {
    const file = await send(await picture(20, 20));
    const [a, b, c] = [await attach(file), await attach(file), await attach(file)].map(({ body }) => body.id);
    const gallery = async () =>
      (await app.call(contract.listImages, { token, params: within })).body.items.map((i) => [i.id, i.is_thumbnail]);
    const at = (id: string | undefined) => ({ ...within, id: id ?? '' });
    const moved = await app.call(contract.updateImage, { token, params: at(c), body: { position: 0 } });
    expect(moved.body.position).toBe(0);
    await app.call(contract.markAsThumbnail, { token, params: at(b) });
    expect(await gallery()).toEqual([
      [c, false],
      [a, false],
      [b, true],
    ]);
    expect((await app.call(contract.deleteImage, { token, params: at(b) })).status).toBe(204);
    expect(await gallery()).toEqual([
      [c, true],
      [a, false],
    ]);
    expect((await app.call(contract.deleteImage, { token, params: at(b) })).error.code).toBe('catalog.image_not_found');
  });

  it('shows every variant by the picture of its value, and never by that of another', async () => {
    const body = {
      name: 'Сорочка',
      variants: ['сіра', 'червона'].flatMap((colour) =>
        ['S', 'M'].map((size) => ({
          ...{ price: 1_000, recommended_price: 2_000, weight: 100 },
          values: [
            { option: 'Колір', value: colour },
            { option: 'Розмір', value: size },
          ],
        })),
      ),
    };
    const product = (await app.call(contract.createProduct, { token, params: { project_id: project.id }, body })).body;
    const params = { project_id: project.id, product_id: product.id };
    const [grey, red] = product.options[0]?.values.map(({ id }) => id) ?? [];
    const add = async (more: object) => {
      const file_name = await send(await picture(20, 20));
      return app.call(contract.createImage, { token, params, body: { file_name, ...more } });
    };
    const all = { token, params: { project_id: project.id }, query: { product_id: product.id, sort: 'created_at' } };
    /** By the order of the variants: grey S, grey M, red S, red M. */
    const shown = async () => {
      const { body: read } = await app.call(contract.readProduct, { token, params: { ...params, id: product.id } });
      const { items } = (await app.call(contract.listAllVariants, all)).body;
      const listed = new Map(items.map(({ id, thumbnail_url }) => [id, thumbnail_url]));
      for (const { id, thumbnail_url } of read.variants) expect(listed.get(id)).toBe(thumbnail_url);
      return read.variants.map(({ thumbnail_url }) => thumbnail_url);
    };
    const ofRed = await add({ product_value_id: red });
    expect([ofRed.status, ofRed.body.product_value_id]).toEqual([201, red]);
    const r = ofRed.body.thumbnail_url;
    expect(await shown()).toEqual([null, null, r, r]);
    const whole = (await add({})).body;
    expect(await shown()).toEqual([whole.thumbnail_url, whole.thumbnail_url, r, r]);
    const at = { ...params, id: whole.id };
    const bound = await app.call(contract.updateImage, { token, params: at, body: { product_value_id: grey } });
    const g = bound.body.thumbnail_url;
    expect(await shown()).toEqual([g, g, r, r]);
    // one variant's own picture goes before that of its value
    const own = (await add({ product_variant_id: product.variants[1]?.id })).body.thumbnail_url;
    expect(await shown()).toEqual([g, own, r, r]);
    // what is given takes the place of the other
    const [variant] = product.variants;
    const moved = await app.call(contract.updateImage, {
      token,
      params: at,
      body: { product_variant_id: variant?.id },
    });
    expect(moved.body).toMatchObject({ product_variant_id: variant?.id, product_value_id: null });
    expect(await shown()).toEqual([g, own, r, r]);
    const back = await app.call(contract.updateImage, { token, params: at, body: { product_value_id: grey } });
    expect(back.body).toMatchObject({ product_variant_id: null, product_value_id: grey });
    // a variant that turns red shows the red one
    const values = [
      { option: 'Колір', value: 'червона' },
      { option: 'Розмір', value: 'L' },
    ];
    const one = { ...params, id: variant?.id ?? '' };
    expect((await app.call(contract.updateVariant, { token, params: one, body: { values } })).status).toBe(200);
    expect(await shown()).toEqual([r, own, r, r]);
    // the value goes with its option: its pictures show the whole product again
    const gone = { ...params, option_id: product.options[0]?.id ?? '', id: grey ?? '' };
    expect((await app.call(contract.deleteValue, { token, params: gone })).error.code).toBe('catalog.value_in_use');
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('refuses a value of another product, and a variant and a value together', async () => {
    const image = (await attach(await send(await picture(20, 20)))).body;
    const at = { ...within, id: image.id };
    const bind = (body: object) => app.call(contract.updateImage, { token, params: at, body });
    expect((await bind({ product_value_id: crypto.randomUUID() })).error.code).toBe('catalog.value_not_found');
    const { body: read } = await app.call(contract.readProduct, {
      token,
      params: { ...within, id: within.product_id },
    });
    const both = await bind({ product_value_id: crypto.randomUUID(), product_variant_id: read.variants[0]?.id });
    expect([both.status, both.error.code]).toEqual([422, 'catalog.image_subject']);
  });

  it('gives a variant its own picture', async () => {
    await attach(await send(await picture(20, 20)));
    const read = () => app.call(contract.readProduct, { token, params: { ...within, id: within.product_id } });
    const variant = (await read()).body.variants[0];
    const own = await attach(await send(await picture(30, 30)), { product_variant_id: variant?.id ?? '' });
    expect((await read()).body.variants[0]?.thumbnail_url).toBe(own.body.thumbnail_url);
    const strange = await attach(await send(await picture(5, 5)), { product_variant_id: crypto.randomUUID() });
    expect(strange.error.code).toBe('catalog.variant_not_found');
  });
});
