import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing, visit } from './kit/pages';

/**
 * A dropshipper chooses goods of a supplier, gives them a name of his own, takes what has changed at the source, and
 * offers just them in a feed.
 * Slices: my_goods, outfeeds, catalog.
 */
const demo = openDemo();
/** A picture of one point. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('goods are chosen, named, kept in step with the source, and offered in a feed', async () => {
  const { page } = await demo.signedInAs('dropshipper', '/cp/my-goods?changed=true');
  await page.evaluate(() => localStorage.setItem('lastProjectId', 'dropshipping'));
  const rows = page.getByRole('table', { name: 'Мої товари' }).locator('tbody tr');
  await rows.first().waitFor();
  await rows.first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Змінилося в постачальника' }).waitFor();
  await standing(page);
  await page.getByRole('button', { name: 'Узяти все' }).click();
  await page.getByText('Оновлено: 1 товар').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Змінилося в постачальника' }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Ваша назва' }).fill('Назва з вітрини');
  await page
    .getByRole('textbox', { name: /^Ціна продажу: / })
    .first()
    .fill('4999');
  await page.getByRole('button', { name: 'Зберегти', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Назва з вітрини' }).waitFor();

  // photos of his own are added, ordered and removed at once
  const buffer = Buffer.from(PIXEL, 'base64');
  const photo = (n: number) => page.getByRole('link', { name: `Назва з вітрини, зображення ${n}`, exact: true });
  for (const n of [1, 2]) {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: `${n}.png`, mimeType: 'image/png', buffer });
    await photo(n).waitFor();
  }
  const first = await photo(1).getAttribute('href');
  const pathOf = (address: string | null) => (address ?? '').split('?')[0];
  await page.getByRole('button', { name: 'Інші дії: Назва з вітрини, зображення 2' }).click();
  await page.getByRole('menuitem', { name: 'Перемістити ближче до початку' }).click();
  await expect.poll(async () => pathOf(await photo(2).getAttribute('href'))).toBe(pathOf(first));
  await page.getByRole('button', { name: 'Інші дії: Назва з вітрини, зображення 2' }).click();
  await page.getByRole('menuitem', { name: 'Видалити зображення' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Видалити зображення' }).click();
  await expect.poll(() => photo(2).count()).toBe(0);
  await standing(page);

  // many at once, out of the list of suppliers' goods
  await visit(page, '/cp/products');
  const goods = page.getByRole('table', { name: 'Товари' }).locator('tbody tr');
  await goods.first().waitFor();
  await goods.last().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'До моїх товарів' }).click();
  await page.getByText(/Додано до ваших|вже серед ваших/).waitFor();

  const offers = await page.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    };
    const found = await fetch('/api/dropshipping/my_goods?q=назва з вітрини', { headers });
    const [{ project_id }] = ((await found.json()) as { items: [{ project_id: string }] }).items;
    const body = JSON.stringify({
      ...{ project_id, name: 'Мої', format: 'prom', buffer: 0, language: 'ua', shop: '', link: null },
      markup: { basis: 'recommended', percent: 0, fixed: 0, round_to: 100 },
      choice: { in_stock: false, tags: [], category_ids: [], attributes: [], my_goods: true },
    });
    const made = await fetch('/api/dropshipping/feeds', { method: 'POST', headers, body });
    return (await made.json()) as { address: string; id: string };
  });
  await visit(page, `/cp/feeds/${offers.id}`);
  await page.getByText('Діє', { exact: true }).waitFor();
  const onlyMine = page.getByRole('switch', { name: 'Лише мої товари' });
  expect(await onlyMine.isChecked()).toBe(true);
  // tags of his own are none of the supplier's: they go with the switch, and would else let nothing in
  const tags = page.getByRole('combobox', { name: 'Ваші теги' });
  await tags.fill('до свят');
  await tags.press('Enter');
  const chosen = page.locator('.mantine-TagsInput-pill', { hasText: 'до свят' });
  await chosen.waitFor();
  await onlyMine.click();
  await chosen.waitFor({ state: 'detached' });
  const file = await fetch(new URL(new URL(offers.address).pathname, demo.product.url));
  const text = await file.text();
  expect(text).toContain('Назва з вітрини');
  expect(text).toContain('4999');
  // his own photo is the first of the offer
  const [offer = ''] = text.split('</offer>').filter((one) => one.includes('Назва з вітрини'));
  expect(offer).toMatch(/<picture>[^<]*\/photos\/[^<]*\.png<\/picture>/);
});
