import { it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing } from './kit/pages';

/**
 * What runs out is proposed, and one press makes an expected income of it.
 * Slices: replenishment, turnover.
 */
const demo = openDemo();

it('proposes what is below its minimum, and drafts an income of it by one press', async () => {
  const { page, close } = await demo.signedInAs('supplier', '/cp/replenishment?weeks=8&days=90');
  await standing(page);
  await page.getByText(/^Обрано \d+ позиці/).waitFor();
  // what is there opens into what it is made of
  await page
    .getByTitle(/^Доступно: /)
    .first()
    .click();
  await page.getByText('Заброньовано', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Створити чернетку надходження' }).click();
  await page.getByText('За продажами за 8 тижнів, запас на 90 днів').waitFor();
  await page.getByText('Чернетка').first().waitFor();
  await close();
});
