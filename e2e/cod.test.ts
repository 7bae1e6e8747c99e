import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { orderOf, standing, visit } from './kit/pages';

/**
 * An order says what the carrier collects and what is left of it, is settled by the carrier's register, and the earning
 * may be paid out.
 * Slices: cod, orders, ledger, payouts.
 */
const demo = openDemo();

const sectionOf = (page: Page, title: string) =>
  page.locator('.section', { has: page.getByRole('heading', { name: title, exact: true }) });

it('an order is given to the carrier with a sum to collect, settled by his register, and taken back', async () => {
  const staff = await demo.tabOf('supplier', '/cp/orders');
  const { page } = staff;
  const { order: id, number } = await orderOf(page, 'TP-024-21', 1, ['Ready', 'Loading', 'Loaded']);
  await visit(page, `/cp/orders/${id}`);
  const order = page.url();
  const section = sectionOf(page, 'Післяплата');
  await section.getByRole('button').first().click();
  const form = page.getByRole('dialog');
  // less than the base cost: the seller pays besides
  await form.getByLabel('Сума до отримання').fill('10');
  await form.getByText(/^Суми не вистачить/).waitFor();
  await form.getByLabel('Сума до отримання').fill('50000');
  await form.getByLabel('Комісія перевізника').fill('40');
  await form.getByText(/^Суми не вистачить/).waitFor({ state: 'hidden' });
  await form.getByLabel('Комісія перевізника').press('Enter');
  await form.waitFor({ state: 'hidden' });
  await section.getByText(/50\s000,00/).waitFor();
  await page.getByRole('button', { name: 'Позначити відправленим' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Позначити відправленим' }).click();
  await section.getByText('Очікується', { exact: true }).waitFor();

  await visit(page, '/cp/orders?cod=awaited');
  await page.getByText('післяплата: очікується').first().waitFor();

  // pasted with a row of which nothing is known
  await visit(page, '/cp/cod/registers/new');
  await page.getByLabel('Вставте рядки реєстру').fill(`${number}\t49990,00\t45,00\n59000000000001\t100\t1`);
  await page.getByRole('button', { name: 'Прочитати' }).click();
  await page.getByText('Замовлення не знайдено').waitFor();
  // mended in place: what is found on the way to the whole number does not take the field away
  await page.getByRole('checkbox', { name: /^Лише з помилками/ }).check();
  const ref = page.getByLabel(/^ТТН або номер замовлення:/);
  await ref.fill(String(number));
  await page.getByText('Уже є в рядку вище').waitFor();
  expect(await ref.inputValue()).toBe(String(number));
  await page.getByRole('checkbox', { name: /^Лише з помилками/ }).uncheck();
  expect(await page.getByRole('button', { name: 'Зарахувати' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: /^Прибрати 1 рядок/ }).waitFor();
  // with the last of the wrong ones gone, the others are shown again
  await page.getByRole('checkbox', { name: /^Лише з помилками/ }).check();
  await page.getByText(/очікували 50\s000,00/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Прибрати: / }).click();
  await page.getByText(/очікували 50\s000,00/).waitFor();
  await page.getByLabel('Номер реєстру перевізника').fill('105-777');
  await page.getByRole('button', { name: 'Зарахувати', disabled: false }).click();
  await page.getByRole('heading', { level: 1, name: /^Реєстр перевізника №/ }).waitFor();
  const register = page.url();
  await visit(page, order);
  await section.getByText('Отримано', { exact: true }).waitFor();
  await section.getByText(/−15,00/).waitFor();
  await sectionOf(page, 'Оплата').getByText('Оплачено', { exact: true }).waitFor();
  await visit(page, '/cp/payouts/new');
  await page.locator('tbody tr').first().waitFor();

  await visit(page, register);
  await page.getByRole('checkbox', { name: `Обрати замовлення № ${number}` }).check();
  await page.getByRole('button', { name: 'Сторнувати рядки' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByLabel('Причина').fill('Не той реєстр');
  await asked.getByRole('button', { name: 'Сторнувати рядки' }).click();
  await page.getByText('Не той реєстр').first().waitFor();
  await visit(page, order);
  await section.getByText('Очікується', { exact: true }).waitFor();
});

it('what is awaited is chosen and settled at once, and the money of a register comes later', async () => {
  const staff = await demo.tabOf('supplier', '/cp/cod');
  const { page } = staff;
  await standing(page);
  await page.locator('tbody input[type=checkbox]').first().check();
  await page.getByRole('button', { name: 'Внести реєстр за вибраними' }).click();
  await page.getByLabel('Номер реєстру перевізника').fill('105-778');
  await page.getByLabel('Гроші вже надійшли').uncheck();
  await page.getByRole('button', { name: 'Зарахувати', disabled: false }).click();
  await page.getByRole('heading', { level: 1, name: /^Реєстр перевізника №/ }).waitFor();
  await page.getByText('Ще не надійшли').waitFor();
  await page.getByRole('button', { name: 'Гроші надійшли' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Гроші надійшли' }).click();
  await page.getByText('Ще не надійшли').waitFor({ state: 'hidden' });

  const partner = await demo.signedInAs('dropshipper', '/cp/orders?cod=awaited');
  await standing(partner.page);
  await partner.page.locator('tbody tr').first().click();
  await sectionOf(partner.page, 'Післяплата').getByText('Ваш заробіток').waitFor();
  await visit(partner.page, '/cp/payments');
  await partner.page
    .getByText(/післяплата очікується/)
    .first()
    .waitFor();
  await partner.close();
});
