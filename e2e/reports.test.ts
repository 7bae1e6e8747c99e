import { readFileSync } from 'node:fs';
import { dottedDays } from '@lanka/domain/kit/time';
import { daysToldOn, lastDayUntil } from '@lanka/domain/reports/rules';
import { expect, it } from 'vitest';
import { axe } from './kit/axe';
import { openDemo } from './kit/demo';
import { call, standing } from './kit/pages';

/**
 * A supplier has a report made, fetches it, and lets it come by itself.
 * Slices: reports, notices.
 */
const demo = openDemo();

it('a report is asked for, made while one looks on, fetched and made again', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/reports');
  await standing(page);
  const list = page.getByRole('table', { name: 'Складені звіти' });
  // of a modification nothing is made without it
  await page.getByRole('combobox', { name: 'Звіт' }).click();
  await page.getByRole('option', { name: 'Рух модифікації' }).click();
  await page.getByRole('button', { name: 'Скласти звіт' }).click();
  await page.getByText('Оберіть модифікацію').waitFor();
  await page.getByRole('combobox', { name: 'Звіт' }).click();
  await page.getByRole('option', { name: 'Контрагенти' }).click();
  await page.getByLabel('Період').selectOption('month');
  await page.getByRole('button', { name: 'Скласти звіт' }).click();
  const made = list.getByRole('row', { name: /Контрагенти/ }).first();
  await made.getByText('Готово').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    made.getByRole('button', { name: /Завантажити/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^report_.*\.xlsx$/);
});

it('a schedule sends it: its time comes, a letter leads to the file, and its sum is that of the statistics', async () => {
  const { page, problems } = await demo.tabOf('supplier', '/cp/reports');
  await page.getByRole('tab', { name: 'За розкладом' }).click();
  await page.getByRole('link', { name: 'Створити розклад' }).first().click();
  await page.getByRole('combobox', { name: 'Звіт' }).click();
  await page.getByRole('option', { name: 'Виручка' }).click();
  await page.getByRole('radio', { name: 'CSV' }).check();
  await page.getByRole('radio', { name: 'Щомісяця' }).check();
  await page.getByRole('button', { name: 'Створити розклад' }).click();
  await page.getByText('Розклад створено').waitFor();
  await page.getByText(/^Щомісяця 1 числа о 08:00$/).waitFor();
  await standing(page);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  // its time has come, and the clock ticks
  await demo.sql(`select set_config('lanka.project_ids', id::text, false) from projects where friendly_id = 'tekstyl-plius';
    update report_schedules set next_at = now() - interval '1 minute' where id = '${id}';
    insert into pgboss.job (name, data) values ('reports.schedules', '{}')`);
  const monthly = { rhythm: 'monthly', weekday: null, month_day: 1, hour: 8 } as const;
  const lastMonth = dottedDays(daysToldOn('monthly', lastDayUntil(monthly, new Date())));
  // on a Monday the weekly one of the demo may come as well
  const letter = async () => {
    const found = await demo.sql<{ plain: string }>(
      `select plain from mails where recipient = 'supplier@demo.lanka.test' and subject = 'Звіт «Виручка» готовий'`,
    );
    return found.find(({ plain }) => plain.includes(lastMonth))?.plain ?? '';
  };
  await expect.poll(letter).toContain('/cp/reports?report=');
  const plain = await letter();
  await page.goto(/https?:\S+/.exec(plain)?.[0] ?? '');
  const told = page.locator('.section', { has: page.getByRole('heading', { name: 'Виручка', exact: true }) });
  await told.getByText('Готово').waitFor();
  await told.getByText(/\d+ ряд/.exec(plain)?.[0] ?? 'no count in the letter').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    told.getByRole('button', { name: /Завантажити/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^report_.*\.csv$/);
  const total =
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
      .at(-1)
      ?.split(';') ?? [];
  const [from, to] = [...plain.matchAll(/(\d\d)\.(\d\d)\.(\d{4})/g)].map(([, d, m, y]) => `${y}-${m}-${d}`);
  const { total: sums } = await call(page, `statistics?from=${from}&to=${to}&by=month`);
  expect(total.slice(5, 8).map((sum) => Math.round(Number(sum.replace(',', '.')) * 100))).toEqual([
    ...[sums.charged, sums.returned, sums.revenue],
  ]);
  expect(sums.charged).toBeGreaterThan(0);
  expect(await axe(page)).toEqual([]);
  expect(problems).toEqual([]);
});
