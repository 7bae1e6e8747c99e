import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './kit/axe';
import { SIZES } from './kit/browser';
import { openDemo } from './kit/demo';

/**
 * A supplier writes to his dropshippers, one of them reads it on his phone, and the supplier sees who has and when.
 * Slices: news, notices, partners.
 */
const demo = openDemo();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');

it('is written by a supplier, read by a dropshipper, changed and taken back', async () => {
  const { page } = await demo.signedInAs('supplier', '/cp/news');
  await page.getByRole('link', { name: 'Написати новину' }).first().click();
  // Enter in an empty form says what is missing
  await page.getByRole('textbox', { name: 'Заголовок' }).press('Enter');
  await page.getByText('Обов’язкове поле').first().waitFor();
  await page.getByRole('textbox', { name: 'Заголовок' }).fill('Склад переїжджає');
  await page.locator('textarea[name=body]').fill('Відправлення **затримаються** на день.\n\n<script>alert(1)</script>');
  await page.getByRole('combobox', { name: 'Товари' }).fill('рушник');
  await page.getByRole('option').first().click();
  await press(page, 'Зберегти чернетку');
  await page.getByRole('heading', { name: 'Склад переїжджає', level: 1 }).waitFor();
  const address = page.url();
  await press(page, 'Опублікувати');
  await dialog(page)
    .getByText(/Побачить \d+ дропшипер/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Опублікувати' }).dblclick();
  await page.getByText('ще не прочитано').first().waitFor();
  expect(await axe(page)).toEqual([]);

  const other = await demo.signedInAs('dropshipper', '/cp/news');
  const phone = other.page;
  await phone.setViewportSize(SIZES[2]);
  await phone.getByRole('link', { name: /Склад переїжджає/ }).waitFor();
  expect(await axe(phone)).toEqual([]);
  await phone.getByRole('link', { name: /Склад переїжджає/ }).click();
  await phone.getByRole('heading', { name: 'Склад переїжджає', level: 1 }).waitFor();
  expect(await phone.locator('main strong').first().textContent()).toBe('затримаються');
  expect(await phone.locator('main script').count()).toBe(0);
  expect(await axe(phone)).toEqual([]);
  // the goods lead where they can be ordered
  await phone
    .getByRole('main')
    .getByRole('link', { name: /рушник/i })
    .first()
    .click();
  await phone.waitForURL(/\/cp\/products\//);
  await phone.goBack();

  await page.reload();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Оксана Шевчук' })
    .filter({ hasNotText: 'ще не прочитано' })
    .waitFor();
  await page.goto(`${address}/edit`);
  await page.getByRole('textbox', { name: 'Заголовок' }).fill('Склад переїжджає в четвер');
  await press(page, 'Зберегти');
  await page.getByRole('heading', { name: 'Склад переїжджає в четвер', level: 1 }).waitFor();
  await phone.reload();
  await phone
    .getByText(/змінено/)
    .first()
    .waitFor();

  await page.getByRole('main').getByRole('button', { name: 'Інші дії', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Відкликати' }).click();
  await dialog(page).getByRole('button', { name: 'Відкликати' }).click();
  await page.getByText('Відкликано').first().waitFor();
  await phone.goto('/cp/news');
  await phone.getByRole('heading', { level: 1 }).waitFor();
  await phone.getByText('Відпочиваємо 24 та 25 грудня').first().waitFor();
  expect(await phone.getByText('Склад переїжджає').count()).toBe(0);
});
