import * as catalog from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/categories/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';

let app: TestApp;
let project: TestProject;
let at: { token: string; params: { project_id: string } };

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' }, { jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  at = { token: project.owner.token, params: { project_id: project.id } };
});

const add = async (name: string, parent_id: string | null = null) =>
  (await app.call(contract.createCategory, { ...at, body: { name, parent_id } })).body;
const product = async (name: string, category_id: string | null) =>
  (await app.call(catalog.createProduct, { ...at, body: { name, category_id, variants: [{ name, price: 1 }] } })).body;
const one = (id: string) => ({ ...at, params: { ...at.params, id } });
const paths = async () =>
  Object.fromEntries(
    (await app.call(contract.listCategories, at)).body.items.map(({ path, goods_count }) => [path, goods_count]),
  );
const found = async (query: object) =>
  (
    await app.call(catalog.listProducts, { ...at, query: { include_unpublished: true, sort: 'name', ...query } })
  ).body.items.map(({ name, category_path }) => [name, category_path]);

describe('the tree', () => {
  it('is made, renamed and moved; its goods follow, in lists, by the filter and by search', async () => {
    const clothes = await add('Одяг');
    const dresses = await add('Сукні', clothes.id);
    const home = await add('Дім');
    await product('Марта', dresses.id);
    await product('Рушник', home.id);
    expect(dresses).toMatchObject({ path: 'Одяг > Сукні', parent_id: clothes.id });
    expect(await found({ category_id: clothes.id })).toEqual([['Марта', 'Одяг > Сукні']]);
    await app.call(contract.updateCategory, { ...one(clothes.id), body: { name: 'Жіноче' } });
    expect(await found({ q: 'жіноче' })).toEqual([['Марта', 'Жіноче > Сукні']]);
    await app.call(contract.updateCategory, { ...one(dresses.id), body: { parent_id: home.id } });
    expect(await found({ category_id: home.id })).toEqual([
      ['Марта', 'Дім > Сукні'],
      ['Рушник', 'Дім'],
    ]);
    expect(await paths()).toEqual({ Дім: 1, 'Дім > Сукні': 1, Жіноче: 0 });
  });

  it('filters modifications too, and the goods of all suppliers of a dropshipper; a stranger’s finds nothing', async () => {
    const clothes = await add('Одяг');
    const dresses = await add('Сукні', clothes.id);
    const body = (name: string, category_id: string | null, tags: string[]) => ({
      name,
      category_id,
      tags,
      variants: [{ name, price: 1, place: 'А-1' }],
    });
    for (const [name, category_id, tags] of [
      ['Марта', dresses.id, ['льон']],
      ['Олена', clothes.id, []],
      ['Рушник', null, ['льон']],
    ] as const) {
      const made = await app.call(catalog.createProduct, { ...at, body: body(name, category_id, [...tags]) });
      await app.call(catalog.publishProduct, one(made.body.id));
    }
    const modifications = async (query: object) =>
      (await app.call(catalog.listAllVariants, { ...at, query })).body.items.map(({ name }) => name);
    expect(await modifications({ category_id: clothes.id, sort: 'place' })).toHaveLength(2);
    expect(await modifications({ category_id: dresses.id })).toEqual(['Марта']);
    expect(await modifications({ tags: 'льон', sort: 'name' })).toEqual(['Марта', 'Рушник']);
    expect(await modifications({ tags: 'льон', category_id: clothes.id })).toEqual(['Марта']);
    expect(await modifications({ tags: 'льон', q: 'олена' })).toEqual([]);
    const other = await app.project();
    const client = await app.member(project, 'Client');
    const suppliers = async (query: object) => {
      const list = await app.call(catalog.listDropshippingProducts, { token: client.token, query });
      return [list.body.items.map(({ name }) => name), list.body.total];
    };
    expect(await suppliers({ category_id: clothes.id, sort: 'name' })).toEqual([['Марта', 'Олена'], 2]);
    expect(await suppliers({ category_id: dresses.id, project_id: project.id, tags: 'льон' })).toEqual([['Марта'], 1]);
    const within = { token: other.owner.token, params: { project_id: other.id } };
    const theirs = await app.call(contract.createCategory, { ...within, body: { name: 'Одяг', parent_id: null } });
    expect(await suppliers({ category_id: theirs.body.id })).toEqual([[], 0]);
    const seen = await app.call(catalog.listAllVariants, { ...within, query: { category_id: clothes.id } });
    expect(seen.body.items).toEqual([]);
  });

  it('merges with what the other one has by the same names', async () => {
    const [a, b] = [await add('Взуття'), await add('Черевики і туфлі')];
    const [own, twin] = [await add('Туфлі', a.id), await add('туфлі', b.id)];
    await product('Лодочки', twin.id);
    await product('Без підкатегорії', b.id);
    const merged = await app.call(contract.mergeCategory, { ...one(b.id), body: { into: a.id } });
    expect(merged.body).toMatchObject({ id: a.id, goods_count: 1 });
    expect(await paths()).toEqual({ Взуття: 1, 'Взуття > Туфлі': 1 });
    expect(await found({ category_id: own.id })).toEqual([['Лодочки', 'Взуття > Туфлі']]);
  });

  it('is deleted when it is empty, or with where its goods go', async () => {
    const [clothes, home] = [await add('Одяг'), await add('Дім')];
    const dresses = await add('Сукні', clothes.id);
    await product('Марта', dresses.id);
    const refused = await app.call(contract.deleteCategory, one(clothes.id));
    expect([refused.status, refused.error.code]).toEqual([409, 'categories.not_empty']);
    const below = await app.call(contract.deleteCategory, { ...one(clothes.id), query: { goods_to: dresses.id } });
    expect(below.error.code).toBe('categories.below_itself');
    const moved = await app.call(contract.deleteCategory, { ...one(clothes.id), query: { goods_to: home.id } });
    expect(moved.status).toBe(204);
    expect(await paths()).toEqual({ Дім: 1 });
    await app.call(contract.deleteCategory, { ...one(home.id), query: { goods_to: 'none' } });
    expect(await found({})).toEqual([['Марта', '']]);
  });

  it.each([
    [{ name: ' одяг ' }, 409, 'name'],
    [{ name: 'Х', parent_id: '00000000-0000-4000-8000-000000000000' }, 422, 'parent_id'],
    [{ name: '>' }, 400, 'name'],
    [{ name: 'x'.repeat(61) }, 400, 'name'],
  ])('%j is refused by its field', async (body, status, path) => {
    await add('Одяг');
    const refused = await app.call(contract.createCategory, { ...at, body });
    expect([refused.status, refused.error.details[0]?.path]).toEqual([status, path]);
  });

  it('many at once make one category of a name, and a product put into one that goes is refused or goes along', async () => {
    const asked = Array.from({ length: 6 }, () => app.call(contract.createCategory, { ...at, body: { name: 'Одяг' } }));
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const goods = await product('Марта', null);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await add(`Сукні ${round}`);
      const [put, gone] = await Promise.all([
        app.call(catalog.updateProduct, { ...one(goods.id), body: { category_id: id } }),
        app.call(contract.deleteCategory, { ...one(id), query: { goods_to: 'none' } }),
      ]);
      expect([200, 422]).toContain(put.status);
      expect(gone.status).toBe(204);
      expect(await found({})).toEqual([['Марта', '']]);
    }
  });
});

it('an import brings the tree of its feed, and moves nothing that somebody has put elsewhere', async () => {
  const importing = new Importing(app, project);
  const feed = (category: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><yml_catalog><shop><categories><category id="1">Одяг</category>
     <category id="2" parentId="1">Сукні</category><category id="3">Розпродаж</category></categories><offers>
     <offer id="M-1" available="true"><price>100</price><currencyId>UAH</currencyId><categoryId>${category}</categoryId>
     <name>Марта</name><vendorCode>M-1</vendorCode></offer></offers></shop></yml_catalog>`;
  const dry = await importing.file('feed.xml', Buffer.from(feed('2')), { dry_run: true });
  expect(await paths()).toEqual({});
  await importing.apply(dry.id);
  expect(await paths()).toEqual({ Одяг: 0, 'Одяг > Сукні': 1 });
  await importing.file('feed.xml', Buffer.from(feed('3')));
  expect(await found({})).toEqual([['Марта', 'Одяг > Сукні']]);
  const table = 'Назва;Артикул;Ціна;Категорія\nМарта;M-1;100;Розпродаж > Літо';
  await importing.file('own.csv', Buffer.from(table));
  expect(await paths()).toMatchObject({ 'Розпродаж > Літо': 1 });
});
