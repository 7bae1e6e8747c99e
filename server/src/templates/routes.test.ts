import { createProduct } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/templates/contract';
import * as info from '@lanka/domain/templates/main_info';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let token: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
});

const set = 'product' as const;
const at = () => ({ token, params: { project_id: project.id, set } });
const one = (id: string) => ({ token, params: { project_id: project.id, set, id } });
const add = (body: Partial<contract.CreateFieldBody> = {}) =>
  app.call(contract.createField, { ...at(), body: { key: 'fabric', name: 'Тканина', type: 'text', ...body } });
const list = async () => (await app.call(contract.listFields, at())).body.items;
const keys = async () => (await list()).map(({ key }) => key);

describe('fields of a template', () => {
  it('are added last, changed, moved, duplicated under a new key, archived and brought back', async () => {
    const { body: first } = await add({ type: 'select', options: ['Льон', 'Вовна', 'Льон'], default_value: 'Льон' });
    expect(first).toMatchObject({ set, options: ['Льон', 'Вовна'], default_value: 'Льон', position: 0, version: 1 });
    await add({ key: 'made', type: 'date', show_in_list: true });
    await add({ key: 'care', type: 'long_text' });
    const moved = await app.call(contract.updateField, { ...one(first.id), body: { position: 2 } });
    expect(moved.body).toMatchObject({ position: 2, version: 2 });
    expect(await keys()).toEqual(['made', 'care', 'fabric']);
    const copied = await app.call(contract.duplicateField, { ...one(first.id), body: { key: 'lining' } });
    expect(copied).toMatchObject({ status: 201, body: { name: 'Тканина', type: 'select', default_value: 'Льон' } });
    expect(await keys()).toEqual(['made', 'care', 'fabric', 'lining']);
    expect((await app.call(contract.archiveField, one(first.id))).status).toBe(204);
    expect((await list()).map(({ key, archived }) => [key, archived])).toEqual([
      ['made', false],
      ['care', false],
      ['lining', false],
      ['fabric', true],
    ]);
    const back = await app.call(contract.updateField, { ...one(first.id), body: { archived: false, required: true } });
    expect(back.body).toMatchObject({ archived: false, required: true, position: 3 });
    const all = await app.call(contract.listTemplates, { token, params: { project_id: project.id } });
    expect(all.body.items).toHaveLength(4);
  });

  it('refuse by the words of the specification: the key, its form, an empty name', async () => {
    const { body: field } = await add();
    const taken = await add();
    expect(taken).toMatchObject({
      status: 409,
      error: { code: 'templates.key_taken', message: 'Таке поле вже використовується' },
    });
    expect(taken.error.details).toMatchObject([{ path: 'key' }]);
    // also of an archived field, whose values stand under it
    await app.call(contract.archiveField, one(field.id));
    expect((await add()).error.code).toBe('templates.key_taken');
    const other = { params: { project_id: project.id, set: 'order' as const } };
    expect(
      (await app.call(contract.createField, { token, ...other, body: { key: 'fabric', name: 'Т', type: 'text' } }))
        .status,
    ).toBe(201);

    const form = await add({ key: 'Тканина' });
    expect(form.error.details).toMatchObject([{ path: 'key', code: 'templates.key_format' }]);
    expect(String(form.error.details[0]?.message)).toMatch(/^Ключ має бути у вигляді key_name/);
    const unnamed = { path: 'name', message: 'Неможливо створити або змінити поле: введіть назву' };
    expect((await add({ key: 'b', name: ' ' })).error.details).toMatchObject([unnamed]);
    const rename = await app.call(contract.updateField, { ...one(field.id), body: { name: '' } });
    expect(rename.error.details).toMatchObject([unnamed]);
    const rekey = (body: object) => app.call(contract.updateField, { ...one(field.id), body });
    expect((await rekey({ key: 'b' })).error).toMatchObject({
      code: 'templates.key_fixed',
      details: [{ path: 'key' }],
    });
    expect((await rekey({ type: 'number' })).error).toMatchObject({ details: [{ path: 'type' }] });
    expect((await rekey({ key: 'fabric', type: 'text', name: 'Інша' })).status).toBe(200);
  });

  it('refuse a choice without options and a default that does not fit', async () => {
    expect((await add({ type: 'select' })).error).toMatchObject({
      code: 'templates.no_options',
      details: [{ path: 'options' }],
    });
    const wrong = await add({ type: 'number', default_value: 'п’ять' });
    expect(wrong.error).toMatchObject({ code: 'templates.wrong_default', details: [{ path: 'default_value' }] });
    const { body } = await add({ type: 'select', options: ['a', 'b'], default_value: 'b' });
    const gone = await app.call(contract.updateField, { ...one(body.id), body: { options: ['a'] } });
    expect(gone.error.code).toBe('templates.wrong_default');
    const both = await app.call(contract.updateField, {
      ...one(body.id),
      body: { options: ['a'], default_value: null },
    });
    expect(both.body).toMatchObject({ options: ['a'], default_value: null });
  });

  it('take one key once, and the last free place once, also at the same moment', async () => {
    const same = await Promise.all([add(), add(), add()]);
    expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await app.sql(
      project.id,
      `insert into template_fields (project_id, id, set, key, name, type, position)
         select $1, gen_random_uuid(), 'product', 'k' || n, 'Поле', 'text', n from generate_series(1, 98) n`,
      [project.id],
    );
    const last = await Promise.all([add({ key: 'x' }), add({ key: 'y' }), add({ key: 'z' })]);
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(last.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'templates.full',
      details: [{ limit: 100 }],
    });
  });

  it('refuse a change over one that was not seen', async () => {
    const { body: field } = await add();
    const save = (name: string) =>
      app.call(contract.updateField, { ...one(field.id), body: { name }, headers: { 'if-match': '1' } });
    const both = await Promise.all([save('А'), save('Б')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

it('keeps general settings, which new modifications begin with, and refuses a change over one that was not seen', async () => {
  const at = () => ({ token, params: { project_id: project.id } });
  expect((await app.call(info.readMainInfo, at())).body).toEqual({
    ...{
      units: ['шт'],
      prefixes: { order: '', invoice: '', delivery_note: '', return_note: '', credit_note: '' },
      default_weight: null,
      default_size: { length: null, width: null, height: null },
      price_step: 1,
      low_stock: 5,
      draft_days: null,
      ...{ cod_payer: 'recipient', cod_percent: 200, cod_fixed: 2_000, own_waybills: false },
      paper_terms: '',
      paper_footer: '',
      version: 1,
    },
  });
  const save = (body: object) => app.call(info.updateMainInfo, { ...at(), body, headers: { 'if-match': '1' } });
  const both = await Promise.all([save({ default_weight: 300 }), save({ default_weight: 400 })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const default_size = { length: 300, width: 200, height: null };
  await app.call(info.updateMainInfo, { ...at(), body: { default_weight: 250, default_size } });
  // a list of units keeps each once, and is never empty
  const units = ['пара', ' Шт. ', 'ПАРА', 'м'];
  expect((await app.call(info.updateMainInfo, { ...at(), body: { units } })).body.units).toEqual(['пара', 'Шт', 'м']);
  expect(await app.call(info.updateMainInfo, { ...at(), body: { units: [' . '] } })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'units' }] },
  });
  const tooLong = { default_size: { ...default_size, height: 100_001 } };
  expect(await app.call(info.updateMainInfo, { ...at(), body: tooLong })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'default_size.height' }] },
  });
  const variants = [{ name: 'A' }, { name: 'B', weight: 100, height: 5 }, { name: 'C', weight: null }];
  const made = await app.call(createProduct, { ...at(), body: { name: 'Плаття', variants } });
  expect(made.body.variants.map(({ weight }) => weight)).toEqual([250, 100, null]);
  expect(made.body.variants.map(({ length, width, height }) => [length, width, height])).toEqual([
    [300, 200, null],
    [null, null, 5],
    [300, 200, null],
  ]);
});
