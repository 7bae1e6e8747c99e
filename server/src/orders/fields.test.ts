import { createProduct, publishProduct, updateVariant } from '@lanka/domain/catalog/contract';
import { issueDocument } from '@lanka/domain/documents/contract';
import * as orders from '@lanka/domain/orders/contract';
import { type CreateFieldBody, createField, type TemplateSet } from '@lanka/domain/templates/contract';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let token: string;
let variant: string;
let product: string;
beforeAll(async () => {
  app = await testApp();
  project = await app.project();
  token = project.owner.token;
  await field('product_modification', { key: 'girth', name: 'Обхват', type: 'number', on_papers: true });
  const body = { name: 'Плаття', variants: [{ price: 100, actual: 100, fields: { girth: 92 } }] };
  const made = (await app.call(createProduct, { ...at(), body })).body;
  product = made.id;
  variant = made.variants[0]?.id ?? '';
  await app.call(publishProduct, one(product));
  await field('order', {
    key: 'source',
    name: 'Джерело',
    type: 'select',
    options: ['Сайт', 'Телефон'],
    required: true,
  });
  await field('order', { key: 'wanted', name: 'Бажана дата', type: 'date', on_papers: true });
  await field('order_item', { key: 'engraving', name: 'Гравіювання', type: 'text', on_papers: true });
  await field('order_item', { key: 'gift', name: 'Подарунок', type: 'yes_no', default_value: false });
});
afterAll(() => app.close());

const at = () => ({ token, params: { project_id: project.id } });
const one = (id: string) => ({ token, params: { project_id: project.id, id } });
const field = (set: TemplateSet, body: CreateFieldBody) =>
  app.call(createField, { token, params: { project_id: project.id, set }, body });
const customer = { name: 'Марта' };
const delivery = {
  operator: 'nova_poshta' as const,
  recipient_name: 'Марта',
  recipient_phone: '+380671112233',
  address: 'Львів',
};
const create = (body: object) =>
  app.call(orders.createOrder, {
    ...at(),
    body: { customer, delivery, items: [{ product_variant_id: variant, count: 1 }], ...body } as never,
  });

describe('fields of orders and their items', () => {
  it('are kept and changed with the order, and are asked for when it is sent', async () => {
    const items = [{ product_variant_id: variant, count: 2, fields: { engraving: 'Марта' } }];
    const draft = await create({ items });
    expect(draft.body.fields).toEqual({});
    expect(draft.body.items[0]?.fields).toEqual({ engraving: 'Марта', gift: false });
    const straight = await create({ items, send: true });
    expect(straight.error.details).toMatchObject([{ path: 'fields.source', code: 'required' }]);
    const { id } = draft.body;
    const refused = await app.call(orders.moveOrder, { ...one(id), body: { to: 'Pending' } });
    expect(refused.error).toMatchObject({
      code: 'orders.fields_required',
      message: 'Заповніть обов’язкові поля: Джерело',
      details: [{ path: 'fields.source' }],
    });
    const moves = (await app.call(orders.listMoves, one(id))).body.items;
    expect(moves.find(({ to }) => to === 'Pending')).toMatchObject({ allowed: false });
    const filled = await app.call(orders.updateOrder, { ...one(id), body: { fields: { source: 'Сайт' } } });
    expect(filled.body).toMatchObject({ fields: { source: 'Сайт' }, items: [{ fields: { engraving: 'Марта' } }] });
    expect((await app.call(orders.moveOrder, { ...one(id), body: { to: 'Pending' } })).status).toBe(200);
    // a sent order: the count changes, the fields of the line stay until they are spoken of
    const line = { product_variant_id: variant, count: 3 };
    const edited = await app.call(orders.updateOrder, { ...one(id), body: { items: [line] } });
    expect(edited.body.items).toMatchObject([{ count: 3, fields: { engraving: 'Марта', gift: false } }]);
    const again = await app.call(orders.updateOrder, {
      ...one(id),
      body: { items: [{ ...line, fields: { gift: true, engraving: null } }] },
    });
    expect(again.body.items[0]?.fields).toEqual({ gift: true });
    const emptied = await app.call(orders.updateOrder, { ...one(id), body: { fields: { source: null } } });
    expect(emptied.error.details).toMatchObject([{ path: 'fields.source', code: 'required' }]);
  });

  it('are refused by name, and found by their words', async () => {
    const wrong = await create({
      fields: { source: 'Ринок', colour: 'red' },
      items: [{ product_variant_id: variant, count: 1, fields: { gift: 'так' } }],
    });
    expect(wrong.error.details.map(({ path }) => path).sort()).toEqual(['fields.colour', 'fields.source']);
    const made = await create({
      fields: { source: 'Телефон' },
      items: [{ product_variant_id: variant, count: 1, fields: { engraving: 'Зозулині черевички' } }],
    });
    const found = await app.call(orders.listOrders, { ...at(), query: { q: 'черевички' } });
    expect(found.body.items.map(({ id }) => id)).toEqual([made.body.id]);
    const query = { 'fields.source': 'Телефон', with_fields: 'source' } as never;
    const filtered = await app.call(orders.listOrders, { ...at(), query });
    expect(filtered.body.items.map(({ id, fields }) => [id, fields])).toEqual([[made.body.id, { source: 'Телефон' }]]);
    const unknown = await app.call(orders.listOrders, { ...at(), query: { 'fields.colour': 'x' } as never });
    expect(unknown.error.details).toMatchObject([{ path: 'fields.colour', code: 'unknown_field' }]);
  });

  it('are frozen on the papers that they are marked for', async () => {
    const made = await create({
      send: true,
      fields: { source: 'Сайт', wanted: '2026-12-24' },
      items: [{ product_variant_id: variant, count: 1, fields: { engraving: 'Марта' } }],
    });
    await app.call(updateMainInfo, { ...at(), body: { paper_terms: 'Повернення 14 днів', paper_footer: 'Дякуємо' } });
    await app.call(issueDocument, { ...one(made.body.id), body: { type: 'order' } });
    const params = { project_id: project.id, product_id: product, id: variant };
    await app.call(updateVariant, { token, params, body: { fields: { girth: 100 } } });
    const [paper] = await app.sql<{ frozen: { particulars: object[]; notes: string[]; lines: { title: string }[] } }>(
      project.id,
      `select frozen from documents where order_id = $1`,
      [made.body.id],
    );
    expect(paper?.frozen.particulars).toContainEqual({ label: 'Бажана дата', value: '24.12.2026' });
    expect(paper?.frozen.notes).toEqual(['Повернення 14 днів', 'Дякуємо']);
    expect(JSON.stringify(paper?.frozen)).not.toContain('Джерело');
    expect(paper?.frozen.lines[0]?.title.split('\n').slice(1)).toEqual(['Обхват: 92', 'Гравіювання: Марта']);
  });
});
