import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTab } from './kit/browser';
import { openDemo } from './kit/demo';
import { call, standing, visit } from './kit/pages';

/**
 * The bot is connected on the phone of the simulator; an order of a dropshipper comes there as a message, its button
 * confirms the order, and the dropshipper is told so in his own chat. Groups keep their links, and say when one is lost.
 * Slices: bot, notices, orders.
 */
const demo = openDemo({ SIMULATORS: 'on' });

/** A dropshipper orders. */
async function orderAs(page: Page): Promise<{ order: string; number: number }> {
  const { items } = await call(page, 'product_variants/all_records?q=TP-024-21&limit=1');
  const { id: order, number } = await call(page, 'orders', {
    ...{ send: true, items: [{ product_variant_id: items[0].id, count: 1 }] },
    customer: { name: 'Іваненко Ірина', phone: '0671234567' },
    delivery: {
      ...{ operator: 'nova_poshta', recipient_name: 'Іваненко Ірина', recipient_phone: '0671234567' },
      address: 'Львів, відділення 1',
    },
  });
  return { order, number };
}

it('from Start on the phone to an order that was confirmed there', async () => {
  const supplier = await demo.signedInAs('manager', '/cp/integrations/bot');
  const { page } = supplier;
  await standing(page);
  // a name that Telegram would not have is refused where it stands
  await page.getByLabel('Ім’я в Telegram').fill('ab');
  await page.getByLabel('Ім’я в Telegram').press('Enter');
  await page.getByText(/від 5 до 32 латинських літер/).waitFor();
  await page.getByLabel('Ім’я в Telegram').fill('@Peter_Stock');
  await page.getByLabel('Ім’я в Telegram').press('Enter');
  await page.getByRole('img', { name: /QR-код/ }).waitFor();
  const address = await page.getByRole('link', { name: 'Відкрити чат із ботом' }).getAttribute('href');
  const phone = await openTab(demo.browser, new URL(address ?? '').origin);
  await phone.page.goto(address ?? '');
  await phone.page.getByLabel('Хто').selectOption({ label: 'Peter @peter_stock' });
  await phone.page.getByRole('button', { name: 'Start', exact: true }).click();
  await phone.page.getByText(/Готово: сповіщення проєкту/).waitFor();
  // the page sees it by itself
  await page.getByText('Підключено', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Надіслати перевірку' }).click();
  await page.getByText('Надіслано: подивіться в чат').waitFor();
  await phone.page.getByText(/Перевірка зв’язку/).waitFor();

  const seller = await demo.signedInAs('dropshipper', '/cp/orders');
  await standing(seller.page);
  const { order, number } = await orderAs(seller.page);
  const message = phone.page.locator('.message', { hasText: new RegExp(`Нове замовлення № \\D*${number}`) });
  await message.getByRole('button', { name: 'Підтвердити' }).click();
  await phone.page.locator('#said', { hasText: /підтверджено/ }).waitFor();
  await phone.page.locator('.message', { hasText: /підтверджено: у виробництві/ }).waitFor();
  await visit(page, `/cp/orders/${order}`);
  await page.getByText('У виробництві').first().waitFor();

  await phone.page.getByLabel('Повідомлення').fill(`/order ${number}`);
  await phone.page.getByLabel('Повідомлення').press('Enter');
  await phone.page
    .getByText(new RegExp(`Замовлення № \\D*${number}: У виробництві`))
    .first()
    .waitFor();
  expect(await phone.page.locator('#chat').textContent()).not.toContain('Іваненко');

  // blocked there, told here
  await phone.page.getByRole('button', { name: 'Заблокувати' }).click();
  await page.goto('/cp/integrations/bot');
  await page.getByText('Бота заблоковано у вашому Telegram').waitFor();
  await seller.close();
  await phone.close();
  await supplier.close();
});

it('adds groups whose links stay until the page is left, and says how one without a link goes on', async () => {
  const supplier = await demo.signedInAs('supplier', '/cp/integrations/bot');
  const { page } = supplier;
  await standing(page);
  const links = page.getByRole('link', { name: 'Обрати групу в Telegram' });
  await page.getByRole('button', { name: 'Додати в групу' }).click();
  await links.first().waitFor();
  await page.getByRole('button', { name: 'Додати в групу' }).click();
  await links.nth(1).waitFor();
  expect(await links.count()).toBe(2);
  // the last area stays, and the page says why
  const group = page.getByRole('region', { name: 'Нова група' }).first();
  const remove = group.locator('.mantine-MultiSelect-pill button');
  while ((await remove.count()) > 1) {
    const left = await remove.count();
    await remove.first().click();
    await expect.poll(() => remove.count()).toBe(left - 1);
  }
  await remove.first().click();
  await group.getByText('Оберіть хоча б один розділ').waitFor();
  expect(await remove.count()).toBe(1);

  await page.reload();
  await standing(page);
  await page.getByText('приберіть цю групу й додайте її знову').first().waitFor();
  await supplier.close();
});

it('says that a server has no bot, and offers nothing of one', async () => {
  const supplier = await demo.signedInAs('supplier', '/cp');
  const { page } = supplier;
  await page.route('**/users/me/telegram_integrations', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), bot: null } });
  });
  await visit(page, '/cp/integrations/bot');
  await page.getByText('На цьому сервері бота ще немає').waitFor();
  expect(await page.getByRole('button', { name: /Отримати посилання|Додати в групу/ }).count()).toBe(0);
  await supplier.close();
});
