import { expect, it } from 'vitest';
import { SIZES } from './kit/browser';
import { openDemo } from './kit/demo';
import { standing } from './kit/pages';

/**
 * Goods are counted on a phone, without network for a while, and the differences are put right.
 * Slices: stocktakes, catalog.
 */
const demo = openDemo();

it('counts on a phone over a bad network, each scan once, and closes with one document of corrections', async () => {
  const { page, close, problems } = await demo.signedInAs('supplier', '/cp/scan?mode=count');
  await page.setViewportSize(SIZES[2]);
  await standing(page);
  await page.getByRole('link', { name: 'Почати інвентаризацію' }).click();
  await page.getByRole('button', { name: 'Почати інвентаризацію' }).click();
  await page.waitForURL(/\/cp\/scan\?mode=count&stocktake=/);
  const field = page.getByLabel('Код', { exact: true });
  const scan = async (code: string) => {
    await field.fill(code);
    await field.press('Enter');
  };
  await scan('TP-024-21');
  const row = page.locator('.count-row').filter({ hasText: 'TP-024-21' });
  await row.getByText('1', { exact: true }).waitFor();

  // no network: what is scanned waits, survives the page, and is sent once
  let isAway = true;
  await page.route('**/api/**/counts', (route) => (isAway ? route.abort() : route.fallback()));
  await scan('TP-024-21');
  await scan('НЕМАЄ-ТАКОГО');
  await scan('TP-024-21');
  await page.getByText('Чекає на зв’язок: 3 сканування').waitFor();
  await page.reload();
  await page.getByText('Чекає на зв’язок: 3 сканування').waitFor();
  // with how long it has waited: what is sold meanwhile is no loss
  const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/counts'));
  isAway = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const sent: { counts: { age_ms: number }[] } = (await sending).postDataJSON();
  expect(sent.counts.map(({ age_ms }) => age_ms > 0)).toEqual([true, true, true]);
  // what is refused hinders none behind it
  await row.getByText('3', { exact: true }).waitFor();
  await page.getByText('Товару з кодом «НЕМАЄ-ТАКОГО» немає').waitFor();
  await page.getByText('Чекає на зв’язок').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Прибрати: НЕМАЄ-ТАКОГО' }).click();

  // the next code, scanned while the number is asked, is not the number
  await page.getByText('Ввести кількість', { exact: true }).click();
  await scan('TP-024-21');
  const found = page.getByLabel('Скільки знайдено');
  await found.fill('4820001234567');
  await found.press('Enter');
  await page.getByText('Це не кількість').waitFor();
  await found.fill('500');
  await found.press('Enter');
  await row.getByText('500', { exact: true }).waitFor();

  await page.getByRole('link', { name: /^Інвентаризація №/ }).click();
  await page.getByRole('tab', { name: /^Розбіжності/ }).click();
  await page
    .getByText(/^\+\d+$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Закрити інвентаризацію' }).click();
  await page.getByText('Пораховано 1 з').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрити інвентаризацію' }).click();
  await page.getByText('Документ виправлень').waitFor();
  expect(problems.filter((problem) => !problem.includes('counts') && !problem.includes('ERR_FAILED'))).toEqual([]);
  await close();
});
