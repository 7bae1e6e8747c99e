import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing, visit } from './kit/pages';

/**
 * Goods come by a document, change the stock and the cost, and go back by its reversal.
 * Slices: turnover, catalog.
 */
const demo = openDemo();

it('receives goods step by step, sees their cost, and takes the document back', async () => {
  const { page, close } = await demo.signedInAs('supplier', '/cp/turnover');
  await standing(page);
  await page.getByRole('link', { name: 'Створити надходження' }).click();
  await page.getByRole('button', { name: 'Далі' }).click();

  // a code and Enter make a line; the same code again is one piece more
  const find = page.getByLabel('Додати товар');
  await find.fill('TP-024-21');
  await find.press('Enter');
  const count = page.getByLabel(/^Кількість: /);
  await count.waitFor();
  await find.fill('TP-024-21');
  await find.press('Enter');
  await expect.poll(() => count.inputValue()).toBe('2');

  // a quantity needs a purchase price before the next step
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByText('Вкажіть ціну: без неї кількість не можна провести').waitFor();
  await page.getByLabel(/^Ціна: /).fill('120,50');
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByText('На склад надійде 2 од.').waitFor();
  // a draft that was refused makes no draft of what is posted after it
  const refusal = { status: 409, json: { code: 'common.busy', message: 'Не зараз', details: [] } };
  await page.route('**/turnover', (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole('button', { name: 'Зберегти чернетку' }).click();
  await page.getByText('Не зараз').first().waitFor();
  await page.getByRole('button', { name: 'Провести', exact: true }).click();
  await page.getByText('Проведено').first().waitFor();
  const document = page.url();

  // its paper stays as it was issued; a second one is asked about first
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Створити PDF' }).click(),
  ]);
  expect(readFileSync(await paper.path(), 'latin1').slice(0, 4)).toBe('%PDF');
  await page.getByRole('button', { name: 'Замінити новим' }).click();
  await page.getByText('виданий лишиться без змін').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Назад' }).click();

  await page.locator('.lines a').click();
  await page.getByRole('heading', { name: 'Собівартість і націнка' }).waitFor();
  await page.getByRole('button', { name: '120,50 ₴' }).click();
  await page.getByText('2 од. ×').waitFor();

  await visit(page, document);
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Сторнувати' }).click();
  await page.getByText('Зі складу вибуде 2 од.').waitFor();
  await page.getByLabel('Чому сторнуємо').fill('Внесено двічі');
  await page.getByRole('dialog').getByRole('button', { name: 'Сторнувати' }).click();
  await page.getByText('Сторновано документом').waitFor();

  // what the server refuses at the end is said beside its line
  await visit(page, '/cp/turnover/new?flow=outcome');
  await page.getByText('Списання').click();
  await page.getByLabel(/^Причина/).fill('Бій');
  await page.getByRole('button', { name: 'Далі' }).click();
  await find.fill('TP-024-21');
  await find.press('Enter');
  await count.fill('9999');
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByText('Зі складу вибуде').waitFor();
  await page.getByRole('button', { name: 'Провести', exact: true }).click();
  const refused = page.locator('.lines tr').filter({ hasText: 'Залишок не може стати меншим за нуль' });
  await refused.getByText('TP-024-21').waitFor();

  // back and forward in the browser lead through what is typed
  await page.goBack();
  await page.getByText('Зі складу вибуде').waitFor();
  await page.goForward();
  await expect.poll(() => count.inputValue()).toBe('9999');
  // a reload leaves nothing of it: the form begins anew, whatever step the address names
  const step = () => new URL(page.url()).searchParams.get('step');
  await page.goBack();
  await page.getByText('Зі складу вибуде').waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Скасувати' }).waitFor();
  await expect.poll(step).toBe('0');
  await page.goForward();
  await expect.poll(step).toBe('0');
  expect(await page.getByText('Зі складу вибуде').count()).toBe(0);
  await page.getByText('Списання').click();
  await page.getByLabel(/^Причина/).fill('Бій');
  await page.getByRole('button', { name: 'Далі' }).click();
  await find.waitFor();
  await close();
});
