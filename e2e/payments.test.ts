import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { orderOf, standing } from './kit/pages';

/**
 * An order is paid by a payment that names it, and a limit of credit keeps one from being sent until it is paid ahead.
 * Slices: payments, ledger, orders, partners.
 */
const demo = openDemo();

it('an order that is not paid is paid, and both sides see it', async () => {
  const staff = await demo.signedInAs('supplier');
  const { page } = staff;
  await page.goto('/cp/orders?paid=unpaid&q=');
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
  await page.goto('/cp/orders?paid=paid');
  await standing(page);
  await page.locator(`tbody a[href*="${id}"], tbody tr[data-key="${id}"]`).first().waitFor({ state: 'attached' });
  await page.goto('/cp/payments');
  await standing(page);
  await page
    .getByText(/^За замовлення № /)
    .first()
    .waitFor();
  await staff.close();
});

it('a counterparty that pays ahead only gets nothing sent until it has paid', async () => {
  const staff = await demo.signedInAs('supplier');
  const { page } = staff;
  const { order: id } = await orderOf(page, 'TP-024-21', 2, ['Ready', 'Loading', 'Loaded']);
  await page.goto(`/cp/orders/${id}`);
  await page.getByRole('heading', { level: 1, name: /^Замовлення №/ }).waitFor();
  const order = page.url();
  const party = await page.locator('main a[href*="/cp/counterparties/"]').first().getAttribute('href');
  await page.goto(`${party}/data`);
  await standing(page);
  await page.getByLabel('Кредитний ліміт').fill('0');
  await page.getByRole('combobox', { name: 'Понад ліміт або з простроченням' }).click();
  await page.getByRole('option', { name: 'Не відправляти' }).click();
  await page.getByRole('button', { name: 'Зберегти' }).first().click();
  await page
    .getByText(/Кредитний ліміт: .* → 0,00/)
    .first()
    .waitFor();
  await page.goto(order);
  await standing(page);
  const pay = page.getByRole('button', { name: 'Внести оплату' });
  await page.getByRole('heading', { name: 'Оплата', exact: true }).waitFor();
  const send = page.getByRole('button', { name: 'Позначити відправленим' }).first();
  if ((await page.getByText('Наперед', { exact: true }).count()) === 0) {
    expect(await send.getAttribute('data-disabled')).not.toBeNull();
    await pay.click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Внести платіж' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByText('Наперед', { exact: true }).first().waitFor();
  }
  await send.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Позначити відправленим' }).click();
  await page.getByText('Оплачено', { exact: true }).first().waitFor();
  await staff.close();
});
