import { formatDateInWords, kyivDate } from '@lanka/domain/kit/time';
import { daysOfMonth, monthBefore } from '@lanka/domain/reconciliations/rules';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, standing, visit } from './kit/pages';

/**
 * A month is agreed by both sides, and what is entered later counts from the day after.
 * Slices: reconciliations, partners, payments.
 */
const demo = openDemo();

/** It may be another day before the end. */
const began = Date.now();
const daysAgo = (days: number): string => kyivDate(new Date(began - days * 86_400_000));
const shown = (day: string): string => day.split('-').reverse().join('.');

/** As the calendar names a day: `20 листопада 2026`. */
const inWords = (day: string): string => formatDateInWords(day).replace(' р.', '');

/** Staff writes down a payment of six days ago. */
async function pay(page: Page, counterparty: string, amount: string, warned: boolean): Promise<void> {
  await visit(page, `/cp/payments?enter=receipt&for=${counterparty}`);
  const form = page.getByRole('dialog');
  await form.getByLabel('Сума').fill(amount);
  await form.getByLabel('Дата').click();
  const day = page.getByRole('button', { name: inWords(daysAgo(6)), exact: true });
  await page.getByRole('button', { name: 'Попередній місяць' }).waitFor();
  if ((await day.count()) === 0) await page.getByRole('button', { name: 'Попередній місяць' }).click();
  await day.click();
  await form.getByText('Баланс після платежу').waitFor();
  const warning = form.getByText('закрито погодженим актом звірки');
  // what was read before the act was agreed stands until it has been read anew
  if (warned) await warning.waitFor();
  else expect(await warning.count()).toBe(0);
  await form.getByRole('button', { name: 'Внести платіж' }).click();
  await form.waitFor({ state: 'hidden' });
}

async function press(page: Page, name: string, confirmed = name): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: confirmed, exact: true }).click();
}

it('is built, disputed, corrected and agreed, and a payment entered later gets the day after', async () => {
  const staff = await demo.tabOf('supplier', '/cp/counterparties');
  const { page } = staff;
  await standing(page);
  await page.getByRole('link', { name: 'Оксана Шевчук' }).first().click();
  await page.getByRole('heading', { name: 'Оксана Шевчук' }).waitFor();
  const counterparty = new URL(page.url()).pathname.split('/').at(-1) as string;
  await visit(page, `/cp/counterparties/${counterparty}/reconciliation?from=${daysAgo(7)}&to=${daysAgo(2)}`);
  await page.getByRole('button', { name: 'Скласти акт звірки' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Скласти', exact: true }).click();
  await page.getByText('Це чернетка').waitFor();
  await press(page, 'Надіслати');
  await page.getByText('Акт надіслано').waitFor();
  const act = page.url();
  const number = ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').replace(/\D/g, '');

  const partner = await demo.signedInAs('dropshipper', '/cp/reconciliations');
  await standing(partner.page);
  await partner.page
    .getByRole('link', { name: `№ ${number}` })
    .first()
    .click();
  await partner.page
    .getByRole('button', { name: /^Заперечити: Оплата/ })
    .first()
    .click();
  await partner.page.getByLabel('Що не так').fill('Бракує ще одного платежу');
  await partner.page.getByRole('dialog').getByRole('button', { name: 'Заперечити', exact: true }).click();
  await partner.page.getByText('Бракує ще одного платежу').waitFor();
  // the act is read with it a moment before the payment: what was read then does not stand for it afterwards
  await page.getByText('Бракує ще одного платежу').waitFor();

  // the correction is of a day of the period, which is open still
  await pay(page, counterparty, '100', false);
  await visit(page, act);
  await page.getByText('Бракує ще одного платежу').waitFor();
  // of two places to answer in each says what it is about
  await page.getByText(/^Про рядок: Оплата/).waitFor();
  await page.getByText('Про акт загалом').waitFor();
  await page.getByText('Розрахунки за цей період змінилися').waitFor();
  await press(page, 'Надіслати знову');
  await page.getByText('Редакція 2').first().waitFor();

  await partner.page.reload();
  await press(partner.page, 'Погодити');
  await partner.page.getByText('Хто погодив').waitFor();

  await pay(page, counterparty, '200', true);
  await visit(page, '/cp/payments');
  await page
    .getByText(`у розрахунках з ${shown(daysAgo(1))}`)
    .first()
    .waitFor();
  await partner.close();
});

it('a month is proposed to all in one press, gone through act by act, and agreed for those who sign on paper', async () => {
  const staff = await demo.tabOf('supplier', '/cp/reconciliations/open');
  const { page } = staff;
  const { to: date } = daysOfMonth(monthBefore(kyivDate(new Date())));
  const names = ['Ательє «Нитка»', 'Ательє «Голка»'];
  for (const name of names) {
    const { id } = await call(page, 'counterparties', { name });
    await call(page, 'payments', { counterparty_id: id, type: 'receipt', amount: 12_345, date });
  }
  await page.reload();
  await page.getByRole('tab', { name: /^Акта немає/ }).click();
  await page.getByRole('link', { name: names[0] as string }).waitFor();
  await press(page, 'Запропонувати всім');
  // both have theirs by now
  await page.getByRole('tab', { name: /^Чекають на них/ }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row(names[1] as string)
    .getByText('Надіслано')
    .waitFor();
  await row(names[0] as string)
    .getByRole('link')
    .first()
    .click();
  const title = page.getByRole('heading', { level: 1, name: /^Акт звірки №/ });
  const first = await title.textContent();
  await page.getByText('123,45').first().waitFor();
  const beside = page.getByRole('link', { name: /^(Наступний|Попередній) акт$/ }).first();
  await beside.click();
  await expect.poll(() => title.textContent()).not.toBe(first);
  await visit(page, '/cp/reconciliations/open?state=theirs&q=Ательє');
  for (const name of names) await row(name).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Погоджено на папері' }).click();
  await page.getByLabel('Як погоджено').fill('Підписано в офісі');
  await page.getByRole('dialog').getByRole('button', { name: 'Погодити', exact: true }).click();
  await page.getByText('Погоджено актів: 2').waitFor();
  await visit(page, '/cp/reconciliations?q=Ательє&status=agreed');
  await row(names[0] as string).waitFor();
  await row(names[1] as string).waitFor();
});

it('a dropshipper who stands at one supplier learns that acts of others wait for him, and agrees there', async () => {
  const shoes = await demo.signedInAs('shoes', '/cp/reconciliations/open');
  await press(shoes.page, 'Запропонувати всім');
  await shoes.page.getByRole('tab', { name: /^Акта немає\s*0/ }).waitFor();
  await shoes.close();
  const { page, problems, close } = await demo.signedInAs('dropshipper', '/cp/reconciliations');
  await page.getByText(/^Чекають на вас і акти інших постачальників: \d+/).waitFor();
  await page.getByRole('link', { name: 'Показати всі' }).click();
  await page.locator('tbody tr').filter({ hasText: 'Взуття Карпат' }).getByRole('link').first().click();
  await press(page, 'Погодити');
  await page.getByText('Хто погодив').waitFor();
  expect(problems).toEqual([]);
  await close();
});
