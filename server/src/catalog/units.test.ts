import * as catalog from '@lanka/domain/catalog/contract';
import { issueDocument } from '@lanka/domain/documents/contract';
import { updateOrder } from '@lanka/domain/orders/contract';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeCounterparty, orderBody, placeOrder } from '../../test/trade';

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
const units = (list: string[]) => app.call(updateMainInfo, { ...at(), body: { units: list } });
const create = (body: object = {}) =>
  app.call(catalog.createProduct, {
    ...at(),
    body: { name: 'Стрічка', variants: [{ name: 'A', price: 100 }], ...body },
  });
const update = (id: string, body: object) => app.call(catalog.updateProduct, { ...one(id), body });

it('a product has a unit of the project: the first unless given, as the project writes it', async () => {
  expect((await create()).body.unit).toBe('шт');
  await units(['м', 'шт', 'Комплект']);
  expect((await create()).body.unit).toBe('м');
  const made = await create({ unit: ' комплект. ' });
  expect(made.body.unit).toBe('Комплект');
  const refused = await create({ unit: 'кг' });
  expect(refused.error).toMatchObject({
    code: 'catalog.unit_unknown',
    details: [{ path: 'unit', unit: 'кг', message: expect.stringContaining('м, шт, Комплект') }],
  });
  // what it is counted in stays, also when the project has it no more
  await units(['шт']);
  const kept = await update(made.body.id, { unit: 'комплект', vendor: 'Льон' });
  expect(kept.body).toMatchObject({ unit: 'Комплект', vendor: 'Льон' });
  expect((await update(made.body.id, { unit: 'м' })).error).toMatchObject({ code: 'catalog.unit_unknown' });
  expect((await update(made.body.id, { unit: 'шт' })).body.unit).toBe('шт');
  expect((await update(made.body.id, { vendor: '' })).body.unit).toBe('шт');
  const listed = await app.call(catalog.listProducts, { ...at(), query: { include_unpublished: true, sort: 'name' } });
  expect(listed.body.items.map(({ unit }) => unit).sort()).toEqual(['м', 'шт', 'шт']);
  const found = await app.call(catalog.listAllVariants, { ...at(), query: { q: 'Стрічка' } });
  expect(found.body.items.map(({ unit }) => unit).sort()).toEqual(['м', 'шт', 'шт']);
});

it('of two who take a unit away and choose it, neither breaks the other', async () => {
  await units(['шт', 'м']);
  const made = await Promise.all([create({ unit: 'м' }), units(['шт']), create({ unit: 'м' })]);
  for (const { status } of made) expect([200, 201, 422]).toContain(status);
  const [row] = await app.sql(project.id, "select count(*)::int as n from products where unit not in ('шт', 'м')");
  expect(row).toEqual({ n: 0 });
});

it('a line of an order keeps the unit that it was priced in, and papers print it', async () => {
  await units(['шт', 'м']);
  const product = (await create({ unit: 'м', variants: [{ name: 'A', price: 100, actual: 50 }] })).body;
  const id = product.variants[0]?.id ?? '';
  await app.call(catalog.publishProduct, one(product.id));
  const counterparty_id = await makeCounterparty(app, project);
  const order = (await placeOrder(app, project, token, orderBody({ [id]: 3 }, { counterparty_id, send: true }))).body;
  expect(order.items).toMatchObject([{ count: 3, unit: 'м' }]);
  await update(product.id, { unit: 'шт' });
  const body = { items: [{ product_variant_id: id, count: 4 }] };
  expect((await app.call(updateOrder, { ...one(order.id), body })).body.items).toMatchObject([{ count: 4, unit: 'м' }]);
  await app.sql(project.id, "update projects set legal_name = 'Льон', edropoy_code = '32855961' where id = $1", [
    project.id,
  ]);
  expect((await app.call(issueDocument, { ...one(order.id), body: { type: 'order' } })).status).toBe(201);
  const [paper] = await app.sql(project.id, "select frozen->'lines' as lines from documents");
  expect(paper).toMatchObject({ lines: [{ count: 4, unit: 'м' }] });
});
