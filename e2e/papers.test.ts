import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { standing, visit } from './kit/pages';

/**
 * An invoice is issued and found in the register; what somebody has here is paid out, and both sides see it.
 * Slices: documents, papers, payouts, payments.
 */
const demo = openDemo();

it('an invoice stands in the register and goes into an archive with others', async () => {
  const staff = await demo.tabOf('supplier', '/cp/orders?status=Pending');
  const { page } = staff;
  await standing(page);
  await page.locator('tbody a').first().click();
  await page.getByRole('button', { name: 'Створити документ' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Рахунок на оплату').check();
  await dialog.getByRole('button', { name: 'Створити документ' }).click();
  const title =
    (
      await page
        .getByText(/^Створено: Рахунок на оплату №/)
        .first()
        .textContent()
    )?.replace('Створено: ', '') ?? '-';

  await visit(page, '/cp/papers?type=invoice');
  await page.getByText(title).first().waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: `Завантажити PDF: ${title}` })
      .first()
      .click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^Рахунок № [\p{L}\d-]+ від .*\.pdf$/u);

  await page.locator('thead input[type=checkbox]').first().check();
  await page.getByRole('button', { name: 'Завантажити архівом' }).click();
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Завантажити ZIP' }).click({ timeout: 60_000 }),
  ]);
  expect(zip.suggestedFilename()).toMatch(/\.zip$/);
});

it('a payout is put into a register, marked paid, and the balance falls on both sides', async () => {
  const staff = await demo.tabOf('supplier');
  const { page } = staff;
  // enough for whoever owes
  await visit(page, '/cp/counterparties');
  await page.getByRole('link', { name: 'Оксана Шевчук' }).first().click();
  await page.getByRole('heading', { name: 'Оксана Шевчук' }).waitFor();
  const counterparty = new URL(page.url()).pathname.split('/').at(-1) as string;
  await visit(page, `/cp/payments?enter=receipt&for=${counterparty}`);
  const form = page.getByRole('dialog');
  await form.getByLabel('Сума').fill('900000');
  await form.getByText('Баланс після платежу').waitFor();
  await form.getByRole('button', { name: 'Внести платіж' }).click();
  await form.waitFor({ state: 'hidden' });

  await visit(page, '/cp/payouts/new?q=Оксана');
  await page.locator('tbody input[type=checkbox]').first().check();
  await page.getByRole('button', { name: 'Скласти реєстр виплат' }).click();
  const draft = page.getByRole('dialog');
  await draft.getByLabel('Сума виплати: Оксана Шевчук').fill('1234,50');
  await draft.getByRole('button', { name: 'Скласти реєстр виплат' }).click();
  await page.getByRole('heading', { name: /^Реєстр виплат № \d+$/ }).waitFor();
  await page.getByRole('button', { name: 'QR-код для оплати: Оксана Шевчук' }).click();
  await page.getByRole('img', { name: 'QR-код для оплати: Оксана Шевчук' }).waitFor();
  await page.keyboard.press('Escape');

  const partner = await demo.signedInAs('dropshipper', '/cp/payments');
  await standing(partner.page);
  await partner.page
    .getByText(/до виплати 1\s234,50/)
    .first()
    .waitFor();

  await page.getByRole('button', { name: 'Позначити виплаченим' }).first().click();
  const paying = page.getByRole('dialog');
  await paying.getByRole('button', { name: 'Позначити виплаченим' }).click();
  await page.getByText('Виплати проведено').first().waitFor();
  await partner.page.reload();
  await standing(partner.page);
  await partner.page
    .getByText(/виплачено 1\s234,50/)
    .first()
    .waitFor();
  await visit(partner.page, '/cp/payments/records');
  await partner.page
    .getByText(/Реєстр виплат № \d+, рядок 1/)
    .first()
    .waitFor();
  await partner.close();
});
