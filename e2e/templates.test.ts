import { readFile } from 'node:fs/promises';
import * as mupdf from 'mupdf';
import type { Download, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, late, load, standing, visit } from './kit/pages';

/**
 * Fields that an owner adds to orders and their items are filled in and printed, on papers and on labels; an attribute
 * column gets a type, and a value that does not fit is corrected; a unit that the settings name is chosen for a product
 * and stands by its counts; the list of goods is filtered by what modifications differ by; two attributes are joined; a
 * new order gets the prefix and the number that the settings say.
 * Slices: templates, catalog, orders, documents, marking.
 */
const demo = openDemo();

/** What the first page of a PDF says. */
async function saidBy(file: Download): Promise<string> {
  const paper = mupdf.Document.openDocument(await readFile(await file.path()), 'application/pdf');
  return paper.loadPage(0).toStructuredText('').asText();
}

async function addField(page: Page, set: 'order' | 'order_item', name: string, key: string): Promise<void> {
  await visit(page, `/cp/products/templates/${set}`);
  await page.getByRole('button', { name: 'Додати поле' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Назва/ }).fill(name);
  await dialog.getByRole('textbox', { name: /^Ключ/ }).fill(key);
  await dialog.getByRole('checkbox', { name: 'Друкувати в документах' }).check();
  await dialog.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText(name, { exact: true }).first().waitFor();
}

it('makes fields of orders and items, fills them in, and prints them', async () => {
  const { page } = await demo.tabOf('supplier');
  await addField(page, 'order', 'Звідки замовлення', 'origin');
  await addField(page, 'order_item', 'Колір нитки', 'thread');

  await visit(page, '/cp/orders?status=Pending');
  await page.locator('a[href*="/cp/orders/"]').filter({ hasText: /\d/ }).first().click();
  await page
    .getByRole('link', { name: 'Редагувати' })
    .or(page.getByRole('button', { name: 'Редагувати' }))
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Звідки замовлення' }).fill('Ярмарок у Косові');
  await page
    .getByRole('button', { name: /^(Заповнити|Заповнено)/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Колір нитки' }).fill('вишнева');
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await page.getByRole('button', { name: 'Зберегти' }).last().click();
  await page.getByText('Ярмарок у Косові').first().waitFor();

  await page.getByRole('button', { name: 'Створити документ' }).first().click();
  await dialog.getByRole('button', { name: /Створити/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Завантажити PDF/ })
      .first()
      .click(),
  ]);
  const said = await saidBy(file);
  expect(said).toContain('Ярмарок у Косові');
  expect(said).toContain('Колір нитки: вишнева');

  // and on the labels that are made from the order
  const order = page.url();
  await visit(page, '/cp/labels/templates');
  await page.getByRole('button', { name: 'Змінити «Етикетка на товар»' }).click();
  await dialog.getByLabel('Додаткові поля').first().click();
  await page.getByRole('option', { name: 'Колір нитки (позиція)' }).click();
  await dialog.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Шаблон збережено').first().waitFor();
  // loaded anew: the templates are asked for again
  await load(page, order);
  // pressed as early as it can be: the templates come later than the lines of the order
  const give = await late(page, /\/label_templates\b/);
  const lines = page.waitForResponse(/\/all_records\b/);
  await page.getByRole('link', { name: 'Етикетки' }).last().click();
  await page.waitForURL(/\/cp\/labels\?order=/);
  // the order, which stands until the next page is drawn, has a paper to save too
  await page.getByRole('heading', { level: 1, name: 'Етикетки', exact: true }).waitFor();
  const [labels] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Завантажити PDF/ }).click(),
    (async () => {
      await (await lines).finished();
      await page.evaluate(async () => {
        for (let frame = 0; frame < 60; frame++) await new Promise((painted) => requestAnimationFrame(painted));
      });
      await give();
    })(),
  ]);
  const labelled = (await saidBy(labels)).replace(/\s+/g, ' ');
  expect(labelled).toContain('Колір нитки: вишнева');
  expect(labelled).toMatch(/Замовлення № \S*\d/);
});

it('corrects a value that is no number, and makes the column one of numbers', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/products/new');
  await standing(page);
  await page
    .getByRole('textbox', { name: /^Назва/ })
    .first()
    .fill('Глек керамічний');
  await page.getByRole('button', { name: 'Додати параметр' }).click();
  await page
    .getByRole('combobox', { name: 'Назва параметра' })
    .or(page.getByLabel('Назва параметра'))
    .first()
    .fill('Обʼєм');
  const values = page.getByRole('combobox', { name: 'Значення', exact: true });
  for (const value of ['0,5', 'пів літра']) {
    await values.fill(value);
    await values.press('Enter');
  }
  await page
    .getByRole('button', { name: /^(Зберегти|Створити)/ })
    .last()
    .click();
  await page.getByRole('heading', { name: 'Глек керамічний' }).waitFor();

  await visit(page, '/cp/products/templates/columns');
  const makeNumber = async () => {
    await page.getByRole('button', { name: 'Дії з параметром «Обʼєм»' }).click();
    await page.getByRole('menuitem', { name: 'Змінити параметр' }).click();
    await page.getByRole('combobox', { name: 'Тип' }).click();
    await page.getByRole('option', { name: 'Число' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Зберегти' }).click();
  };
  await makeNumber();
  await page
    .getByText(/«пів літра». Спершу виправте їх/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Обʼєм', exact: true }).click();
  await page.getByRole('button', { name: 'Виправити «пів літра»' }).click();
  await page.getByRole('textbox', { name: 'Нове значення: пів літра' }).fill('1,5');
  await page.getByRole('dialog').getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Значення виправлено').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await makeNumber();
  await page.getByText('Параметр збережено').first().waitFor();
  await page.getByText('Число', { exact: true }).first().waitFor();
});

it('adds a unit of measure and counts a new product in it', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/products/templates/main-info');
  await standing(page);
  const units = page.getByRole('combobox', { name: 'Одиниці виміру' });
  await units.fill('рулон.');
  await units.press('Enter');
  await page.getByRole('button', { name: 'Зберегти' }).first().click();
  await page.getByText('Налаштування збережено').first().waitFor();

  await visit(page, '/cp/products/new');
  await page
    .getByRole('textbox', { name: /^Назва/ })
    .first()
    .fill('Тасьма плетена');
  await page.getByRole('combobox', { name: /^Одиниця/ }).click();
  await page.getByRole('option', { name: 'рулон', exact: true }).click();
  await page.getByRole('textbox', { name: /^Дроп-ціна: / }).fill('120');
  await page.getByRole('textbox', { name: /^Залишок: / }).fill('7');
  await page
    .getByRole('button', { name: /^Створити/ })
    .last()
    .click();
  await page.getByRole('heading', { name: 'Тасьма плетена' }).waitFor();
  await visit(page, `${page.url()}/edit`);
  await expect.poll(() => page.getByRole('combobox', { name: /^Одиниця/ }).inputValue()).toBe('рулон');
});

it('filters the list of goods by the values of an attribute', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/products');
  await standing(page);
  await page.getByRole('button', { name: /^Фільтри/ }).click();
  await page.getByRole('combobox', { name: 'Розмір' }).click();
  await page.getByRole('option', { name: 'XL', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Фільтри · 1' }).waitFor();
  await page.waitForURL(/attributes\./);
  await page.reload();
  await page.getByText('Розмір: XL').first().waitFor();
});

it('joins two attributes of a product whose values differ, and says first where they do', async () => {
  const { page } = await demo.tabOf('supplier');
  const values = (cloth: string, material: string) => [
    { option: 'Тканина шалі', value: cloth },
    { option: 'Матеріал шалі', value: material },
  ];
  await call(page, 'products/create_v2', {
    name: 'Шаль пухова',
    variants: [
      { sku: 'SHAL-1', price: 90000, values: values('Вовна', 'вовна мериноса') },
      { sku: 'SHAL-2', price: 70000, values: values('Бавовна', 'Бавовна') },
    ],
  });
  await visit(page, '/cp/products/templates/columns');
  await page.getByRole('button', { name: 'Дії з параметром «Матеріал шалі»' }).click();
  await page.getByRole('menuitem', { name: 'Об’єднати з іншим' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /^Який параметр залишити/ }).click();
  await page.getByRole('option', { name: 'Тканина шалі', exact: true }).click();
  await dialog.getByRole('button', { name: 'Об’єднати' }).click();
  // nothing is done yet: one modification has both, and they differ
  await dialog
    .getByText(/вовна мериноса/)
    .first()
    .waitFor();
  await dialog.getByRole('combobox', { name: /^Де значення різні, лишити/ }).click();
  await page.getByRole('option', { name: 'Обидва через « / »' }).click();
  await dialog.getByRole('button', { name: 'Об’єднати' }).click();
  await page.getByText('Параметри об’єднано').first().waitFor();
  await page.getByRole('button', { name: 'Матеріал шалі', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Тканина шалі', exact: true }).click();
  await dialog.getByText('Вовна / вовна мериноса').waitFor();
  await dialog.getByText('Бавовна', { exact: true }).waitFor();
});

it('numbers a new order with the prefix and from the number of the settings', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/products/templates/main-info');
  await standing(page);
  const next = page.getByRole('textbox', { name: 'Наступне замовлення' });
  await page.getByRole('textbox', { name: 'Замовлення', exact: true }).fill('ТП-');
  await page.getByRole('button', { name: 'Зберегти', exact: true }).first().click();
  await page.getByText('Налаштування збережено').first().waitFor();
  await next.fill('1');
  await page.getByRole('button', { name: 'Зберегти номери' }).click();
  // a number is never given twice
  await page
    .getByText(/Такий номер міг уже бути виданий/)
    .first()
    .waitFor();
  await next.fill('70001');
  await page.getByRole('button', { name: 'Зберегти номери' }).click();
  await page.getByText('Нумерацію збережено').first().waitFor();

  const variant = (await call(page, 'product_variants/all_records?q=SHAL-2&limit=1')).items[0];
  const order = await call(page, 'orders', { items: [{ product_variant_id: variant.id, count: 1 }] });
  expect(order.number).toBe(70001);
  await visit(page, `/cp/orders/${order.id}`);
  await page.getByRole('heading', { name: /ТП-70001/ }).waitFor();
  await visit(page, '/cp/orders?q=70001');
  await page.getByText('ТП-70001').first().waitFor();
});
