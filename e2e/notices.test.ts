import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, orderOf, standing, visit } from './kit/pages';

/**
 * What happens while one is away: the bell counts it at once, the panel tells it, a press opens what it is about.
 * Slices: notices, orders.
 */
const demo = openDemo();

it('tells the dropshipper of his order while he looks elsewhere, and counts no more what was read', async () => {
  const seller = await demo.signedInAs('dropshipper', '/cp/notices');
  const { page } = seller;
  await standing(page);
  const bell = page.getByRole('button', { name: /^Сповіщення/ });
  await bell.waitFor();
  const { unread } = await call(page, '../../users/me/notifications/unread');
  // what was there before is on the bell; nobody is told that it came
  if (unread > 0) await expect.poll(() => bell.getAttribute('aria-label')).toBe(`Сповіщення, непрочитаних: ${unread}`);
  expect(await page.getByText(/Нове сповіщення/).count()).toBe(0);
  if (unread > 0) await page.getByRole('button', { name: 'Позначити все прочитаним' }).click();
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('Сповіщення');
  await visit(page, '/cp/products');
  await bell.waitFor();

  const supplier = await demo.signedInAs('supplier', '/cp/profile');
  const { number } = await orderOf(supplier.page, 'TP-024-21', 1, ['Ready'], 'Оксана Шевчук');
  await supplier.close();
  // live: nobody loads the page anew
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('Сповіщення, непрочитаних: 1');
  await page.getByText('Нове сповіщення. Непрочитаних: 1').waitFor({ state: 'attached' });

  await bell.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Сповіщення' });
  const line = panel.getByRole('link', { name: new RegExp(`Замовлення № \\D*${number}: Готове`) });
  await line.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await expect.poll(() => bell.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await line.click();
  await page.getByRole('heading', { name: new RegExp(`^Замовлення № .*${number}`) }).waitFor();
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('Сповіщення');

  await visit(page, '/cp/notices?unread=true');
  await page.getByText('Усе прочитано').waitFor();
  await page.getByRole('tab', { name: 'Замовлення' }).click();
  await page.getByLabel('Лише непрочитані').click();
  await page.getByRole('link', { name: new RegExp(`Замовлення № \\D*${number}: Готове`) }).waitFor();
  expect(new URL(page.url()).search).toBe('?area=orders');
  await seller.close();
});

it('writes to whoever wants letters, and writes no more once he has pressed the link in one', async () => {
  const seller = await demo.signedInAs('dropshipper', '/cp/notices');
  const { page } = seller;
  await page.getByRole('link', { name: 'Налаштування', exact: true }).click();
  const orders = page.getByLabel('Замовлення: Поштою');
  await orders.waitFor();
  const supplierOf = page.getByRole('combobox', { name: 'Проєкт' });
  if ((await supplierOf.count()) > 0) {
    await supplierOf.click();
    await page.getByRole('option', { name: 'Текстиль-Плюс' }).click();
  }
  await orders.selectOption('now');
  await page.getByText('Збережено').waitFor();
  // what is kept is what a loaded page shows
  const { search } = new URL(page.url());
  await page.goto(`/cp/notices/settings${search}`);
  expect(await orders.inputValue()).toBe('now');

  const supplier = await demo.signedInAs('supplier', '/cp/profile');
  const { number } = await orderOf(supplier.page, 'TP-024-21', 1, ['Ready'], 'Оксана Шевчук');
  await supplier.close();
  const subject = new RegExp(`Замовлення № \\D*${number}: Готове`);
  await expect.poll(async () => JSON.stringify(await call(page, '../../demo/mails'))).toMatch(subject);
  await visit(page, '/cp/outbox');
  await page.getByRole('link', { name: subject }).click();
  const foot = await page.locator('.letter-foot', { hasText: 'Більше не надсилати таких листів' }).textContent();
  await page.goto(/Більше не надсилати таких листів: (\S+)/.exec(foot ?? '')?.[1] ?? '');
  await page.getByText('Не надсилати більше листів із розділу «Замовлення» цього проєкту?').waitFor();
  await page.getByRole('button', { name: 'Не надсилати' }).click();
  await page.getByRole('heading', { name: 'Готово: таких листів більше не буде' }).waitFor();
  await page.getByRole('link', { name: 'Налаштування сповіщень' }).click();
  await orders.waitFor();
  expect(await orders.inputValue()).toBe('off');
  await seller.close();
});
