import { correctColumnValue, mergeColumn, updateColumn } from '@lanka/domain/catalog/columns';
import * as catalog from '@lanka/domain/catalog/contract';
import { createField } from '@lanka/domain/templates/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { indexSearch } from '../search';

let app: TestApp;
let project: TestProject;
let token: string;
beforeAll(async () => {
  app = await testApp();
  project = await app.project();
  token = project.owner.token;
  const values = (colour: string, size: string) => [
    { option: 'Колір', value: colour },
    { option: 'Об’єм, л', value: size },
  ];
  const make = (name: string, ...variants: [string, string][]) =>
    app.call(catalog.createProduct, {
      token,
      params: { project_id: project.id },
      body: {
        name,
        options: [{ name: 'Колір' }, { name: 'Об’єм, л', value_type: 'number' }],
        variants: variants.map(([colour, size]) => ({ price: 100, values: values(colour, size) })),
      },
    });
  for (const made of [
    await make('Глек', ['Чорний', '0,5'], ['Білий', '1']),
    await make('Миска', ['Чорний', '1'], ['Темно-чорний', '2']),
    await make('Чашка', ['Білий', '0.5']),
  ])
    expect(made.status).toBe(201);
});
afterAll(() => app.close());

const at = () => ({ token, params: { project_id: project.id } });
const products = async (attributes: Record<string, string>) => {
  const query = { include_unpublished: true, sort: 'name', ...dotted(attributes) } as never;
  const answer = await app.call(catalog.listProducts, { ...at(), query });
  expect(answer.body.total).toBe(answer.body.items.length);
  return answer.body.items.map(({ name }) => name);
};
const variants = async (attributes: Record<string, string>, more = {}) => {
  const query = { sort: 'name', ...dotted(attributes), ...more } as never;
  const answer = await app.call(catalog.listAllVariants, { ...at(), query });
  expect(answer.body.total).toBe(answer.body.items.length);
  return answer.body.items.map(({ product_name }) => product_name).sort();
};
const dotted = (values: Record<string, string>, of = 'attributes') =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${of}.${name}`, value]));

it('lists of goods are filtered by whole values of attribute columns, numbers by what they are', async () => {
  expect(await products({ Колір: 'чорний' })).toEqual(['Глек', 'Миска']);
  expect(await products({ колір: 'Темно-чорний' })).toEqual(['Миска']);
  expect(await products({ "Об'єм, л": '0.50' })).toEqual(['Глек', 'Чашка']);
  expect(await variants({ Колір: 'Чорний' })).toEqual(['Глек', 'Миска']);
  expect(await variants({ 'Об’єм, л': '1' }, { q: 'глек' })).toEqual(['Глек']);
});

it('of several columns it is one modification that has all of the values', async () => {
  expect(await products({ Колір: 'Чорний', 'Об’єм, л': '1' })).toEqual(['Миска']);
  expect(await products({ Колір: 'Білий', 'Об’єм, л': '2' })).toEqual([]);
  expect(await variants({ Колір: 'Білий', 'Об’єм, л': '0,5' })).toEqual(['Чашка']);
});

it('a column is named by its id too; an unknown one, and a word for a number, are refused by name', async () => {
  const [column] = await app.sql<{ id: string }>(project.id, "select id from attribute_columns where name = 'Колір'");
  expect(await products({ [column?.id ?? '']: 'Білий' })).toEqual(['Глек', 'Чашка']);
  const refused = async (attributes: Record<string, string>) => {
    const query = dotted(attributes) as never;
    const { status, error } = await app.call(catalog.listProducts, { ...at(), query });
    return [status, error.details[0]?.path, error.details[0]?.code];
  };
  expect(await refused({ Смак: 'мʼята' })).toEqual([400, 'attributes.Смак', 'unknown_column']);
  expect(await refused({ 'Об’єм, л': 'багато' })).toEqual([400, 'attributes.Об’єм, л', 'value_not_number']);
  const other = await app.project();
  const foreign = { token: other.owner.token, params: { project_id: other.id } };
  const query = dotted({ [column?.id ?? '']: 'Білий' }) as never;
  expect((await app.call(catalog.listProducts, { ...foreign, query })).status).toBe(400);
});

it('what changes after it was indexed is found as it is now', async () => {
  project = await app.project();
  token = project.owner.token;
  const columnOf = async (name: string) =>
    (await app.sql<{ id: string }>(project.id, 'select id from attribute_columns where name = $1', [name]))[0]?.id ??
    '';
  const field = (set: 'product' | 'product_modification', key: string, type: 'number' | 'yes_no' | 'date') =>
    app.call(createField, { token, params: { project_id: project.id, set }, body: { name: key, key, type } });
  await field('product', 'year', 'number');
  await field('product', 'since', 'date');
  await field('product_modification', 'washed', 'yes_no');
  const made = async (name: string, option: string, value: string, year: number) => {
    const values = [{ option, value }];
    const fields = { year, since: `${Math.floor(year)}-05-01` };
    const body = {
      name,
      fields,
      options: [{ name: option }],
      variants: [{ price: 1, values, fields: { washed: year > 2000 } }],
    };
    return (await app.call(catalog.createProduct, { ...at(), body })).body;
  };
  const cup = await made('Чашка', 'Колір', 'Ґрафіт', 2024.5);
  await made('Миска', 'Колір', '10', 1999);
  await made('Глек', 'Барва', 'ґрафіт', 2024.5);
  const found = async () => ({
    dark: await products({ Колір: 'ґРАФІТ' }),
    ten: await products({ Колір: '10' }),
    year: await byFields({ year: '2024,5' }),
    since: await byFields({ since: '1999-05-01', year: '1999' }),
    washed: await washed('false'),
  });
  const byFields = async (fields: Record<string, string>) => {
    const query = { include_unpublished: true, sort: 'name', ...dotted(fields, 'fields') } as never;
    return (await app.call(catalog.listProducts, { ...at(), query })).body.items.map(({ name }) => name);
  };
  const washed = async (value: string) => {
    const query = { sort: 'name', 'fields.washed': value } as never;
    return (await app.call(catalog.listAllVariants, { ...at(), query })).body.items.map((one) => one.product_name);
  };
  /** The same whether it waits for the index or stands in it. */
  const both = async (expected: object) => {
    expect(await found()).toMatchObject(expected);
    await indexSearch(app.app.services, project.id);
    expect(await found()).toMatchObject(expected);
  };
  await both({ dark: ['Чашка'], ten: ['Миска'], year: ['Глек', 'Чашка'], since: ['Миска'], washed: ['Миска'] });

  const column = await columnOf('Колір');
  await app.call(updateColumn, {
    token,
    params: { project_id: project.id, id: column },
    body: { name: 'Колір виробу' },
  });
  await app.call(updateColumn, { token, params: { project_id: project.id, id: column }, body: { name: 'Колір' } });
  await app.call(mergeColumn, {
    token,
    params: { project_id: project.id, id: await columnOf('Барва') },
    body: { into: column },
  });
  await both({ dark: ['Глек', 'Чашка'] });
  const correct = { token, params: { project_id: project.id, id: column } };
  await app.call(correctColumnValue, { ...correct, body: { from: 'ґрафіт', to: 'Сірий' } });
  await both({ dark: ['Чашка'] });
  const params = { project_id: project.id, id: cup.id };
  const variants = [{ id: cup.variants[0]?.id, fields: { washed: false } }];
  await app.call(catalog.updateProduct, { token, params, body: { fields: { year: 1999 }, variants } });
  await both({ year: ['Глек'], since: ['Миска'], washed: ['Миска', 'Чашка'] });

  await app.call(correctColumnValue, { ...correct, body: { from: 'Ґрафіт', to: '10.00' } });
  await app.call(correctColumnValue, { ...correct, body: { from: 'Сірий', to: '−7' } });
  expect((await app.call(updateColumn, { ...correct, body: { value_type: 'number' } })).status).toBe(200);
  // the index is the same for a column of numbers and one of texts
  expect(await products({ Колір: '10,0' })).toEqual(['Миска', 'Чашка']);
  expect(await products({ Колір: '-7' })).toEqual(['Глек']);
});

it('words find a modification by values that its name does not say, as they are now', async () => {
  const options = [{ name: 'Відтінок' }, { name: 'Тканина', show_in_name: false }];
  const values = (colour: string, fabric: string) => [
    { option: 'Відтінок', value: colour },
    { option: 'Тканина', value: fabric },
  ];
  const { body: made } = await app.call(catalog.createProduct, {
    ...at(),
    body: {
      ...{ name: 'Футболка', options },
      variants: [
        { price: 100, values: values('Синя', 'Віскоза') },
        { price: 100, values: values('Біла', 'Вельвет') },
      ],
    },
  });
  const found = async (q: string) => {
    const query = { q, sort: 'name' } as never;
    const one = await app.call(catalog.listAllVariants, { ...at(), query });
    const products = await app.call(catalog.listProducts, {
      ...at(),
      query: { q, include_unpublished: true } as never,
    });
    return [one.body.items.map(({ name }) => name), products.body.items.map(({ name }) => name)];
  };
  const check = async () => {
    expect(await found('футболка синя віскоза')).toEqual([['Синя'], ['Футболка']]);
    expect(await found('футболка синя вельвет')).toEqual([[], []]);
    expect(await found('вельв фут')).toEqual([['Біла'], ['Футболка']]);
    // in whatever form they are typed, and no more of a word than that
    expect(await found('синій футболкою')).toEqual([['Синя'], ['Футболка']]);
    expect(await found('білого вельвету')).toEqual([['Біла'], ['Футболка']]);
    expect(await found('футболки віскоз')).toEqual([['Синя'], ['Футболка']]);
    expect(await found('білки')).toEqual([[], []]);
  };
  await check();
  await indexSearch(app.app.services, project.id);
  await check();
  const fabric = made.options.find(({ name }) => name === 'Тканина');
  const velvet = fabric?.values.find(({ value }) => value === 'Вельвет');
  const written = await app.call(catalog.updateValue, {
    ...at(),
    params: { ...at().params, product_id: made.id, option_id: fabric?.id ?? '', id: velvet?.id ?? '' },
    body: { value: 'Оксамит' },
  });
  expect(written.status).toBe(200);
  expect(await found('вельвет')).toEqual([[], []]);
  expect(await found('футболка оксамит')).toEqual([['Біла'], ['Футболка']]);
  const columns = await app.sql<{ id: string }>(project.id, "select id from attribute_columns where name = 'Тканина'");
  const body = { from: 'Оксамит', to: 'Муслін' };
  const params = { ...at().params, id: columns[0]?.id ?? '' };
  expect((await app.call(correctColumnValue, { ...at(), params, body })).status).toBe(200);
  await indexSearch(app.app.services, project.id);
  expect(await found('футболка муслін')).toEqual([['Біла'], ['Футболка']]);
});
