import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { visit } from './kit/pages';

/**
 * A supplier puts counterparties into groups, which give them a discount, and narrows lists by them.
 * Slices: partners, orders, applications, price_levels.
 */
const demo = openDemo();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');

async function openCounterparty(page: Page, name: string): Promise<void> {
  await visit(page, '/cp/counterparties');
  await page.locator('main a[href^="/cp/counterparties/"]', { hasText: name }).first().click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

it('gives a discount to whoever is put into a group, and takes it back with the archive', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/counterparties/groups');
  await press(page, 'Додати групу');
  // without a name nothing is sent
  await dialog(page).getByRole('button', { name: 'Зберегти' }).click();
  await dialog(page).getByText('Обов’язкове поле').waitFor();
  await dialog(page).getByLabel('Назва').fill('гурт');
  await dialog(page).getByLabel('Знижка').fill('6');
  await dialog(page).getByRole('button', { name: 'Зберегти' }).click();
  await dialog(page).getByText('Група «гурт» уже є').first().waitFor();
  await dialog(page).getByLabel('Назва').fill('Свої магазини');
  await dialog(page).getByLabel('Назва').press('Enter');
  await page.getByRole('main').getByText('Свої магазини').waitFor();

  // many at once, from the list
  await visit(page, '/cp/counterparties');
  for (const name of ['Магазин', 'Бутик «Мальва»'])
    await page
      .getByRole('row')
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole('checkbox')
      .check();
  await press(page, 'Групи…');
  await dialog(page).getByRole('checkbox', { name: 'Свої магазини' }).check();
  await dialog(page).getByRole('button', { name: 'Зберегти' }).dblclick();
  await page.getByText('Групи змінено').waitFor();
  await openCounterparty(page, 'Магазин');
  await page.getByText('група «Свої магазини»').waitFor();
  await page
    .getByRole('link', { name: 'Дані', exact: true })
    .or(page.getByRole('tab', { name: 'Дані' }))
    .click();
  await page.getByText(/Зараз діє 6\s*% групи «Свої магазини»/).waitFor();
  await page.getByText(/стала 6\s*% \(група «Свої магазини»\)/).waitFor();

  // who has a discount of his own keeps it
  await openCounterparty(page, 'Бутик «Мальва»');
  await page.getByText('Свої магазини').waitFor();
  expect(await page.getByText('група «Свої магазини»').count()).toBe(0);

  // lists by the group
  await visit(page, '/cp/counterparties/groups');
  await page.getByRole('listitem').filter({ hasText: 'Свої магазини' }).getByRole('link').click();
  await page.getByRole('link', { name: 'Магазин', exact: true }).first().waitFor();
  expect(await page.getByText('Готель «Лілея»').count()).toBe(0);
  await visit(page, '/cp/orders');
  await page.getByRole('button', { name: 'Фільтри' }).click();
  await page.getByRole('combobox', { name: 'Група контрагентів' }).click();
  await page.getByRole('option', { name: 'Свої магазини' }).click();
  await page.waitForURL(/group_id=/);
  await page.locator('main tbody').getByText('Оксана Шевчук').first().waitFor({ state: 'hidden' });
  await page.locator('main tbody').getByText('Магазин').first().waitFor();

  await visit(page, '/cp/counterparties/groups');
  await press(page, 'Архівувати групу «Свої магазини»');
  await dialog(page).getByRole('button', { name: 'Архівувати' }).click();
  await page.getByRole('button', { name: 'Повернути групу «Свої магазини» з архіву' }).waitFor();
  await openCounterparty(page, 'Магазин');
  // what was read before stands until it has been read anew
  await page.getByText('група «Свої магазини»').waitFor({ state: 'hidden' });
});

it('puts whom a link brings into the groups that it names', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/counterparties/applications/links');
  await press(page, 'Нове посилання');
  await dialog(page).getByLabel('Назва').fill('Виставка');
  await dialog(page).getByLabel('Групи').first().click();
  await page.getByRole('option', { name: 'Нові дропшипери' }).click();
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Створити посилання' }).click();
  await page.getByRole('heading', { name: 'Виставка', level: 1 }).waitFor();
  await page.getByText('Нові дропшипери').waitFor();
});
