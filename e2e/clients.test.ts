import { expect, it } from 'vitest';
import { axe, COLOUR_RULES } from './kit/axe';
import { openDemo } from './kit/demo';
import { overGoods, visit } from './kit/pages';

/**
 * A dropshipper's client is offered by the phone, and follows the order by the link.
 * Slices: clients, orders.
 */
const demo = openDemo();

it('offers a client by the phone, with discount and last delivery, and gives the customer a page', async () => {
  const { page, close } = await demo.signedInAs('dropshipper', '/cp/products?q=Соломія');
  await page.getByText('Плаття «Соломія»').first().click();
  await page.getByRole('link', { name: 'Замовити' }).first().click();
  await overGoods(page);
  await page.getByLabel('Телефон', { exact: true }).fill('096 001 00 04');
  await page.getByRole('button', { name: 'Підставити дані' }).click();
  expect(await page.getByLabel('Ім’я покупця').inputValue()).toBe('Кравець Олег');
  expect(await page.getByLabel('Знижка покупцю').inputValue()).toBe('5');
  expect(await page.getByLabel('Адреса або відділення').inputValue()).toBe('Полтава, відділення 3');
  expect(await axe(page, { within: 'main', only: COLOUR_RULES })).toEqual([]);
  await page.getByRole('button', { name: 'Зберегти чернетку' }).click();
  await page.getByRole('link', { name: 'Кравець Олег' }).waitFor();
  await page.getByRole('button', { name: 'Створити посилання' }).click();
  const link = page.getByRole('link', { name: /\/track\// });
  await link.waitFor();
  const path = new URL((await link.getAttribute('href')) ?? '').pathname;

  // whoever has the link needs no account
  const visitor = await demo.browser.newContext({ baseURL: demo.product.url, viewport: { width: 390, height: 844 } });
  const seen = await visitor.newPage();
  seen.setDefaultTimeout(60_000);
  await seen.goto(path);
  await seen.getByRole('heading', { name: /Замовлення №/ }).waitFor();
  const told = await seen.locator('main').textContent();
  for (const word of ['Оксана Шевчук', 'Прийнято', 'Плаття «Соломія»']) expect(told).toContain(word);
  expect(told).not.toContain('₴');
  expect(await axe(seen)).toEqual([]);
  expect(await seen.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  await visitor.close();

  await visit(page, '/cp/clients');
  await page.getByText('Кравець Олег').first().click();
  await page.getByRole('link', { name: /^№ / }).first().waitFor();
  await close();
});
