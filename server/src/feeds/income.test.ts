import { buffer } from 'node:stream/consumers';
import * as contract from '@lanka/domain/feeds/contract';
import { createTurnover, postTurnover } from '@lanka/domain/turnover/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';
import { makeVariants, stockOf } from '../../test/trade';
import { toXlsx } from './workbook';

let app: TestApp;
let project: TestProject;
let importing: Importing;
let token: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
  importing = new Importing(app, project);
});

const TABLE = [
  'Накладна № 1184;;;;',
  'Артикул;Назва;Кількість;Ціна закупівлі;Ціна продажу',
  'LN-1;Льон;10;1 234,50;1700',
  '4820000000017;Сатин;2;99,9;',
  'ln-1;Ще раз;1;5;',
  'Нема;Чуже;1;5;',
  'DBL;Два;1;5;',
  'LN-2;Бязь;пів;1,234;',
].join('\r\n');

const read = (upload: string, columns?: Record<string, number | null>, as = token) =>
  app.call(contract.readIncomeTable, {
    params: { project_id: project.id },
    token: as,
    body: { upload, ...(columns ? { columns: columns as never } : {}) },
  });

it('reads a delivery note: columns by their names, rows by their codes, and each error by row and field', async () => {
  const [linen = '', satin = ''] = await makeVariants(app, project, [
    { sku: 'LN-1' },
    { sku: 'ST-1' },
    { sku: 'LN-2' },
    { sku: 'DBL' },
    { sku: 'dbl' },
  ]);
  await app.sql(project.id, "update product_variants set barcode = '4820000000017' where id = $1", [satin]);
  const { body, status } = await read(await importing.upload('накладна.csv', TABLE));
  expect([status, body.columns]).toEqual([200, { code: 0, count: 2, price: 3, sale_price: 4 }]);
  expect(body.headers).toEqual(['Артикул', 'Назва', 'Кількість', 'Ціна закупівлі', 'Ціна продажу']);
  expect(body.rows.map((row) => [row.number, row.count, row.price, row.sale_price])).toEqual([
    [3, 10, 123_450, 170_000],
    [4, 2, 9990, null],
    [5, 1, 500, null],
    [6, 1, 500, null],
    [7, 1, 500, null],
    [8, null, null, null],
  ]);
  expect(body.rows.slice(0, 2).map((row) => row.product_variant_id)).toEqual([linen, satin]);
  expect(body.rows.map(({ reasons }) => reasons.map(({ field, code }) => `${field} ${code}`))).toEqual([
    [],
    [],
    ['code twice'],
    ['code unknown_code'],
    ['code several'],
    ['count count_wrong', 'price price_ambiguous'],
  ]);
  // its right rows become a document by the call for documents
  const items = body.rows.flatMap(({ product_variant_id, count, price, reasons }) =>
    reasons.length === 0 && product_variant_id && count
      ? [{ product_variant_id, count, transaction_item_price: price }]
      : [],
  );
  const params = { project_id: project.id };
  const draft = await app.call(createTurnover, {
    params,
    token,
    body: { flow: 'income', type: 'purchase', draft: true, items },
  });
  expect(draft.body).toMatchObject({ status: 'draft', sum: 10 * 123_450 + 2 * 9990 });
  await app.call(postTurnover, { params: { ...params, id: draft.body.id }, token });
  expect(await stockOf(app, project, linen)).toMatchObject({ actual: 10 });
});

it('reads XLSX, and columns as they are told', async () => {
  await makeVariants(app, project, [{ sku: 'LN-1' }]);
  const bytes = await buffer(toXlsx(['Що', 'Скільки', 'Почому'], [[['LN-1', 3, 12.5]]], 'Аркуш1'));
  const upload = await importing.upload('накладна.xlsx', bytes);
  const { body: unknown } = await read(upload);
  expect(unknown.columns).toEqual({ code: null, count: null, price: null, sale_price: null });
  expect(unknown.rows[0]?.reasons.map(({ code }) => code)).toEqual(['no_code', 'count_missing']);
  const { body } = await read(upload, { code: 0, count: 1, price: 2, sale_price: null });
  expect(body.rows).toMatchObject([{ number: 2, sku: 'LN-1', count: 3, price: 1250, reasons: [] }]);
});

it('refuses what is no table, too long a one, and the upload of somebody else', async () => {
  const code = async (upload: string, as = token) => (await read(upload, undefined, as)).error.code;
  for (const [name, bytes] of [
    ['x.xml', '<shop/>'],
    ['x.html', '<html></html>'],
    ['x.png', '\x89PNG\r\n\x1a\n\0\0\0'],
    ['x.pdf', '%PDF-1.7'],
  ] as const)
    expect(await code(await importing.upload(name, bytes))).toBe('feeds.not_a_table');
  expect(await code(await importing.upload('x.csv', ''))).toBe('feeds.empty');
  const long = `sku;qty\n${'A;1\n'.repeat(501)}`;
  expect(await code(await importing.upload('x.csv', long))).toBe('feeds.too_many_rows');
  const own = await importing.upload('x.csv', 'sku;qty\nA;1');
  const stockman = await app.member(project, 'Stockman');
  expect(await code(own, stockman.token)).toBe('imports.upload_not_found');
  expect(await code('nothing.csv')).toBe('imports.upload_not_found');
  expect((await read(own, undefined, (await app.member(project, 'Producer')).token)).status).toBe(403);
});
