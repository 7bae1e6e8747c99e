import { expect, it } from 'vitest';
import { axe } from './kit/axe';
import { openDemo } from './kit/demo';
import { standing } from './kit/pages';

/**
 * A supplier makes a sandbox by one press, a program calls it with its key, the reference gets a key of it by a press, and
 * it is thrown away.
 * Slices: sandbox, developers.
 */
const demo = openDemo();

it('is made by one press, called by its key, tried in the reference and thrown away', async () => {
  const supplier = await demo.signedInAs('supplier', '/cp/integrations/api/sandbox');
  const { page } = supplier;
  await standing(page);
  await page.getByRole('button', { name: 'Створити пісочницю' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Скопіюйте ключ зараз').waitFor();
  const key = (await dialog.getByTestId('api-key').textContent()) ?? '';
  expect(key).toMatch(/^lanka_[0-9a-f]{56}$/);
  await dialog.getByRole('button', { name: 'Ключ збережено в мене' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const name = (await page.locator('code', { hasText: /^sandbox-/ }).textContent()) ?? '';

  const call = async (token: string) => {
    const answer = await fetch(new URL(`/api/projects/${name}/products/v2`, demo.product.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = (await answer.json()) as { total?: number; code?: string };
    return [answer.status, body.total ?? body.code];
  };
  // a key of a sandbox may make 60 calls a minute
  await expect.poll(() => call(key), { timeout: 120_000, interval: 5_000 }).toEqual([200, 57]);

  const own = await page.evaluate(() => localStorage.getItem('lastProjectId'));
  // its pages say what it is, and nothing of a plan is there
  await page.getByRole('button', { name: 'Відкрити', exact: true }).click();
  await page.getByText('дані буде видалено').waitFor();
  await standing(page);
  expect(await page.getByRole('link', { name: 'Тариф' }).count()).toBe(0);
  await page.goto('/developers/ua/reference-products');
  const reference = page.locator('#list_products');
  await reference.getByText('Спробувати').click();
  await reference.getByRole('button', { name: 'Взяти ключ пісочниці' }).click();
  await expect.poll(() => reference.getByLabel('project_id').inputValue()).toBe(name);
  await reference.getByRole('button', { name: 'Надіслати' }).click();
  const answer = reference.getByRole('status');
  await answer.getByText(/HTTP 200, \d+ ms/).waitFor();
  expect(await answer.textContent()).toContain(`/api/projects/${name}/products/v2`);
  expect(await axe(page)).toEqual([]);
  const next = await reference.getByLabel('Ключ API').inputValue();
  expect([await call(key), await call(next)]).toEqual([
    [401, 'api_keys.revoked'],
    [200, 57],
  ]);

  await page.goto(`/cp/integrations/api/sandbox?workspace=${own}`);
  await page.getByRole('button', { name: 'Видалити', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Видалити', exact: true }).click();
  await page.getByRole('button', { name: 'Створити пісочницю' }).waitFor();
  expect(await call(next)).toEqual([401, 'api_keys.revoked']);
  expect(supplier.problems).toEqual([]);
});
