import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { late, standing, visit } from './kit/pages';

/**
 * A supplier looks whether his months were good, and opens what a figure is made of.
 * Slices: statistics, ledger.
 */
const demo = openDemo();

/** The digits of what stands there: `11 939,20 ₴` is 1193920. */
const digitsOf = (text: string | null) => (text ?? '').replace(/[^\d]/g, '');

/** A bar that one sees: of nothing it has no height, as of a week that began today. */
const barOf = (where: Page | Locator) =>
  where.locator('.chart .recharts-bar-rectangle').filter({ visible: true }).first();

/** Another period, once its figures stand there: those of the one before stand until they have come. */
async function chooseDays90(page: Page): Promise<void> {
  const compared = page.getByText(/^Порівняно з /);
  const before = await compared.textContent();
  await page.getByLabel('Період').selectOption('days90');
  await expect.poll(() => compared.textContent()).not.toBe(before);
  await standing(page);
}

it('shows a period as figures, chart and tables, and opens the rows of a figure', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/statistics');
  await standing(page);
  await chooseDays90(page);
  await barOf(page).waitFor();
  // the step is chosen by hand, and a reload finds the same view
  await page.getByRole('radiogroup', { name: 'Крок' }).getByText('Місяці').click();
  await page.waitForURL(/by=month/);
  await page.reload();
  await standing(page);
  const table = page.locator('section', { has: page.getByRole('heading', { name: 'За датами' }) });
  const total = table.locator('tr.line-total');
  const charged = await total.locator('a').nth(1).textContent();
  await total.locator('a').nth(1).click();
  await page.getByRole('heading', { name: 'Нараховано за період' }).waitFor();
  await standing(page);
  // what the rows come to is what was pressed
  const answer = await page.evaluate(async () => {
    const { search } = window.location;
    const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` };
    const rows = await fetch(`/api/projects/tekstyl-plius/statistics/postings${search}&limit=200`, { headers });
    return (await rows.json()) as { items: { change: number }[]; next_cursor: string | null };
  });
  expect(answer.next_cursor).toBeNull();
  const kopecks = Number((charged ?? '').replace(/[^\d]/g, ''));
  expect(kopecks).toBeGreaterThan(0);
  expect(answer.items.reduce((sum, { change }) => sum - change, 0)).toBe(kopecks);
  await page.goBack();
  await page.waitForURL(/by=month/);
  await page.getByText(/^Порівняно з /).waitFor();
});

it('tells a dropshipper what he earned, down to the lines, which come to the same', async () => {
  const { page, close } = await demo.signedInAs('dropshipper', '/cp/statistics');
  await standing(page);
  await chooseDays90(page);
  const card = page.locator('.statistics-card', { hasText: 'Заробіток' }).first();
  const earned = await card.locator('.statistics-value').textContent();
  expect(Number((earned ?? '').replace(/[^\d]/g, ''))).toBeGreaterThan(0);
  await page.getByRole('heading', { name: 'За постачальниками' }).waitFor();
  await card.locator('.statistics-value').click();
  await page.getByRole('heading', { name: 'З чого складається' }).waitFor();
  await standing(page);
  const total = page.locator('tfoot tr.line-total');
  expect(await total.locator('td').last().textContent()).toContain((earned ?? '').trim());
  // of one supplier the orders that were sent and the parcels that were refused, as many as the row says
  await page.goBack();
  await standing(page);
  const own = new URL(page.url()).search;
  const suppliers = page.locator('section', { has: page.getByRole('heading', { name: 'За постачальниками' }) });
  for (const [column, title] of [
    [5, 'Надіслано вперше за період'],
    [8, 'Відмови за період'],
  ] as const) {
    const row = suppliers.locator('tbody tr', { has: page.locator(`td:nth-child(${column + 1}) a`) }).first();
    const figure = row.locator('td').nth(column).locator('a');
    const count = Number(await figure.textContent());
    const name = (await row.locator('td').first().textContent()) ?? '';
    expect(count).toBeGreaterThan(0);
    await figure.click();
    await page.getByRole('heading', { name: title }).waitFor();
    await standing(page);
    await page.getByText(`Постачальник: ${name}`).waitFor();
    await page.getByText(new RegExp(`\\d з ${count}$`)).waitFor();
    await visit(page, `/cp/statistics${own}`);
  }
  await close();
});

it('opens what was sold of a good and of a group line by line, and the moves behind the funnel', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/statistics/goods');
  await standing(page);
  const goods = page.locator('section', { has: page.getByRole('heading', { name: 'Товари за період' }) });
  const first = goods.locator('tbody tr').first();
  const name = (await first.locator('a').first().textContent()) ?? '';
  const figure = first.locator('td').nth(3).locator('a');
  const revenue = digitsOf(await figure.textContent());
  await figure.click();
  await page.getByRole('heading', { name: `Рядки продажів: ${name}` }).waitFor();
  await standing(page);
  // read to its end the list comes to what was pressed
  const more = page.getByRole('button', { name: 'Показати ще' });
  const rows = page.locator('tbody tr');
  while (await more.isVisible()) {
    const before = await rows.count();
    await more.click();
    await rows.nth(before).waitFor();
  }
  await page.locator('tfoot').getByText('Разом', { exact: true }).waitFor();
  expect(digitsOf(await page.locator('tfoot td').nth(3).textContent())).toBe(revenue);
  // the orders of a group say which it is, and show all of the period again
  await visit(page, '/cp/statistics/orders?by=operator&key=nova_poshta');
  await page.getByText('Перевізник: Нова пошта').waitFor();
  await page.getByRole('button', { name: 'Показати всі замовлення періоду' }).click();
  await page.waitForURL((url) => !url.search.includes('by='));
  await visit(page, '/cp/statistics/funnel');
  await page.locator('tbody a').first().click();
  await page.getByRole('heading', { name: /^(Надійшли у|Вийшли зі) статус/ }).waitFor();
  await standing(page);
});

it('opens lines that come to the revenue of the period, and to what came back of a town', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/statistics');
  await standing(page);
  await chooseDays90(page);
  const card = page.locator('.statistics-card', { hasText: 'Виручка' }).first().locator('.statistics-value');
  const days = new URL(page.url()).search;
  const revenue = digitsOf(await card.textContent());
  await card.click();
  await page.getByRole('heading', { name: 'Рядки продажів' }).waitFor();
  await standing(page);
  // also while there are further pages
  const whole = page.locator('tfoot tr', { hasText: 'Усі рядки періоду' });
  expect(digitsOf(await whole.locator('td').nth(3).textContent())).toBe(revenue);
  await visit(page, `/cp/statistics${days}`);
  await page.getByLabel('Розріз').selectOption('town');
  const towns = page.locator('section', { has: page.getByRole('heading', { name: 'За містами' }) });
  await barOf(towns).waitFor();
  const row = towns.locator('tbody tr', { hasText: 'Тернопіль' });
  const back = row.locator('td').nth(3).locator('a');
  const returned = digitsOf(await back.textContent());
  expect(Number(returned)).toBeGreaterThan(0);
  await back.click();
  await page.getByRole('heading', { name: 'Рядки продажів: Тернопіль' }).waitFor();
  await standing(page);
  await page.getByText('Лише повернене').waitFor();
  const shown = page.locator('tfoot tr').first();
  expect(digitsOf(await shown.locator('td').nth(3).textContent())).toBe(returned);
  await page.getByRole('button', { name: 'Показати продане й повернене' }).click();
  await page.waitForURL((url) => !url.search.includes('figure='));
});

it('shows as bars and as a table who owes and what lies on the shelf, whose movements open', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/statistics/debts');
  await standing(page);
  await barOf(page).waitFor();
  await visit(page, '/cp/statistics/standing?days=30');
  await barOf(page).waitFor();
  await page.locator('tbody .explain').first().click();
  await page.locator('.side-panel a').first().waitFor();
  // on paper there is nothing to press, and no night
  await visit(page, '/cp/statistics');
  await page.locator('.chart svg').first().waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  await expect.poll(scheme).toBe('dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect.poll(scheme).toBe('light');
  for (const of of ['.top-bar', '.sidebar', '.statistics-period', '.tab-row', '.page-actions'])
    expect(await page.locator(of).first().isVisible()).toBe(false);
  await page.getByText(/^\d\d\.\d\d\.\d{4} – \d\d\.\d\d\.\d{4}$/).waitFor();
  await page.setViewportSize({ width: 720, height: 1000 });
  const chart = await page.locator('.chart svg').first().boundingBox();
  expect((chart?.x ?? 0) + (chart?.width ?? 0)).toBeLessThanOrEqual(720);
  // the whole of it, as high as that makes it
  expect(chart?.width).toBeGreaterThan(500);
  expect(chart?.height).toBeGreaterThan(50);
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect.poll(scheme).toBe('dark');
});

it('tells an operator of the months of plans and of the way from a visit to an order, and opens what they are made of', async () => {
  const { page, problems, close } = await demo.signedInAs('operator', '/cp/operator/billing');
  await standing(page);
  const months = page.locator('section', { has: page.getByRole('heading', { name: 'Помісячно' }) });
  await barOf(months).waitFor();
  const paid = months.locator('tbody tr').first().locator('td').nth(3).locator('a');
  const sum = digitsOf(await paid.textContent());
  expect(Number(sum)).toBeGreaterThan(0);
  await paid.click();
  await page.waitForURL(/figure=paid/);
  const told = page.getByText(/^Разом за знайденими рахунками:/);
  await told.waitFor();
  expect(digitsOf(((await told.textContent()) ?? '').split('·')[0] ?? '')).toBe(sum);
  await visit(page, '/cp/operator/visits');
  await barOf(page).waitFor();
  const way = page.locator('section', { has: page.getByRole('heading', { name: /^Візити, запити/ }) });
  const visits = way.locator('tbody tr').first().locator('a');
  const count = digitsOf(await visits.textContent());
  await visits.click();
  await page.getByRole('heading', { name: 'Візити: за днями' }).first().waitFor();
  await standing(page);
  expect(digitsOf(await page.locator('tfoot td').last().textContent())).toBe(count);
  // a year is told by its months, and the list of accounts is as long as the figure
  const today = kyivDate(new Date());
  await visit(page, `/cp/operator/visits?from=${daysAfter(today, -365)}&to=${today}`);
  const ordered = way.locator('tbody tr', { hasText: 'Акаунти з першим замовленням' }).locator('a');
  const accounts = Number(digitsOf(await ordered.textContent()));
  await ordered.click();
  await page.waitForURL(/operator\/users\?.*ordered=true/);
  await page.getByText(new RegExp(`\\d з ${accounts}$`)).waitFor();
  expect(problems).toEqual([]);
  await close();
});

it('opens the orders that a debt of an age is made of, which come to it', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/statistics/debts');
  await standing(page);
  const heads = await page.locator('thead th').allTextContents();
  const age = heads.indexOf('1–30 днів');
  // of one debtor, and of all
  for (const row of [page.locator('tbody tr', { hasText: 'Оксана Шевчук' }), page.locator('tr.line-total')]) {
    const figure = row.locator('td').nth(age).locator('a');
    const owed = digitsOf(await figure.textContent());
    expect(Number(owed)).toBeGreaterThan(0);
    await figure.click();
    await page.getByRole('heading', { name: 'Неоплачені замовлення: 1–30 днів' }).waitFor();
    await standing(page);
    const sums = await page.locator('tbody tr td:last-child').allTextContents();
    expect(sums.reduce((sum, text) => sum + Number(digitsOf(text)), 0)).toBe(Number(owed));
    expect(digitsOf(await page.locator('tfoot td').last().textContent())).toBe(owed);
    await page.goBack();
    await page.getByRole('heading', { name: 'Борги за віком' }).waitFor();
    await standing(page);
  }
});

it('opens what the cards of goods and a class are made of, and those beyond the shown ones', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/statistics/goods');
  await standing(page);
  const card = (name: string) =>
    page.locator('.statistics-card', { has: page.getByText(name, { exact: true }) }).locator('.statistics-value');
  const total = () => page.locator('tr.line-total td');
  const [value, days] = [digitsOf(await card('Запас зараз').textContent()), await card('Оборотність').textContent()];
  await card('Оборотність').click();
  await page.getByRole('heading', { name: 'Запас і оборотність' }).waitFor();
  await standing(page);
  await barOf(page).waitFor();
  expect(digitsOf(await total().nth(2).textContent())).toBe(value);
  expect(digitsOf(await total().last().textContent())).toBe(digitsOf(days));
  await page.goBack();
  await standing(page);
  const sold = digitsOf(await card('Продано').textContent());
  await card('Продано').click();
  await page.waitForURL(/sort=sold#goods$/);
  await standing(page);
  const goods = page.locator('section', { has: page.getByRole('heading', { name: 'Товари за період' }) });
  await goods.locator('tr.line-total').waitFor();
  expect(digitsOf(await goods.locator('tr.line-total td').nth(1).textContent())).toBe(sold);
  // a class opens as many goods as it says, which brought what it says
  const classes = page.locator('section', { has: page.getByRole('heading', { name: 'ABC та XYZ' }) });
  const cell = classes.locator('tbody tr').first().locator('td').last().locator('a');
  const [count = '', revenue = ''] = ((await cell.textContent()) ?? '').split('·');
  const give = await late(page, /\/statistics\/goods\?.*abc=/);
  await cell.click();
  await page.getByText('Клас: A').waitFor();
  // until its rows have come, those that stand there are not called by it, and are pale
  await page.locator('.kept[aria-busy=true]').waitFor({ state: 'attached' });
  expect(await goods.count()).toBe(1);
  await give();
  await page.getByRole('heading', { name: 'Товари класу A' }).waitFor();
  expect(await page.locator('#goods tbody tr:not(.line-total)').count()).toBe(Number(digitsOf(count)));
  expect(digitsOf(await page.locator('#goods tr.line-total td').nth(3).textContent())).toBe(digitsOf(revenue));
  await page.getByRole('button', { name: 'Показати всі класи' }).click();
  await page.waitForURL((url) => !url.search.includes('abc='));
  // the rest of a group opens where it stands
  await visit(page, '/cp/statistics');
  await chooseDays90(page);
  const parties = page.locator('section', { has: page.getByRole('heading', { name: 'За контрагентами' }) });
  const rest = parties.getByRole('button', { name: /^Решта, рядків: / });
  await rest.waitFor();
  const further = Number(digitsOf(await rest.textContent()));
  await rest.click();
  await rest.waitFor({ state: 'detached' });
  const rows = parties.locator('tbody tr:not(.line-total)');
  expect(await rows.count()).toBe(10 + further);
  const sums = await rows.locator('td:nth-child(3)').allTextContents();
  expect(sums.reduce((sum, text) => sum + Number(digitsOf(text)), 0)).toBe(
    Number(digitsOf(await parties.locator('tr.line-total td').nth(2).textContent())),
  );
});

it('shows as bars how deadlines of manufacture were kept, by month, as its table does', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/manufacture_requests/lateness');
  await standing(page);
  // of a month that has none a bar has no height
  await barOf(page).waitFor();
  await expect.poll(() => page.locator('.chart .recharts-bar').count()).toBe(4);
  await page.locator('figcaption', { hasText: 'Ті самі числа – у таблиці нижче' }).waitFor({ state: 'attached' });
  // by keyboard: what a month is made of is told of the bar that is reached
  await page.locator('.chart svg').first().focus();
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowRight');
  await page.locator('.chart [class*=ChartTooltip], .chart .mantine-BarChart-tooltip').first().waitFor();
});
