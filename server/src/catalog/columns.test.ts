import type { AttributeColumn } from '@lanka/domain/catalog/columns';
import * as contract from '@lanka/domain/catalog/columns';
import * as catalog from '@lanka/domain/catalog/contract';
import { columnKey, isValueOfType } from '@lanka/domain/catalog/rules';
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

/** A product with one option, and a variant for each of its values. */
const product = (name: string, option: string, values: readonly string[], more: object = {}) =>
  app.call(catalog.createProduct, {
    ...at,
    body: {
      name,
      variants: values.map((value) => ({ price: 100, values: [{ option, value }] })),
      ...more,
    },
  });
const columns = async () => (await app.call(contract.listColumns, at)).body.items;
const column = async (name: string) => (await columns()).find((one) => one.name === name) as AttributeColumn;
const one = (id: string) => ({ ...at, params: { ...at.params, id } });
const make = async (name: string, value_type: 'text' | 'number') =>
  (await app.call(contract.createColumn, { ...at, body: { name, value_type } })).body;
/** As it came to be before there were columns. */
const respell = async (columnId: string, name: string) => {
  await app.sql(project.id, 'update attribute_columns set name = $2, key = $3 where id = $1', [
    columnId,
    name,
    columnKey(name),
  ]);
  await app.sql(project.id, 'update product_variant_options set name = $2 where column_id = $1', [columnId, name]);
};

describe('a column of the project', () => {
  it('is one of a thousand, all of which are shown; one more is refused by its name', async () => {
    await app.sql(
      project.id,
      `insert into attribute_columns (project_id, id, name, key) select $1, gen_random_uuid(), 'К' || n, 'к' || n
       from generate_series(1, 999) n`,
      [project.id],
    );
    // two at once for the last place
    const both = await Promise.all([product('А', 'Обʼєм', ['1']), product('Б', 'Колір', ['сірий'])]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)?.error.code).toBe('catalog.too_many_columns');
    const refused = await app.call(contract.createColumn, { ...at, body: { name: 'Розмір', value_type: 'text' } });
    expect([refused.status, refused.error.details[0]]).toMatchObject([422, { path: 'name', name: 'Розмір' }]);
    expect(await columns()).toHaveLength(1000);
  });

  it('is the same for the second product, whatever the case, the spaces and the apostrophe', async () => {
    await make('Обʼєм', 'number');
    await product('Чашка', "об'єм", ['0,3', '0,5']);
    const second = await product('Глек', 'Об’єм  '.trim(), ['1', '1,5']);
    expect(second.body.options).toMatchObject([{ name: 'Обʼєм', value_type: 'number' }]);
    expect(await columns()).toMatchObject([
      {
        ...{ name: 'Обʼєм', value_type: 'number', products_count: 2, in_name_count: 2 },
        ...{ values_count: 4, not_numbers_count: 0, alike: [] },
      },
    ]);
  });

  it('refuses a value of the wrong type by the name of the field, in forms and in an import', async () => {
    await make('Обʼєм', 'number');
    const wrong = await product('Чашка', 'Обʼєм', ['0,3', 'велика']);
    expect([wrong.status, wrong.error.code]).toEqual([422, 'catalog.value_not_number']);
    expect(wrong.error.details).toMatchObject([
      { path: 'variants.1.values.0.value', value: 'велика', option: 'Обʼєм' },
    ]);
    const typed = await product('Чашка', 'Обʼєм', [], { options: [{ name: 'обʼєм', value_type: 'text' }] });
    expect([typed.status, typed.error.code, typed.error.details[0]?.path]).toEqual([
      ...[422, 'catalog.column_type', 'options.0.value_type'],
    ]);
    const importing = new Importing(app, project);
    const csv = 'Артикул групи;Назва;Артикул;Ціна;Параметр: об`єм\nА;Чашка;А-1;10;0,3\nА;Чашка;А-2;10;велика\n';
    const { counts } = await importing.file('ціни.csv', csv);
    expect(counts).toMatchObject({ created: 0, refused: 2 });
    expect(await columns()).toMatchObject([{ name: 'Обʼєм', products_count: 0 }]);
  });

  it('is made once by many who bring it at the same moment', async () => {
    const spellings = ['Смак', 'смак', 'СМАК', 'Смак '];
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, i) => product(`Чай ${i}`, spellings[i % 4] as string, ['мʼята'])),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    expect(await columns()).toMatchObject([{ products_count: 8, alike: [] }]);
  });

  it('is renamed in all products, of which a form that was opened before is told', async () => {
    const before = (await product('Чашка', 'Колір', ['біла'])).body;
    const { id } = await column('Колір');
    const renamed = await app.call(contract.updateColumn, { ...one(id), body: { name: 'Барва' } });
    expect(renamed.body).toMatchObject({ name: 'Барва', products_count: 1 });
    const params = { ...at.params, id: before.id };
    const now = (await app.call(catalog.readProduct, { ...at, params })).body;
    expect(now.variants[0]?.values).toEqual([{ option: 'Барва', value: 'біла' }]);
    const headers = { 'if-match': String(before.version) };
    const stale = await app.call(catalog.updateProduct, { ...at, params, headers, body: { name: 'Інша' } });
    expect(stale.status).toBe(409);
    const taken = await make('Розмір', 'text');
    const alike = await app.call(contract.updateColumn, { ...one(taken.id), body: { name: 'барва' } });
    expect([alike.status, alike.error.code, alike.error.details[0]?.path]).toEqual([
      ...[409, 'catalog.column_exists', 'name'],
    ]);
  });

  it('becomes one of numbers when its last word is corrected; names and search follow', async () => {
    const cup = (await product('Чашка', 'Обʼєм', ['0,3', 'пів літра'])).body;
    const { id } = await column('Обʼєм');
    const early = await app.call(contract.updateColumn, { ...one(id), body: { value_type: 'number' } });
    expect([early.status, early.error.code]).toEqual([422, 'catalog.column_not_numbers']);
    expect(early.error.message).toContain('«пів літра»');
    const listed = (await app.call(contract.listColumnValues, one(id))).body.items;
    expect(listed.filter(({ is_number }) => !is_number)).toEqual([
      { value: 'пів літра', products_count: 1, is_number: false },
    ]);
    const correct = (from: string, to: string) =>
      app.call(contract.correctColumnValue, { ...one(id), body: { from, to } });
    const beside = await correct('пів літра', '0,3');
    expect([beside.status, beside.error.code, beside.error.details[0]?.path]).toEqual([
      ...[409, 'catalog.value_beside', 'to'],
    ]);
    expect((await correct('пів літра', '0,5')).body.not_numbers_count).toBe(0);
    expect((await app.call(contract.updateColumn, { ...one(id), body: { value_type: 'number' } })).status).toBe(200);
    expect((await correct('0,5', 'половина')).error.code).toBe('catalog.value_not_number');
    const query = { q: 'чашка 0,5' };
    expect((await app.call(catalog.listAllVariants, { ...at, query })).body.items).toMatchObject([{ name: '0,5' }]);
    const params = { ...at.params, id: cup.id };
    expect((await app.call(catalog.readProduct, { ...at, params })).body.variants[1]).toMatchObject({
      values: [{ option: 'Обʼєм', value: '0,5' }],
    });
  });

  it('lists its values by number', async () => {
    await make('Вага', 'number');
    await product('Гиря', 'Вага', ['10', '2,5', '−1', '1 000']);
    const { id } = await column('Вага');
    const values = (await app.call(contract.listColumnValues, one(id))).body.items.map(({ value }) => value);
    expect(values).toEqual(['−1', '2,5', '10', '1 000']);
    const [known] = (await app.call(catalog.listProjectOptions, at)).body.items;
    expect(known?.values).toEqual(values);
  });
});

describe('columns from before that contradict each other', () => {
  it('are shown as alike, and become one', async () => {
    await product('Чашка', 'Розмір', ['S', 'M']);
    const other = (await product('Футболка', 'Зріст', ['L'])).body;
    await respell((await column('Зріст')).id, 'розмір ');
    const [big, small] = await columns();
    expect([big?.alike, small?.alike]).toMatchObject([[{ name: small?.name }], [{ name: big?.name }]]);
    const [from, into] = [await column('розмір '), await column('Розмір')];
    const merged = await app.call(contract.mergeColumn, { ...one(from.id), body: { into: into.id } });
    expect(merged.body).toMatchObject({ id: into.id, products_count: 2, values_count: 3, alike: [] });
    const params = { ...at.params, id: other.id };
    expect((await app.call(catalog.readProduct, { ...at, params })).body.options).toMatchObject([{ name: 'Розмір' }]);
    expect((await app.call(contract.deleteColumn, one(into.id))).error.code).toBe('catalog.column_in_use');
  });

  it('stay two until somebody says which of two values stays, and where words would come among numbers', async () => {
    const [number, text, empty] = [
      await make('Обʼєм', 'number'),
      await make('Літраж', 'text'),
      await make('Пусто', 'text'),
    ];
    await product('Чашка', 'Літраж', ['велика']);
    const merge = (id: string, into: string) => app.call(contract.mergeColumn, { ...one(id), body: { into } });
    expect((await merge(text.id, number.id)).error.code).toBe('catalog.column_not_numbers');
    expect((await merge(text.id, text.id)).error.code).toBe('catalog.column_itself');
    await product('Глек', 'Обʼєм', [], {
      variants: [
        {
          price: 1,
          values: [
            { option: 'Обʼєм', value: '1' },
            { option: 'Літраж', value: 'малий' },
          ],
        },
      ],
    });
    const both = await merge(number.id, text.id);
    expect([both.status, both.error.code, both.error.details[0]?.path]).toEqual([
      ...[409, 'catalog.column_contradicts', 'keep'],
    ]);
    expect(both.error.message).toContain('«1» – «малий»');
    expect((await app.call(contract.deleteColumn, one(empty.id))).status).toBe(204);
  });

  it('become one in products that have both: what contradicts is kept as somebody says, everything else as it is', async () => {
    const [from, into] = [await make('Колір тканини', 'text'), await make('Колір', 'text')];
    const values = (a: string | null, b: string | null) => [
      ...(a ? [{ option: 'Колір тканини', value: a }] : []),
      ...(b ? [{ option: 'Колір', value: b }] : []),
    ];
    const body = {
      name: 'Сукня',
      options: [
        { name: 'Колір тканини', values: ['Зелений'] },
        { name: 'Колір', show_in_name: false },
      ],
      variants: [
        { sku: 'А', price: 1, actual: 3, values: values('чорний', 'Чорний') },
        { sku: 'Б', price: 1, values: values('Білий', null) },
        { sku: 'В', price: 1, values: values(null, 'Сірий') },
        { sku: 'Г', price: 1, values: values('Синій', 'Блакитний') },
      ],
    };
    const made = (await app.call(catalog.createProduct, { ...at, body })).body;
    const deleted = (
      await app.call(catalog.createProduct, { ...at, body: { ...body, variants: body.variants.slice(3) } })
    ).body;
    await app.call(catalog.deleteProduct, { ...at, params: { ...at.params, id: deleted.id } });
    await product('Шарф', 'Колір тканини', ['Жовтий']);
    const merge = (keep?: 'into' | 'from' | 'both') =>
      app.call(contract.mergeColumn, { ...one(from.id), body: { into: into.id, ...(keep ? { keep } : {}) } });
    const refused = await merge();
    expect(refused.error).toMatchObject({ code: 'catalog.column_contradicts', details: [{ count: 1 }] });
    expect(refused.error.message).toContain('«Синій» – «Блакитний»');
    // of two who merge at once one finds the column gone
    const twice = await Promise.all([merge('both'), merge('both')]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);

    const read = async (id: string) =>
      (await app.call(catalog.readProduct, { ...at, params: { ...at.params, id } })).body;
    const now = await read(made.id);
    expect(
      now.options.map(({ name, show_in_name, values: all }) => [name, show_in_name, all.map(({ value }) => value)]),
    ).toEqual([['Колір', true, expect.arrayContaining(['Чорний', 'Білий', 'Сірий', 'Блакитний / Синій', 'Зелений'])]]);
    expect(now.variants.map(({ sku, name, actual, values: [one] }) => [sku, name, actual, one?.value])).toEqual([
      ['А', 'Чорний', 3, 'Чорний'],
      ['Б', 'Білий', 0, 'Білий'],
      ['В', 'Сірий', 0, 'Сірий'],
      ['Г', 'Блакитний / Синій', 0, 'Блакитний / Синій'],
    ]);
    // what was deleted reads as it did
    expect((await read(deleted.id)).variants[0]?.values.map(({ value }) => value).sort()).toEqual([
      'Блакитний',
      'Синій',
    ]);
    expect((await columns()).map(({ name, products_count }) => [name, products_count])).toEqual([['Колір', 2]]);
  });

  it('do not become one where two modifications would be alike, which are named', async () => {
    const [from, into] = [await make('Зріст', 'text'), await make('Розмір', 'text')];
    const row = (height: string, size: string) => ({
      price: 1,
      values: [
        { option: 'Зріст', value: height },
        { option: 'Розмір', value: size },
      ],
    });
    const variants = [row('164', 'M'), row('170', 'M')];
    const made = (await app.call(catalog.createProduct, { ...at, body: { name: 'Плаття', variants } })).body;
    const merge = (keep: 'into' | 'from') =>
      app.call(contract.mergeColumn, { ...one(from.id), body: { into: into.id, keep } });
    expect((await merge('into')).error.code).toBe('catalog.duplicate_combination');
    expect((await merge('from')).status).toBe(200);
    const read = await app.call(catalog.readProduct, { ...at, params: { ...at.params, id: made.id } });
    expect(read.body.variants.map(({ name }) => name)).toEqual(['164', '170']);
  });

  it('wait for products that are being written, and products for them', async () => {
    await product('Чашка', 'Обʼєм', ['1']);
    const { id } = await column('Обʼєм');
    const [typed, ...written] = await Promise.all([
      app.call(contract.updateColumn, { ...one(id), body: { value_type: 'number' } }),
      ...Array.from({ length: 6 }, (_, i) => product(`Глек ${i}`, 'Обʼєм', ['великий'])),
    ]);
    const now = await column('Обʼєм');
    // whoever came first, no word stands in a column of numbers
    expect(now.value_type === 'number' ? now.not_numbers_count : 0).toBe(0);
    expect([200, 422]).toContain(typed.status);
    for (const { status } of written) expect([201, 422]).toContain(status);
  });

  it('calls a number in SQL what it calls one in forms', async () => {
    const values = [
      '1',
      '-1',
      '−2,5',
      '1 000',
      '0.123456',
      '0.1234567',
      'a',
      '1,',
      '1\u00a0000',
      '',
      '12e3',
      '+1',
      '1.2.3',
    ];
    const found = await app.sql<{ value: string }>(
      project.id,
      `select value from unnest($1::text[]) value
       where regexp_replace(value, '[\\s\\u00a0\\u202f]', '', 'g') ~ '^[-−]?[0-9]{1,12}([.,][0-9]{1,6})?$'`,
      [values],
    );
    expect(found.map(({ value }) => value)).toEqual(values.filter((value) => isValueOfType(value, 'number')));
  });
});
