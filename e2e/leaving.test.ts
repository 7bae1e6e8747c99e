import { it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, visit } from './kit/pages';

/**
 * A dropshipper leaves a supplier by himself: he is told before what stays and what ends, and both sides see it after.
 * Slices: partners, orders, applications.
 */
const demo = openDemo();

it('is told what stays, leaves on his phone, and finds his orders where he left', async () => {
  const { page } = await demo.signedInAs('dropshipper', '/cp/applications');
  await page.setViewportSize({ width: 390, height: 844 });
  const { items } = await call(page, '../../dropshipping/suppliers');
  const supplier = items.find(({ title }: { title: string }) => title === 'Текстиль-Плюс');
  await visit(page, `/cp/suppliers/${supplier.project_id}`);
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Завершити співпрацю' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/незавершен.* замовлен/).waitFor();
  await dialog.getByText(/Борг|Ваші кошти|Баланс нульовий/).waitFor();
  // thinks again first
  await dialog.getByRole('button', { name: 'Назад' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Завершити співпрацю' }).click();
  await dialog.getByLabel('Чому ви йдете').fill('Змінюю асортимент');
  await dialog.getByRole('button', { name: 'Завершити співпрацю' }).dblclick();
  await page.getByRole('heading', { name: 'Минулі постачальники' }).waitFor();
  await page.getByText('Ви завершили').first().waitFor();
  await page.reload();
  await page.getByText('Текстиль-Плюс').first().click();
  await page.getByRole('heading', { name: 'Замовлення', level: 1 }).waitFor();
  await page.getByText('Текстиль-Плюс').first().waitFor();
  // the supplier is no page of his any more
  await page.goto(`/cp/suppliers/${supplier.project_id}`);
  await page.getByText('Сторінку не знайдено').waitFor();

  const { page: staff } = await demo.signedInAs('supplier', `/cp/counterparties/${supplier.counterparty_id}/data`);
  await staff.getByText('Оксана Шевчук завершує співпрацю').waitFor();
  await staff.getByText(/Причина: Змінюю асортимент/).waitFor();
  await staff.getByRole('button', { name: 'Запросити' }).first().waitFor();
});
