import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './kit/axe';
import { openDemo } from './kit/demo';
import { call, standing, visit } from './kit/pages';

/**
 * An invoice falls due and its last day passes: the supplier is warned, then only reads and is led to what he has to pay.
 * He pays by card on the page of the bank, and everything opens at once. What the operator takes back by a credit note is
 * refunded to the card.
 * Slices: billing, acquiring, operator, shell.
 */
const demo = openDemo({ SIMULATORS: 'on' });

/** So many days go by for what is due. */
const daysPass = (days: number) =>
  demo.sql(
    `with due as (update plan_invoices set issued_on = issued_on - ${days}, due_on = due_on - ${days}
       where status = 'due' returning payer_id)
     update projects set restricted_from = restricted_from - ${days} where id in (select payer_id from due)`,
  );

it('says on the page of the plan that no more orders are taken, where packs are turned off', async () => {
  const [was] = await demo.sql<{ plan: string }>(
    `select subscription_plan as plan from projects where friendly_id = 'tekstyl-plius'`,
  );
  const set = (plan: string, packs: boolean) =>
    demo.sql(
      `update projects set subscription_plan = '${plan}', extra_orders = ${packs} where friendly_id = 'tekstyl-plius'`,
    );
  await set('manufacturer-basic-monthly', false);
  // as many orders as this plan has are of this month, whichever of its days it is
  await demo.sql(
    `select set_config('lanka.project_ids', id::text, false) from projects where friendly_id = 'tekstyl-plius';
     update orders set first_sent_on = (now() at time zone 'Europe/Kyiv')::date where (project_id, id) in (
       select o.project_id, o.id from orders o join projects p on p.id = o.project_id
       where p.friendly_id = 'tekstyl-plius' and o.first_sent_on is not null order by o.first_sent_on desc limit 50)`,
  );
  const { page, close } = await demo.signedInAs('supplier', '/cp/billing');
  await page.getByText('Ліміт досягнуто: нові замовлення не приймаються до наступного місяця.').waitFor();
  await set(was?.plan ?? '', true);
  await page.reload();
  await page.getByText('Цього місяця').waitFor();
  await standing(page);
  expect(await page.getByText('Ліміт досягнуто: нові замовлення').count()).toBe(0);
  await close();
});

it('says in sight, with what lifts it, that the plan has no room for further modifications', async () => {
  const { page, close } = await demo.signedInAs('supplier', '/cp/products/new');
  const { subscription_plan, usage } = await call(page, 'billing_account');
  const { used } = usage.find(({ limit }: { limit: string }) => limit === 'product_variants');
  const set = (plan: string, more: number) =>
    demo.sql(
      `select set_config('lanka.project_ids', id::text, false) from projects where friendly_id = 'tekstyl-plius';
       update projects set subscription_plan = '${plan}' where friendly_id = 'tekstyl-plius';
       update stock_totals set modifications = modifications + ${more} where (project_id, id) = (
         select t.project_id, t.id from stock_totals t join projects p on p.id = t.project_id
         where p.friendly_id = 'tekstyl-plius' limit 1)`,
    );
  // of the 1,000 of the plan there is place for two
  await set('manufacturer-basic-monthly', 998 - used);
  const inSight = (locator: Locator) =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await visit(page, '/cp/products/new');
    await page
      .getByRole('textbox', { name: /^Назва/ })
      .first()
      .fill('Худі трьох розмірів');
    await page.getByRole('button', { name: 'Додати параметр' }).click();
    await page
      .getByRole('combobox', { name: 'Назва параметра' })
      .or(page.getByLabel('Назва параметра'))
      .first()
      .fill('Розмір');
    const values = page.getByRole('combobox', { name: 'Значення', exact: true });
    for (const value of ['S', 'M', 'L']) {
      await values.fill(value);
      await values.press('Enter');
    }
    const create = page.getByRole('button', { name: 'Створити товар' }).last();
    await create.scrollIntoViewIfNeeded();
    await create.click();
    const refused = page.getByRole('alert').filter({ hasText: 'Досягнуто ліміту модифікацій: 998 з 1' });
    await refused.waitFor();
    await refused.getByText('Більше дозволяє тариф «Стандарт» або «Преміум»').waitFor();
    // the pressed button is at the foot of the form: what it says stands at its head
    await expect.poll(() => inSight(refused)).toBe(true);
    expect(await refused.getByRole('link').getAttribute('href')).toBe('/cp/billing');
  }
  await set(subscription_plan, used - 998);
  await close();
});

it('is warned of, stops the work, and is paid', async () => {
  const supplier = await demo.signedInAs('supplier', '/cp/billing');
  const { page } = supplier;
  await standing(page);
  await page.getByText('Цього місяця').waitFor();
  await page.getByText('Усе сплачено').waitFor();
  expect(await axe(page)).toEqual([]);
  const operator = await demo.signedInAs('operator', '/cp/operator/billing');
  const [project] = await demo.sql<{ id: string }>(`select id from projects where friendly_id = 'tekstyl-plius'`);
  const made = await operator.page.evaluate(async (payer_id) => {
    const answer = await fetch('/api/operator/billing/invoices', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        ...{ audience: 'manufacturer', payer_id },
        lines: [{ title: 'Перенесення даних', count: 1, price: 120_000 }],
      }),
    });
    return (await answer.json()) as { number: string };
  }, project?.id ?? '');

  await page.reload();
  await page.getByText(`Сплатіть рахунок № ${made.number}: залишилося 3 дні`).waitFor();
  await page.getByRole('link', { name: 'До рахунку' }).click();
  await page.getByRole('heading', { name: `Рахунок № ${made.number}` }).waitFor();
  await page.getByText('Оплата переказом').waitFor();
  expect(await axe(page)).toEqual([]);
  const pdf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Завантажити PDF' }).click();
  expect((await pdf).suggestedFilename()).toBe(`Рахунок ${made.number}.pdf`);

  await daysPass(4);
  await page.reload();
  await page.getByText('Доступ лише для читання').waitFor();
  await expect(call(page, 'products/create_v2', { name: 'Не створиться' })).rejects.toThrow(/plans\.unpaid/);
  expect(await axe(page)).toEqual([]);

  const { page: office } = operator;
  await visit(office, '/cp/operator/billing?status=overdue');
  await office.getByRole('link', { name: made.number }).first().click();
  await office.getByRole('heading', { name: `Рахунок № ${made.number}` }).waitFor();
  await office.getByRole('button', { name: 'Оплачено переказом' }).waitFor();

  await page.getByRole('button', { name: 'Оплатити карткою 1 200,00 ₴' }).click();
  await page.getByRole('button', { name: 'Відхилити / Decline' }).click();
  await page.getByText('Картку відхилено, кошти не списано. Недостатньо коштів').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Оплатити карткою 1 200,00 ₴' }).click();
  await page.getByRole('button', { name: 'Оплатити / Pay' }).click();
  // back on the invoice: the bank has been asked, and all is open
  await page.getByText(/^\d\d\.\d\d\.\d{4} карткою$/).waitFor();
  await page.getByText('Доступ лише для читання').waitFor({ state: 'detached' });
  expect((await call(page, 'products/create_v2', { name: 'Створиться' })).name).toBe('Створиться');
  expect(await axe(page)).toEqual([]);

  await office.reload();
  await office.getByText('Сплачено', { exact: true }).first().waitFor();
  await office.getByLabel('Сума').fill('200');
  await office.getByLabel('Підстава').fill('Домовленість');
  await office.getByRole('button', { name: 'Видати' }).click();
  await office.getByText('повернено 200,00 ₴').waitFor();
  expect(await axe(office)).toEqual([]);
  await office.getByRole('link', { name: 'Сторінка платника' }).click();
  await office.getByRole('button', { name: 'Виставити рахунок' }).waitFor();
  await office.getByRole('link', { name: `Кредит-нота № ` }).first().waitFor();
  expect(await axe(office)).toEqual([]);
  // one made by hand is asked about, and leads to what was made: the form is not there to be sent again
  await office.getByLabel('За що').fill('Налаштування обміну');
  await office.getByLabel('Сума').fill('300');
  await office.getByRole('button', { name: 'Виставити рахунок' }).click();
  const asked = office.getByRole('dialog');
  await asked.getByText('Виставити рахунок на 300,00 ₴', { exact: false }).waitFor();
  await asked.getByRole('button', { name: 'Виставити рахунок' }).click();
  await office.getByRole('heading', { name: 'Рахунок № ' }).waitFor();
  expect(operator.problems).toEqual([]);
});

it('is no more for a dropshipper who goes back to the free plan of those whom suppliers have invited', async () => {
  const { page, problems, close } = await demo.signedInAs('dropshipper', '/cp/dropshipper-profile/billing');
  await page.getByRole('button', { name: 'Перейти на безкоштовний' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByText('Каталог постачальників закриється', { exact: false }).waitFor();
  await asked.getByRole('button', { name: 'Змінити тариф' }).click();
  await page.getByText('Вас запросив постачальник: безкоштовний тариф', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Перейти на безкоштовний' }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await visit(page, '/cp/catalogue');
  await page.getByText('Каталог відкривається з платним тарифом').waitFor();
  expect(problems).toEqual([]);
  await close();
});

it('is told to a dropshipper at his supplier, when he has not paid his own plan', async () => {
  await demo.sql(`update users set restricted_from = current_date - 1, restricted_by = '{"id": null, "number": "LN-000777"}'
    where email = 'dropshipper@demo.lanka.test'`);
  const { page, problems } = await demo.signedInAs('dropshipper', '/cp/orders');
  await page.locator('.top-bar').getByText('Текстиль-Плюс').waitFor();
  await page.getByText('Доступ лише для читання').waitFor();
  expect(await axe(page)).toEqual([]);
  expect(problems).toEqual([]);
});
