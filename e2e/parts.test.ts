import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing, visit } from './kit/pages';

/**
 * A draft is split into two, and joined again.
 * Slices: bookings, orders, stock.
 */
const demo = openDemo();

it('splits a draft and joins it again', async () => {
  const { page, close } = await demo.signedInAs('supplier', '/cp/orders/new');
  await standing(page);
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByRole('combobox', { name: /^Додати товар/ }).fill('TP-024-21');
  await page.getByRole('option', { name: /TP-024-21/ }).click();
  await page.getByRole('textbox', { name: /^Кількість/ }).fill('5');
  await page.getByRole('button', { name: 'Зберегти чернетку' }).click();
  await page.getByRole('heading', { name: /^Замовлення №/ }).waitFor();
  await standing(page);
  const first = page.url();

  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Поділити чернетку' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Створити чернетку' }).click();
  await dialog.getByText('Вкажіть, скільки перенести').waitFor();
  await dialog.locator('input').first().fill('5');
  await dialog.getByRole('button', { name: 'Створити чернетку' }).click();
  await dialog.getByText('Залиште тут хоча б одну штуку').waitFor();
  await dialog.locator('input').first().fill('2');
  await dialog.getByRole('button', { name: 'Створити чернетку' }).click();
  await page.getByText(/^Створено чернетку №/).waitFor();
  await page
    .getByText(/^Відокремлено від чернетки №/)
    .first()
    .waitFor();
  expect(page.url()).not.toBe(first);

  const heading = (await page.locator('h1').textContent()) ?? '';
  const number = /(\d+)/.exec(heading)?.[1] ?? '';
  await visit(page, first);
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Об’єднати з іншими' }).click();
  await dialog.getByRole('checkbox', { name: new RegExp(`№ \\S*${number} `) }).check();
  await dialog.getByRole('button', { name: 'Об’єднати', exact: true }).click();
  await page.getByText('Чернетки об’єднано').waitFor();
  await page
    .getByText(new RegExp(`^Приєднано чернетки: №\\s\\S*${number}`))
    .first()
    .waitFor();
  await close();
});
