import * as catalog from '@lanka/domain/catalog/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

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
const dotted = (attributes: Record<string, string>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`attributes.${name}`, value]));

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
