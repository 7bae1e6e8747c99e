import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { visit } from './kit/pages';

/**
 * A dropshipper finds a supplier by a product and looks him up; the operator takes a supplier out of the catalogue and
 * in again, and his owner sees why.
 * Slices: catalogue, demo, operator, projects.
 */
const demo = openDemo();

const REASON = 'Фото товарів чужі';
const cards = (page: Page) => page.getByRole('list', { name: 'Каталог постачальників' });

it('finds a supplier by a product, and keeps him', async () => {
  const { page } = await demo.signedInAs('dropshipper', '/cp/catalogue/products');
  await page.getByRole('searchbox').fill('Соломія');
  await expect.poll(() => page.getByRole('list', { name: 'Товари' }).getByRole('listitem').count()).toBe(1);
  await page.getByRole('link', { name: /Соломія/ }).click();
  await page.getByRole('heading', { name: /Соломія/, level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Модифікації' }).waitFor();
  await page
    .getByRole('link', { name: /Текстиль-Плюс/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Текстиль-Плюс', level: 1 }).waitFor();
  await page.getByText('Власний цех').waitFor();
  await page.getByRole('button', { name: 'Додати в обране: Текстиль-Плюс' }).click();
  await page.getByRole('button', { name: 'Прибрати з обраного: Текстиль-Плюс' }).waitFor();
  await visit(page, `/cp/catalogue?tab=favourites`);
  await cards(page).getByRole('link', { name: 'Текстиль-Плюс' }).waitFor();
  expect(await cards(page).getByRole('listitem').count()).toBe(1);
  await page.getByRole('searchbox').fill('нема такого');
  await page.getByText('Нічого не знайдено').waitFor();
});

it('is left at once by whom the operator hides, with a reason for the owner', async () => {
  const { page: operator } = await demo.signedInAs('operator', '/cp/operator/catalogue');
  await operator.getByRole('link', { name: /Взуття Карпат/ }).click();
  await operator.getByRole('button', { name: 'Інші дії' }).click();
  await operator.getByRole('menuitem', { name: 'Прибрати з каталогу' }).click();
  const dialog = operator.getByRole('dialog');
  await dialog.getByRole('textbox').fill(REASON);
  await dialog.getByRole('button', { name: 'Прибрати з каталогу' }).click();
  await operator.getByText('Проєкт прибрано з каталогу').first().waitFor();
  await operator.getByText('Постачальника прибрано з каталогу').waitFor();

  const { page } = await demo.signedInAs('dropshipper', '/cp/catalogue');
  await cards(page).getByRole('link', { name: 'Текстиль-Плюс' }).waitFor();
  expect(await cards(page).getByRole('link', { name: 'Взуття Карпат' }).count()).toBe(0);
  // one's own applications stand among the tabs of the catalogue, and lead back
  await page.getByRole('tab', { name: 'Мої заявки' }).click();
  await page.getByRole('heading', { name: 'Мої заявки', level: 1 }).waitFor();
  await page.getByRole('tab', { name: 'Постачальники' }).click();
  await cards(page).waitFor();

  const { page: owner } = await demo.signedInAs('shoes', '/cp/settings/catalogue');
  await owner.getByText(REASON).waitFor();
});

it('keeps what is typed in the settings of the showcase, whichever of its forms it stands in', async () => {
  const { page, close } = await demo.signedInAs('candles', '/cp/settings/catalogue');
  const sum = page.getByLabel('Найменша сума замовлення');
  await sum.fill('2500');
  // the listing has a newer version, of which the form shows nothing
  await page.getByRole('button', { name: 'Відкликати запит' }).click();
  await page.getByText('Запит відкликано').first().waitFor();
  await page.getByRole('button', { name: 'Відкликати запит' }).waitFor({ state: 'detached' });
  expect(await sum.inputValue()).toMatch(/^2\s500,00$/);
  await page.locator('.sidebar').getByRole('link', { name: 'Товари' }).click();
  await page.getByRole('button', { name: 'Залишитися' }).click();
  await page.getByRole('button', { name: 'Зберегти умови каталогу' }).click();
  await page.getByText('Зміни збережено').first().waitFor();
  await page.locator('.sidebar').getByRole('link', { name: 'Товари' }).click();
  await page.getByRole('heading', { name: 'Товари', level: 1 }).waitFor();
  await close();
});
