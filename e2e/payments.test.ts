import { kyivDate } from '@lanka/domain/kit/time';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, load, orderOf, standing, visit } from './kit/pages';

/**
 * An order is paid by a payment that names it, and a limit of credit keeps one from being sent until it is paid ahead.
 * Slices: payments, ledger, orders, partners.
 */
const demo = openDemo();

it('an order that is not paid is paid, and both sides see it', async () => {
  const staff = await demo.tabOf('supplier', '/cp/orders?paid=unpaid&q=');
  const { page } = staff;
  await standing(page);
  await page.locator('tbody tr').first().click();
  const heading = page.getByRole('heading', { level: 1, name: /^Замовлення №/ });
  await heading.waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) as string;
  const panel = page.locator('.section', { has: page.getByRole('heading', { name: 'Оплата', exact: true }) });
  await page.getByRole('button', { name: 'Внести оплату' }).click();
  const form = page.getByRole('dialog');
  expect(await form.getByLabel('Сума').inputValue()).toMatch(/^[1-9]/);
  await form.getByLabel('Сума').press('Enter');
  await form.waitFor({ state: 'hidden' });
  await panel.getByText('Оплачено', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Внести оплату' }).count()).toBe(0);
  await visit(page, '/cp/orders?paid=paid');
  await page.locator(`tbody a[href*="${id}"], tbody tr[data-key="${id}"]`).first().waitFor({ state: 'attached' });
  await visit(page, '/cp/payments');
  await page
    .getByText(/^За замовлення № /)
    .first()
    .waitFor();
});

it('a counterparty that pays ahead only gets nothing sent until it has paid', async () => {
  const staff = await demo.tabOf('supplier');
  const { page } = staff;
  const { order: id } = await orderOf(page, 'TP-024-21', 2, ['Ready', 'Loading', 'Loaded']);
  await visit(page, `/cp/orders/${id}`);
  await page.getByRole('heading', { level: 1, name: /^Замовлення №/ }).waitFor();
  const order = page.url();
  const party = await page.locator('main a[href*="/cp/counterparties/"]').first().getAttribute('href');
  await visit(page, `${party}/data`);
  await page.getByLabel('Кредитний ліміт').fill('0');
  await page.getByRole('combobox', { name: 'Понад ліміт або з простроченням' }).click();
  await page.getByRole('option', { name: 'Не відправляти' }).click();
  await page.getByRole('button', { name: 'Зберегти' }).first().click();
  await page
    .getByText(/Кредитний ліміт: .* → 0,00/)
    .first()
    .waitFor();
  await visit(page, new URL(order).pathname);
  const pay = page.getByRole('button', { name: 'Внести оплату' });
  await page.getByRole('heading', { name: 'Оплата', exact: true }).waitFor();
  const send = page.getByRole('button', { name: 'Позначити відправленим' }).first();
  if ((await page.getByText('Наперед', { exact: true }).count()) === 0) {
    await expect.poll(() => send.getAttribute('data-disabled')).not.toBeNull();
    await pay.click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Внести платіж' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByText('Наперед', { exact: true }).first().waitFor();
  }
  await send.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Позначити відправленим' }).click();
  await page.getByText('Оплачено', { exact: true }).first().waitFor();
});

it('one payment is spread over the orders that are chosen in the list, and those of several counterparties are refused', async () => {
  const staff = await demo.tabOf('supplier');
  const { page } = staff;
  const { items } = await call(page, 'orders?paid=unpaid&limit=200');
  const count = new Map<string, number>();
  for (const { counterparty_id } of items) count.set(counterparty_id, (count.get(counterparty_id) ?? 0) + 1);
  const party = [...count].find(([, orders]) => orders >= 2)?.[0];
  const form = page.getByRole('dialog');
  const pay = () => page.getByRole('button', { name: 'Внести оплату за вибрані' }).click();

  await visit(page, '/cp/orders');
  await page.locator('thead input[type=checkbox]').check();
  await pay();
  await form.getByText(/належать кільком контрагентам/).waitFor();
  await form.getByRole('button', { name: 'Зрозуміло' }).click();

  await visit(page, `/cp/orders?paid=unpaid&counterparty_id=${party}`);
  for (const nth of [0, 1]) await page.locator('tbody input[type=checkbox]').nth(nth).check();
  await pay();
  const parts = form.getByRole('group', { name: 'Розподілити за замовленнями' }).getByRole('textbox');
  await parts.first().waitFor();
  expect(await parts.count()).toBe(2);
  const [older, newer] = [parts.nth(0), parts.nth(1)];
  const whole = await older.inputValue();
  expect(whole).toMatch(/^[1-9]/);
  // a smaller total leaves nothing for the newer one; a typed part stays, and more than is paid is refused beside it
  await form.getByLabel(/^Сума( \*)?$/).fill('20');
  await expect.poll(() => newer.inputValue()).toBe('');
  expect(await older.inputValue()).toMatch(/^20/);
  await newer.fill('25');
  await form.getByText(/Розподілено на 5,00\s₴ більше/).waitFor();
  await form.getByRole('button', { name: 'Внести платіж' }).click();
  await form
    .getByText(/Тут можна до 20,00/)
    .first()
    .waitFor();
  await newer.fill('5');
  await expect.poll(() => older.inputValue()).toMatch(/^15/);
  await form.getByRole('button', { name: 'Внести платіж' }).click();
  await form.waitFor({ state: 'hidden' });
  const after = await call(page, 'payments?limit=1');
  expect(after.items[0].amount).toBe(2_000);
  expect(after.items[0].orders.map(({ amount }: { amount: number }) => amount).sort()).toEqual([1_500, 500]);
  await visit(page, '/cp/payments');
  await page
    .getByText(/^За 2 замовлення: № /)
    .first()
    .waitFor();
  // the statement names both with their parts, and leads to their pages; there the payment names the other one
  await load(page, `/cp/counterparties/${party}`);
  const line = page.locator('tbody tr').filter({ hasText: /№ .*\(15,00\s₴\).*№ .*\(5,00\s₴\)/ });
  await line.getByRole('link', { name: /^№ / }).first().click();
  await page.getByRole('heading', { level: 1, name: /^Замовлення №/ }).waitFor();
  await page.getByText(/із платежу на 20,00/).waitFor();
});

it('a dropshipper says which of his unpaid orders he has paid, and staff confirms it whole', async () => {
  const { page } = await demo.tabOf('dropshipper');
  // over all of his suppliers
  await load(page, '/cp/payments', () => page.evaluate(() => localStorage.setItem('lastProjectId', 'dropshipping')));
  await page.getByRole('button', { name: 'Повідомити про платіж' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Сума( \*)?$/).fill('33');
  await form.getByRole('combobox', { name: 'Постачальник' }).click();
  await page.getByRole('option', { name: 'Текстиль-Плюс' }).click();
  const choice = form.getByRole('switch', { name: /Розподілити за замовленнями/ });
  await choice.click();
  const parts = form.getByRole('group', { name: 'Розподілити за замовленнями' }).getByRole('textbox');
  expect(await parts.first().inputValue()).toMatch(/^33/);
  await form.getByRole('button', { name: 'Повідомити про платіж' }).click();
  await form.waitFor({ state: 'hidden' });
  await visit(page, '/cp/payments/records');
  const reported = page.locator('tr[data-row]').filter({ hasText: /33,00/ }).first();
  await reported.waitFor();
  expect(await reported.getByText('Підтверджено', { exact: true }).count()).toBe(0);
  const staff = await demo.tabOf('supplier');
  const { items } = await call(staff.page, 'payments?status=pending&limit=1');
  expect(items[0]).toMatchObject({ amount: 3_300, orders: [{ amount: 3_300 }] });
  const confirmed = await call(staff.page, `payments/${items[0].id}/confirm`, {});
  expect(confirmed).toMatchObject({ status: 'confirmed', orders: [{ amount: 3_300 }] });
  // his list hears of it
  await reported.getByText('Підтверджено', { exact: true }).waitFor();
});

it('all that dropshippers have reported is confirmed in one press, with room for who they are', async () => {
  const partner = await demo.tabOf('dropshipper');
  for (const amount of [1_111, 2_222])
    await call(partner.page, 'payments', { type: 'receipt', amount, date: kyivDate(new Date()), comment: 'На картку' });
  const staff = await demo.tabOf('supplier', '/cp/payments?status=pending');
  const { page } = staff;
  await standing(page);
  const head = page.getByRole('columnheader', { name: 'Баланс після' });
  expect(await head.count()).toBe(0);
  await page.getByRole('row').filter({ hasText: '22,22' }).waitFor();
  const waiting = await page.locator('tbody tr').count();
  await page.locator('thead input[type=checkbox]').check();
  await page.getByRole('button', { name: 'Підтвердити', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Підтвердити', exact: true }).click();
  await page.getByText(`Підтверджено платежів: ${waiting}`).waitFor();
  await page.getByRole('tab', { name: /^Підтверджено/ }).click();
  await head.waitFor();
  await page.getByRole('row').filter({ hasText: '22,22' }).waitFor();
});
