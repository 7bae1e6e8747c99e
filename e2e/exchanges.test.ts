import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { orderOf, visit } from './kit/pages';

/**
 * What was sent is exchanged for other goods, seen from both orders.
 * Slices: exchanges, orders, returns.
 */
const demo = openDemo();

it('exchanges what was sent, with the difference shown before', async () => {
  const { page, close } = await demo.signedInAs('supplier');
  const { order } = await orderOf(page, 'TP-024-21', 2, ['Ready', 'Loading', 'Loaded', 'Sent']);
  await visit(page, `/cp/orders/${order}`);
  await page.getByRole('heading', { name: /^Замовлення №/ }).waitFor();
  await page.getByRole('link', { name: 'Обмін', exact: true }).click();
  await page.getByRole('heading', { name: /^Обмін за замовленням №/ }).waitFor();
  await page.getByRole('button', { name: 'Оформити обмін' }).click();
  await page.getByText('Вкажіть, що повертається').first().waitFor();
  await page
    .getByRole('textbox', { name: /^Скільки:/ })
    .first()
    .fill('1');
  // what was said of it is gone, above too
  const said = page.getByText(/^Вкажіть, що повертається/);
  await expect.poll(() => said.count()).toBe(0);
  await page.getByRole('combobox', { name: /^Додати товар/ }).fill('TP-024-21');
  await page.getByRole('option', { name: /TP-024-21/ }).click();
  await page.getByRole('columnheader', { name: 'Відправляється' }).waitFor();
  await page.getByRole('button', { name: 'Оформити обмін' }).click();
  await page.getByText('Обмін оформлено').waitFor();
  await page.getByText('Перше замовлення').waitFor();
  await page.locator('main').getByRole('link', { name: /^№/ }).first().click();
  await page.getByText('Замість нього').waitFor();
  await close();
});
