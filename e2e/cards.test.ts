import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, faultsOf, orderOf, visit } from './kit/pages';

/**
 * A dropshipper pays for an order by card: the bank declines it, he pays again on another page, and the supplier pays a
 * part of it back.
 * Slices: card_payments, acquiring, payments.
 */
const demo = openDemo({ SIMULATORS: 'on' });

/** From the order to the page of the bank, a press there, and back. */
async function payAtBank(page: Page, order: string, press: RegExp): Promise<string> {
  await visit(page, `/cp/orders/${order}`);
  await page.getByRole('button', { name: 'Оплатити карткою' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'До сторінки банку' }).click();
  await page.waitForURL(/\/acquiring\/pay\//);
  await page.getByRole('button', { name: press }).click();
  await page.waitForURL(/\/cp\/card-payments\//);
  return new URL(page.url()).pathname;
}

it('declined, paid again, and a part of it paid back', async () => {
  const seller = await demo.signedInAs('dropshipper');
  const supplier = await demo.signedInAs('supplier', '/cp/orders');
  const { order } = await orderOf(supplier.page, 'TP-024-21', 1, ['Sent'], 'Оксана Шевчук');
  const { sum, counterparty_id } = await call(supplier.page, `orders/${order}`);
  const balance = async () => (await call(supplier.page, `counterparties/${counterparty_id}`)).balance as number;
  const before = await balance();

  const { page } = seller;
  const declined = await payAtBank(page, order, /Відхилити/);
  await page.getByText(/Картку відхилено/).waitFor();
  expect(await faultsOf(page, declined)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const paid = await payAtBank(page, order, /Оплатити/);
  expect(paid).not.toBe(declined);
  await page.getByText(/зараховано$/).waitFor();
  expect(await balance()).toBe(before + sum);
  // the page before leads nowhere any more
  await visit(page, declined);
  await page.getByText(/Строк оплати минув/).waitFor();

  const office = supplier.page;
  await visit(office, '/cp/integrations/acquiring');
  await office.getByRole('button', { name: 'Повернути' }).first().click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel(/^Сума/).fill('10');
  await dialog.getByRole('button', { name: 'Повернути на картку' }).click();
  await office.getByText(/Повернено 10,00/).waitFor();
  expect(await balance()).toBe(before + sum - 1_000);
  expect(await faultsOf(office, '/cp/integrations/acquiring', visit, 'main')).toEqual([]);
  expect([...seller.problems, ...supplier.problems]).toEqual([]);
});
