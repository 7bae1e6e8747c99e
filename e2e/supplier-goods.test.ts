import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, visit } from './kit/pages';

/**
 * A dropshipper sees what changed of his suppliers' goods since he last looked, waits for what ran out, hears of it, and
 * looks at the supplier's terms.
 * Slices: catalog, partners, notices, catalogue.
 */
const demo = openDemo();

/** In the workspace of all his suppliers, which the first test enters. */
async function inWorkspace(at: string): Promise<Page> {
  const { page } = await demo.tabOf('dropshipper');
  if ((await page.evaluate(() => localStorage.getItem('lastProjectId'))) === 'dropshipping') await visit(page, at);
  else {
    await page.evaluate(() => localStorage.setItem('lastProjectId', 'dropshipping'));
    await page.goto(at);
  }
  return page;
}

const rows = (page: Page) => page.getByRole('table', { name: 'Товари' }).locator('tbody tr');

async function publish(page: Page, name: string) {
  const made = await call(page, 'products/create_v2', {
    name,
    variants: [{ name, sku: name, price: 10_000, recommended_price: 16_000, actual: 0 }],
  });
  await page.evaluate(
    (id) =>
      fetch(`/api/projects/tekstyl-plius/products/${id}/publish`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${localStorage.getItem('accessToken')}` },
      }),
    made.id,
  );
  return { id: made.id as string, variant: made.variants[0].id as string };
}

it('waits for goods that ran out', async () => {
  const { page: owner } = await demo.signedInAs('supplier');
  const goods = await publish(owner, 'Плед «Хмарка»');
  const page = await inWorkspace('/cp/products?q=хмарка');
  await page.getByRole('button', { name: 'Повідомити, коли «Плед «Хмарка»» знову буде в наявності' }).click();
  await page.getByRole('button', { name: 'Не чекати на «Плед «Хмарка»»' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Не чекати на «Плед «Хмарка»»' }).waitFor();

  await call(owner, `product_variants/${goods.variant}/stock`, { delta: 5, comment: 'Прийшло' });
});

it('sees what changed since he last looked, until he says so', async () => {
  const page = await inWorkspace('/cp/products?changed=price');
  await rows(page).getByText(/Було/).or(rows(page).getByLabel(/Було/)).first().waitFor();
  await page.getByRole('button', { name: 'Переглянуто' }).click();
  await page.getByText('Зміни переглянуто').waitFor();
  await page.getByRole('tab', { name: /Інша ціна\s*0/ }).click();
  await expect.poll(() => rows(page).getByLabel(/Було/).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Переглянуто' }).count()).toBe(0);
});

it('sees the terms of the supplier behind the goods', async () => {
  const page = await inWorkspace('/cp/products');
  await rows(page).first().waitFor();
  await rows(page).getByRole('link', { name: 'Текстиль-Плюс' }).first().click();
  await page.getByRole('heading', { name: 'Текстиль-Плюс', level: 1 }).waitFor();
  await page.getByText('Ваші умови').waitFor();
  await page.getByText('Кредитний ліміт').waitFor();
  await page.getByRole('link', { name: 'Товари постачальника' }).click();
  await rows(page).first().waitFor();
  expect(page.url()).toContain('project_id=');
});

it('is told when they are back', { timeout: 240_000 }, async () => {
  // the job by the clock comes every minute: what stands between is done meanwhile
  const page = await inWorkspace('/cp/notices');
  await page
    .getByRole('link', { name: /Знову в наявності: Плед «Хмарка»/ })
    .first()
    .click({ timeout: 150_000 });
  await page.getByRole('heading', { name: 'Плед «Хмарка»', level: 1 }).waitFor();
});
