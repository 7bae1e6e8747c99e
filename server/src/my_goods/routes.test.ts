import { readAudit } from '@lanka/domain/audit/contract';
import { createImage, deleteImage, readProduct, unpublishProduct, updateProduct } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import * as contract from '@lanka/domain/my_goods/contract';
import { removeCounterpartyAccess } from '@lanka/domain/partners/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { makeCounterparty, makeVariants } from '../../test/trade';

let app: TestApp;
let seller: TestUser;
let project: TestProject;
let counterparty_id: string;
let product_id: string;
let variants: string[];

const join = (of: TestProject, counterparty: string, { id }: TestUser) =>
  app.sql(of.id, `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`, [
    of.id,
    id,
    counterparty,
  ]);
const productOf = async (of: TestProject, variant: string) =>
  (await app.sql<{ product_id: string }>(of.id, 'select product_id from product_variants where id = $1', [variant]))[0]
    ?.product_id ?? '';

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '20' });
});
beforeEach(async () => {
  seller = await app.user('Дропшипер');
  project = await app.project('Льон');
  counterparty_id = await makeCounterparty(app, project, 1_000);
  await join(project, counterparty_id, seller);
  variants = await makeVariants(app, project, [
    { stock: 50, price: 10_000, recommended_price: 15_000, sku: 'L-1' },
    { stock: 0, price: 20_000, recommended_price: 21_000, sku: 'L-2' },
  ]);
  product_id = await productOf(project, variants[0] ?? '');
});
afterAll(() => app.close());

const add = (items: object[] = [{ project_id: project.id, product_id }], token = seller.token) =>
  app.call(contract.addMyGoods, { token, body: { items: items as never } });
const mine = async (): Promise<string> => (await add()).body.ids[0] ?? '';
const list = async (query: object = {}, token = seller.token) =>
  (await app.call(contract.listMyGoods, { token, query })).body;
const read = async (id: string, token = seller.token) => app.call(contract.readMyGoods, { token, params: { id } });
const update = (id: string, body: contract.UpdateMyGoods, version?: number) =>
  app.call(contract.updateMyGoods, {
    ...{ token: seller.token, params: { id }, body },
    ...(version === undefined ? {} : { headers: { 'if-match': String(version) } }),
  });
const change = async (body: object) => {
  const params = { project_id: project.id, id: product_id };
  const answer = await app.call(updateProduct, { params, token: project.owner.token, body: body as never });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.error));
};

describe('goods of one’s own', () => {
  it('are chosen once, with what they cost him and what is left of the price', async () => {
    expect((await add()).body).toMatchObject({ added: 1 });
    expect((await add()).body).toMatchObject({ added: 0 });
    const { items, total } = await list();
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      ...{ name: 'Плаття «Марта»', project_title: 'Льон', open: true, sync: true, changes: 0 },
      ...{ cost: { from: 9_000, to: 18_000 }, price: { from: 15_000, to: 21_000 } },
      // of the modification that leaves least
      margin: { sum: 3_000, percent: 1_429 },
    });
  });

  it('are of his suppliers alone', async () => {
    const foreign = await app.project('Чужий');
    const [variant = ''] = await makeVariants(app, foreign, [{ stock: 5 }]);
    const strange = await add([{ project_id: foreign.id, product_id: await productOf(foreign, variant) }]);
    expect([strange.status, strange.error.code]).toEqual([422, 'my_goods.unknown_goods']);
    const hidden = await add([{ project_id: project.id, product_id: crypto.randomUUID() }]);
    expect(hidden.error.code).toBe('my_goods.unknown_goods');
  });

  it('have his own name, description, tags, prices and SKUs beside the supplier’s', async () => {
    const id = await mine();
    const [first = ''] = variants;
    const { body } = await update(id, {
      ...{ own_name: 'Сукня Марта', own_description: 'Моя', tags: ['літо', 'літо'] },
      variants: [{ product_variant_id: first, sku: 'MY-1', price: 19_900 }],
    });
    expect(body).toMatchObject({
      ...{ name: 'Сукня Марта', description: 'Моя', tags: ['літо'], version: 2 },
      source: { name: 'Плаття «Марта»' },
    });
    expect(body.variants[0]).toMatchObject({
      ...{ sku: 'MY-1', price: 19_900, selling_price: 19_900, margin: { sum: 10_900 } },
      source: { sku: 'L-1', recommended_price: 15_000, cost: 9_000 },
    });
    expect((await list({ q: 'my-1' })).items).toHaveLength(1);
    expect((await list({ q: 'l-2' })).items).toHaveLength(1);
    expect((await list({ tag: 'літо' })).items).toHaveLength(1);
    expect((await list({ tag: 'зима' })).items).toHaveLength(0);
    const back = await update(id, { own_name: null, variants: [{ product_variant_id: first, sku: '', price: null }] });
    expect(back.body).toMatchObject({ name: 'Плаття «Марта»', variants: [{ sku: null, selling_price: 15_000 }, {}] });
    const stale = await update(id, { own_name: 'x' }, 1);
    expect([stale.status, stale.error.code]).toEqual([409, 'common.stale']);
    const strange = await update(id, { variants: [{ product_variant_id: crypto.randomUUID(), price: 1 }] });
    expect(strange.error.code).toBe('my_goods.unknown_variant');
  });

  it('are found by words of both sides, in any order, and by what modifications are called', async () => {
    const id = await mine();
    await update(id, { own_name: 'Сукня Хмарка', sync: false });
    const found = async (q: string) => (await list({ q })).total;
    expect(await Promise.all([found('хмарка сукня'), found('l-1 хмарка'), found('марта хмарка')])).toEqual([1, 1, 1]);
    expect(await found('хмарка зима')).toBe(0);
    expect(await Promise.all([found('сукні'), found('сукню хмарки'), found('сукно')])).toEqual([1, 1, 0]);
    const [variant] = variants;
    await change({ variants: [{ id: variant, name: 'Смарагдова' }] });
    expect(await found('хмарка смарагдова')).toBe(0);
    await update(id, { sync: true });
    expect(await found('хмарка смарагдова')).toBe(1);
    expect(await found('смарагдові хмаркою')).toBe(1);
  });

  it('are nobody else’s: neither another dropshipper’s nor the supplier’s', async () => {
    const id = await mine();
    const other = await app.user('Інший');
    await join(project, await makeCounterparty(app, project), other);
    for (const { token } of [other, project.owner]) {
      expect((await read(id, token)).status).toBe(404);
      expect((await list({}, token)).total).toBe(0);
      const removed = await app.call(contract.removeMyGoods, { token, body: { ids: [id] } });
      expect(removed.status).toBe(404);
    }
    expect((await list()).total).toBe(1);
  });

  it('are removed', async () => {
    const id = await mine();
    const remove = () => app.call(contract.removeMyGoods, { token: seller.token, body: { ids: [id] } });
    expect((await remove()).body).toEqual({ removed: 1 });
    expect((await remove()).error.code).toBe('my_goods.not_found');
  });
});

describe('what changes at the source', () => {
  const change_price = () => change({ name: 'Сукня', variants: [{ id: variants[0], recommended_price: 17_000 }] });

  it('is taken by itself while that is on', async () => {
    const id = await mine();
    await change_price();
    expect((await read(id)).body).toMatchObject({
      name: 'Сукня',
      changes: [],
      variants: [{ selling_price: 17_000 }, {}],
    });
  });

  it('is found by what the supplier calls it now where that is taken by itself, and only there', async () => {
    const id = await mine();
    await change({ name: 'Сарафан' });
    expect((await list({ q: 'сарафан' })).items).toMatchObject([{ name: 'Сарафан' }]);
    await update(id, { sync: false });
    await change({ name: 'Туніка' });
    expect((await list({ q: 'туніка' })).items).toEqual([]);
    await update(id, { sync: true });
    expect((await list({ q: 'туніка' })).total).toBe(1);
    const gone = { project_id: project.id, id: counterparty_id };
    await app.call(removeCounterpartyAccess, { params: gone, token: project.owner.token });
    // what the supplier says now is not his to find
    expect((await list({ q: 'туніка' })).items).toEqual([]);
  });

  it('is told field by field where it is off, and taken by a press', async () => {
    const id = await mine();
    await update(id, { sync: false });
    await change_price();
    const { body } = await read(id);
    expect(body).toMatchObject({ name: 'Плаття «Марта»', source: { name: 'Сукня' } });
    expect(body.variants[0]).toMatchObject({ selling_price: 15_000, source: { recommended_price: 17_000 } });
    expect(body.changes).toMatchObject([
      { field: 'name', before: 'Плаття «Марта»', now: 'Сукня' },
      { field: 'recommended_price', before: 15_000, now: 17_000, product_variant_id: variants[0] },
    ]);
    expect((await list({ changed: true })).items).toMatchObject([{ changes: 2 }]);
    const take = (rest: object = {}) =>
      app.call(contract.takeMyGoods, { token: seller.token, body: { ids: [id], ...rest } });
    expect((await take({ fields: ['name'] })).body).toEqual({ taken: 1 });
    expect((await read(id)).body).toMatchObject({ name: 'Сукня', changes: [{ field: 'recommended_price' }] });
    expect((await take()).body).toEqual({ taken: 1 });
    expect((await take()).body).toEqual({ taken: 0 });
    expect((await list({ changed: true })).items).toEqual([]);
  });

  it('what was taken by itself is what he has taken when he turns that off', async () => {
    const id = await mine();
    await change_price();
    await update(id, { sync: false });
    expect((await read(id)).body).toMatchObject({ name: 'Сукня', changes: [] });
  });

  it('his cost counts at once, also where he takes nothing by itself', async () => {
    const id = await mine();
    await update(id, { sync: false });
    await change({ variants: [{ id: variants[0], price: 16_000 }] });
    expect((await read(id)).body.variants[0]).toMatchObject({ selling_price: 15_000, margin: { sum: 600 } });
    expect((await list({ margin_below: 500 })).items).toHaveLength(1);
    expect((await list({ margin_below: 300 })).items).toHaveLength(0);
  });

  it('when the access ends or goods are hidden the row stays and says so, and there is nothing to take', async () => {
    const id = await mine();
    await update(id, { own_name: 'Моя сукня', sync: false });
    await change_price();
    const shown = async () => (await list()).items[0];
    await app.call(unpublishProduct, {
      ...{ params: { project_id: project.id, id: product_id }, token: project.owner.token },
    });
    expect(await shown()).toMatchObject({ name: 'Моя сукня', open: false, cost: null, changes: 0 });
    const gone = { project_id: project.id, id: counterparty_id };
    await app.call(removeCounterpartyAccess, { params: gone, token: project.owner.token });
    expect(await shown()).toMatchObject({ name: 'Моя сукня', open: false, cost: null, thumbnail_url: null });
    const { body } = await read(id);
    // what the supplier says now is not his to know
    expect(body).toMatchObject({ source: null, changes: [] });
    expect(JSON.stringify(body)).not.toContain('17000');
    const taken = await app.call(contract.takeMyGoods, { token: seller.token, body: { ids: [id] } });
    expect(taken.error.code).toBe('my_goods.no_access');
  });
});

describe('many at once', () => {
  it('get prices by a markup on what he pays, or on what is recommended', async () => {
    const id = await mine();
    const price = (markup: object) =>
      app.call(contract.priceMyGoods, { token: seller.token, body: { ids: [id], markup: markup as never } });
    const added = await price({ basis: 'purchase', percent: 5_000, fixed: 1_000, round_to: 1_000 });
    expect(added.body).toEqual({ priced: 2, left_out: 0 });
    expect((await read(id)).body.variants.map(({ price: own }) => own)).toEqual([15_000, 28_000]);
    await price({ basis: 'recommended', percent: -1_000, fixed: 0, round_to: 100 });
    expect((await read(id)).body.variants.map(({ price: own }) => own)).toEqual([13_500, 18_900]);
  });

  it('get tags, and are taken by itself or not', async () => {
    const id = await mine();
    const set = (body: object) =>
      app.call(contract.changeMyGoods, { token: seller.token, body: { ids: [id], ...body } });
    expect((await set({ add_tag: 'новинка', sync: false })).body).toEqual({ changed: 1 });
    expect((await set({ add_tag: 'новинка', sync: false })).body).toEqual({ changed: 0 });
    expect((await read(id)).body).toMatchObject({ tags: ['новинка'], sync: false });
    expect((await set({ remove_tag: 'новинка' })).body).toEqual({ changed: 1 });
  });

  it('are added once by whoever adds them ten times at once, and changed by one of ten who saw the same', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add()));
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(1);
    const id = answers[0]?.body.ids[0] ?? '';
    const changed = await Promise.all(Array.from({ length: 10 }, (_, i) => update(id, { own_name: `N ${i}` }, 1)));
    expect(changed.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('are paged by their place, each once, in either order, and so are those that a filter finds', async () => {
    await app.sql(
      project.id,
      `insert into products (project_id, id, name, published) select $1, gen_random_uuid(), 'Товар ' || n, true
       from generate_series(1, 60) n`,
      [project.id],
    );
    const others = await app.sql<{ id: string }>(project.id, `select id from products where name like 'Товар %'`);
    await add(others.map(({ id }) => ({ project_id: project.id, product_id: id })));
    await mine();
    for (const query of [{}, { sort: 'name' }, { out_of_stock: true }, { changed: false, sort: '-name' }]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          ...query,
          limit: 25,
          ...(cursor ? { cursor } : {}),
        });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBe('out_of_stock' in query ? 60 : 61);
    }
    // what a filter finds is counted with its first page, and told with each
    const found = await list({ out_of_stock: true, limit: 60 });
    expect([found.next_cursor, found.total]).toEqual([null, 60]);
    const begun = await list({ out_of_stock: true, limit: 7 });
    expect([begun.total, begun.total_is_estimate]).toEqual([60, undefined]);
    expect((await list({ out_of_stock: true, limit: 7, cursor: begun.next_cursor ?? '' })).total).toBe(60);
    const broken = await app.call(contract.listMyGoods, { token: seller.token, query: { cursor: 'x' } });
    expect(broken.status).toBe(400);
  });
});

it('a filter finds what stands behind thousands that do not fit: a page is short only at the end', async () => {
  const old = await mine();
  await app.sql(
    project.id,
    `insert into products (project_id, id, name, published, tracked) select $1, gen_random_uuid(), 'Багато ' || n, true, false
     from generate_series(1, 2500) n`,
    [project.id],
  );
  await app.sql(
    project.id,
    `insert into my_goods (project_id, id, user_id, product_id, name, sync, taken, taken_at)
     select project_id, gen_random_uuid(), $2, id, name, true, jsonb_build_object('name', name, 'description', '', 'photos', '[]'::jsonb, 'variants', '{}'::jsonb), now()
     from products where project_id = $1 and name like 'Багато %'`,
    [project.id, seller.id],
  );
  const { items, next_cursor } = await list({ margin_below: 9_000, limit: 25 });
  expect([items.map(({ id }) => id), next_cursor]).toEqual([[old], null]);
  // as many as can be chosen together are counted, and whether there are more
  expect(await list({ changed: false, limit: 25 })).toMatchObject({ total: 1_001, total_is_estimate: true });
});

it('the supplier’s own page of the goods says nothing of it', async () => {
  const id = await mine();
  await update(id, { own_name: 'ТАЄМНА НАЗВА' });
  const params = { project_id: project.id, id: product_id };
  const { body } = await app.call(readProduct, { params, token: project.owner.token });
  expect(JSON.stringify(body)).not.toContain('ТАЄМНА');
});

describe('photos of one’s own', () => {
  const png = (side = 40, background = '#447') =>
    sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer();
  async function send(bytes: Buffer, token = seller.token) {
    const params = { project_id: project.id };
    const { body } = await app.call(createUpload, { token, params, body: { file_name: 'Фото.png' } });
    const put = await app.app.server.inject({ method: 'PUT', url: body.url, payload: bytes });
    if (put.statusCode !== 200) throw new Error(put.body);
    return body.file_name;
  }
  const attach = async (id: string, file_name?: string) =>
    app.call(contract.addMyPhoto, {
      ...{ token: seller.token, params: { id } },
      body: { file_name: file_name ?? (await send(await png())) },
    });
  const remove = (id: string, photo_id: string) =>
    app.call(contract.removeMyPhoto, { token: seller.token, params: { id, photo_id } });
  const stored = async () => {
    const [row] = await app.sql<{ bytes: string }>(null, 'select bytes from user_storage where user_id = $1', [
      seller.id,
    ]);
    return Number(row?.bytes ?? 0);
  };
  const isThere = async (url: string) => (await app.app.server.inject(url)).statusCode === 200;
  async function ofSupplier(background: string) {
    const params = { project_id: project.id, product_id };
    const { token } = project.owner;
    const body = { file_name: await send(await png(40, background), token) };
    return (await app.call(createImage, { token, params, body })).body.id;
  }
  const audit = async () => {
    const found = await app.call(readAudit, { token: project.owner.token, params: { project_id: project.id } });
    return found.body.checks.flatMap(({ differences }) => differences);
  };

  it('stand before the supplier’s, in the order that he gives them, and are shown in his list', async () => {
    const id = await mine();
    const theirs = await ofSupplier('#744');
    const first = (await attach(id)).body;
    expect(first).toMatchObject({ source_photos: true, supplier_photos: [{ id: theirs }], photos: [{}] });
    const { body } = await attach(id);
    const [a, b] = body.photos.map((one) => one.id);
    expect(body.version).toBe(first.version + 1);
    const moved = await app.call(contract.moveMyPhoto, {
      ...{ token: seller.token, params: { id, photo_id: b ?? '' }, body: { position: 0 } },
    });
    expect(moved.body.photos.map((one) => one.id)).toEqual([b, a]);
    const shown = (await list()).items[0]?.thumbnail_url ?? '';
    expect([shown, await isThere(shown)]).toEqual([moved.body.photos[0]?.thumbnail_url, true]);
    expect((await update(id, { source_photos: false })).body.source_photos).toBe(false);
    for (const { id: photo_id } of body.photos) expect((await remove(id, photo_id)).status).toBe(204);
    // without the supplier’s there is none left
    expect((await list()).items[0]?.thumbnail_url).toBeNull();
    expect((await remove(id, a ?? '')).error.code).toBe('my_goods.photo_not_found');
    expect(await audit()).toEqual([]);
  });

  it('count against his plan and not the supplier’s, until they go, also with the goods', async () => {
    const id = await mine();
    const { photos } = (await attach(id)).body;
    const [one] = await app.sql<{ bytes: string }>(project.id, 'select bytes from my_goods_photos');
    expect(await stored()).toBe(Number(one?.bytes));
    await attach(id);
    expect(await stored()).toBe(2 * Number(one?.bytes));
    expect((await remove(id, photos[0]?.id ?? '')).status).toBe(204);
    expect([await stored(), await isThere(photos[0]?.url ?? '')]).toEqual([Number(one?.bytes), false]);
    await app.sql(null, `update user_storage set bytes = 100 * 1024 * 1024 where user_id = $1`, [seller.id]);
    const refused = await app.call(createUpload, {
      ...{ token: seller.token, params: { project_id: project.id }, body: { file_name: 'a.png', bytes: 100 } },
    });
    expect(refused.error.code).toBe('plans.storage_limit');
    await app.sql(null, `update user_storage set bytes = $2 where user_id = $1`, [seller.id, one?.bytes]);
    expect(await audit()).toEqual([]);
    const left = (await read(id)).body.photos[0]?.url ?? '';
    await app.call(contract.removeMyGoods, { token: seller.token, body: { ids: [id] } });
    expect([await stored(), await isThere(left)]).toEqual([0, false]);
  });

  it('are pictures, his own uploads, and not without end, also when the last two come at once', async () => {
    const id = await mine();
    expect((await attach(id, await send(Buffer.from('нічого')))).error.code).toBe('files.not_an_image');
    expect((await attach(id, await send(await png(), project.owner.token))).error.code).toBe('files.not_found');
    await app.sql(
      project.id,
      `insert into my_goods_photos (project_id, id, goods_id, file_name, thumbnail, bytes, position)
       select $1::uuid, gen_random_uuid(), $2::uuid, $1::text || '/' || $2::text || '/a.png', $1::text || '/' || $2::text || '/b.webp', 0, n from generate_series(0, $3::int) n`,
      [project.id, id, contract.MAX_MY_PHOTOS - 2],
    );
    const two = [await send(await png()), await send(await png())];
    const answers = await Promise.all(two.map((file) => attach(id, file)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 422)?.error.code).toBe('my_goods.too_many_photos');
    // where there is no room nothing is read
    expect((await attach(id, await send(Buffer.from('нічого')))).error.code).toBe('my_goods.too_many_photos');
  });

  it('of the supplier are taken by a press where that is on', async () => {
    const id = await mine();
    const old = await ofSupplier('#744');
    await update(id, { sync: false });
    const fresh = await ofSupplier('#474');
    const { body } = await read(id);
    expect(body.supplier_photos.map((one) => one.id)).toEqual([old]);
    expect(body.changes).toEqual([{ field: 'photos', product_variant_id: null, title: '', before: 1, now: 2 }]);
    await app.call(contract.takeMyGoods, { token: seller.token, body: { ids: [id], fields: ['photos'] } });
    expect((await read(id)).body).toMatchObject({ changes: [], supplier_photos: [{ id: old }, { id: fresh }] });
    const params = { project_id: project.id, product_id, id: old };
    await app.call(deleteImage, { token: project.owner.token, params });
    // what is gone there cannot be shown any more
    expect((await read(id)).body.supplier_photos.map((one) => one.id)).toEqual([fresh]);
  });
});

it('the self-check names own goods that stand for none, and their photos when one is missing', async () => {
  const id = await mine();
  await app.sql(project.id, `update my_goods set own_name = 'ТАЄМНА НАЗВА' where id = $1`, [id]);
  const differences = async () => {
    const found = await app.call(readAudit, { token: project.owner.token, params: { project_id: project.id } });
    return found.body.checks.find(({ name }) => name === 'my_goods')?.differences;
  };
  // the supplier reads it: the dropshipper’s own name is not told
  expect(await differences()).toEqual([{ table: 'my_goods', id, name: 'Плаття «Марта»', expected: 1, found: 0 }]);
  await app.sql(project.id, `update my_goods set own_name = null where id = $1`, [id]);
  await app.sql(
    project.id,
    `insert into my_goods_photos (project_id, id, goods_id, file_name, thumbnail, bytes, position)
     values ($1, gen_random_uuid(), $2, 'x', 'x', 0, 1)`,
    [project.id, id],
  );
  await app.sql(
    project.id,
    `insert into my_goods_variants (project_id, goods_id, product_variant_id, price) values ($1, $2, gen_random_uuid(), 1)`,
    [project.id, id],
  );
  const found = await differences();
  expect(found?.sort((a, b) => a.table.localeCompare(b.table))).toEqual([
    { table: 'my_goods_photos', id, name: 'Плаття «Марта»', expected: 1, found: 2 },
    { table: 'my_goods_variants', id, name: 'Плаття «Марта»', expected: 0, found: 1 },
  ]);
});
