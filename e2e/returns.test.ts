import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, late, orderOf, standing, visit } from './kit/pages';

/**
 * A dropshipper sends back a part of what was sent, with a photo; the supplier approves a part of it, and stock, balance
 * and papers follow. A parcel that nobody took comes back with its logistics. What comes back of an order in two parcels
 * names one of them, by itself and in an exchange.
 * Slices: returns, orders, partners, documents, parcels, exchanges.
 */
const demo = openDemo();

const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

it('asks for a return with a photo, approves a part of it, and lets a refused parcel come back', async () => {
  const client = await demo.signedInAs('dropshipper', '/cp/orders?status=Complete');
  const { page } = client;
  await standing(page);
  // an order of several lines of which nothing came back
  const rows = page.locator('tbody tr');
  let lines = 0;
  for (let nth = 0; lines < 2; nth += 1) {
    await visit(page, '/cp/orders?status=Complete');
    await rows.nth(nth).click();
    await page.getByRole('heading', { level: 1, name: /^Замовлення №/ }).waitFor();
    await standing(page);
    lines = (await page.getByText('Із цього замовлення нічого не повертали').isVisible())
      ? (await page.locator('.lines tbody tr').count()) - 1
      : 0;
  }
  const order = page.url();
  await page.getByRole('link', { name: 'Оформити повернення' }).click();
  const counts = page.getByLabel(/^Скільки повертається: /);
  await counts.first().waitFor();
  // more than was sent is said beside its line
  await counts.first().fill('9999');
  await page.getByText(/^Щонайбільше /).waitFor();
  await counts.first().fill('1');
  await counts.nth(1).fill('1');
  await page.getByText('Повертається 2 од.').waitFor();
  await page.getByText('Не той товар').click();
  const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#8c4a5b' } })
    .jpeg()
    .toBuffer();
  // whoever is quicker than his network still sends the photo
  const send = await late(page, '**/*', 'PUT');
  await page.locator('input[type=file]').setInputFiles({ name: 'фото.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByText('фото.jpg').waitFor();
  await page.getByRole('button', { name: 'Оформити повернення' }).click();
  await page.locator('button[type=submit][data-loading]').waitFor();
  await send();
  await page.getByRole('heading', { level: 1, name: /^Повернення №/ }).waitFor();
  await page.getByRole('img', { name: 'Фото 1' }).waitFor();
  const address = page.url();

  const staff = await demo.tabOf('supplier', new URL(address).pathname);
  const desk = staff.page;
  await standing(desk);
  await desk
    .getByRole('button', { name: /^Прийняти: / })
    .first()
    .click();
  await desk.getByText('На склад повернеться 1 од.').waitFor();
  await desk.getByText(/буде зараховано/).waitFor();
  await confirm(desk, 'Прийняти');
  await desk.getByText('Частково прийнято').waitFor();
  await desk.getByRole('button', { name: /^Відхилити: / }).click();
  await confirm(desk, 'Відхилити');
  await desk.getByText('Повернуто на склад').waitFor();
  await desk.getByRole('button', { name: 'Інші дії' }).click();
  const saved = desk.waitForEvent('download');
  await desk.getByRole('menuitem', { name: 'Завантажити PDF' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Накладна на повернення/);

  // live: who asked for it sees the decision, and the order what came back
  await page.getByText('Частково прийнято').waitFor();
  await visit(page, order);
  await page.getByRole('link', { name: /^Повернення №/ }).waitFor();
  await visit(page, '/cp/payments');
  await page.locator('tr', { hasText: 'Текстиль-Плюс' }).locator('.explain').click();
  await page
    .getByText(/^Повернення товару/)
    .first()
    .waitFor();

  await visit(desk, '/cp/orders?status=Sent');
  const refuse = desk.getByRole('button', { name: 'Посилку не забрали' });
  for (let nth = 0; !(await refuse.isVisible()); nth += 1) {
    await visit(desk, '/cp/orders?status=Sent');
    await desk.locator('tbody tr').nth(nth).click();
    await desk.getByRole('heading', { level: 1, name: /^Замовлення №/ }).waitFor();
    await standing(desk);
  }
  await refuse.click();
  await desk.getByText('Буде створено повернення всього, що відправлено').waitFor();
  await confirm(desk, 'Посилку не забрали');
  await desk.getByRole('heading', { level: 1, name: /^Повернення №/ }).waitFor();
  await desk.getByText('Посилку не забрали').first().waitFor();
  // whoever scans the parcel when it is back asks for a return of its order, and is led to the one that waits for it
  const drafted = new URL(desk.url()).pathname;
  const of = (await desk.locator('main a[href*="/cp/orders/"]').first().getAttribute('href')) ?? '';
  await visit(desk, `/cp/returns/new?order=${of.split('?')[0]?.split('/').at(-1)}`);
  await desk.getByText('З цього замовлення вже є').waitFor();
  await desk.locator(`main a[href="${drafted}"]`).click();
  await desk.waitForURL(`**${drafted}`);
  expect([...client.problems, ...staff.problems]).toEqual([]);
  await client.close();
});

it('names the parcel of what comes back of an order in two parcels', async () => {
  const staff = await demo.tabOf('supplier');
  const { page } = staff;
  const { order } = await orderOf(page, 'TP-024-21', 3, ['Ready', 'Loading', 'Loaded']);
  const { items } = await call(page, `orders/${order}`);
  await call(page, `orders/${order}/parcels`, { parcels: [{ items: [{ order_item_id: items[0].id, count: 2 }] }] });
  await call(page, `orders/${order}/moves`, { to: 'Sent' });

  await visit(page, `/cp/orders/${order}`);
  await page.getByRole('link', { name: 'Оформити повернення' }).click();
  const count = page.getByLabel(/^Скільки повертається: /);
  await count.fill('2');
  // what was typed was of the other parcel
  await page.getByRole('radio', { name: /^Посилка 2 / }).check();
  await page.getByText('Вкажіть, скільки чого повертається').waitFor();
  await count.fill('2');
  await page.getByText('Щонайбільше 1').waitFor();
  await count.fill('1');
  await page.getByRole('button', { name: 'Оформити повернення' }).dblclick();
  await page.getByRole('heading', { level: 1, name: /^Повернення №/ }).waitFor();
  await page.getByText(/· Посилка 2/).waitFor();

  // of the second nothing is left: what is exchanged came with the first
  await visit(page, `/cp/exchanges/new?order=${order}`);
  await page
    .getByRole('textbox', { name: /^Скільки:/ })
    .first()
    .fill('1');
  expect(await page.getByRole('radio', { name: /^Посилка/ }).count()).toBe(0);
  await page.getByRole('combobox', { name: /^Додати товар/ }).fill('TP-024-21');
  await page.getByRole('option', { name: /TP-024-21/ }).click();
  await page.getByRole('button', { name: 'Оформити обмін' }).click();
  await page.getByText('Обмін оформлено').waitFor();
  const made = await call(page, `orders/${order}/returns`);
  expect(made.items.map(({ parcel }: { parcel: number }) => parcel).sort()).toEqual([1, 2]);
  expect(staff.problems).toEqual([]);
});
