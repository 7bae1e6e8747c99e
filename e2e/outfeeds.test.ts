import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing } from './kit/pages';

/**
 * A dropshipper makes a feed of his supplier's goods with his own prices; a marketplace fetches it; both see that it did.
 * Slices: outfeeds, catalog.
 */
const demo = openDemo();

it('is made by a dropshipper, fetched by a marketplace, seen by both, and dead at its old address', async () => {
  const dropshipper = await demo.signedInAs('dropshipper', '/cp/feeds/new');
  const { page } = dropshipper;
  await standing(page);
  // pressed too early it says what is missing
  await page.getByRole('textbox', { name: 'Назва', exact: true }).press('Enter');
  await page.getByText('Обов’язкове поле').first().waitFor();
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Постачальник', 'Текстиль-Плюс');
  await choose('Для кого', 'Kasta (YML)');
  await page.getByRole('textbox', { name: 'Назва', exact: true }).fill('Каста для мене');
  await page.getByRole('textbox', { name: 'Націнка' }).fill('10');
  const preview = page.locator('section').filter({ hasText: 'Що побачить маркетплейс' });
  await preview.getByText(/₴/).first().waitFor();
  await page.getByRole('button', { name: 'Створити фід' }).click();
  await page.getByRole('heading', { name: 'Каста для мене' }).waitFor();
  await page.getByText('Діє', { exact: true }).waitFor();
  await page.getByText('Ще не завантажували').first().waitFor();

  const address = async () => new URL((await page.locator('code').first().textContent()) ?? '').pathname;
  const first = await address();
  const fetchAs = (path: string) => fetch(new URL(path, demo.product.url), { headers: { 'user-agent': 'KastaBot/3' } });
  const answer = await fetchAs(first);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<name_ua>');

  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Змінити адресу' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Змінити адресу' }).click();
  await page.getByText('Адресу змінено').waitFor();
  await page.getByText('KastaBot/3').waitFor();
  // the page is read anew after the notice
  await expect.poll(address).not.toBe(first);
  expect((await fetchAs(first)).status).toBe(404);
  await standing(page);
  // what was saved meanwhile somewhere else is compared, and can be taken
  await page.getByRole('textbox', { name: 'Назва магазину у фіді' }).fill('Мій магазин');
  await page.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    };
    const choice = { in_stock: true, tags: [], category_ids: [], attributes: [{ name: 'Колір', value: 'синій' }] };
    const body = JSON.stringify({ choice });
    await fetch(`/api/dropshipping/feeds/${location.pathname.split('/').pop()}`, { method: 'PATCH', headers, body });
  });
  await page.getByRole('button', { name: 'Зберегти', exact: true }).click();
  await page.getByRole('button', { name: 'Взяти збережене' }).click();
  await page.getByText('Колір: синій').waitFor();
  expect(await page.getByRole('textbox', { name: 'Назва магазину у фіді' }).inputValue()).toBe('');
  expect(dropshipper.problems).toEqual([]);
  await dropshipper.close();

  const supplier = await demo.signedInAs('supplier', '/cp/feeds?owner=dropshippers');
  const { page: his } = supplier;
  await his.getByRole('link', { name: 'Каста для мене' }).click();
  await his.getByText('KastaBot/3').waitFor();
  await his.getByText(/Фід дропшипера/).waitFor();
  expect(await his.getByText('Адреса фіда').count()).toBe(0);
  expect(supplier.problems).toEqual([]);
  await supplier.close();
});
