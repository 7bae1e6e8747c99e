import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing } from './kit/pages';

/**
 * A supplier makes a key, a program calls with it, and the supplier sees that it did; the key is rotated and revoked.
 * Slices: api_keys, static_data.
 */
const demo = openDemo();

it('is made, used, seen, rotated and revoked', async () => {
  const supplier = await demo.signedInAs('supplier', '/cp/integrations/api');
  const { page } = supplier;
  await standing(page);
  await page.getByRole('tab', { name: 'Ключі API' }).click();
  await page.getByRole('button', { name: 'Створити ключ' }).first().click();
  const dialog = page.getByRole('dialog');
  // pressed too early it says what is missing
  await dialog.getByRole('textbox', { name: /^Назва/ }).press('Enter');
  await dialog.getByText('Обов’язкове поле').first().waitFor();
  await dialog.getByRole('textbox', { name: /^Назва/ }).fill('Крамниця');
  await dialog.getByRole('checkbox', { name: 'Товари: читати' }).check();
  await dialog.getByRole('button', { name: 'Створити ключ' }).click();
  await dialog.getByText('Скопіюйте ключ зараз').waitFor();
  const shown = async () => (await dialog.getByTestId('api-key').textContent()) ?? '';
  const key = await shown();
  expect(key).toMatch(/^lanka_[0-9a-f]{56}$/);
  // a press beside it does not lose it
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Ключ збережено в мене' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const call = async (token: string, path = 'products/v2') => {
    const url = new URL(`/api/projects/tekstyl-plius/${path}`, demo.product.url);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await call(key)).toEqual([200, undefined]);
  expect(await call(key)).toEqual([200, undefined]);
  expect(await call(key, 'orders')).toEqual([403, 'api_keys.scope']);
  expect(await call(key, 'api_keys')).toEqual([403, 'api_keys.not_for_keys']);

  const card = page.locator('section').filter({ hasText: 'Крамниця' });
  await expect
    .poll(
      async () => {
        await page.reload();
        await card.waitFor();
        return card.textContent();
      },
      { timeout: 30_000 },
    )
    .toContain('запитів: 2');
  expect(await card.textContent()).not.toContain('ще не використовувався');

  await card.getByRole('button', { name: 'Замінити ключ «Крамниця»' }).click();
  await dialog.getByRole('radio', { name: 'Добу' }).check();
  await dialog.getByRole('button', { name: 'Замінити', exact: true }).click();
  await dialog.getByTestId('api-key').waitFor();
  const next = await shown();
  await dialog.getByRole('button', { name: 'Ключ збережено в мене' }).click();
  await card.getByText(/Старий ключ перестане діяти/).waitFor();
  expect([await call(key), await call(next)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);

  await card.getByRole('button', { name: 'Відкликати ключ «Крамниця»' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Відкликати', exact: true }).click();
  await card.getByText('Відкликано').waitFor();
  for (const dead of [key, next]) expect(await call(dead)).toEqual([401, 'api_keys.revoked']);
  expect(supplier.problems).toEqual([]);
});

it('tells a dropshipper whose plan has none what it would give', async () => {
  const dropshipper = await demo.signedInAs('dropshipper', '/cp/integrations/api/keys');
  const { page } = dropshipper;
  await page.getByText('Ключі API не входять у ваш тариф').waitFor();
  await page.getByRole('link', { name: 'Обрати тариф' }).click();
  await page.waitForURL(/dropshipper-billing|billing/);
  await standing(page);
  expect(dropshipper.problems).toEqual([]);
});
