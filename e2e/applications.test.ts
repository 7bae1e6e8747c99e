import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, standing, visit } from './kit/pages';

/**
 * A dropshipper applies to a supplier, who approves with terms, rejects and invites, blocks and unblocks; both agree on
 * terms by messages with files.
 * Slices: applications, partners, projects, orders.
 */
const demo = openDemo();

const status = (page: Page, name: string) => page.locator('h1').locator('..').getByText(name).first().waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');
const decide = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const consent = (page: Page) => dialog(page).getByRole('checkbox').check();

async function openMenu(page: Page, name: string): Promise<void> {
  await standing(page);
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name }).click();
}

async function openApplication(page: Page, name: string): Promise<void> {
  await visit(page, '/cp/counterparties');
  await page.getByRole('tab', { name: /Заявки на співпрацю/ }).click();
  // a dropshipper who was approved stands in the list that one comes from too
  await page.locator('a[href*="/counterparties/applications/"]', { hasText: name }).first().click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

it('is written on a phone, approved with terms, and leads to an order', async () => {
  const { page: phone } = await demo.signedInAs('dropshipper', '/cp/applications');
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.getByText('Дубова майстерня').first().click();
  await phone.getByRole('link', { name: 'Подати заявку знову' }).click();
  await phone.getByRole('heading', { name: 'Дубова майстерня', level: 1 }).waitFor();
  // without the text, a phone and the consent nothing is sent
  const number = phone.getByLabel('Телефон');
  const known = await number.inputValue();
  await number.fill('');
  await press(phone, 'Подати заявку');
  await expect.poll(() => phone.getByText('Обов’язкове поле').count()).toBe(2);
  await number.fill(known);
  await phone.getByText('Потрібна ваша згода').waitFor();
  await phone.getByLabel('Розкажіть про себе').fill('Продаю полиці та дзеркала, 40 замовлень на місяць');
  await phone.getByRole('checkbox').check();
  await phone.getByRole('button', { name: 'Подати заявку', exact: true }).dblclick();
  await phone.getByText('Заявка чекає на рішення').waitFor();

  const { page } = await demo.signedInAs('oak');
  await page.locator('.sidebar a', { hasText: 'Контрагенти' }).getByText('1', { exact: true }).waitFor();
  await openApplication(page, 'Оксана Шевчук');
  await page.getByText('Продаю полиці та дзеркала').waitFor();
  await page.getByText(/працює ще з \d/).waitFor();
  await press(page, 'Схвалити');
  await dialog(page).getByLabel('Знижка').fill('5');
  await decide(page, 'Схвалити');
  await dialog(page).getByText('Потрібна ваша згода').waitFor();
  await consent(page);
  await decide(page, 'Схвалити');
  await status(page, 'Схвалено');

  await phone.reload();
  await phone.getByText('Співпраця триває').waitFor();
  await phone.close();
});

it('is answered: approved, rejected and invited, blocked and unblocked', async () => {
  const { page } = await demo.signedInAs('supplier');
  await openApplication(page, 'Катерина Дорошенко');
  await press(page, 'Схвалити');
  await consent(page);
  await decide(page, 'Схвалити');
  await status(page, 'Схвалено');
  const { page: hers } = await demo.signedInAs('kateryna');
  const variant = (await call(page, 'product_variants/all_records?limit=1')).items[0];
  const order = await call(hers, 'orders', {
    items: [{ product_variant_id: variant.id, count: 1 }],
    customer: { name: 'Іваненко Ірина', phone: '0671234567' },
    delivery: {
      operator: 'nova_poshta',
      recipient_name: 'Іваненко Ірина',
      recipient_phone: '0671234567',
      address: 'Львів, відділення 1',
    },
  });
  expect(order.number).toBeGreaterThan(0);

  await openApplication(page, 'Богдан Яремчук');
  await openMenu(page, 'Відхилити');
  await consent(page);
  await decide(page, 'Відхилити');
  await dialog(page).getByText('Напишіть причину').first().waitFor();
  await dialog(page).getByLabel('Причина').fill('Поки не працюємо з Розеткою');
  await decide(page, 'Відхилити');
  await status(page, 'Відхилено');
  await press(page, 'Запросити');
  await decide(page, 'Запросити');
  await page.getByText('Запрошення надіслано, очікується відповідь').first().waitFor();
  const { page: his } = await demo.signedInAs('bohdan', '/cp/applications');
  await his.getByText('Текстиль-Плюс').first().click();
  await his.getByText('Поки не працюємо з Розеткою').waitFor();

  await openApplication(page, 'Юлія Гаврилюк');
  await openMenu(page, 'Заблокувати');
  await consent(page);
  await decide(page, 'Заблокувати');
  await status(page, 'Заблоковано');
  await press(page, 'Розблокувати');
  await consent(page);
  await decide(page, 'Розблокувати');
  await status(page, 'Очікує');

  await visit(page, '/cp/users/dropshippers');
  await page.getByText('Катерина Дорошенко').first().waitFor();
});

it('is talked about by both sides, with a file, from the application to the counterparty', async () => {
  const { page: phone } = await demo.signedInAs('dropshipper', '/cp/applications');
  await phone.setViewportSize({ width: 390, height: 844 });
  const row = phone.locator('a[href^="/cp/applications/"]', { hasText: 'Глина й вогонь' }).first();
  await phone.getByText('Нове повідомлення').first().waitFor();
  await row.click();
  await phone.getByText('Надішліть, будь ласка, посилання').waitFor();
  const log = (page: Page) => page.getByRole('log', { name: 'Листування' });
  await phone.getByLabel('Нове повідомлення').fill('Надсилаю каталог магазину');
  await press(phone, 'Додати файл');
  await phone.locator('input[type=file]').setInputFiles({
    name: 'магазин.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  });
  await phone.getByRole('button', { name: 'Прибрати файл магазин.pdf' }).waitFor();
  await phone.getByRole('button', { name: 'Надіслати', exact: true }).dblclick();
  await log(phone).getByRole('link', { name: 'магазин.pdf' }).waitFor();
  expect(await log(phone).getByText('Надсилаю каталог магазину').count()).toBe(1);

  const { page } = await demo.signedInAs('pottery');
  await openApplication(page, 'Оксана Шевчук');
  await log(page).getByRole('link', { name: 'магазин.pdf' }).waitFor();
  // two tabs of the supplier: what one writes the other hears live
  const { page: second } = await demo.signedInAs('pottery', new URL(page.url()).pathname);
  await log(second).getByText('Надсилаю каталог магазину').waitFor();
  await page.getByLabel('Нове повідомлення').fill('Гарний магазин. Схвалюємо зі знижкою 5 %');
  await press(page, 'Надіслати');
  await log(second).getByText('Схвалюємо зі знижкою').waitFor();
  await log(phone).getByText('Схвалюємо зі знижкою').waitFor();
  await log(page)
    .getByText(/прочитано/)
    .last()
    .waitFor();
  await press(page, 'Схвалити');
  await consent(page);
  await decide(page, 'Схвалити');
  await status(page, 'Схвалено');
  await page.locator('main a[href^="/cp/counterparties/"]:not([href*="/applications"])').last().click();
  await page.getByRole('link', { name: 'Заявка й листування' }).click();
  await log(page).getByText('Схвалюємо зі знижкою').waitFor();
});
