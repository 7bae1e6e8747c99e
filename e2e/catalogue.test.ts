import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';

/**
 * A dropshipper finds a supplier by a product and looks him up; the operator takes a supplier out of the catalogue and
 * in again, and his owner sees why.
 * Slices: catalogue, demo, operator, projects.
 */
const demo = openDemo();

const REASON = 'Фото товарів чужі';
const cards = (page: Page) => page.getByRole('list', { name: 'Каталог постачальників' });

it('finds a supplier by a product, and keeps him', { timeout: 120_000 }, async () => {
  const { page } = await demo.signedInAs('dropshipper');
  await page.goto(`${demo.product.url}/cp/catalogue/products`);
  await page.getByRole('searchbox').fill('текстиль');
  await expect.poll(() => page.getByRole('list', { name: 'Товари' }).getByRole('listitem').count()).toBeGreaterThan(0);
  await page
    .getByRole('link', { name: /Текстиль-Плюс/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Текстиль-Плюс', level: 1 }).waitFor();
  await page.getByText('Власний цех').waitFor();
  await page.getByRole('button', { name: 'Додати в обране: Текстиль-Плюс' }).click();
  await page.getByRole('button', { name: 'Прибрати з обраного: Текстиль-Плюс' }).waitFor();
  await page.goto(`${demo.product.url}/cp/catalogue?tab=favourites`);
  await cards(page).getByRole('link', { name: 'Текстиль-Плюс' }).waitFor();
  expect(await cards(page).getByRole('listitem').count()).toBe(1);
});

it('is left at once by whom the operator hides, with a reason for the owner', { timeout: 120_000 }, async () => {
  const { page: operator } = await demo.signedInAs('operator');
  await operator.goto(`${demo.product.url}/cp/operator/catalogue`);
  await operator.getByRole('link', { name: /Взуття Карпат/ }).click();
  await operator.getByRole('button', { name: 'Інші дії' }).click();
  await operator.getByRole('menuitem', { name: 'Прибрати з каталогу' }).click();
  const dialog = operator.getByRole('dialog');
  await dialog.getByRole('textbox').fill(REASON);
  await dialog.getByRole('button', { name: 'Прибрати з каталогу' }).click();
  await operator.getByText('Проєкт прибрано з каталогу').first().waitFor();

  const { page } = await demo.signedInAs('dropshipper');
  await page.goto(`${demo.product.url}/cp/catalogue`);
  await cards(page).getByRole('link', { name: 'Текстиль-Плюс' }).waitFor();
  expect(await cards(page).getByRole('link', { name: 'Взуття Карпат' }).count()).toBe(0);

  const { page: owner } = await demo.signedInAs('shoes');
  await owner.goto(`${demo.product.url}/cp/settings/catalogue`);
  await owner.getByText(REASON).waitFor();
});
