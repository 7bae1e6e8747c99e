import { it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing, visit } from './kit/pages';

/**
 * Goods are booked by hand, seen from their product, and freed.
 * Slices: bookings, catalog.
 */
const demo = openDemo();

it('books goods for some hours, shows from the product who holds them, and frees them', async () => {
  const { page, close } = await demo.signedInAs('supplier', '/cp/bookings');
  await standing(page);
  const entry = page.locator('.sidebar').getByRole('link', { name: /^Бронювання/ });
  // what nobody's order decides about: two by hand, and a draft
  await entry.getByText('3', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Забронювати' }).click();
  const find = page.getByLabel('Додати товар');
  await find.fill('TP-024-21');
  await find.press('Enter');
  await page.getByRole('button', { name: 'Обрати інший товар' }).waitFor();
  await page.getByLabel('Кількість').fill('100000');
  await page.getByRole('button', { name: 'Забронювати' }).click();
  await page.getByText('Недостатньо товару').first().waitFor();
  await page.getByLabel('Кількість').fill('2');
  await page.getByLabel('На скільки годин').fill('3');
  await page.getByLabel('Коментар').fill('Для постійного покупця');
  await page.getByRole('button', { name: 'Забронювати' }).click();
  await page.getByText('ще 2 год 59 хв').waitFor();
  await entry.getByText('4', { exact: true }).waitFor();
  const booking = page.url();

  // each number opens its rows
  const panel = page.locator('.side-panel');
  const press = (title: string) => page.locator(`main .explain[title^="${title}: "]`).click();
  await press('Рух залишку');
  await panel.getByRole('img', { name: '→' }).first().waitFor();
  await press('Бронювання');
  await panel.getByText('Для постійного покупця').waitFor();
  await press('Доступно');
  await panel.getByText('Доступно = залишок − заброньовано').waitFor();

  await page.locator('main a[href^="/cp/products/"]').first().click();
  await standing(page);
  await page.locator('tr', { hasText: 'TP-024-21' }).locator('.explain[title^="Доступно"]').click();
  await page.getByText(/2 тримає .* до /).waitFor();

  await visit(page, booking);
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Зняти бронювання' }).click();
  await page.getByText('Звільниться 2 од.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Зняти бронювання' }).click();
  await page.getByText('Знято').first().waitFor();
  await entry.getByText('3', { exact: true }).waitFor();
  await close();
});
