import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { launch } from './kit/browser';
import { startDemo } from './kit/demo';
import { signedInAs, standing } from './kit/pages';
import type { Product } from './kit/product';

/**
 * What was sent is exchanged for other goods, seen from both orders.
 * Slices: exchanges, orders, returns.
 */
let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('exchanges what was sent, with the difference shown before', async () => {
  const { page, close } = await signedInAs(browser, product, 'supplier');
  await page.goto('/cp/orders?status=Sent');
  await standing(page);
  await page.locator('tbody tr').first().click();
  await page.getByRole('heading', { name: /^Замовлення №/ }).waitFor();
  await page.getByRole('link', { name: 'Обмін', exact: true }).click();
  await page.getByRole('heading', { name: /^Обмін за замовленням №/ }).waitFor();
  await page.getByRole('button', { name: 'Оформити обмін' }).click();
  await page.getByText('Вкажіть, що повертається').first().waitFor();
  await page
    .getByRole('textbox', { name: /^Скільки:/ })
    .first()
    .fill('1');
  await page.getByRole('combobox', { name: /^Додати товар/ }).fill('TP-024-21');
  await page.getByRole('option', { name: /TP-024-21/ }).click();
  await page.getByRole('columnheader', { name: 'Відправляється' }).waitFor();
  await page.getByRole('button', { name: 'Оформити обмін' }).click();
  await page.getByText('Обмін оформлено').waitFor();
  await page.getByText('Перше замовлення').waitFor();
  await page.locator('main').getByRole('link', { name: /^№/ }).first().click();
  await page.getByText('Замість нього').waitFor();
  await close();
});
