import * as catalog from '@lanka/domain/catalog/contract';
import { MAX_BALANCE, MAX_KOPECKS, MAX_PRICE, MAX_STOCK } from '@lanka/domain/kit/bounds';
import { readCounterparty } from '@lanka/domain/partners/contract';
import { createPayment, listAccounts } from '@lanka/domain/payments/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { differencesOf, makeCounterparty } from '../../test/trade';

/** Prices, stocks and balances are bounded so that sums stay exact (decision 0046). */
let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
});

const at = () => ({ token: project.owner.token, params: { project_id: project.id } });
const one = (id: string) => ({ token: project.owner.token, params: { project_id: project.id, id } });
const make = (...variants: catalog.VariantInput[]) =>
  app.call(catalog.createProduct, { ...at(), body: { name: 'Межа', variants: variants as never } });
const summary = async () => (await app.call(catalog.productsSummary, at())).body;
const count = (id: string, counted: number) =>
  app.call(changeStock, { ...one(id), body: { counted, comment: '' } as never });
const expectGreen = async () => {
  expect(await differencesOf(app, project)).toEqual([]);
};

it('a price of 10¹² and a stock of 10⁷ are told what is allowed, and nothing is stored', async () => {
  const refused = await make({ name: 'a', price: 1_000_000_000_000, actual: 10_000_000 });
  expect([refused.status, refused.error.details]).toMatchObject([
    400,
    [{ path: 'variants.0.price', message: 'Ціна може бути до 100 000 000,00 ₴' }],
  ]);
  const worth = await make({ name: 'a', price: 100, actual: 1 }, { name: 'b', price: MAX_PRICE, actual: MAX_STOCK });
  expect([worth.status, worth.error.code, worth.error.details]).toMatchObject([
    422,
    'stock.worth_too_much',
    [{ path: 'variants.1.actual', allowed: 100 }],
  ]);
  expect((await summary()).products).toBe(0);
});

it('at every bound at once the product is edited on, and the sums are exact', async () => {
  const made = await make(
    { name: 'dear', price: MAX_PRICE, actual: MAX_KOPECKS / MAX_PRICE },
    { name: 'many', price: MAX_KOPECKS / MAX_STOCK, actual: MAX_STOCK },
    { name: 'none', actual: MAX_STOCK },
  );
  expect(made.status).toBe(201);
  const [dear, many, none] = made.body.variants.map(({ id }) => id) as [string, string, string];
  expect(await summary()).toMatchObject({ stock_count: 2 * MAX_STOCK + 100, stock_value: 2 * MAX_KOPECKS });

  const more = await app.call(changeStock, { ...one(dear), body: { delta: 1, comment: '' } as never });
  expect([more.error.code, more.error.details[0]]).toMatchObject(['stock.worth_too_much', { path: 'delta' }]);
  const full = await app.call(changeStock, { ...one(none), body: { delta: 1, comment: '' } as never });
  expect([full.error.code, full.error.details[0]]).toMatchObject([
    'stock.too_many',
    { path: 'delta', allowed: MAX_STOCK },
  ]);

  const edit = (body: object) => app.call(catalog.updateProduct, { ...one(made.body.id), body: body as never });
  const dearer = await edit({
    variants: [
      { id: none, price: 1 },
      { id: many, price: 100_001 },
    ],
  });
  expect([dearer.status, dearer.error.code, dearer.error.details]).toMatchObject([
    422,
    'stock.price_too_large',
    [
      {
        path: 'variants.1.price',
        allowed: 100_000,
        message: expect.stringContaining('ціна може бути до 1\u00a0000,00'),
      },
    ],
  ]);
  expect((await edit({ name: 'Змінено', variants: [{ id: none, price: 100_000 }] })).status).toBe(200);
  expect(await summary()).toMatchObject({ stock_value: 3 * MAX_KOPECKS });
  expect((await count(many, MAX_STOCK - 1)).status).toBe(200);
  expect((await edit({ variants: [{ id: dear, price: MAX_PRICE - 1 }] })).status).toBe(200);
  expect(await summary()).toMatchObject({ stock_value: 3 * MAX_KOPECKS - 100_000 - 100 });
  await expectGreen();
});

it('a balance that would leave its bound is refused with what is allowed; up to it the accounts are exact', async () => {
  const id = await makeCounterparty(app, project);
  const pay = (amount: number) =>
    app.call(createPayment, {
      ...at(),
      body: { counterparty_id: id, type: 'receipt', amount, date: '2026-11-01', account: 'bank' },
    });
  expect((await pay(MAX_KOPECKS + 1)).error.details).toMatchObject([
    { path: 'amount', message: 'Сума може бути до 10 000 000 000,00 ₴' },
  ]);
  for (let paid = 0; paid < MAX_BALANCE; paid += MAX_KOPECKS) expect((await pay(MAX_KOPECKS)).status).toBe(201);
  const over = await pay(1);
  expect([over.status, over.error.code, over.error.details]).toMatchObject([
    422,
    'ledger.balance_too_large',
    [{ path: 'amount', allowed: MAX_BALANCE }],
  ]);
  expect((await app.call(readCounterparty, one(id))).body.balance).toBe(MAX_BALANCE);
  expect((await app.call(listAccounts, at())).body.counterparties).toBe(MAX_BALANCE);
  await expectGreen();
});

it('two who fill the shelf at once do not pass the bound together', async () => {
  const made = await make({ name: 'a', price: 1 });
  const id = made.body.variants[0]?.id ?? '';
  const add = () => app.call(changeStock, { ...one(id), body: { delta: 6_000_000, comment: '' } as never });
  const answers = await Promise.all([add(), add(), add()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  await expectGreen();
});

it('a sum of rows that a number cannot carry is refused, never rounded', async () => {
  await make({ name: 'a', price: 1, actual: 1 });
  await app.sql(project.id, 'update stock_totals set value = 9007199254740993');
  const { status, error } = await app.call(catalog.productsSummary, at());
  expect([status, error.code]).toEqual([422, 'common.sum_not_exact']);
  await app.sql(project.id, 'update stock_totals set value = 9007199254740991');
  expect((await summary()).stock_value).toBe(Number.MAX_SAFE_INTEGER);
});
