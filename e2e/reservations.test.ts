import { daysAfter, dotted, kyivDate } from '@lanka/domain/kit/time';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { dismissToasts, orderOf, standing, visit } from './kit/pages';

/**
 * An order holds its goods until a day: named, prolonged by one press, seen in lists, at bookings and from the goods.
 * Slices: orders, bookings, catalog.
 */
const demo = openDemo();
const inDays = (days: number) => daysAfter(kyivDate(new Date()), days);

it('reserves until a day, prolongs it by one press, and shows both sides how long it holds', async () => {
  const { page, close } = await demo.signedInAs('supplier');
  const { order, number } = await orderOf(page, 'TP-024-21', 2);
  await visit(page, `/cp/orders/${order}`);
  const change = page.getByRole('button', { name: 'Змінити день резерву' });
  await change.click();
  const day = page.getByRole('textbox', { name: 'Резерв діє до' });
  // a day that is over is none
  await day.fill('05.11.2020');
  await day.press('Enter');
  await page.getByText(/^День, до якого діє резерв, минув/).waitFor();
  await day.press('Escape');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Змінити день резерву');
  await page.keyboard.press('Enter');
  await day.fill(dotted(inDays(1)));
  await day.press('Tab');
  await page.getByRole('button', { name: 'Зберегти', exact: true }).click();
  await page.getByText('Резерв закінчується завтра').waitFor();
  await page.getByText('Резерв змінено').waitFor();
  await dismissToasts(page);

  await visit(page, '/cp/orders?reserved=soon');
  await page
    .getByRole('link', { name: `№ ${number}` })
    .first()
    .waitFor();
  await visit(page, '/cp/bookings?kind=order&temporary=true&sort=expires_at');
  await page
    .locator('tr', { hasText: `№ ${number}` })
    .getByText(/^ще /)
    .waitFor();

  await visit(page, `/cp/orders/${order}`);
  await page.getByRole('button', { name: `Продовжити до ${dotted(inDays(4))}` }).click();
  await page.getByText('Резерв змінено').waitFor();
  await page.getByText(`до ${dotted(inDays(4))} включно`).waitFor();
  expect(await page.getByText('Резерв закінчується завтра').count()).toBe(0);

  await visit(page, '/cp/bookings?kind=order&temporary=true&sort=expires_at');
  const booking = page.locator('tr', { hasText: `№ ${number}` });
  // until then it stands where it stood by the day before
  await booking.getByTitle(dotted(inDays(4))).waitFor();
  await booking.getByText(/^TP-024-21/).click();
  await page.locator('main a[href^="/cp/products/"]').first().click();
  await standing(page);
  await page.locator('tr', { hasText: 'TP-024-21' }).locator('.explain[title^="Доступно"]').click();
  await page.getByText(new RegExp(`2 тримає № ${number} до ${dotted(inDays(4))}`)).waitFor();
  await close();
});
