import { createExport, listExports, readExport } from '@lanka/domain/feeds/contract';
import { addComment, createOrder, moveOrder } from '@lanka/domain/orders/contract';
import { mentionOf } from '@lanka/domain/orders/mentions';
import { createGroup, regroupCounterparties } from '@lanka/domain/partners/groups';
import { createField } from '@lanka/domain/templates/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { CUSTOMER, makeCounterparty, makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let token: string;
let counterparty: string;

beforeAll(async () => {
  app = await testApp({}, { jobs: true });
  project = await app.project();
  token = project.owner.token;
  counterparty = await makeCounterparty(app, project, 1_000, 'Крамниця «Марта»');
});
afterAll(() => app.close());

const at = () => ({ token, params: { project_id: project.id } });

/** The table that the export makes, as rows of texts. */
async function exported(body: object): Promise<string[][]> {
  let made = (await app.call(createExport, { ...at(), body: { kind: 'orders_csv', ...body } as never })).body;
  while (made.status === 'queued' || made.status === 'running')
    made = (await app.call(readExport, { token, params: { project_id: project.id, id: made.id } })).body;
  expect(made).toMatchObject({ status: 'done', progress: 100, error: null });
  const file = await app.app.server.inject({ method: 'GET', url: String(made.url) });
  return parse(file.rawPayload, { bom: true, delimiter: ';' });
}

it('orders become a table: a row each, or a row for each line as soon as a column tells something of lines', async () => {
  for (const [set, key] of [
    ['order', 'origin'],
    ['order_item', 'thread'],
  ] as const)
    await app.call(createField, {
      token,
      params: { project_id: project.id, set },
      body: { key, name: key === 'origin' ? 'Джерело' : 'Нитка', type: 'text' },
    });
  const [a = '', b = ''] = await makeVariants(app, project, [
    { stock: 10, price: 10_050, sku: 'А-1' },
    { stock: 10, price: 20_000, sku: '=Б-2' },
  ]);
  const lines = orderBody({ [a]: 2, [b]: 1 }, { counterparty_id: counterparty, send: true });
  const items = lines.items?.map((item) => ({ ...item, fields: { thread: 'червона' } }));
  const first = await app.call(createOrder, {
    ...at(),
    body: { ...lines, items, fields: { origin: 'Ярмарок; Косів' } } as never,
  });
  expect(first.status).toBe(201);
  const draft = (await placeOrder(app, project, token, orderBody({ [b]: 1 }))).body;
  const { number } = first.body;

  const [head, ...orders] = await exported({});
  expect(head?.slice(0, 4)).toEqual(['Номер', 'Статус', 'Створено', 'Контрагент']);
  expect(orders.map((row) => [row[0], row[1], row[3]])).toEqual([
    [String(draft.number), 'Чернетка', expect.any(String)],
    [String(number), expect.any(String), 'Крамниця «Марта»'],
  ]);
  expect(orders[1]?.at(-2)).toBe(String(first.body.sum / 100));

  const columns = ['number', 'sku', 'count', 'unit', 'amount', 'order.origin', 'order_item.thread', 'order.gone'];
  const sent = { columns, filters: { status: ['Pending'], q: String(CUSTOMER.name) } };
  expect(await exported(sent)).toEqual([
    ['Номер', 'Артикул', 'Кількість', 'Одиниця', 'Сума позиції, грн', 'Джерело', 'Нитка'],
    [String(number), 'А-1', '2', 'шт', '180.9', 'Ярмарок; Косів', 'червона'],
    // a spreadsheet must not take it for a formula
    [String(number), "'=Б-2", '1', 'шт', '180', 'Ярмарок; Косів', 'червона'],
  ]);
  expect(await exported({ columns: ['number'], filters: { from: '2099-01-01' } })).toEqual([['Номер']]);
});

it('more orders than a page stand in it once each, the newest first', async () => {
  const own = await app.project();
  const party = await makeCounterparty(app, own);
  await app.sql(
    own.id,
    `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by, created_at)
      select $1, gen_random_uuid(), n, $2, 'Pending', 100, 100, $3, now() - make_interval(secs => (n / 3)) from generate_series(1, 1203) n`,
    [own.id, party, own.owner.id],
  );
  const before = [project, token] as const;
  [project, token] = [own, own.owner.token];
  const [, ...rows] = await exported({ columns: ['number', 'product'] });
  [project, token] = before;
  expect(rows).toHaveLength(1203);
  expect(new Set(rows.map(([number]) => number)).size).toBe(1203);
  expect(Number(rows[0]?.[0])).toBeLessThan(3);
});

it('is for staff; what belongs to the other table, and a column that there is not, are refused by name', async () => {
  const refused = async (body: object, by = token) => {
    const { status, error } = await app.call(createExport, { ...at(), token: by, body: body as never });
    return [status, ...error.details.map(({ path }) => path)];
  };
  expect(await refused({ kind: 'orders_csv', filters: { tags: ['а'] } })).toEqual([400, 'filters.tags']);
  expect(await refused({ kind: 'products_csv', columns: ['number'] })).toEqual([400, 'columns']);
  expect(await refused({ kind: 'orders_csv', columns: ['password'] })).toEqual([400, 'columns.0']);
  const seller = await makeDropshipper(app, project);
  expect(await refused({ kind: 'orders_csv' }, seller.token)).toEqual([403, undefined]);
  const listed = await app.call(listExports, { ...at(), query: { kind: ['orders_csv'] } as never });
  expect(listed.body.items.length).toBeGreaterThan(1);
  expect(listed.body.items.every(({ kind, status }) => kind === 'orders_csv' && status === 'done')).toBe(true);
});

it('orders are narrowed as their list: by payment, marks and additional fields, which are checked at once', async () => {
  const shop = await app.project('Таблиця');
  const own = { token: shop.owner.token, params: { project_id: shop.id } };
  const params = { project_id: shop.id, set: 'order' as const };
  await app.call(createField, { token: own.token, params, body: { key: 'origin', name: 'Джерело', type: 'text' } });
  const [a = ''] = await makeVariants(app, shop, [{ stock: 20, price: 10_000 }]);
  const seller = await makeDropshipper(app, shop);
  const place = async (more: object) => (await placeOrder(app, shop, seller.token, orderBody({ [a]: 1 }, more))).body;
  const fair = await place({
    send: true,
    tags: ['опт'],
    source: 'Ярмарок',
    external_number: 'К-417',
    fields: { origin: 'Косів' },
  });
  const town = await place({ fields: { origin: 'Львів' } });
  await app.call(moveOrder, { ...own, params: { ...own.params, id: fair.id }, body: { to: 'Sent' } });
  const numbers = async (filters: object, column: 'number' | 'external_number' = 'number') => {
    const body = { kind: 'orders_csv' as const, filters, columns: [column] };
    let made = (await app.call(createExport, { ...own, body })).body;
    while (made.status === 'queued' || made.status === 'running')
      made = (await app.call(readExport, { token: own.token, params: { project_id: shop.id, id: made.id } })).body;
    const file = await app.app.server.inject({ method: 'GET', url: String(made.url) });
    return (parse(file.rawPayload, { bom: true, delimiter: ';' }) as string[][]).slice(1).map(([number]) => number);
  };
  expect(await numbers({ paid: 'unpaid' })).toEqual([String(fair.number)]);
  expect(await numbers({ paid: 'paid' })).toEqual([]);
  expect(await numbers({ external_number: 'К-417' })).toEqual([String(fair.number)]);
  expect(await numbers({ external_number: 'К-4' })).toEqual([]);
  expect(await numbers({}, 'external_number')).toEqual(['', 'К-417']);
  expect(await numbers({ fields: { origin: 'Львів' } })).toEqual([String(town.number)]);
  expect(await numbers({ fields: { origin: 'Косів' }, tag: 'ОПТ', source: 'ярмарок' })).toEqual([String(fair.number)]);
  const text = `Гляньте, ${mentionOf(shop.owner.id)}`;
  await app.call(addComment, { token: seller.token, params: { ...own.params, id: town.id }, body: { text } as never });
  expect(await numbers({ mentioned: true })).toEqual([String(town.number)]);
  expect(await numbers({ reserved: 'held' })).toEqual([]);
  const group = (await app.call(createGroup, { ...own, body: { name: 'Опт' } })).body;
  expect(await numbers({ group_id: group.id })).toEqual([]);
  const regrouped = { counterparty_ids: [seller.counterparty_id], add: [group.id] };
  await app.call(regroupCounterparties, { ...own, body: regrouped });
  expect(await numbers({ group_id: group.id, placed: true })).toEqual([String(fair.number)]);
  expect(await numbers({ without: ['tag', 'manager'] })).toEqual([String(town.number)]);
  expect(await numbers({ manager_id: shop.owner.id })).toEqual([]);
  const body = { kind: 'orders_csv' as const, filters: { fields: { nothing: 'x' } } };
  const refused = await app.call(createExport, { ...own, body });
  expect([refused.status, refused.error.details[0]?.path]).toEqual([400, 'fields.nothing']);
  const other = await app.call(createExport, { ...own, body: { kind: 'products_csv', filters: { paid: 'paid' } } });
  expect([other.status, other.error.details[0]?.path]).toEqual([400, 'filters.paid']);
});
