import * as catalog from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import { archiveField, type CreateFieldBody, createField, type TemplateSet } from '@lanka/domain/templates/contract';
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

const at = () => ({ token, params: { project_id: project.id } });
const one = (id: string) => ({ token, params: { project_id: project.id, id } });
const field = async (set: TemplateSet, body: CreateFieldBody) =>
  (await app.call(createField, { token, params: { project_id: project.id, set }, body })).body;
const create = (body: object) => app.call(catalog.createProduct, { ...at(), body: { name: 'Плаття', ...body } });
const update = (id: string, body: object) => app.call(catalog.updateProduct, { ...one(id), body });
const paths = (error: { details: readonly unknown[] }) =>
  error.details.map((detail) => (detail as { path: string }).path).sort();

describe('fields of products and modifications', () => {
  it('get their defaults, keep what is not given, and are shown with the product', async () => {
    await field('product', { key: 'fabric', name: 'Тканина', type: 'select', options: ['Льон', 'Вовна'] });
    await field('product', { key: 'country', name: 'Країна', type: 'text', required: true, default_value: 'Україна' });
    await field('product_modification', { key: 'girth', name: 'Обхват', type: 'number' });
    const made = await create({
      fields: { fabric: 'Льон' },
      variants: [
        { price: 100, fields: { girth: 92.5 } },
        { name: 'L', price: 100 },
      ],
    });
    expect(made.body.fields).toEqual({ fabric: 'Льон', country: 'Україна' });
    expect(made.body.variants.map(({ fields }) => fields)).toEqual([{ girth: 92.5 }, {}]);
    const [first] = made.body.variants;
    const changed = await update(made.body.id, {
      fields: { fabric: null },
      variants: [{ id: first?.id, fields: { girth: 90 } }],
    });
    expect(changed.body).toMatchObject({ version: 2, fields: { country: 'Україна' } });
    expect(changed.body.variants[0]).toMatchObject({ version: 2, fields: { girth: 90 } });
    // nothing of it changes: no new version, and what stands there without its option stays
    expect((await update(made.body.id, { fields: { country: 'Україна' } })).body.version).toBe(2);
    const alone = { token, params: { project_id: project.id, product_id: made.body.id, id: first?.id ?? '' } };
    const patched = await app.call(catalog.updateVariant, { ...alone, body: { fields: { girth: null } } });
    expect(patched.body.fields).toEqual({});
  });

  it('name each field that is wrong, unknown or missing, in its row', async () => {
    await field('product', { key: 'country', name: 'Країна', type: 'text', required: true });
    const girth = await field('product_modification', { key: 'girth', name: 'Обхват', type: 'number', required: true });
    expect(paths((await create({})).error)).toEqual(['fields.country']);
    const fields = { country: 'Україна' };
    const rows = await create({ fields, variants: [{ price: 1, fields: { girth: 'сто', colour: 'red' } }] });
    expect(rows.status).toBe(400);
    expect(paths(rows.error)).toEqual(['variants.0.fields.colour', 'variants.0.fields.girth']);
    const made = (await create({ fields, variants: [{ price: 1, fields: { girth: 1 } }] })).body;
    expect(paths((await update(made.id, { fields: { country: '' } })).error)).toEqual(['fields.country']);
    // who does not speak of fields is not asked for them
    expect((await update(made.id, { vendor: 'Майстерня' })).status).toBe(200);
    // an archived field keeps its values, takes no others, and is not asked for
    const params = { project_id: project.id, set: 'product_modification' as const, id: girth.id };
    await app.call(archiveField, { token, params });
    const id = made.variants[0]?.id;
    const kept = await update(made.id, { variants: [{ id, price: 2, fields: { girth: 1 } }] });
    expect(kept.body.variants[0]).toMatchObject({ price: 2, fields: { girth: 1 } });
    const other = await update(made.id, { variants: [{ id, fields: { girth: 2 } }] });
    expect(other.error.details).toMatchObject([{ path: 'variants.0.fields.girth', code: 'templates.archived' }]);
    expect((await create({ fields, variants: [{ price: 1 }] })).status).toBe(201);
  });

  it('take a file once it was uploaded by the asker, and show its link', async () => {
    await field('product', { key: 'certificate', name: 'Сертифікат', type: 'file' });
    const place = (await app.call(createUpload, { ...at(), body: { file_name: 'сертифікат.pdf' } })).body;
    const { url, headers } = place.direct_upload;
    await app.app.server.inject({ method: 'PUT', url, headers, payload: '%PDF-1.4' });
    const made = await create({ fields: { certificate: place.file_name } });
    expect(made.status).toBe(201);
    const shown = made.body.fields.certificate as { file_name: string; name: string; url: string };
    expect(shown).toMatchObject({ name: 'сертифікат.pdf', url: expect.stringContaining('/api/files/') });
    expect(shown.file_name).not.toBe(place.file_name);
    // sent back as it was shown it stays; somebody else's key is no file of this product
    expect((await update(made.body.id, { fields: { certificate: shown } })).body.fields.certificate).toMatchObject({
      file_name: shown.file_name,
    });
    const stolen = await create({ name: 'Інше', fields: { certificate: { file_name: shown.file_name, name: 'x' } } });
    expect(paths(stolen.error)).toEqual(['fields.certificate']);
    expect((await create({ fields: { certificate: 'no/such.pdf' } })).error.code).toBe('files.not_found');
  });

  it('are shown in lists that ask for them, filtered by and found', async () => {
    await field('product', { key: 'fabric', name: 'Тканина', type: 'select', options: ['Льон', 'Вовна'] });
    await field('product', { key: 'country', name: 'Країна', type: 'text' });
    await field('product', { key: 'year', name: 'Рік', type: 'number' });
    await field('product', { key: 'care', name: 'Догляд', type: 'multi_select', options: ['Прання', 'Хімчистка'] });
    const one = (name: string, fields: object) => create({ name, fields, variants: [{ price: 1 }] });
    await one('А', { fabric: 'Льон', country: 'Західна Україна', year: 2024, care: ['Прання', 'Хімчистка'] });
    await one('Б', { fabric: 'Вовна', country: 'Польща', year: 2025, care: ['Прання'] });
    await create({ name: 'В', fields: { fabric: 'Льон' } });
    const list = (query: object) =>
      app.call(catalog.listProducts, {
        ...at(),
        query: { include_unpublished: true, sort: 'name', ...query } as never,
      });
    const names = async (query: object) => (await list(query)).body.items.map(({ name }) => name);
    expect((await list({})).body.items[0]).not.toHaveProperty('fields');
    const shown = (await list({ with_fields: 'fabric,year' })).body.items.map(({ fields }) => fields);
    expect(shown).toEqual([{ fabric: 'Льон', year: 2024 }, { fabric: 'Вовна', year: 2025 }, { fabric: 'Льон' }]);
    expect(await names({ 'fields.fabric': 'Льон' })).toEqual(['А', 'В']);
    expect((await list({ 'fields.fabric': 'Льон' })).body.total).toBe(2);
    expect(await names({ 'fields.country': 'україна' })).toEqual(['А']);
    expect(await names({ 'fields.year': '2025' })).toEqual(['Б']);
    expect(await names({ 'fields.care': 'Прання', 'fields.fabric': 'Вовна' })).toEqual(['Б']);
    expect(await names({ q: 'польща' })).toEqual(['Б']);
    for (const [query, path] of [
      [{ 'fields.colour': 'red' }, 'fields.colour'],
      [{ 'fields.fabric': 'Шовк' }, 'fields.fabric'],
      [{ with_fields: 'colour' }, 'with_fields'],
    ] as const) {
      const refused = await list(query);
      expect([refused.status, paths(refused.error)]).toEqual([400, [path]]);
    }
  });

  it('of modifications are shown in the list of all of them, filtered by and found with other words', async () => {
    await field('product_modification', { key: 'lining', name: 'Підкладка', type: 'text' });
    await field('product_modification', { key: 'girth', name: 'Обхват', type: 'number' });
    const lined = (sku: string, fields: object) => ({ name: sku, sku, price: 1, fields });
    await create({
      name: 'Пальто',
      variants: [
        lined('А', { lining: 'шовк натуральний', girth: 92.5 }),
        lined('Б', { lining: 'віскоза' }),
        lined('В', {}),
      ],
    });
    await create({ name: 'Шарф', variants: [lined('Г', { lining: 'Шовк', girth: 0 })] });
    const list = (query: object) => app.call(catalog.listAllVariants, { ...at(), query: query as never });
    const skus = async (query: object) => (await list(query)).body.items.map(({ sku }) => sku);
    expect((await list({})).body.items[0]).not.toHaveProperty('fields');
    expect((await list({ with_fields: 'girth' })).body.items.map(({ fields }) => fields)).toEqual([
      ...[{ girth: 92.5 }, {}, {}, { girth: 0 }],
    ]);
    for (const sort of ['name', '-name', 'price', '-created_at', 'available']) {
      expect((await skus({ 'fields.lining': 'шовк', sort })).sort(), sort).toEqual(['А', 'Г']);
      expect(await skus({ 'fields.lining': 'шовк', q: 'пальто', sort }), sort).toEqual(['А']);
    }
    expect((await list({ 'fields.lining': 'шовк' })).body.total).toBe(2);
    expect((await list({ 'fields.girth': '0' })).body).toMatchObject({ total: 1, items: [{ sku: 'Г' }] });
    expect(await skus({ 'fields.girth': '92,5', in_stock: 'false' })).toEqual(['А']);
    const refused = await list({ 'fields.colour': 'red' });
    expect([refused.status, paths(refused.error)]).toEqual([400, ['fields.colour']]);
  });
});
