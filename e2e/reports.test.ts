import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing } from './kit/pages';

/**
 * A supplier has a report made, fetches it, and lets it come by itself.
 * Slices: reports, notices.
 */
const demo = openDemo();

it('a report is asked for, made while one looks on, fetched and made again; a schedule sends it', async () => {
  const { page, close } = await demo.signedInAs('supplier', '/cp/reports');
  await standing(page);
  const list = page.getByRole('table', { name: 'Складені звіти' });
  // of a modification nothing is made without it
  await page.getByRole('combobox', { name: 'Звіт' }).click();
  await page.getByRole('option', { name: 'Рух модифікації' }).click();
  await page.getByRole('button', { name: 'Скласти звіт' }).click();
  await page.getByText('Оберіть модифікацію').waitFor();
  await page.getByRole('combobox', { name: 'Звіт' }).click();
  await page.getByRole('option', { name: 'Контрагенти' }).click();
  await page.getByLabel('Період').selectOption('month');
  await page.getByRole('button', { name: 'Скласти звіт' }).click();
  const made = list.getByRole('row', { name: /Контрагенти/ }).first();
  await made.getByText('Готово').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    made.getByRole('button', { name: /Завантажити/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^report_.*\.xlsx$/);
  await page.getByRole('tab', { name: 'За розкладом' }).click();
  await page.getByRole('link', { name: 'Створити розклад' }).first().click();
  await page.getByRole('radio', { name: 'Щомісяця' }).check();
  await page.getByRole('button', { name: 'Створити розклад' }).click();
  await page.getByText('Розклад створено').waitFor();
  await page.getByText(/^Щомісяця 1 числа о 08:00$/).waitFor();
  await standing(page);
  await close();
});
