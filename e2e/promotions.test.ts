import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { overGoods, standing } from './kit/pages';

/**
 * A promotion for some goods and one dropshipper: made, seen where it applies, ordered by, looked back at, ended.
 * Slices: promotions, orders.
 */
const demo = openDemo();

it('takes off the chosen goods for the chosen dropshipper, tells what it brought, and is ended', async () => {
  const supplier = await demo.signedInAs('supplier', '/cp/promotions/new');
  const { page } = supplier;
  await standing(page);
  await page.getByLabel('Назва').fill('Соломія дешевше');
  await page.getByRole('switch', { name: 'Без промокоду' }).check();
  await page.getByRole('textbox', { name: 'Знижка' }).fill('30');
  const find = async (field: string, typed: string, name: string) => {
    await page.getByLabel(field, { exact: true }).fill(typed);
    await page.getByRole('option', { name }).first().click();
    await page.getByRole('button', { name: `Прибрати «${name}»` }).waitFor();
  };
  await find('Товари', 'Соломія', 'Плаття «Соломія»');
  await find('Для кого', 'Шевчук', 'Оксана Шевчук');
  await page.getByRole('button', { name: 'Створити акцію' }).click();
  await page.getByText('Акцію створено').waitFor();
  const row = page.locator('tr[data-row]').filter({ hasText: 'Соломія дешевше' });
  expect(await row.textContent()).toContain('1 товар');
  expect(await row.textContent()).toContain('для 1 контрагента');

  const dropshipper = await demo.signedInAs('dropshipper', '/cp/promotions');
  const { page: his } = dropshipper;
  await his.getByRole('link', { name: 'Соломія дешевше' }).click();
  await his.getByRole('link', { name: 'Плаття «Соломія»' }).click();
  await his.getByRole('heading', { name: 'Акції', exact: true }).waitFor();
  await his.getByRole('link', { name: 'Соломія дешевше' }).waitFor();
  // the suppliers come when all else of the first step has been drawn: its button stays where it is, and is not missed
  const others = his.waitForResponse(/\/product_variants\/all_records\?/);
  await his.route(/\/dropshipping\/suppliers\?/, async (route) => {
    await (await others).finished();
    await his.evaluate(`(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    })()`);
    await route.continue();
  });
  await his.evaluate(`{
    const tops = (window.tops = new Set());
    const look = () => {
      const next = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Далі');
      if (next) tops.add(next.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    look();
  }`);
  const suppliers = his.waitForResponse(/\/dropshipping\/suppliers\?/);
  await his.getByRole('link', { name: 'Замовити' }).first().click();
  await suppliers;
  await his.getByRole('radio').first().waitFor();
  await standing(his);
  expect(await his.evaluate('window.tops.size')).toBe(1);
  await overGoods(his);
  await his.getByLabel('Ім’я покупця').fill('Кравець Олег');
  await his.getByLabel('Телефон', { exact: true }).fill('096 001 00 04');
  await his.getByLabel('Адреса або відділення').fill('Полтава, відділення 3');
  await his.getByRole('button', { name: 'Далі' }).click();
  await his.getByRole('button', { name: 'Надіслати менеджеру' }).click();
  await his.getByRole('heading', { name: /Замовлення №/ }).waitFor();
  await dropshipper.close();

  await row.getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Замовлення за акцією' }).waitFor();
  await page.getByRole('link', { name: /^№ / }).waitFor();
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Завершити зараз' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити зараз' }).click();
  await page.getByText('Акцію завершено').waitFor();
  await page.getByText('Завершена', { exact: true }).waitFor();
  await standing(page);
  expect(supplier.problems).toEqual([]);
  await supplier.close();
});
