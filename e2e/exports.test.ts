import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing } from './kit/pages';

/**
 * Orders of a filtered list go into a file with the columns that were chosen, which are remembered.
 * Goods that the list was narrowed to go into a file that an import takes back.
 * Slices: feeds, orders, catalog.
 */
const demo = openDemo();

async function toTable(page: Page) {
  // the menu itself, not what stands in its place until it has come
  const menu = page.locator('button[aria-label="Інші дії"]');
  await menu.hover();
  await page.locator('button[aria-label="Інші дії"][aria-expanded]').click();
  await page.getByRole('menuitem', { name: 'У таблицю' }).click();
}

it('makes a table of the orders of a status, line by line, and gives it again later', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/orders?status=Sent');
  await standing(page);
  await toTable(page);
  await page.getByText('статус: Відправлене').waitFor();
  await page.getByRole('checkbox', { name: 'Артикул' }).check();
  await page.getByRole('checkbox', { name: 'Одиниця' }).check();
  await page.getByRole('checkbox', { name: 'Адреса доставки' }).uncheck();
  await page.getByText('CSV', { exact: true }).click();
  await page.getByRole('button', { name: 'Скласти таблицю' }).click();
  const link = page.getByRole('link', { name: /^Завантажити: orders-.*\.csv/ });
  const [file] = await Promise.all([page.waitForEvent('download'), link.first().click()]);
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(head).toContain('Артикул;Одиниця');
  expect(head).not.toContain('Адреса доставки');
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every((row) => row.includes('Відправлене'))).toBe(true);

  await page.goto('/cp/orders/export');
  await link.first().waitFor();
  expect(await page.getByRole('checkbox', { name: 'Артикул' }).isChecked()).toBe(true);
  await page.getByText('Усі замовлення проєкту').waitFor();
});

it('makes a table of the goods that the list of products showed', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/products?status=published&stock=out_of_stock');
  await standing(page);
  await toTable(page);
  await page.getByRole('heading', { name: 'Таблиця товарів' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Публікація' }).inputValue()).toBe('Опубліковані');
  expect(await page.getByRole('combobox', { name: 'Залишок' }).inputValue()).toBe('Немає в наявності');
  await page.getByText('CSV', { exact: true }).click();
  // pressed by Enter in a field, as a hurried person does
  await page.getByRole('textbox', { name: 'Назва, артикул або штрихкод' }).press('Enter');
  const link = page.getByRole('link', { name: /^Завантажити: products-.*\.csv/ });
  const [file] = await Promise.all([page.waitForEvent('download'), link.first().click()]);
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(head).toContain('Артикул');
  expect(rows.length).toBeGreaterThan(0);
});
