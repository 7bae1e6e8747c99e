import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, orderOf, visit } from './kit/pages';

/**
 * A register is connected, its shift opened, a receipt issued from an order, one for what has come back of it, the rest
 * taken back, and the shift closed with its Z-report, all at the simulator of the service; then the plan has no receipts.
 * Slices: fiscal, orders, returns, integrations.
 */
const demo = openDemo({ SIMULATORS: 'on' });

const sectionOf = (page: Page, title: string) =>
  page.locator('.section', { has: page.getByRole('heading', { name: title, exact: true }) });

/** The order is sent, and one piece of it has come back. Answers the number of the return. */
async function returned(page: Page, order_id: string): Promise<number> {
  const { items } = await call(page, `orders/${order_id}/moves`, { to: 'Sent' });
  const back = await call(page, 'returns', {
    ...{ order_id, reason: 'not_needed' },
    items: [{ order_item_id: items[0].id, count: 1, to_warehouse: true }],
  });
  await visit(page, `/cp/returns/${back.id}`);
  await page.getByRole('button', { name: /^Прийняти: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Прийняти', exact: true }).click();
  await page.getByText('Прийнято', { exact: true }).first().waitFor();
  return back.number;
}

it('from the key of a register to its Z-report', async () => {
  const { page } = await demo.signedInAs('supplier', '/cp/integrations/checkbox/new');
  await page.getByLabel('Назва').fill('Друга каса');
  await page.getByLabel('Ключ ліцензії каси').fill(`test${'0'.repeat(22)}02`);
  await page.getByLabel('PIN-код касира').fill('0000');
  await page.getByLabel('PIN-код касира').press('Enter');
  await page
    .getByText(/спробуйте ще раз/)
    .first()
    .waitFor();
  await page.getByLabel('PIN-код касира').fill('1111111112');
  await page.getByLabel('PIN-код касира').press('Enter');
  await page.getByRole('heading', { name: 'Друга каса', level: 1 }).waitFor();
  const register = page.url();

  // an order that has no receipt: the register is closed, and is opened on the way
  const { order } = await orderOf(page, 'TP-024-21', 2, [], 'Власні продажі');
  await visit(page, `/cp/orders/${order}`);
  const receipts = sectionOf(page, 'Фіскальні чеки');
  await receipts.getByRole('button', { name: 'Видати чек' }).click();
  const dialog = page.getByRole('dialog', { name: /^Чек за замовленням/ });
  await dialog.getByRole('combobox', { name: 'Каса' }).click();
  await page.getByRole('option', { name: 'Друга каса' }).click();
  await dialog.getByText('Касу закрито').waitFor();
  await dialog.getByRole('button', { name: 'Відкрити зміну' }).click();
  await dialog.getByText('Касу закрито').waitFor({ state: 'hidden' });
  await dialog.getByText('Частинами').click();
  await dialog.getByLabel('Готівкою').fill('10');
  await dialog.getByRole('button', { name: 'Видати чек' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await receipts.getByText('Видано', { exact: true }).waitFor();
  await receipts.getByRole('button', { name: 'Видати чек' }).waitFor({ state: 'hidden' });

  // one of the two pieces comes back: its receipt gives back what the customer has paid for it
  const back = await returned(page, order);
  await visit(page, `/cp/orders/${order}`);
  await receipts.getByRole('button', { name: `Чек на повернення № ${back}` }).click();
  const giving = page.getByRole('dialog', { name: `Чек на повернення № ${back}` });
  await giving.getByRole('button', { name: 'Видати чек' }).click();
  await giving.waitFor({ state: 'hidden' });
  await receipts.getByRole('button', { name: /^Повернення · TEST/ }).waitFor();
  await receipts.getByRole('button', { name: /^Чек на повернення/ }).waitFor({ state: 'hidden' });
  const { items } = await call(page, `orders/${order}/receipts`);
  const [sale, given] = ['sell', 'return'].map((of) => items.find(({ kind }: { kind: string }) => kind === of));
  expect(given.total * 2).toBe(sale.total);

  // its picture, and the way back
  await receipts.getByRole('button', { name: /^Продаж/ }).click();
  const shown = page.getByRole('dialog', { name: /^Чек · Продаж/ });
  await shown.getByRole('img', { name: 'Фіскальний чек' }).waitFor();
  await shown.getByLabel('E-mail або телефон').fill('olena@example.com');
  await shown.getByRole('button', { name: 'Надіслати' }).click();
  await page.getByText('Чек надсилається').waitFor();
  await shown.getByRole('button', { name: 'Сторнувати чек' }).click();
  await page.getByRole('dialog', { name: 'Сторнувати чек?' }).getByRole('button', { name: 'Сторнувати чек' }).click();
  await receipts
    .getByRole('button', { name: /^Повернення · TEST/ })
    .nth(1)
    .waitFor();
  await expect.poll(() => receipts.getByText('Видано', { exact: true }).count()).toBe(3);

  await page.goto(register);
  await page.getByRole('button', { name: 'Закрити зміну' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрити зміну' }).click();
  await page.getByRole('button', { name: 'Відкрити зміну' }).waitFor();
  await sectionOf(page, 'Звіти')
    .getByRole('button', { name: /^Z-звіт/ })
    .click();
  await page.getByText(/Чеків продажу 1/).waitFor();

  // on a plan without receipts it is said what is lacking and what has it, before anything is pressed in vain
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Каса Checkbox' }) });
  await visit(page, '/cp/integrations');
  await card.getByText('Працює', { exact: true }).waitFor();
  await demo.sql(
    `update projects set subscription_plan = 'manufacturer-basic-monthly' where friendly_id = 'tekstyl-plius'`,
  );
  await page.reload();
  await card.getByText('Не входить у тариф', { exact: true }).waitFor();
  await card.getByText('Вони є в тарифах «Стандарт» і «Преміум»').waitFor();
  expect(await card.getByText('Працює', { exact: true }).count()).toBe(0);
  await card.getByRole('link', { name: 'Налаштування' }).click();
  await page.getByText('Фіскальні чеки не входять у ваш тариф').waitFor();
  expect(await page.getByRole('button', { name: 'Відкрити зміну' }).first().isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Змінити тариф' }).click();
  await page.waitForURL('**/cp/billing/billing');
});
