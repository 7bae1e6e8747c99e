import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing } from './kit/pages';

/**
 * A supplier looks whether his months were good, and opens what a figure is made of.
 * Slices: statistics, ledger.
 */
const demo = openDemo();

it('shows a period as figures, chart and tables, and opens the rows of a figure', async () => {
  const { page, close } = await demo.signedInAs('supplier', '/cp/statistics');
  await standing(page);
  await page.getByLabel('Період').selectOption('days90');
  await page.waitForURL(/from=/);
  await page.getByText(/^Порівняно з /).waitFor();
  // the first weeks had nothing, and their bars no height
  await page.locator('.statistics-chart .recharts-bar-rectangle').last().waitFor();
  // the step is chosen by hand, and a reload finds the same view
  await page.getByRole('radiogroup', { name: 'Крок' }).getByText('Місяці').click();
  await page.waitForURL(/by=month/);
  await page.reload();
  await standing(page);
  const table = page.locator('section', { has: page.getByRole('heading', { name: 'За датами' }) });
  const total = table.locator('tr.line-total');
  const charged = await total.locator('a').first().textContent();
  await total.locator('a').first().click();
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
  await close();
});
