import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { axe } from './kit/axe';
import { openTab, screenshots } from './kit/browser';
import { openDemo } from './kit/demo';
import { call as ask, standing, visit } from './kit/pages';
import { openSite } from './kit/site';

/**
 * A supplier makes a key, a program calls with it, and the supplier sees that it did; the key is rotated, tried on the
 * pages for developers, and revoked. A form of ours stands on his own site, and what is sent by it is answered.
 * Slices: api_keys, developers, request_forms, static_data.
 */
const demo = openDemo();

it('is made, used, seen, rotated and revoked', async () => {
  const supplier = await demo.signedInAs('supplier', '/cp/integrations/api');
  const { page } = supplier;
  await standing(page);
  await page.getByRole('tab', { name: 'Ключі API' }).click();
  await page.getByRole('button', { name: 'Створити ключ' }).first().click();
  const dialog = page.getByRole('dialog');
  // pressed too early it says what is missing
  await dialog.getByRole('textbox', { name: /^Назва/ }).press('Enter');
  await dialog.getByText('Обов’язкове поле').first().waitFor();
  await dialog.getByRole('textbox', { name: /^Назва/ }).fill('Крамниця');
  await dialog.getByRole('checkbox', { name: 'Товари: читати' }).check();
  await dialog.getByRole('button', { name: 'Створити ключ' }).click();
  await dialog.getByText('Скопіюйте ключ зараз').waitFor();
  const shown = async () => (await dialog.getByTestId('api-key').textContent()) ?? '';
  const key = await shown();
  expect(key).toMatch(/^lanka_[0-9a-f]{56}$/);
  // a press beside it does not lose it
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Ключ збережено в мене' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const call = async (token: string, path = 'products/v2') => {
    const url = new URL(`/api/projects/tekstyl-plius/${path}`, demo.product.url);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await call(key)).toEqual([200, undefined]);
  expect(await call(key)).toEqual([200, undefined]);
  expect(await call(key, 'orders')).toEqual([403, 'api_keys.scope']);
  expect(await call(key, 'api_keys')).toEqual([403, 'api_keys.not_for_keys']);

  const card = page.locator('section').filter({ hasText: 'Крамниця' });
  // calls are counted a moment later
  const counted = async () => {
    const { items } = await ask(page, 'api_keys');
    return items.find(({ name }: { name: string }) => name === 'Крамниця').use.requests;
  };
  await expect.poll(counted).toBe(2);
  // those that failed may be added up after those that did not
  const hasFailed = async () => {
    const { failures } = await ask(page, 'api_keys/calls/days');
    return failures.some(({ key: { name } }: { key: { name: string } }) => name === 'Крамниця');
  };
  await expect.poll(hasFailed).toBe(true);
  await page.reload();
  await card.getByText('запитів: 2').waitFor();
  expect(await card.textContent()).not.toContain('ще не використовувався');

  // what failed is told, with how it is mended and what was asked
  await page.getByRole('tab', { name: 'Огляд' }).click();
  await page.getByText('«Крамниця»: відповідь 403, викликів: 1').waitFor();
  await page
    .getByText(/Ключеві не дозволено цей розділ/)
    .first()
    .waitFor();
  await page.getByRole('combobox', { name: 'Ключі' }).click();
  await page.getByRole('option', { name: 'Крамниця' }).click();
  await page.getByLabel('Лише невдалі').click();
  await page.getByRole('button', { name: /^403 GET projects/ }).click();
  await page.getByText('api_keys.scope').waitFor();

  // what could not be read is not called well, and nothing is said of it
  await page.route(/\/api\/projects\/[^/]+\/webhooks(\?|$)/, (route) => route.fulfill({ status: 502, body: '{}' }));
  await page.reload();
  const unread = page.getByText('Не завантажено: вебхуки.');
  await unread.waitFor();
  expect(await page.getByText('Вебхуків немає').count()).toBe(0);
  await screenshots(page, 'console-unread');
  await page.unrouteAll();
  await page.reload();
  await page.getByRole('link', { name: 'Крамниця' }).waitFor();
  await unread.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Ключі API' }).click();

  await card.getByRole('button', { name: 'Замінити ключ «Крамниця»' }).click();
  await dialog.getByRole('radio', { name: 'Добу' }).check();
  await dialog.getByRole('button', { name: 'Замінити', exact: true }).click();
  await dialog.getByTestId('api-key').waitFor();
  const next = await shown();
  await dialog.getByRole('button', { name: 'Ключ збережено в мене' }).click();
  await card.getByText(/Старий ключ перестане діяти/).waitFor();
  expect([await call(key), await call(next)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);

  // whoever connects a site reads how, and tries it with the key
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Для розробників' }).click();
  const reader = await opened;
  await reader.getByRole('heading', { name: 'Перші кроки' }).waitFor();
  // the package that they name is there, with what the guides take from it
  const packed = await fetch(new URL('/lanka-sdk.tgz', demo.product.url));
  const held = gunzipSync(Buffer.from(await packed.arrayBuffer())).toString('latin1');
  for (const file of ['package.json', 'dist/index.js', 'dist/index.d.ts', 'dist/cli/main.js'])
    expect(held).toContain(`package/${file}`);
  const forAssistants = await fetch(new URL('/lanka-mcp.tgz', demo.product.url));
  const server = gunzipSync(Buffer.from(await forAssistants.arrayBuffer())).toString('latin1');
  for (const [shop, start] of [
    ['woocommerce', 'lanka.php'],
    ['opencart', 'run.php'],
  ]) {
    const zip = await (await fetch(new URL(`/lanka-${shop}.zip`, demo.product.url))).arrayBuffer();
    for (const part of [`lanka/${start}`, 'lanka/sdk/Lanka.php'])
      expect(Buffer.from(zip).toString('latin1')).toContain(part);
  }
  expect(await (await fetch(new URL('/Lanka.php', demo.product.url))).text()).toContain('namespace Lanka;');
  for (const part of ['package/package.json', 'package/dist/main.js', '#!/usr/bin/env node'])
    expect(server).toContain(part);
  await reader.getByRole('link', { name: 'Товари', exact: true }).click();
  const reference = reader.locator('#list_products');
  await reference.getByText('Спробувати').click();
  await reference.getByLabel('Ключ API').fill(next);
  await reference.getByLabel('project_id').fill('tekstyl-plius');
  await reference.getByRole('button', { name: 'Надіслати' }).click();
  await reference.getByRole('status').getByText('HTTP 200').waitFor();
  expect(await axe(reader)).toEqual([]);
  await reader.close();

  await card.getByRole('button', { name: 'Відкликати ключ «Крамниця»' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Відкликати', exact: true }).click();
  await card.getByText('Відкликано').waitFor();
  for (const dead of [key, next]) expect(await call(dead)).toEqual([401, 'api_keys.revoked']);
  expect(supplier.problems).toEqual([]);
});

it('tells a dropshipper whose plan has none what it would give', async () => {
  const dropshipper = await demo.signedInAs('dropshipper', '/cp/integrations/api/keys');
  const { page } = dropshipper;
  await page.getByText('Ключі API не входять у ваш тариф').waitFor();
  // what he is told of them he chooses once for all suppliers
  await page.getByRole('tab', { name: 'Сповіщення' }).click();
  await page.getByRole('combobox', { name: /: Поштою$/ }).selectOption('off');
  await page.getByText('Збережено').first().waitFor();
  expect(await page.getByRole('combobox', { name: /: Поштою$/ }).count()).toBe(1);
  await page.getByText('Що надіслано вам').waitFor();
  await page.getByRole('tab', { name: 'Ключі API' }).click();
  await page.getByRole('link', { name: 'Обрати тариф' }).click();
  await page.waitForURL(/dropshipper-billing|billing/);
  await standing(page);
  expect(dropshipper.problems).toEqual([]);
});

it('a form stands on the supplier’s site alone; what a visitor sends is handled with a note', async () => {
  const supplier = await demo.signedInAs('supplier', '/cp/integrations/api/requests/form');
  const { page } = supplier;
  let code = '';
  const html = () => `<!doctype html><html lang="uk"><title>Крамниця</title><body><main>${code}</main></body></html>`;
  const [site, foreign] = [await openSite(html), await openSite(html)];
  const enabled = page.getByRole('switch', { name: 'Форма приймає запити' });
  if (!(await enabled.isChecked())) await enabled.setChecked(true, { force: true });
  const origins = page.getByRole('combobox', { name: 'На яких сайтах стоїть' });
  await origins.fill(`${site}/contacts`);
  await origins.press('Enter');
  await page.getByRole('textbox', { name: 'Заголовок' }).fill('Запитайте про тканини');
  await page.getByRole('button', { name: 'Зберегти', exact: true }).click();
  await page.getByText('Форму збережено').first().waitFor();
  code = (await page.getByTestId('site-form-code').textContent()) ?? '';

  const visitor = await openTab(demo.browser, site);
  onTestFinished(visitor.close);
  await visitor.page.goto(site);
  await visitor.page.getByRole('heading', { name: 'Запитайте про тканини' }).waitFor();
  const send = visitor.page.getByRole('button', { name: 'Надіслати' });
  await send.click();
  await visitor.page.getByText('Ім’я: обов’язкове поле').waitFor();
  await visitor.page.getByLabel('Ім’я').fill('Одарка Нечуй');
  await send.click();
  await visitor.page.getByText('Вкажіть телефон або e-mail').waitFor();
  await visitor.page.getByLabel('Телефон').fill('12');
  await send.click();
  await visitor.page.getByText(/Невірний номер телефону/).waitFor();
  await visitor.page.getByLabel('Телефон').fill('067 555 44 33');
  await visitor.page.getByLabel('Повідомлення').fill('Чи робите скатертини на замовлення?');
  await send.click();
  await visitor.page.getByText(/Дякуємо, ми отримали/).waitFor();

  // the same form on a page of somebody else
  await visitor.page.goto(foreign);
  await visitor.page.getByLabel('Ім’я').fill('Одарка Нечуй');
  await visitor.page.getByLabel('Телефон').fill('067 555 44 33');
  await send.click();
  await visitor.page.getByText(/Не вдалося надіслати/).waitFor();

  // beside it stand what one is told of it and by which way
  await visit(page, '/cp/integrations/api/notices');
  await page.getByRole('combobox', { name: 'Запити з сайту: Поштою' }).waitFor();
  await page.getByText('Що надіслано вам').waitFor();
  await page.getByRole('tab', { name: 'Запити з сайту' }).click();
  await page.getByRole('searchbox').fill('555 44');
  // what is searched goes into the address a moment later, which would end a way to another page
  await page.waitForURL(/[?&]q=555/);
  await page.getByRole('link', { name: 'Одарка Нечуй' }).first().click();
  // the list shows how it begins and whence it came, too
  await page.getByRole('heading', { name: 'Одарка Нечуй' }).waitFor();
  await page.getByText('Чи робите скатертини на замовлення?').waitFor();
  await page.getByText('Форма на сайті').waitFor();
  await page.getByRole('textbox', { name: 'Нотатка' }).fill('Надіслали розміри');
  await page.getByRole('button', { name: 'Зберегти', exact: true }).click();
  await page.getByText('Нотатку збережено').first().waitFor();
  await page.getByRole('button', { name: 'Опрацьовано', exact: true }).click();
  await page.getByText('Запит опрацьовано').first().waitFor();
  await page.reload();
  await page.getByText('Надіслали розміри').waitFor();
  await page.getByText('Хто опрацював').waitFor();
  expect(supplier.problems).toEqual([]);
});
