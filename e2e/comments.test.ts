import { it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing, visit } from './kit/pages';

/**
 * A comment of a template mentions a colleague, who finds the order by it.
 * Slices: comment_templates, orders, projects.
 */
const demo = openDemo();

it('keeps a template, inserts it with the number of the order, and mentions by the keyboard', async () => {
  const owner = await demo.signedInAs('supplier', '/cp/settings/comments');
  const { page } = owner;
  await standing(page);
  await page.getByRole('button', { name: 'Додати шаблон' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Назва').fill('Перевірка');
  await form.getByLabel('Текст').fill('Перевірте замовлення № {номер}, {місто}');
  await form.getByRole('button', { name: 'Зберегти' }).click();
  await form.getByText('У дужках може стояти лише').waitFor();
  await form.getByLabel('Текст').fill('Перевірте замовлення № {номер}');
  await form.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Шаблон збережено').waitFor();

  // the oldest: nobody has commented it, so the field is opened by its button
  await visit(page, '/cp/orders?status=InProduction');
  await page.locator('tbody tr').last().click();
  await page.getByRole('heading', { name: /^Замовлення №/ }).waitFor();
  // panels that come later push the comments out of sight, and a menu that is open there with them
  await standing(page);
  const write = page.getByRole('button', { name: 'Додати коментар' });
  await write.click();
  await page.getByRole('button', { name: 'Шаблон' }).click();
  await page.getByRole('menuitem', { name: 'Перевірка' }).click();
  const box = page.getByLabel('Новий коментар');
  await box.press('End');
  await box.pressSequentially(' @');
  await page.getByRole('option').first().waitFor();
  await box.pressSequentially('Тар');
  await page.getByRole('option', { name: /Менеджер/ }).waitFor();
  await box.press('Tab');
  await box.pressSequentially('до обіду');
  await box.press('Control+Enter');
  await page.locator('.order-comment-text', { hasText: /Перевірте замовлення № \S*\d+ @.+ до обіду/ }).waitFor();
  const address = new URL(page.url()).pathname;
  await owner.close();

  const manager = await demo.signedInAs('manager', '/cp/orders?mentioned=true');
  await standing(manager.page);
  await manager.page.locator(`a[href="${address}"]`).first().click();
  await manager.page.locator('.order-mention').first().waitFor();
  await manager.close();
});
