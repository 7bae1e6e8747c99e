import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { axe } from './kit/axe';
import { closeTabs, openTab, SIZES, screenshots, settled, sharedBrowser, type Tab } from './kit/browser';
import { type Mailbox, openMailbox } from './kit/mailbox';
import { visit } from './kit/pages';
import { type Product, startProduct } from './kit/product';

/**
 * The product's main job, by hand: a manufacturer starts from nothing, imports a real catalogue, invites a dropshipper,
 * who orders for an end customer on a phone; the manufacturer ships, both see the balance, and the payment settles it.
 * Slices: catalog, documents, feeds, identity, ledger, orders, partners, payments, projects, stock, audit.
 */
const OWNER = 'owner@example.com';
const SELLER = 'seller@example.com';
const PRODUCT = /Футболка лляна біла/;
const PASSWORD = 'довга надійна фраза';
const FEED = fileURLToPath(new URL('../server/src/feeds/fixtures/prom.xml', import.meta.url));

let browser: Browser;
let mailbox: Mailbox;
let product: Product;
let owner: Tab;
let seller: Tab;

beforeAll(async () => {
  [browser, mailbox] = await Promise.all([sharedBrowser(), openMailbox()]);
  product = await startProduct({ env: { FIRST_USER_EMAIL: OWNER, SMTP_URL: mailbox.url } });
  owner = await openTab(browser, product.url, SIZES[0]);
  seller = await openTab(browser, product.url, SIZES[2]);
});
afterAll(async () => {
  if (browser) await closeTabs(browser);
  await product?.stop();
  await mailbox?.close();
});

/** What the pages showed when something failed, for whoever has to find out why. */
afterEach(async ({ task }) => {
  const folder = process.env.SCREENSHOTS;
  if (task.result?.state !== 'fail' || !folder) return;
  await owner.page.screenshot({ path: `${folder}/failed-owner.png` });
  await seller.page.screenshot({ path: `${folder}/failed-seller.png` });
});

/** The page is finished, accessible and does not scroll sideways, at desktop and at phone size. */
async function look(page: Page, name: string): Promise<void> {
  const own = page.viewportSize();
  for (const { width, height, name: size } of [SIZES[0], SIZES[2]]) {
    await page.setViewportSize({ width, height });
    await settled(page);
    expect(await axe(page), `${name}, ${size}`).toEqual([]);
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(wide, `${name}, ${size}: scrolls sideways`).toBe(false);
  }
  if (own) await page.setViewportSize(own);
  await screenshots(page, name);
}

async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).or(page.getByLabel(label)).first().click();
  await page.getByRole('option', { name: option }).first().click();
}

/** A text field by the beginning of its label. */
function field(page: Page, label: string | RegExp) {
  return page.getByRole('textbox', { name: typeof label === 'string' ? new RegExp(`^${label}`) : label }).first();
}

/** The move stands as a button of its own or in the menu of further moves. */
async function moveTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  if (!(await button.isVisible()))
    await page
      .getByRole('button', { name: /Інші|Ще|Дії/ })
      .first()
      .click();
  await button.or(page.getByRole('menuitem', { name })).first().click();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Увійти', exact: true }).click();
}

/** The product prints it once it listens, so it may come a moment after the product answers. */
const passwordLink = () =>
  vi.waitUntil(() => /https?:\S+\/cp\/password\?token=[\w-]+/.exec(product.output())?.[0], { timeout: 60_000 });

async function setPassword(page: Page): Promise<void> {
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Зберегти пароль' }).click();
}

it('the owner sets a password and creates the project', async () => {
  const { page } = owner;
  const { pathname, search } = new URL(await passwordLink());
  await page.goto(pathname + search);
  await look(page, 'password');
  await setPassword(page);
  await page.waitForURL('**/cp/signin**');
  await look(page, 'sign-in');
  await signIn(page, OWNER);
  // whoever is new is led through the wizard; this one knows what he wants (people.test.ts goes the long way)
  await page.waitForURL('**/cp/onboarding');
  await page.goto('/cp/new-project');
  await look(page, 'new-project');
  await page.getByLabel('Назва проєкту').fill('Текстиль Карпат');
  await page.getByLabel('Юридична назва').fill('ФОП Коваленко Олена Петрівна');
  await page.getByLabel('Контактна особа').fill('Олена Коваленко');
  await page.getByLabel('ЄДРПОУ / РНОКПП').fill('3184710691');
  await choose(page, 'Вид діяльності', 'Одяг');
  await page.getByRole('button', { name: 'Створити проєкт' }).click();
  await page.waitForURL('**/cp/orders');
  await look(page, 'orders-empty');
});

it('imports a catalogue: first sees what will happen, then does it', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Імпорт товарів' }).click();
  await page.waitForURL('**/cp/products/import');
  await look(page, 'import');
  await page.locator('input[type=file]').setInputFiles(FEED);
  await page.getByText('Перевірку завершено').waitFor();
  await look(page, 'import-dry-run');
  await page.getByRole('switch', { name: 'Одразу публікувати нові товари' }).click();
  await page.getByRole('button', { name: 'Імпортувати' }).click();
  await page.getByText('Імпорт завершено').waitFor();
  await look(page, 'import-done');
  await page.getByRole('link', { name: 'Товари', exact: true }).first().click();
  await page.getByRole('link', { name: PRODUCT }).first().waitFor();
  await look(page, 'products');
  await page.getByRole('link', { name: PRODUCT }).first().click();
  await page.getByRole('heading', { name: PRODUCT }).waitFor();
  await look(page, 'product');
});

it('invites a dropshipper, who sets a password on a phone and sees the goods', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Контрагенти', exact: true }).click();
  await page.getByRole('link', { name: 'Додати контрагента' }).first().click();
  await field(page, 'Назва').fill('Магазин Оксани');
  await field(page, 'Знижка').fill('10');
  await look(page, 'counterparty-form');
  await page.getByRole('button', { name: /^(Додати|Створити|Зберегти)/ }).click();
  await page.getByRole('heading', { name: 'Магазин Оксани' }).waitFor();
  await page.getByRole('button', { name: 'Запросити' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill(SELLER);
  await dialog.getByRole('button', { name: 'Надіслати запрошення' }).click();
  await page
    .getByText(/Запрошення надіслано на seller/)
    .first()
    .waitFor();
  await look(page, 'counterparty-invited');

  const phone = seller.page;
  const link = new URL(await mailbox.linkTo(SELLER));
  await phone.goto(link.pathname + link.search);
  await phone.waitForURL('**/cp/password**');
  await look(phone, 'seller-password');
  await setPassword(phone);
  await phone.waitForURL('**/cp/signin**');
  await signIn(phone, SELLER);
  await phone.waitForURL('**/cp/orders');
  await look(phone, 'seller-orders-empty');
  await visit(phone, '/cp/products');
  await phone.getByText(PRODUCT).first().waitFor();
  await look(phone, 'seller-products');
});

it('the dropshipper orders for a customer and sends the order', async () => {
  const { page } = seller;
  await visit(page, '/cp/orders');
  await page.getByRole('link', { name: 'Створити замовлення' }).first().click();
  await page.waitForURL('**/cp/orders/new**');
  // there is one supplier, so the first thing to do is to find goods
  await page.getByRole('combobox', { name: /^Додати товар/ }).fill('FT-01-S');
  await page.getByRole('option', { name: /FT-01-S/ }).click();
  await page.getByRole('textbox', { name: /^Кількість/ }).fill('2');
  await look(page, 'new-order-items');
  await page.getByRole('button', { name: 'Далі' }).click();
  await field(page, 'Ім’я покупця').fill('Ірина Мельник');
  await field(page, 'Телефон').fill('067 123 45 67');
  await field(page, 'Адреса').fill('Львів, відділення № 5');
  await look(page, 'new-order-customer');
  await page.getByRole('button', { name: 'Далі' }).click();
  await look(page, 'new-order-summary');
  await page.getByRole('button', { name: 'Надіслати менеджеру' }).click();
  await page.getByRole('heading', { name: /Замовлення №/ }).waitFor();
  await page.getByText('На розгляді').first().waitFor();
  await look(page, 'seller-order');
});

it('the manufacturer sees what will happen, ships, and hands out the papers', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Замовлення' }).first().click();
  await page.getByRole('link', { name: /№ / }).first().click();
  await page.getByRole('heading', { name: /Замовлення №/ }).waitFor();
  await look(page, 'order');
  await moveTo(page, 'Позначити відправленим');
  const dialog = page.getByRole('dialog');
  // 2 × 799,00 less 10 %
  await dialog.getByText(/1\s438,20/).waitFor();
  await look(page, 'order-confirm');
  await dialog.getByRole('button', { name: 'Позначити відправленим' }).click();
  await page.getByText('Відправлене').first().waitFor();
  await page.getByRole('button', { name: 'Створити документ' }).click();
  await page.getByRole('dialog').getByText('Видаткова накладна').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Створити/ })
    .click();
  await page
    .getByText(/Видаткова накладна №\s1/)
    .first()
    .waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /Завантажити|PDF/ })
      .first()
      .click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Видаткова накладна № 1 від .*\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await look(page, 'order-sent');
});

it('both see the balance; the payment is reported, confirmed and settles it to the kopeck', async () => {
  const phone = seller.page;
  await visit(phone, '/cp/payments');
  await phone
    .getByText(/−1\s438,20/)
    .first()
    .waitFor();
  await look(phone, 'wallet');
  await phone.getByRole('button', { name: 'Повідомити про платіж' }).first().click();
  const report = phone.getByRole('dialog');
  await report.getByRole('textbox', { name: /^Сума/ }).fill('1438,20');
  await look(phone, 'report-payment');
  await report.getByRole('button', { name: /Повідомити|Надіслати/ }).click();
  await phone.getByText('Повідомлення про платіж надіслано').waitFor();

  const { page } = owner;
  await page.getByRole('link', { name: /^Платежі/ }).click();
  await page.getByRole('button', { name: 'Підтвердити' }).first().click();
  await look(page, 'confirm-payment');
  await page.getByRole('dialog').getByRole('button', { name: 'Підтвердити' }).click();
  await page.getByText('Платіж підтверджено').waitFor();
  await look(page, 'payments');
  await page.getByRole('link', { name: 'Контрагенти', exact: true }).click();
  await page.getByRole('link', { name: 'Магазин Оксани' }).first().click();
  await page.getByText('Розрахунки закрито').first().waitFor();
  await look(page, 'counterparty-account');
  await page.getByRole('link', { name: 'Самоперевірка' }).click();
  await page
    .getByText(/розбіжностей немає/i)
    .first()
    .waitFor();
  await look(page, 'audit');

  await phone.goto('/cp/payments');
  await phone.getByText('Розрахунки закрито').first().waitFor();
  await look(phone, 'wallet-settled');
});

it('leaves no error in the consoles', () => {
  expect(owner.problems).toEqual([]);
  expect(seller.problems).toEqual([]);
});
