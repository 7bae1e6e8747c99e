import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, faultsOf, orderOf, visit } from './kit/pages';

/**
 * A bank is connected by its token, a customer pays there for an order, and the row of the statement becomes a receipt:
 * the order is paid, the balance has changed, and it is undone again.
 * Slices: banking, payments, orders, integrations.
 */
const demo = openDemo({ SIMULATORS: 'on' });
/** The one of the demo: `server/src/demo/banks.ts`. */
const TOKEN = 'pDemoTokenOfTekstylPlus1';

/** Presses something on the page of the simulators, whose address the product prints when it starts. */
async function control(path: string, body: object): Promise<void> {
  const address = /служб: (http:\/\/\S+)/.exec(demo.product.output())?.[1];
  if (!address) throw new Error(demo.product.output());
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${address}/control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

it('from a payment at the bank to a paid order, and back', async () => {
  const { page, problems } = await demo.signedInAs('supplier', '/cp/integrations/banking');
  const { order, number } = await orderOf(page, 'TP-024-21', 1, ['Sent']);
  const { sum, counterparty_id } = await call(page, `orders/${order}`);
  const before = (await call(page, `counterparties/${counterparty_id}`)).balance;

  await visit(page, '/cp/integrations/banking/privatbank');
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Від’єднати банк' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Від’єднати банк' }).click();
  await page.getByText('Не підключено').waitFor();
  const token = page.getByLabel('Токен «Автоклієнта»');
  await token.fill('wrong');
  await token.press('Enter');
  await page
    .getByText(/Банк не приймає цей токен/)
    .first()
    .waitFor();
  await token.fill(TOKEN);
  await token.press('Enter');
  const account = page.getByRole('checkbox').first();
  await account.uncheck();
  await account.check();
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Збережено').first().waitFor();

  await control('privatbank/actions/pay', {
    ...{ token: TOKEN, amount: (sum / 100).toFixed(2), name: 'ФОП Петренко Ганна', code: '3184710691' },
    purpose: `Оплата за замовлення № ${number}`,
  });
  await control('privatbank/actions/pay', {
    token: TOKEN,
    amount: '-150.00',
    name: 'ПриватБанк',
    purpose: 'Комісія за переказ',
  });
  await visit(page, '/cp/integrations/banking');
  // it may have read before the customer paid
  await page.getByRole('button', { name: 'Прочитати зараз' }).last().click();
  await page.getByText(/Виписку буде прочитано/).waitFor();
  await visit(page, '/cp/integrations/banking/rows?state=open');
  await page
    .getByRole('link', { name: /ФОП Петренко/ })
    .first()
    .click();

  await page.getByRole('heading', { name: 'ФОП Петренко Ганна', level: 1 }).waitFor();
  await page.getByText(/Збігається: номер у призначенні, сума/).waitFor();
  const path = new URL(page.url()).pathname;
  expect(await faultsOf(page, path)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  // any order that is not paid is found by its number
  const { name } = await call(page, `counterparties/${counterparty_id}`);
  await page.getByLabel(/^Контрагент/).fill(name);
  await page.getByRole('option', { name }).first().click();
  const wanted = page.getByLabel(/^Замовлення/);
  await wanted.fill(`№ ${number}`);
  await page.getByRole('option', { name: `№ ${number} · ` }).click();
  await expect.poll(() => wanted.inputValue()).toContain(`№ ${number} · `);
  await page
    .getByRole('button', { name: /^Зарахувати: / })
    .first()
    .click();
  await page.getByText('Платіж створено з рядка').waitFor();
  expect((await call(page, `counterparties/${counterparty_id}`)).balance).toBe(before + sum);
  expect((await call(page, `orders/${order}`)).payment.unpaid).toBe(0);

  // the wallet says which row it is
  await visit(page, '/cp/payments');
  await page.getByRole('link', { name: 'Рядок банківської виписки' }).first().click();
  // of the page, not of the notification that may still stand
  await page.locator('main').getByText('Платіж створено з рядка').waitFor();
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Скасувати зарахування' }).click();
  const dialog = page.getByRole('dialog', { name: 'Скасувати зарахування?' });
  await dialog.getByLabel('Причина').fill('Помилка');
  await dialog.getByRole('button', { name: 'Скасувати зарахування' }).click();
  await page.getByText('Скасовані зарахування').waitFor();
  expect((await call(page, `counterparties/${counterparty_id}`)).balance).toBe(before);

  // the fee of the bank is set aside
  await visit(page, '/cp/integrations/banking/rows?state=open');
  await page
    .getByRole('link', { name: /^ПриватБанк/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Відкласти' }).click();
  const aside = page.getByRole('dialog', { name: 'Відкласти рядок?' });
  await aside.getByLabel(/^Чому/).fill('Комісія банку');
  await aside.getByRole('button', { name: 'Відкласти' }).click();
  await page.getByText('Чому відкладено').waitFor();
  for (const at of ['', '/rows', '/by-hand', '/privatbank', '/monobank'])
    expect(await faultsOf(page, `/cp/integrations/banking${at}`, visit, 'main')).toEqual([]);
  expect(problems.filter((one) => !one.includes('422'))).toEqual([]);
});
