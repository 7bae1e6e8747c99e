import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing, visit } from './kit/pages';

/**
 * Who buys and supplies sees both sides of one balance; an act sets the smaller debt off, and another takes it back.
 * Slices: offsets, partners, payments, turnover, papers.
 */
const demo = openDemo();

/** The menu comes when somebody goes for its button, which takes the place of another one. */
const openMenu = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name: 'Інші дії' });
  await button.hover();
  await page.locator('[aria-label="Інші дії"][aria-expanded]').click();
  await page.getByRole('menuitem', { name }).click();
};
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const status = (page: Page, name: string) => page.locator('h1').locator('..').getByText(name).first().waitFor();

it('is built over the balance of both sides, agreed by the dropshipper, and taken back by a new act', async () => {
  const staff = await demo.signedInAs('supplier', '/cp/counterparties');
  const { page } = staff;
  await standing(page);
  await page.getByRole('link', { name: 'Оксана Шевчук' }).first().click();
  await page.getByText('Обидві сторони винні одна одній').waitFor();
  await page.getByText('за поставки').first().waitFor();
  const party = page.url();
  await page.getByRole('link', { name: 'Скласти акт взаємозаліку' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('Ви винні контрагенту').waitFor();
  const sum = (await form.getByText('Порожньо – уся менша сума').textContent())?.split(': ')[1] ?? '';
  expect(sum).toMatch(/₴$/);
  await form.getByLabel('Сума зарахування').fill('99999999');
  await form.getByRole('button', { name: 'Скласти й надіслати' }).click();
  await form.getByText('Зарахувати можна щонайбільше менший із двох боргів').first().waitFor();
  await form.getByLabel('Сума зарахування').fill('');
  await form.getByLabel('Підстави').fill('Договір № 7');
  await form.getByRole('button', { name: 'Скласти й надіслати' }).dblclick();
  await page.getByRole('heading', { name: /Акт взаємозаліку № \d+/ }).waitFor();
  await status(page, 'Чекає на погодження');
  const act = new URL(page.url()).pathname;

  const dropshipper = await demo.signedInAs('dropshipper', '/cp/payments');
  const other = dropshipper.page;
  await other.getByText('за поставки').first().waitFor();
  await visit(other, '/cp/offsets');
  await other.getByText('Чекає на погодження').last().waitFor();
  await visit(other, act);
  await other.getByText('Договір № 7').waitFor();
  await other.getByRole('button', { name: 'Погодити', exact: true }).click();
  await confirm(other, 'Погодити');
  await status(other, 'Зараховано');

  // the other side's page hears of it
  await status(page, 'Зараховано');
  await visit(page, party);
  await page.getByText('Залік за поставки').first().waitFor();
  // what was read before stands until it has been read anew
  await page.getByText('Обидві сторони винні одна одній').waitFor({ state: 'hidden' });
  await visit(page, '/cp/papers');
  await page.getByText('Акт про зарахування зустрічних однорідних вимог').first().waitFor();

  await visit(page, act);
  await status(page, 'Зараховано');
  await standing(page);
  await openMenu(page, 'Скасувати новим актом');
  await page.getByRole('dialog').getByLabel('Чому').fill('Не та накладна');
  await confirm(page, 'Скасувати новим актом');
  await page.getByRole('link', { name: /№ \d+/ }).last().click();
  await page.getByText('Не та накладна').waitFor();
  const back = new URL(page.url()).pathname;
  expect(back).not.toBe(act);
  await visit(other, back);
  await other.getByRole('button', { name: 'Погодити', exact: true }).click();
  await confirm(other, 'Погодити');
  await status(other, 'Зараховано');
  await visit(page, act);
  await status(page, 'Скасовано актом');
  await visit(page, party);
  await page.getByText('Обидві сторони винні одна одній').waitFor();
  expect(dropshipper.problems).toEqual([]);
  await Promise.all([staff.close(), dropshipper.close()]);
});
