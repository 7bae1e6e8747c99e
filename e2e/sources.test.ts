import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, standing } from './kit/pages';
import { openSite } from './kit/site';

/**
 * Goods that are kept elsewhere follow by the clock, what a marketplace calls things is matched, and a dropshipper has a
 * feed with what he pays as long as the supplier allows it.
 * Slices: feeds, outfeeds.
 */
const demo = openDemo({ IMPORT_ALLOW_PRIVATE_ADDRESSES: 'on' });

it('a source is kept, read at once and by a press, and each run opens to its rows', async () => {
  const { page } = await demo.signedInAs('supplier', '/cp/products/import/sources');
  await page.getByText('Взуття Карпат').waitFor();
  const { items } = await call(page, 'feeds?owner=own&format=epicentr');
  // the feed itself is made anew at full five minutes, with what was sold meanwhile
  const file = await (await fetch(items[0].address)).text();
  const site = await openSite(() => file, 'application/xml');
  await page.getByRole('link', { name: 'Додати джерело' }).click();
  await standing(page);
  // pressed too early it says what is missing
  await page.getByRole('textbox', { name: 'Назва', exact: true }).press('Enter');
  await page.getByText('Обов’язкове поле').first().waitFor();
  await page.getByRole('textbox', { name: 'Назва', exact: true }).fill('Файл іншої програми');
  await page.getByRole('textbox', { name: 'Посилання на файл' }).fill(`${site}/goods.xml`);
  await page.getByRole('button', { name: 'Додати джерело' }).click();
  await page.getByRole('heading', { name: 'Файл іншої програми' }).waitFor();
  const runs = page.getByRole('table', { name: 'Запуски' });
  await runs.getByText('Готово').first().waitFor();
  await page.getByRole('button', { name: 'Запустити зараз' }).click();
  // all that the first run has changed is made anew meanwhile: feeds, the catalogue, what is searched
  await expect.poll(() => runs.textContent(), { timeout: 150_000 }).toMatch(/Змін немає/);
  expect(await runs.getByText('Готово').count()).toBe(2);
  await runs.getByText(/Змін немає/).click();
  await page.getByText('Імпорт завершено').waitFor();
  await page.getByRole('table', { name: 'Імпорт товарів' }).getByText('Без змін').first().waitFor();
});

it('what Rozetka calls a category is matched once, and stays', async () => {
  const { page } = await demo.signedInAs('dropshipper', '/cp/feeds');
  await page.getByRole('link', { name: 'Rozetka', exact: true }).first().click();
  await page.getByRole('link', { name: 'Категорії й характеристики' }).click();
  const left = page.getByText(/^Ще не зіставлено: \d+ категор/);
  await left.waitFor();
  const before = Number(/\d+/.exec((await left.textContent()) ?? '')?.[0]);
  const fields = page.getByRole('textbox', { name: /rz_id/ });
  await fields.last().fill('4626923');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Збережено, фіди оновлюються').waitFor();
  await page.reload();
  await fields.last().waitFor();
  expect(await fields.last().inputValue()).toBe('4626923');
  await page.getByText(new RegExp(`^Ще не зіставлено: ${before - 1} категор`)).waitFor();
});

it('a feed with what a dropshipper pays ends for him when the supplier allows it no more', async () => {
  const supplier = await demo.signedInAs('supplier', '/cp/feeds/partners');
  const { page } = supplier;
  await page.getByRole('combobox', { name: 'Дозвіл для «Оксана Шевчук»' }).click();
  await page.getByRole('option', { name: 'Заборонено' }).click();
  await page.getByText('Збережено').waitFor();
  const dropshipper = await demo.signedInAs('dropshipper', '/cp/feeds');
  await dropshipper.page.getByRole('link', { name: 'Для мого сайту' }).first().click();
  await dropshipper.page.getByText('Доступ закрито', { exact: true }).waitFor();
});
