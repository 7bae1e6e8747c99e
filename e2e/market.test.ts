import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { overGoods, standing, visit } from './kit/pages';

/**
 * The whole way: a supplier asks for verification, the operator verifies, a stranger with a plan finds him by a product,
 * is let in, sells by a feed, orders what was sold, and both see the same numbers.
 * Slices: catalogue, applications, outfeeds, orders.
 */
const demo = openDemo();

const SUPPLIER = 'Свічки Софії';
const CANDLE = 'Лаванда й мед';

/** What the API says to whom the page is signed in; with a body by POST. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test expects of it
const ask = (page: Page, path: string, body?: object): Promise<any> =>
  page.evaluate(
    async ([to, given]) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        ...(given ? { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() } : {}),
      };
      const answer = await fetch(`/api/${to}`, {
        headers,
        ...(given ? { method: 'POST', body: JSON.stringify(given) } : {}),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
    [path, body] as const,
  );

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

it('a stranger finds a supplier by a product, is let in, sells by a feed and orders what was sold', async () => {
  const { page: supplier } = await demo.signedInAs('candles', '/cp/settings/catalogue');
  // the demo has asked already: he asks himself
  await press(supplier, 'Відкликати запит');
  await press(supplier, 'Надіслати на перевірку');
  await supplier
    .getByText(/Запит на перевірку надіслано/)
    .first()
    .waitFor();

  const { page: stranger } = await demo.signedInAs('kateryna', '/cp/catalogue/products');
  const find = async () => {
    await stranger.getByRole('searchbox').fill(CANDLE);
    await standing(stranger);
  };
  await find();
  await stranger.getByText('Нічого не знайдено').waitFor();

  const { page: operator } = await demo.signedInAs('operator', '/cp/operator/catalogue');
  await operator.getByRole('link', { name: new RegExp(SUPPLIER) }).click();
  await press(operator, 'Підтвердити');
  await operator.getByRole('dialog').getByRole('button', { name: 'Підтвердити', exact: true }).click();
  await operator.getByText('Постачальника підтверджено').first().waitFor();

  // the catalogue is copied by a job a moment later
  const found = stranger.getByRole('link', { name: new RegExp(SUPPLIER) }).first();
  const goods = async () => (await ask(stranger, `catalogue/products?q=${encodeURIComponent(CANDLE)}`)).items.length;
  await expect.poll(goods, { timeout: 60_000 }).toBeGreaterThan(0);
  await stranger.reload();
  await standing(stranger);
  await found.click();
  await stranger.getByRole('heading', { name: SUPPLIER, level: 1 }).waitFor();
  await stranger.getByRole('link', { name: 'Подати заявку' }).first().click();
  await stranger.getByLabel('Розкажіть про себе').fill('Продаю подарункові набори, 60 замовлень на місяць');
  await stranger.getByRole('checkbox').check();
  await press(stranger, 'Подати заявку');
  await stranger.getByText('Заявка чекає на рішення').waitFor();

  await visit(supplier, '/cp/counterparties/applications');
  await supplier.locator('a[href*="/applications/"]', { hasText: 'Катерина Дорошенко' }).first().click();
  await press(supplier, 'Схвалити');
  await supplier.getByRole('dialog').getByRole('checkbox').check();
  await supplier.getByRole('dialog').getByRole('button', { name: 'Схвалити', exact: true }).click();
  await supplier.locator('h1').locator('..').getByText('Схвалено').first().waitFor();

  // what she sells by: her own price, fetched by a marketplace
  const { items: suppliers } = await ask(stranger, 'dropshipping/suppliers');
  const { project_id } = suppliers.find(({ title }: { title: string }) => title === SUPPLIER);
  const feed = await ask(stranger, 'dropshipping/feeds', {
    ...{ project_id, name: 'Мій Prom', format: 'prom', buffer: 0, language: 'ua', shop: '', link: null },
    markup: { basis: 'recommended', percent: 1_000, fixed: 0, round_to: 1 },
    choice: { in_stock: false, tags: [], category_ids: [], attributes: [] },
  });
  const offers = async (): Promise<string> => {
    const answer = await fetch(new URL(new URL(feed.address).pathname, demo.product.url));
    return answer.ok ? answer.text() : '';
  };
  await expect.poll(offers, { timeout: 60_000 }).toContain(CANDLE);
  const offer = (await offers()).split('<offer ').find((one) => one.includes(CANDLE)) ?? '';
  const sku = /<vendorCode>([^<]+)</.exec(offer)?.[1] ?? '';
  expect(sku).not.toBe('');

  await visit(stranger, `/cp/products?project_id=${project_id}&q=${encodeURIComponent(sku)}`);
  await stranger.getByText(CANDLE).first().click();
  await stranger.getByRole('link', { name: 'Замовити' }).first().click();
  await overGoods(stranger);
  await stranger.getByLabel('Ім’я покупця').fill('Савчук Марія');
  await stranger.getByLabel('Телефон', { exact: true }).fill('067 123 45 67');
  await stranger.getByLabel('Адреса або відділення').fill('Луцьк, відділення 3');
  await press(stranger, 'Далі');
  await stranger.getByRole('button', { name: 'Надіслати менеджеру' }).click();
  await stranger.waitForURL(/\/cp\/orders\/[0-9a-f-]{36}/);
  const order = stranger.url().split('/').pop()?.split('?')[0] ?? '';

  const mine = await ask(stranger, `projects/${project_id}/orders/${order}`);
  await visit(supplier, `/cp/orders/${order}`);
  await supplier.getByRole('heading', { name: new RegExp(`№\\s?${mine.number}`), level: 1 }).waitFor();
  const sum = (page: Page) => page.getByText(/\d,\d\d\s₴/).allTextContents();
  const theirs = await ask(supplier, `projects/${project_id}/orders/${order}`);
  expect([theirs.number, theirs.sum, theirs.status]).toEqual([mine.number, mine.sum, 'Pending']);
  expect(mine.sum).toBeGreaterThan(0);
  const money = `${(mine.sum / 100).toFixed(2).replace('.', ',')}`;
  for (const page of [stranger, supplier]) await expect.poll(async () => (await sum(page)).join(' ')).toContain(money);
});
