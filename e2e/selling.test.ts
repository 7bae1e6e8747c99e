import { expect, it } from 'vitest';
import { settled } from './kit/browser';
import { openDemo } from './kit/demo';
import { late, overGoods, standing, visit } from './kit/pages';

/**
 * A dropshipper sells at a price of his own, takes a prepayment, and finds his orders by tag and town.
 * Slices: orders.
 */
const PDF = Buffer.from('%PDF-1.4');
const demo = openDemo();

it('asks the customer more than is recommended; what is owed to the supplier stays', async () => {
  const { page } = await demo.tabOf('dropshipper', '/cp/products?q=Соломія');
  await page.getByText('Плаття «Соломія»').first().click();
  await page.getByRole('link', { name: 'Замовити' }).first().click();
  await page.getByRole('button', { name: 'Далі' }).click();
  const price = page.getByLabel(/^Ціна для покупця: Плаття/);
  await price.fill('дорого');
  await page.getByText('Ціна – сума від 0 до 100 000 000 ₴').waitFor();
  await page.getByRole('button', { name: 'Далі' }).click();
  await price.fill('9999,50');
  await page.getByText(/Для покупця: 9\s999,50/).waitFor();
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByLabel('Ім’я покупця').fill('Кравець Олег');
  await page.getByRole('button', { name: 'Зберегти чернетку' }).click();
  await page.getByText(/по 9\s999,50\s₴ замість/).waitFor();
  await page.getByText('Рекомендована сума').waitFor();

  await page.getByRole('link', { name: 'Редагувати' }).click();
  await expect.poll(() => price.inputValue()).toMatch(/9\s999,50/);
  await price.fill('');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByRole('link', { name: 'Редагувати' }).waitFor();
  expect(await page.getByText(/ замість /).count()).toBe(0);
});

it('notes where the customer came from and what he has paid, and finds the order by it', async () => {
  const { page } = await demo.tabOf('dropshipper', '/cp/products?q=Соломія');
  await page.getByText('Плаття «Соломія»').first().click();
  await page.getByRole('link', { name: 'Замовити' }).first().click();
  await overGoods(page);
  await page.getByLabel('Ім’я покупця').fill('Мороз Світлана');
  await page.getByRole('combobox', { name: 'Місто' }).fill('Шпола');
  await page.getByRole('combobox', { name: 'Теги' }).fill('на весілля');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Джерело' }).fill('Instagram');
  await page.getByLabel('Номер у продавця').fill('WOO-417');
  await page.getByLabel('Передоплата', { exact: true }).fill('400');
  await page.getByText(/Залишок при отриманні: 750,00/).waitFor();
  const receipt = { name: 'переказ.pdf', mimeType: 'application/pdf', buffer: PDF };
  // a receipt that is still being sent is waited for: by whoever leaves its step, and by whoever saves
  const send = await late(page, '**/*', 'PUT');
  await page.locator('input[type=file]').setInputFiles(receipt);
  await page.getByText('Передається «переказ.pdf»').waitFor();
  await page.getByRole('button', { name: 'Назад' }).click();
  await send();
  await page.getByLabel('Ім’я покупця').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByText('переказ.pdf').waitFor();
  // the server does not answer: all that was entered stays, the receipt too
  let isLost = true;
  await page.route('**/orders', (route) =>
    isLost && route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: 'Зберегти чернетку' }).click();
  await page.getByRole('alert').filter({ hasText: 'Немає зв’язку із сервером' }).waitFor();
  isLost = false;
  await page.getByText('переказ.pdf').waitFor();
  await page.getByRole('button', { name: 'Зберегти чернетку' }).dblclick();
  await page.getByText('переказ.pdf').waitFor();
  await page.getByText('чек передоплати').waitFor();

  await page.getByRole('button', { name: 'Змінити передоплату' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Передоплата', { exact: true }).fill('1150');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'чек.pdf', mimeType: 'application/pdf', buffer: PDF });
  await page.getByText('Чек додано').waitFor();
  await dialog.getByRole('button', { name: 'Зберегти' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('чек.pdf').waitFor();
  await page.getByText('Залишок при отриманні: 0,00').waitFor();

  await visit(page, '/cp/orders');
  // rows that come move what is open
  await standing(page);
  await page.getByRole('button', { name: 'Фільтри' }).click();
  await page.getByRole('combobox', { name: 'Тег' }).click();
  // the list under the field finds its place while it opens
  await page.getByRole('option', { name: 'на весілля' }).waitFor();
  await settled(page);
  // many filters scroll by themselves: the page stays where it is, with the button below the top bar
  expect((await page.getByRole('button', { name: 'Фільтри', exact: true }).boundingBox())?.y).toBeGreaterThan(74);
  await page.getByRole('option', { name: 'на весілля' }).click();
  await page.getByText('1 з 1').waitFor();
  await page.getByText('Мороз Світлана').waitFor();
  await visit(page, '/cp/orders?town=шпола');
  await page.getByText('1 з 1').waitFor();
  // a number is matched whole, so it is asked for when it is typed
  await page.getByRole('button', { name: /^Фільтри/ }).click();
  const number = page.getByRole('dialog').getByLabel('Номер у продавця');
  await number.fill('WOO-41');
  expect(new URL(page.url()).searchParams.has('external_number')).toBe(false);
  await number.fill('WOO-417');
  await number.press('Enter');
  await page.getByText('Номер у продавця: WOO-417').waitFor();
  await page.waitForURL(/external_number=WOO-417/);
  await page.reload();
  await page.getByText('Номер у продавця: WOO-417').waitFor();
  await page.getByText('1 з 1').waitFor();
});

it('stands in the queue of the supplier, who gives it another place', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/orders?status=Ready');
  await page.locator('tbody a').first().click();
  await page.getByRole('button', { name: 'Змінити місце в черзі' }).click();
  const place = page.getByLabel('Місце в черзі', { exact: true });
  await place.fill('0');
  await page.getByText('Число від 1 до 500').waitFor();
  await place.fill('1');
  await place.press('Enter');
  await page.getByText('Місце в черзі змінено').waitFor();
  await page.getByText('Місце в черзі: 1').waitFor();
});

it('an order that was sent shows what an edit changes before it is saved, and tells it afterwards', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/orders?status=Ready');
  await page.locator('tbody a').first().click();
  await page.getByRole('link', { name: 'Редагувати' }).click();
  await page.getByLabel('Ім’я покупця').fill('Хтось Інший');
  await page.getByLabel('Покупець платить перевізнику при отриманні').check();
  await page.getByLabel('Сума до отримання').fill('123');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Покупець: .* → Хтось Інший$/).waitFor();
  await dialog.getByText(/^Сума післяплати: .* → 123,00/).waitFor();
  await dialog.getByRole('button', { name: 'Зберегти зміни' }).click();
  await page.getByRole('link', { name: 'Редагувати' }).waitFor();
  await page.getByText(/^Покупець: .* → Хтось Інший$/).waitFor();
});
