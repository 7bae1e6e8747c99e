import { createProduct, publishProduct } from '@lanka/domain/catalog/contract';
import { createCategory } from '@lanka/domain/categories/contract';
import * as contract from '@lanka/domain/outfeeds/contract';
import type { MappingBody } from '@lanka/domain/outfeeds/markets';
import { createField, type TemplateSet } from '@lanka/domain/templates/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fetched } from '../../test/fetched';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, type TestDropshipper } from '../../test/trade';
import { buildJob } from './build';
import { settingsOf } from './settings';

let app: TestApp;
let supplier: TestProject;
let seller: TestDropshipper;
let category: string;

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

/** Two products: one in a category, one with a tag instead. */
async function goodsOf(of: TestProject): Promise<string> {
  const staff = { token: of.owner.token, params: { project_id: of.id } };
  const made = (await app.call(createCategory, { ...staff, body: { name: 'Рушники' } })).body.id;
  for (const [name, more] of [
    ['Рушник', { category_id: made, tags: ['дім'] }],
    ['Серветка', { tags: ['Стіл', 'дім'] }],
  ] as const) {
    const values = [{ option: 'Колір', value: 'Білий' }];
    const product = await app.call(createProduct, {
      ...staff,
      body: { name, ...more, tags: [...more.tags], variants: [{ price: 100, recommended_price: 200, values }] },
    });
    const published = await app.call(publishProduct, {
      token: of.owner.token,
      params: { project_id: of.id, id: product.body.id },
    });
    expect([published.status, published.error.details]).toEqual([200, undefined]);
  }
  return made;
}

beforeEach(async () => {
  supplier = await app.project('Швальня');
  seller = await makeDropshipper(app, supplier);
  category = await goodsOf(supplier);
});

const params = (of = supplier) => ({ project_id: of.id, market: 'rozetka' as const });
const read = async (of = supplier) =>
  (await app.call(contract.readMyMapping, { token: seller.token, params: params(of) })).body;
const save = (body: MappingBody, version?: number, of = supplier) =>
  app.call(contract.saveMyMapping, {
    ...{ token: seller.token, params: params(of), body },
    ...(version ? { headers: { 'if-match': String(version) } } : {}),
  });
const mapped = (key: string, id: string) => ({ key, id, name: '', url: '' });

it('lists categories of the goods, tags of those that have none, and attributes, with how many there are', async () => {
  const found = await read();
  expect(found.categories.map(({ key, title, goods }) => [key, title, goods])).toEqual([
    [category, 'Рушники', 1],
    ['tag:дім', 'дім', 1],
    ['tag:стіл', 'Стіл', 1],
  ]);
  expect(found.params.map(({ option, goods, values }) => [option, goods, values.map(({ value }) => value)])).toEqual([
    ['Колір', 2, ['Білий']],
  ]);
  expect(found).toMatchObject({ version: 1, unmapped: { categories: 3, params: 1 } });
});

it('is kept for the marketplace, so that the next feed begins with it, and stands in the file', async () => {
  const body = {
    categories: [mapped(category, '142254'), mapped('tag:стіл', '7')],
    params: [{ option: 'Колір', id: '48', name: 'Цвет', values: [{ value: 'Білий', id: '101', name: '' }] }],
  };
  const saved = await save(body, 1);
  expect(saved.body).toMatchObject({ version: 2, unmapped: { categories: 1, params: 0 } });
  for (const name of ['Перший', 'Другий']) {
    const feed = await app.call(contract.createMyFeed, {
      token: seller.token,
      body: { ...settingsOf('rozetka'), name, project_id: supplier.id },
    });
    await buildJob.run(app.app.services, { project_id: supplier.id, feed_id: feed.body.id } as never);
    const { text } = await fetched(app, feed.body);
    expect(text).toContain(' rz_id="142254">Рушники</category>');
    expect(text).toContain(' rz_id="7">стіл</category>');
    expect(text).toContain('<param name="Цвет" paramid="48" valueid="101">Білий</param>');
    const whole = await app.call(contract.readMyFeed, { token: seller.token, params: { id: feed.body.id } });
    const codes = whole.body.problems.map(({ code }) => code);
    expect(codes).not.toContain('category_unmapped');
    expect(codes).not.toContain('param_unmapped');
  }
  // another marketplace knows nothing of it, and neither does the supplier's own
  const prom = await app.call(contract.readMyMapping, {
    token: seller.token,
    params: { ...params(), market: 'prom' },
  });
  expect(prom.body).toMatchObject({ version: 1, unmapped: { categories: 3 } });
  const own = await app.call(contract.readMapping, { token: supplier.owner.token, params: params() });
  expect(own.body).toMatchObject({ version: 1, unmapped: { categories: 3 } });
});

it('lists the fields that feeds of this marketplace take, like options, and tells them as they are mapped', async () => {
  const staff = { token: supplier.owner.token, params: { project_id: supplier.id } };
  const add = (set: TemplateSet, body: typeof createField.body._input) =>
    app.call(createField, { token: staff.token, params: { ...staff.params, set }, body });
  await add('product', { key: 'fabric', name: 'Тканина', type: 'text', in_feeds: true });
  await add('product', {
    key: 'care',
    name: 'Догляд',
    type: 'multi_select',
    options: ['Ручне', 'До 30°'],
    in_feeds: true,
  });
  await add('product', { key: 'cost', name: 'Собівартість', type: 'money' });
  await app.sql(supplier.id, `update products set fields = $2 where project_id = $1`, [
    supplier.id,
    JSON.stringify({ fabric: 'Льон', care: ['Ручне', 'До 30°'], cost: 5_000 }),
  ]);
  const create = (fields: string[]) =>
    app.call(contract.createMyFeed, {
      token: seller.token,
      body: { ...settingsOf('rozetka'), project_id: supplier.id, fields },
    });
  // what the supplier does not let out is none of his feeds'
  const refused = await create(['product.fabric', 'product.cost']);
  expect(refused).toMatchObject({ status: 422, error: { code: 'outfeeds.field_not_found' } });
  expect((await read()).params.map(({ option }) => option)).toEqual(['Колір']);
  const feed = await create(['product.fabric', 'product.care']);
  const found = await read();
  expect(found.params.map(({ option, goods, values }) => [option, goods, values.map(({ value }) => value)])).toEqual([
    ['Колір', 2, ['Білий']],
    ['Тканина', 2, ['Льон']],
    ['Догляд', 2, ['До 30°', 'Ручне']],
  ]);
  expect(found.unmapped).toMatchObject({ params: 3 });
  const saved = await save(
    {
      categories: [],
      params: [
        { option: 'Тканина', id: '77', name: 'Ткань', values: [{ value: 'Льон', id: '5', name: 'Лён' }] },
        { option: 'Догляд', id: '78', name: '', values: [{ value: 'Ручне', id: '', name: 'Ручная стирка' }] },
      ],
    },
    1,
  );
  expect([saved.status, saved.error?.details]).toEqual([200, undefined]);
  await buildJob.run(app.app.services, { project_id: supplier.id, feed_id: feed.body.id } as never);
  const { text } = await fetched(app, feed.body);
  expect(text).toContain('<param name="Ткань" paramid="77" valueid="5">Лён</param>');
  expect(text).toContain('<param name="Догляд" paramid="78">Ручная стирка, До 30°</param>');
  expect(text).not.toContain('Собівартість');
});

it('counts in the check what is not mapped', async () => {
  const { name: _, ...settings } = settingsOf('rozetka');
  const preview = await app.call(contract.previewMyFeed, {
    token: seller.token,
    body: { ...settings, project_id: supplier.id },
  });
  const counts = Object.fromEntries(preview.body.problems.map(({ code, count }) => [code, count]));
  expect(counts).toMatchObject({ category_unmapped: 1, param_unmapped: 2, category_missing: 1 });
});

it('offers what was mapped at another supplier for the same names', async () => {
  await save({
    categories: [mapped(category, '142254')],
    params: [{ option: 'колір', id: '48', name: '', values: [] }],
  });
  const other = await app.project('Інша');
  const theirs = await goodsOf(other);
  await app.sql(other.id, `insert into memberships (project_id, user_id, role) values ($1, $2, 'Client')`, [
    other.id,
    seller.id,
  ]);
  const found = await read(other);
  expect(found.categories.find(({ key }) => key === theirs)).toMatchObject({ id: '', suggestion: { id: '142254' } });
  expect(found.params[0]).toMatchObject({ id: '', suggestion: { id: '48' } });
});

it('is another’s of whom nobody has let him in, and of two who save at once one is told', async () => {
  const stranger = await app.project('Чужа');
  const answer = await app.call(contract.readMyMapping, { token: seller.token, params: params(stranger) });
  expect(answer).toMatchObject({ status: 404, error: { code: 'outfeeds.supplier_not_found' } });
  const body = { categories: [mapped(category, '1')], params: [] };
  const both = await Promise.all([save(body, 1), save({ ...body, categories: [mapped(category, '2')] }, 1)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.error.code).toBe('common.stale');
  // what is no category of this project is not kept
  const foreign = await save({ categories: [mapped(stranger.id, '9')], params: [] });
  expect(foreign.body.categories.map(({ id }) => id)).toEqual(['', '', '']);
});
