import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SIZES } from './kit/browser';
import { openDemo } from './kit/demo';
import { call, standing } from './kit/pages';

/**
 * An order is split into two parcels: the first is sent and the order is partly sent, the second sends the order; stock
 * and balance follow each.
 * Slices: parcels, orders, stock, ledger.
 */
const demo = openDemo();

/** An order of several lines without a waybill that nothing is sent of, and whose goods are all there. */
async function orderToSplit(page: Page, status = 'Loading,Loaded,Ready') {
  const { items } = await call(page, `orders?status=${status}&limit=50`);
  for (const row of items) {
    if (row.parcels > 0 || row.items_count < 2) continue;
    const order = await call(page, `orders/${row.id}`);
    if (order.delivery.ttn) continue;
    // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test expects of it
    if (order.items.every((item: any) => !item.waiting && item.count > 1)) return order;
  }
  throw new Error('the demo has an order of several lines');
}

const balanceOf = async (page: Page, id: string): Promise<number> => (await call(page, `counterparties/${id}`)).balance;
const stockOf = async (page: Page, id: string): Promise<number> =>
  (await call(page, `product_variants/${id}/stock_movements?limit=1`)).items[0].after;

it('splits an order, sends one parcel after the other, and the order is Sent with the last', async () => {
  const staff = await demo.signedInAs('supplier');
  const { page } = staff;
  const order = await orderToSplit(page);
  const [first, second] = order.items;
  const stock = () => Promise.all([stockOf(page, first.product_variant_id), stockOf(page, second.product_variant_id)]);
  const [a = 0, b = 0] = await stock();
  const balance = await balanceOf(page, order.counterparty_id);

  await page.goto(`/cp/orders/${order.id}`);
  await standing(page);
  await page.getByRole('button', { name: 'Розділити на посилки' }).click();
  const dialog = page.getByRole('dialog');
  const one = dialog.getByLabel(`${first.product_title}, у посилці 1`).first();
  // nothing put into it, and more than there is, are said beside it
  await dialog.getByRole('button', { name: 'Зберегти посилки' }).click();
  await dialog.getByText('Покладіть у посилку хоча б одну штуку').waitFor();
  await one.fill('99999');
  await dialog.getByText(`Лишилося ${first.count}`).waitFor();
  await one.fill('1');
  await one.press('Enter');
  await dialog.waitFor({ state: 'hidden' });

  const parcel = (number: number) => page.getByRole('region', { name: `Посилка ${number}`, exact: true });
  const addTtn = parcel(1).getByRole('button', { name: 'Додати ТТН' });
  await addTtn.click();
  // left without a number, the keyboard is where it was
  await page.keyboard.press('Escape');
  await expect.poll(() => addTtn.evaluate((it) => it === document.activeElement)).toBe(true);
  await addTtn.click();
  await parcel(1).getByLabel('ТТН посилки 1').fill('20450000000017');
  await parcel(1).getByLabel('ТТН посилки 1').press('Enter');
  await parcel(1).getByText('20450000000017').waitFor();

  const send = async (number: number, effect: string) => {
    await parcel(number).getByRole('button', { name: 'Відправити посилку' }).click();
    await dialog.getByText(effect).waitFor();
    await dialog.getByRole('button', { name: 'Відправити посилку' }).dblclick();
    await parcel(number).getByText('Відправлено', { exact: true }).waitFor();
  };
  await send(1, 'Решта посилок лишиться заброньованою, замовлення буде відправлене частково');
  await page.getByText('Частково відправлено', { exact: true }).first().waitFor();
  expect(await stock()).toEqual([a - 1, b]);
  const { items } = await call(page, `orders/${order.id}/parcels`);
  expect(await balanceOf(page, order.counterparty_id)).toBe(balance - items[0].amount);

  await page.goto('/cp/orders?partly_sent=true');
  await standing(page);
  await page.locator(`tbody a[href*="${order.id}"]`).first().waitFor({ state: 'attached' });
  await page.goto(`/cp/orders/${order.id}`);
  await standing(page);
  await send(2, 'Це остання посилка: замовлення стане «Відправлене»');
  await page.getByText('Частково відправлено', { exact: true }).first().waitFor({ state: 'hidden' });
  expect((await call(page, `orders/${order.id}`)).status).toBe('Sent');
  expect(await stock()).toEqual([a - first.count, b - second.count]);
  expect(await balanceOf(page, order.counterparty_id)).toBe(balance - order.sum);
  await staff.close();
});

/** How far a first load of the order's page pushes things about, when each of these answers comes late and alone. */
async function shiftOf(page: Page, id: string, late: readonly string[], last: Locator): Promise<number> {
  await page.addInitScript(`
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifted += value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  // what the page before has asked for answers nothing here
  await page.goto('about:blank');
  // each answer comes when all that does not need it has been drawn: what stands above the comments after them
  const drawn = async () => {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  };
  const comments = page.waitForResponse((answer) => answer.url().endsWith('/comments'));
  let before: Promise<unknown> = Promise.all([
    comments,
    page.locator('.order-strip').waitFor({ state: 'attached' }),
  ]).then(drawn);
  for (const held of late) {
    const earlier = before;
    before = page.waitForResponse((answer) => answer.url().endsWith(held)).then(drawn);
    await page.route(`**${held}`, async (route) => {
      await earlier;
      await route.continue();
    });
  }
  await page.goto(`/cp/orders/${id}`);
  await before;
  await last.waitFor();
  await standing(page);
  return page.evaluate('window.shifted') as Promise<number>;
}

it.each([SIZES[0], SIZES[2]])(
  'pushes nothing away on the page of an order while its parts load: $name',
  async (size) => {
    const staff = await demo.signedInAs('supplier');
    const { page } = staff;
    // the button of its next status has a row of its own on a phone
    const order = await orderToSplit(page, 'Loading');
    await page.setViewportSize(size);
    const split = page.getByRole('button', { name: 'Розділити на посилки' });
    expect(await shiftOf(page, order.id, ['/templates', '/moves', '/parcels'], split)).toBeLessThan(0.02);
    await staff.close();
  },
);

it('pushes nothing away where the reason of an order’s status stands above its lines', async () => {
  const staff = await demo.signedInAs('supplier');
  const { page } = staff;
  const { id } = await orderToSplit(page);
  await call(page, `orders/${id}/moves`, { to: 'Canceled', reason: 'Покупець передумав' });
  const reason = page.getByRole('alert').getByText('Причина: Покупець передумав');
  expect(await shiftOf(page, id, ['/templates', '/moves', '/history'], reason)).toBeLessThan(0.02);
  await staff.close();
});
