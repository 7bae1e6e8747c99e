import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing, visit } from './kit/pages';

/**
 * Goods are sorted into the tree, found by it, and told and priced to dropshippers as the supplier wants.
 * Slices: categories, price_levels, catalog, partners, projects.
 */
const demo = openDemo();

it('adds a category, puts goods into it, finds them by it, and clears it away', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/products/categories');
  await standing(page);
  await page.getByRole('button', { name: 'Додати підкатегорію в «Сукні»' }).click();
  await page.getByLabel('Назва').fill('Вечірні');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByRole('link', { name: 'Вечірні' }).waitFor();

  await visit(page, '/cp/products?q=Віта');
  await page.getByText('Плаття «Віта»').first().click();
  await page.getByRole('link', { name: 'Редагувати' }).click();
  await page.getByRole('combobox', { name: 'Категорія' }).click();
  await page.getByRole('option', { name: 'Одяг > Сукні > Вечірні' }).click();
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Товар збережено').waitFor();
  // by itself, though the pointer rests where it came up
  await page.getByText('Товар збережено').waitFor({ state: 'detached' });

  await visit(page, '/cp/products/categories');
  await page.getByRole('link', { name: 'Вечірні' }).click();
  await page.getByText('Плаття «Віта»').first().waitFor();
  expect(await page.getByText('Плаття «Марта»').count()).toBe(0);

  await visit(page, '/cp/products/categories');
  await page.getByRole('button', { name: 'Видалити «Вечірні»' }).click();
  await page
    .getByRole('dialog')
    .getByText(/– 1 товар,/)
    .waitFor();
  await page.getByRole('button', { name: 'Видалити', exact: true }).click();
  await page.getByText('Категорію видалено').waitFor();
  await page.getByRole('link', { name: 'Вечірні' }).waitFor({ state: 'detached' });
});

it('tells dropshippers only whether there is any', async () => {
  const supplier = await demo.tabOf('supplier', '/cp/settings');
  await supplier.page.getByLabel('Лише «є» або «немає»').check();
  await supplier.page.getByRole('button', { name: 'Зберегти' }).click();
  await supplier.page.getByText('Зміни збережено').waitFor();
  const { page, close } = await demo.signedInAs('dropshipper', '/cp/products');
  await standing(page);
  const row = page.getByRole('row', { name: /Шкарпетки «Тепло»/ });
  await row.getByRole('cell', { name: 'є', exact: true }).waitFor();
  await page
    .getByRole('row', { name: /Вишивка логотипа/ })
    .getByText('без обмежень')
    .waitFor();
  await close();
});

it('gives a counterparty a level and goods a price from a count on; its dropshipper sees and orders by them', async () => {
  const supplier = await demo.tabOf('supplier', '/cp/products/price-levels');
  const { page } = supplier;
  await standing(page);
  await page.getByRole('button', { name: 'Додати рівень' }).click();
  await page.getByLabel('Назва').fill('Партнер');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Рівень збережено').waitFor();

  await visit(page, '/cp/products?q=Соломія');
  await page.getByText('Плаття «Соломія»').first().click();
  await page.getByRole('link', { name: 'Редагувати' }).click();
  await page.getByLabel('Партнер', { exact: true }).fill('501');
  await page.getByRole('button', { name: 'Застосувати' }).click();
  await page
    .getByRole('button', { name: /Ціни від кількості/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Додати ціну' }).click();
  await dialog.getByLabel('Яка ціна').last().click();
  await page.getByRole('option', { name: 'Партнер' }).click();
  await dialog.getByLabel('Від, од.').last().fill('3');
  await dialog.getByLabel('Ціна за штуку').last().fill('444');
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Товар збережено').waitFor();

  await visit(page, '/cp/counterparties?q=Шевчук');
  await page.getByText('Оксана Шевчук').first().click();
  await page.getByRole('tab', { name: 'Дані' }).click();
  await page.getByRole('combobox', { name: 'Рівень цін' }).click();
  await page.getByRole('option', { name: 'Партнер' }).click();
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Зміни збережено').waitFor();

  const dropshipper = await demo.signedInAs('dropshipper', '/cp/products?q=Соломія');
  await dropshipper.page.getByText('501,00').first().waitFor();
  await dropshipper.page.getByText('Плаття «Соломія»').first().click();
  await dropshipper.page.getByText('від 3\u00a0од. – 444,00').filter({ visible: true }).first().waitFor();
  expect(await dropshipper.page.getByText('720,00').count()).toBe(0);
  await dropshipper.page.getByRole('link', { name: 'Замовити' }).first().click();
  await dropshipper.page.getByRole('button', { name: 'Далі' }).click();
  await dropshipper.page.getByRole('textbox', { name: /Кількість/ }).fill('4');
  await dropshipper.page.getByText('Партнер, від 3\u00a0од.').waitFor();
  await dropshipper.close();
});
