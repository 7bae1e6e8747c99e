import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from './kit/browser';
import { startDemo } from './kit/demo';
import { signedInAs, standing } from './kit/pages';
import type { Product } from './kit/product';

/**
 * Goods are sorted into the tree, found by it, and told to dropshippers as the supplier wants.
 * Slices: categories, catalog, projects.
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

it('adds a category, puts goods into it, finds them by it, and clears it away', async () => {
  const { page, close } = await signedInAs(browser, product, 'supplier');
  await page.goto('/cp/products/categories');
  await standing(page);
  await page.getByRole('button', { name: 'Додати підкатегорію в «Сукні»' }).click();
  await page.getByLabel('Назва').fill('Вечірні');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByRole('link', { name: 'Вечірні' }).waitFor();

  await page.goto('/cp/products?q=Віта');
  await page.getByText('Плаття «Віта»').first().click();
  await page.getByRole('link', { name: 'Редагувати' }).click();
  await page.getByRole('combobox', { name: 'Категорія' }).click();
  await page.getByRole('option', { name: 'Одяг > Сукні > Вечірні' }).click();
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Товар збережено').waitFor();

  await page.goto('/cp/products/categories');
  await page.getByRole('link', { name: 'Вечірні' }).click();
  await page.getByText('Плаття «Віта»').first().waitFor();
  expect(await page.getByText('Плаття «Марта»').count()).toBe(0);

  await page.goto('/cp/products/categories');
  await page.getByRole('button', { name: 'Видалити «Вечірні»' }).click();
  await page.getByText('1 товар').last().waitFor();
  await page.getByRole('button', { name: 'Видалити', exact: true }).click();
  await page.getByText('Категорію видалено').waitFor();
  expect(await page.getByRole('link', { name: 'Вечірні' }).count()).toBe(0);
  await close();
});

it('tells dropshippers only whether there is any', async () => {
  const supplier = await signedInAs(browser, product, 'supplier');
  await supplier.page.goto('/cp/settings');
  await supplier.page.getByLabel('Лише «є» або «немає»').check();
  await supplier.page.getByRole('button', { name: 'Зберегти' }).click();
  await supplier.page.getByText('Зміни збережено').waitFor();
  await supplier.close();
  const { page, close } = await signedInAs(browser, product, 'dropshipper');
  await page.goto('/cp/products');
  await standing(page);
  const row = page.getByRole('row', { name: /Шкарпетки «Тепло»/ });
  await row.getByRole('cell', { name: 'є', exact: true }).waitFor();
  await page
    .getByRole('row', { name: /Вишивка логотипа/ })
    .getByText('без обмежень')
    .waitFor();
  await close();
});
