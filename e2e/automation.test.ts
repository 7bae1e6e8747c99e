import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { orderOf, standing, visit } from './kit/pages';

/**
 * A supplier lets rules do what repeats, on a status and on a payment, sees it in the order, and switches one off by one
 * press.
 * Slices: automation, orders, payments, ledger.
 */
const demo = openDemo();

/** So long the job of each minute may let wait. */
const MINUTE = { timeout: 120_000 };

let paid: string;

it('a rule waits for a payment', async () => {
  const tab = await demo.tabOf('supplier', '/cp/automation/new');
  const { page } = tab;
  await standing(page);
  await page.getByLabel('Назва').fill('Оплачене – пакувати');
  await page.getByRole('radio', { name: 'Змінилася оплата' }).check();
  await page.getByRole('checkbox', { name: 'Більше не оплачено повністю' }).check();
  await page.getByRole('combobox', { name: 'Перевести у статус' }).click();
  await page.getByRole('option', { name: 'Завантажується', exact: true }).click();
  await page.getByRole('button', { name: 'Створити правило' }).click();
  await page.getByText(/Правило веде замовлення лише вперед/).waitFor();
  await page.getByRole('checkbox', { name: 'Більше не оплачено повністю' }).uncheck();
  await page.getByRole('checkbox', { name: 'Оплачено повністю', exact: true }).check();
  await page.getByRole('textbox', { name: 'Додати коментар' }).fill('Гроші надійшли, пакуйте');
  await page.getByRole('button', { name: 'Створити правило' }).click();
  await page.getByText('Правило створено').waitFor();

  const { order } = await orderOf(page, 'TP-024-21', 1, ['Ready']);
  await visit(page, `/cp/orders/${order}`);
  await page.getByRole('button', { name: 'Внести оплату' }).click();
  await page.getByRole('dialog').getByLabel('Сума').press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  paid = order;
  expect(tab.problems).toEqual([]);
});

it('a rule loads what is ready, the history names it; one that would go round is refused', async () => {
  const tab = await demo.tabOf('supplier');
  const { page } = tab;
  const pick = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await page.getByRole('link', { name: 'Автоматизація' }).click();
  await page.getByRole('link', { name: 'Створити правило' }).click();
  // pressed too early: it says what is missing, beside its field
  await page.getByRole('button', { name: 'Створити правило' }).click();
  await page.getByText('Виберіть хоча б один статус').waitFor();
  await page.getByText('Виберіть, що робити').waitFor();
  await page.getByLabel('Назва').fill('Готове – на завантаження');
  await page.getByRole('checkbox', { name: 'Готове' }).check();
  await pick('Перевести у статус', 'Завантажується');
  await page.getByRole('textbox', { name: 'Додати коментар' }).fill('Віддати водієві до вечора');
  await page.getByRole('button', { name: 'Створити правило' }).dblclick();
  await page.getByText('Правило створено').waitFor();
  await page.getByText('Замовлення стає «Готове»: статус «Завантажується», коментар').waitFor();
  expect(await page.getByRole('link', { name: 'Готове – на завантаження' }).count()).toBe(1);

  await page.getByRole('link', { name: 'Створити правило' }).click();
  await page.getByLabel('Назва').fill('Назад');
  await page.getByRole('checkbox', { name: 'Завантажується' }).check();
  await pick('Перевести у статус', 'Готове');
  await page.getByRole('button', { name: 'Створити правило' }).click();
  await page.getByText('Правила водили б замовлення по колу: «Назад», «Готове – на завантаження»').first().waitFor();
  await page.getByRole('link', { name: 'Скасувати' }).click();
  await page.getByRole('button', { name: 'Піти без збереження' }).click();

  await visit(page, '/cp/orders?status=InProduction');
  await page.locator('tr[data-row] a.row-link').first().click();
  await page.getByRole('heading', { name: /Замовлення №/ }).waitFor();
  await page.getByRole('button', { name: 'Позначити готовим' }).first().click();
  // the page hears of it by itself
  await page.getByText('Віддати водієві до вечора').waitFor();
  await page.getByText('Спрацювало правило автоматизації').first().waitFor();
  await page.getByText('Правило «Готове – на завантаження»').first().waitFor();

  await visit(page, '/cp/automation/runs');
  await page.getByText('Виконано').first().waitFor();
  await page.getByRole('tab', { name: 'Правила' }).click();
  const on = page.getByRole('switch', { name: 'Правило «Готове – на завантаження» увімкнено' });
  await on.press('Space');
  await page.getByText('Вимкнено · Спрацювало').waitFor();
  await page.reload();
  await standing(page);
  expect(await on.isChecked()).toBe(false);
  expect(tab.problems).toEqual([]);
});

it('the rule has heard of the payment within a minute, and the history of the order names it', async () => {
  // what stands between was done meanwhile
  const tab = await demo.tabOf('supplier', `/cp/orders/${paid}`);
  const { page } = tab;
  await standing(page);
  // the page hears of it by itself
  await page.getByText('Гроші надійшли, пакуйте').waitFor(MINUTE);
  await page.getByText('Правило «Оплачене – пакувати»').first().waitFor();
  await page.getByText('Завантажується').first().waitFor();
  expect(tab.problems).toEqual([]);
});
