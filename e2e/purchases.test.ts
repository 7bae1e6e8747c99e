import { expect, it } from 'vitest';
import { SIZES } from './kit/browser';
import { openDemo } from './kit/demo';
import { dismissToasts, standing, visit } from './kit/pages';

/**
 * On a phone a dropshipper puts goods of two suppliers into one basket, sends it, and sees both orders as one purchase; a
 * supplier sees his own order and nothing of the other.
 * Slices: purchases, catalog, orders, clients.
 */
const demo = openDemo();
const [, , PHONE] = SIZES;

it('goods of two suppliers go to one customer, as an order for each', async () => {
  const { page } = await demo.signedInAs('dropshipper', '/cp/basket');
  await page.setViewportSize(PHONE);
  await page.evaluate(() => localStorage.setItem('lastProjectId', 'dropshipping'));
  // what the demo has left in the basket
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Очистити кошик' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Очистити кошик' }).click();
  await page.getByText('Кошик порожній').first().waitFor();

  // by his own SKU, and at once on his other device
  const other = await demo.signedInAs('dropshipper', '/cp/basket');
  await other.page.getByText('Кошик порожній').first().waitFor();
  const finder = page.getByRole('combobox', { name: /^Додати товар/ });
  await finder.fill('OS-10-0');
  await finder.press('Enter');
  await page.getByText(/^Додано: Хіт сезону: /).waitFor();
  await other.page
    .getByRole('textbox', { name: /^Кількість: Хіт сезону: / })
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Прибрати з кошика: Хіт сезону: / }).click();
  await other.page.getByText('Кошик порожній').first().waitFor();

  for (const supplier of ['Текстиль-Плюс', 'Взуття Карпат']) {
    // goods of one supplier alone, and of them those that there are
    const project_id = await page.evaluate(async (title) => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` };
      const answer = await fetch('/api/dropshipping/suppliers', { headers });
      const { items } = (await answer.json()) as { items: { title: string; project_id: string }[] };
      return items.find((one) => one.title === title)?.project_id;
    }, supplier);
    await visit(page, `/cp/products?project_id=${project_id}&stock=in_stock`);
    await page.locator('a[href*="/cp/products/"]').filter({ hasNotText: /^$/ }).first().click();
    await page
      .getByRole('button', { name: /^Додати в кошик: / })
      .first()
      .click();
    await page.getByText('Додано в кошик').waitFor();
    await dismissToasts(page);
  }

  await visit(page, '/cp/basket');
  await page.getByRole('heading', { name: 'Текстиль-Плюс' }).waitFor();
  await page.getByRole('heading', { name: 'Взуття Карпат' }).waitFor();
  const counts = page.getByRole('textbox', { name: /^Кількість: / });
  expect(await counts.count()).toBe(2);
  // pressed too early it says what is missing
  await page.getByRole('button', { name: 'Надіслати 2 замовлення' }).click();
  await page.getByText('Обов’язкове поле').first().waitFor();
  const customer = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Покупець' }) });
  await customer.getByRole('textbox', { name: 'Ім’я' }).fill('Марко Вовчок');
  await customer.getByRole('textbox', { name: 'Телефон' }).fill('0671230099');
  await page.getByRole('textbox', { name: 'Адреса' }).fill('Ніжин, відділення 3');
  const kept = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/dropshipping/basket') &&
      answer.ok() &&
      (answer.request().postData() ?? '').includes('"payment":"prepaid"'),
  );
  await page.getByRole('radio', { name: /Покупець уже заплатив/ }).check();
  await kept;

  // what was typed is there after a reload, as on another device
  await page.reload();
  await expect.poll(() => customer.getByRole('textbox', { name: 'Ім’я' }).inputValue()).toBe('Марко Вовчок');
  expect(await page.getByRole('radio', { name: /Покупець уже заплатив/ }).isChecked()).toBe(true);
  await standing(page);

  await page.getByRole('button', { name: 'Надіслати 2 замовлення' }).click();
  await page.getByRole('heading', { name: /^Закупівля № \d+$/ }).waitFor();
  await page.getByRole('heading', { name: /^Текстиль-Плюс, № / }).waitFor();
  await page.getByRole('heading', { name: /^Взуття Карпат, № / }).waitFor();
  await page.getByRole('button', { name: 'Створити посилання' }).click();
  await page.getByRole('button', { name: 'Копіювати всі' }).waitFor();
  expect(await page.locator('a[href*="/track/"]').count()).toBe(2);
  await standing(page);

  // the order says to him what it belongs to
  await page.getByRole('link', { name: /^Текстиль-Плюс, № / }).click();
  await page.getByRole('heading', { name: 'Частина закупівлі' }).waitFor();
  const at = new URL(page.url());
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await visit(page, '/cp/basket');
  await page.getByText('Кошик порожній').first().waitFor();

  // and it is found among all others by its customer
  await visit(page, '/cp/purchases?q=марко вовчок');
  await page.getByText('Марко Вовчок').first().waitFor();

  // and to the supplier nothing of it
  const supplier = await demo.signedInAs('supplier', at.pathname);
  await supplier.page.getByRole('heading', { level: 1, name: number }).waitFor();
  await supplier.page.getByText('Марко Вовчок').first().waitFor();
  await standing(supplier.page);
  expect(await supplier.page.getByText(/Взуття Карпат|Частина закупівлі/).count()).toBe(0);
});
