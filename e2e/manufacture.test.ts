import { expect, it } from 'vitest';
import { SIZES } from './kit/browser';
import { openDemo } from './kit/demo';
import { standing } from './kit/pages';

/**
 * Whoever makes takes what is ready into stock in parts, with a phone in the hand; a table of goods becomes an income.
 * Slices: manufacture, turnover, feeds.
 */
const demo = openDemo();

it('takes in what was made in parts, on a phone', async () => {
  const { page, close, problems } = await demo.signedInAs('producer', '/cp/manufacture_requests/to_make?mine');
  await page.setViewportSize(SIZES[2]);
  await standing(page);
  const card = page.getByRole('article').filter({ hasText: 'Готельне замовлення' });
  await card.getByText('Матеріали').waitFor();
  await card.getByRole('button', { name: 'Оприбуткувати виготовлене' }).click();
  const dialog = page.getByRole('dialog');
  const counts = dialog.getByLabel(/^Виготовлено: /);
  await counts.nth(0).fill('9');
  await dialog.getByText('Не більше 8').waitFor();
  await counts.nth(0).fill('3');
  await dialog.getByText('Заявка лишиться у виробництві: ще 5 од.').waitFor();
  await dialog.getByRole('button', { name: 'Оприбуткувати', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await card.getByRole('link').click();
  await page.getByText('Надійшло 33 од.').waitFor();
  expect(problems).toEqual([]);
  await close();
});

it('reads a delivery note into a draft', async () => {
  const { page, close, problems } = await demo.signedInAs('stockman', '/cp/turnover/import');
  await standing(page);
  const rows = ['Артикул;Кількість;Ціна закупівлі', 'TP-024-21;10;1 234,50', 'НЕМАЄ;1;5'];
  const buffer = Buffer.from(rows.join('\r\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'накладна.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Готово до надходження: 1 з 2 рядків').waitFor();
  await page.getByText('Такого артикулу чи штрихкоду немає').waitFor();
  await page.getByRole('button', { name: 'Створити чернетку: 1 позиція' }).click();
  await page.getByText('12 345,00 ₴').first().waitFor();
  expect(problems).toEqual([]);
  await close();
});
