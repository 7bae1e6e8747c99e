import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { axe } from './kit/axe';
import { closeTabs, openTab, SIZES, screenshots, sharedBrowser, type Tab } from './kit/browser';
import { type Mailbox, openMailbox } from './kit/mailbox';
import { dismissToasts, visit } from './kit/pages';
import { type Product, startProduct } from './kit/product';

/**
 * How people come in: a visitor asks for access, the operator approves, the newcomer makes an account and a project,
 * brings in a manager, who sees what a manager may; a forgotten password; a second factor.
 * A stranger comes by a supplier’s link, makes an account and applies.
 * Slices: applications, billing, identity, onboarding, operator, projects, site.
 */
const OPERATOR = 'operator@example.com';
const NEWCOMER = 'newcomer@example.com';
const MANAGER = 'manager@example.com';
const SELLER = 'seller@example.com';
const STRANGER = 'stranger@example.com';
const PASSWORD = 'довга надійна фраза';
const OTHER_PASSWORD = 'ще довша надійна фраза';

let browser: Browser;
let mailbox: Mailbox;
let product: Product;
let operator: Tab;
let newcomer: Tab;
let manager: Tab;
let seller: Tab;

beforeAll(async () => {
  [browser, mailbox] = await Promise.all([sharedBrowser(), openMailbox()]);
  product = await startProduct({ env: { OPERATOR_EMAIL: OPERATOR, SMTP_URL: mailbox.url } });
  operator = await openTab(browser, product.url, SIZES[0]);
  newcomer = await openTab(browser, product.url, SIZES[0]);
  manager = await openTab(browser, product.url, SIZES[2]);
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
  for (const [name, { page }] of Object.entries({ operator, newcomer, manager, seller }))
    await page.screenshot({ path: `${folder}/failed-${name}.png` });
});

/** The page is finished, accessible and does not scroll sideways, at desktop and at phone size. */
async function look(page: Page, name: string): Promise<void> {
  const own = page.viewportSize();
  for (const { width, height, name: size } of [SIZES[0], SIZES[2]]) {
    await page.setViewportSize({ width, height });
    await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    await page.evaluate(
      'Promise.all(document.getAnimations().filter((one) => one.effect.getComputedTiming().iterations < 100).map((one) => one.finished.catch(() => 0)))',
    );
    expect(await axe(page), `${name}, ${size}`).toEqual([]);
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(wide, `${name}, ${size}: scrolls sideways`).toBe(false);
  }
  if (own) await page.setViewportSize(own);
  await screenshots(page, name);
}

/** Follows a link of a letter or of the product's output, as a person would who opens it in this browser. */
async function follow(page: Page, link: string): Promise<void> {
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Увійти', exact: true }).click();
}

async function setPassword(page: Page, password = PASSWORD): Promise<void> {
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Зберегти пароль' }).click();
  await page.waitForURL('**/cp/signin**');
}

/** What an authenticator app shows (RFC 6238: SHA-1, 30 seconds, 6 digits) for the secret it was given. */
function codeOf(secret: string, at = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', key).update(step).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

it('without an invitation the sign-up page says how one gets in', async () => {
  const { page } = newcomer;
  await page.goto('/cp/signup');
  await page.getByRole('heading', { name: 'Реєстрація за запрошенням' }).waitFor();
  await look(page, 'sign-up-closed');
});

/** The dialog of the public site, from wherever it was opened. */
async function requestAccess(page: Page, name: string, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Запит на доступ' });
  await dialog.getByLabel('Ім’я').fill(name);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Надіслати' }).click();
  await page.getByText('Запит надіслано').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
}

it('a visitor comes to the site and asks for access', async () => {
  const { page } = newcomer;
  await page.getByRole('link', { name: 'Подати заявку на доступ' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('dialog', { name: 'Запит на доступ' }).waitFor();
  await look(page, 'access-request');
  await requestAccess(page, 'Олена Коваленко', NEWCOMER);
});

it('another visitor chooses a dropshipper’s plan on the site, and it is remembered', async () => {
  const { page } = seller;
  await page.goto('/?dropshipper=true');
  await page.getByRole('link', { name: /^Обрати тариф: Бізнес/ }).click();
  await requestAccess(page, 'Оксана Шевчук', SELLER);
  const plan = await page.evaluate(() => localStorage.getItem('fw-subscription-plan'));
  expect(plan).toBe('dropshipper-business-monthly');
});

it('the operator of the configuration sets a password, sees the request and approves it', async () => {
  const { page } = operator;
  const link = /Оператор .*(https?:\S+\/cp\/password\?token=[\w-]+)/.exec(product.output())?.[1] ?? '';
  await follow(page, link);
  await setPassword(page);
  await signIn(page, OPERATOR);
  await page.waitForURL('**/cp/operator**');
  await look(page, 'operator');
  for (const name of ['Оксана Шевчук', 'Олена Коваленко']) {
    await visit(page, '/cp/operator/requests');
    await page.getByRole('link', { name }).first().click();
    await page.getByRole('heading', { name }).first().waitFor();
    await page.getByRole('button', { name: 'Схвалити' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Схвалити' }).click();
    await page.getByText('Запит схвалено, запрошення надіслано').waitFor();
    await dismissToasts(page);
  }
  await look(page, 'operator-request');
});

it('the newcomer makes an account with the link of the letter, once', async () => {
  const { page } = newcomer;
  const link = await mailbox.linkTo(NEWCOMER);
  await follow(page, link);
  await page.getByRole('heading', { name: 'Реєстрація' }).waitFor();
  await look(page, 'sign-up');
  await page.locator('input[type=password]').fill('коротко');
  await page.getByRole('button', { name: 'Створити обліковий запис' }).click();
  await page.getByText(/10/).first().waitFor();
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Створити обліковий запис' }).click();
  await page.waitForURL('**/cp/onboarding?path=manufacturer');
  const { page: other } = manager;
  await follow(other, link);
  await other.getByRole('heading', { name: 'Не вдалося відкрити запрошення' }).waitFor();
  await look(other, 'sign-up-used');
});

it('the dropshipper goes through the wizard, with the plan of the site chosen already', async () => {
  const { page } = seller;
  const next = page.getByRole('button', { name: 'Далі' });
  await follow(page, await mailbox.linkTo(SELLER));
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Створити обліковий запис' }).click();
  await page.waitForURL('**/cp/onboarding?path=dropshipper');
  // he said so when he asked for access
  await expect.poll(() => page.getByRole('radio', { name: /Я дропшипер/ }).isChecked()).toBe(true);
  await next.click();
  await page.getByRole('textbox', { name: /^Юридична назва/ }).fill('ФОП Шевчук Оксана Іванівна');
  await page.getByRole('textbox', { name: /^Телефон/ }).fill('0501234567');
  await page.getByRole('textbox', { name: /^IBAN/ }).fill('UA12');
  await next.click();
  await page.getByText(/IBAN/).nth(1).waitFor();
  await page.getByRole('textbox', { name: /^IBAN/ }).fill('');
  await look(page, 'onboarding-company');
  await next.click();
  await page.waitForURL('**step=2');
  await look(page, 'onboarding-placement');
  await next.click();
  await page.waitForURL('**step=3');
  await page.getByRole('button', { name: 'Пропустити' }).click();
  await page.waitForURL('**step=4');
  await page.getByRole('button', { name: 'Обраний тариф' }).waitFor();
  await look(page, 'onboarding-plan-dropshipper');
  await next.click();
  await page.getByRole('button', { name: 'Перейти до дропшипінгу' }).click();
  await page.waitForURL((url) => ['/cp/orders', '/cp/catalogue', '/cp/products'].includes(url.pathname));
  // the choice has done its work (specification §4, Project selection)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('fw-subscription-plan'))).toBeNull();
  await visit(page, '/cp/dropshipper-profile/billing');
  await page.getByRole('button', { name: 'Обраний тариф' }).waitFor();
  await look(page, 'dropshipper-billing');
});

it('goes through the wizard as a manufacturer, also after leaving it in the middle', async () => {
  const { page } = newcomer;
  const next = page.getByRole('button', { name: 'Далі' });
  await page.waitForURL('**/cp/onboarding?path=manufacturer');
  await look(page, 'onboarding-role');
  await next.click();
  await page.getByRole('textbox', { name: /^Прізвище/ }).fill('Коваленко');
  await page.getByRole('textbox', { name: /^Телефон/ }).fill('');
  await next.click();
  await page.getByText('Обов’язкове поле').first().waitFor();
  await page.getByRole('textbox', { name: /^Телефон/ }).fill('0671234567');
  await look(page, 'onboarding-welcome');
  await next.click();
  await page.waitForURL('**/cp/onboarding?path=manufacturer&step=2');
  await page.goto('/cp');
  await page.waitForURL('**/cp/onboarding?path=manufacturer&step=2');
  await page.getByLabel('Назва проєкту').fill('Текстиль Карпат');
  await page.getByLabel('Юридична назва').fill('ФОП Коваленко Олена Петрівна');
  await page.getByLabel('Контактна особа').fill('Олена Коваленко');
  await page.getByLabel('ЄДРПОУ / РНОКПП').fill('3184710691');
  await page.getByRole('combobox', { name: 'Вид діяльності' }).click();
  await page.getByRole('option', { name: 'Одяг' }).click();
  await look(page, 'onboarding-legal');
  await next.click();
  await page.getByRole('checkbox', { name: 'Instagram' }).click();
  await look(page, 'onboarding-advertising');
  await next.click();
  await page.waitForURL('**/cp/onboarding?path=manufacturer&step=4');
  // the address is there before the step
  const choice = page.getByRole('button', { name: 'Обрати тариф' }).nth(1);
  await choice.waitFor();
  expect(await next.isDisabled()).toBe(true);
  await choice.click();
  await look(page, 'onboarding-plan');
  await next.click();
  await page.getByRole('heading', { name: 'Усе готово' }).waitFor();
  await look(page, 'onboarding-final');
  await page.getByRole('link', { name: 'Додати товари' }).click();
  await page.waitForURL('**/cp/products');
  await visit(page, '/cp/billing');
  await page.getByText('Стандарт').first().waitFor();
  await look(page, 'billing');
});

it('invites a manager', async () => {
  const { page } = newcomer;
  await page.getByRole('link', { name: 'Користувачі', exact: true }).first().click();
  await page.getByRole('button', { name: 'Запросити' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /E-mail/ }).fill(MANAGER);
  await look(page, 'invite');
  await dialog.getByRole('button', { name: /Надіслати/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(MANAGER).first().waitFor();
  await look(page, 'users');
});

it('the manager joins on a phone and sees what a manager may', async () => {
  const { page } = manager;
  await follow(page, await mailbox.linkTo(MANAGER));
  await page.waitForURL('**/cp/password**');
  await setPassword(page);
  await signIn(page, MANAGER);
  await page.waitForURL('**/cp/orders');
  await page.getByRole('button', { name: 'Меню', exact: true }).click();
  const menu = page.getByRole('dialog').getByRole('navigation');
  await menu.getByRole('link', { name: 'Замовлення' }).waitFor();
  const entries = (await menu.getByRole('link').allTextContents()).map((text) => text.replace(/\d+$/, ''));
  expect(entries).toEqual(expect.arrayContaining(['Замовлення', 'Товари', 'Контрагенти']));
  // specification §6, Sidebar items hidden by role
  for (const hidden of ['Користувачі', 'Налаштування проєкту', 'Заявки на виробництво', 'Тариф'])
    expect(entries).not.toContain(hidden);
  await page.keyboard.press('Escape');
  // what the sidebar hides the server refuses
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const project = await page.evaluate(() => localStorage.getItem('lastProjectId'));
  const answer = await page.request.patch(`${product.url}/api/projects/${project}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { project: { title: 'Мій тепер' } },
  });
  expect(answer.status()).toBe(403);
});

it('a forgotten password: the link of the letter sets another, and all sessions end', async () => {
  const { page } = manager;
  const open = await page.evaluate(() => localStorage.getItem('accessToken'));
  const reset = await openTab(browser, product.url, SIZES[0]);
  await reset.page.goto('/cp/signin?return=/cp/products');
  await reset.page.getByRole('link', { name: 'Забули пароль?' }).click();
  // whoever remembers it after all still comes where he wanted to go
  await reset.page.waitForURL(/forgot\?return=%2Fcp%2Fproducts$/);
  await look(reset.page, 'forgotten');
  const before = await mailbox.linkTo(MANAGER);
  await reset.page.getByLabel('E-mail').fill(MANAGER);
  await reset.page.getByRole('button', { name: 'Надіслати посилання' }).click();
  await reset.page.getByText('Перевірте пошту').first().waitFor();
  await expect.poll(() => mailbox.linkTo(MANAGER), { timeout: 60_000 }).not.toBe(before);
  await follow(reset.page, await mailbox.linkTo(MANAGER));
  await setPassword(reset.page, OTHER_PASSWORD);
  const answer = await page.request.get(`${product.url}/api/users/me`, {
    headers: { authorization: `Bearer ${open}` },
  });
  expect(answer.status()).toBe(401);
  await signIn(reset.page, MANAGER, OTHER_PASSWORD);
  await reset.page.waitForURL('**/cp/orders');
  await reset.close();
});

it('a second factor: set up with an app, asked for at sign-in, replaced by a recovery code', async () => {
  const { page } = newcomer;
  await visit(page, '/cp/profile/security');
  await look(page, 'security');
  await page.getByRole('button', { name: 'Увімкнути другий фактор' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=password]').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Далі' }).click();
  await dialog.getByRole('img', { name: /QR/ }).waitFor();
  await look(page, 'second-factor');
  const secret = ((await dialog.locator('code').first().textContent()) ?? '').replace(/\s/g, '');
  await dialog.getByRole('textbox', { name: /Код підтвердження/ }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Увімкнути', exact: true }).click();
  await dialog.getByText('Збережіть ці коди').waitFor();
  await look(page, 'recovery-codes');
  const recovery = (await dialog.locator('code').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Коди збережено' }).click();
  await page.getByText('Увімкнено', { exact: true }).waitFor();

  const fresh = await openTab(browser, product.url, SIZES[2]);
  await fresh.page.goto('/cp/signin');
  await signIn(fresh.page, NEWCOMER);
  const code = fresh.page.getByRole('textbox', { name: /Код підтвердження/ });
  await code.waitFor();
  await look(fresh.page, 'sign-in-code');
  await code.fill('000000');
  await fresh.page.getByRole('button', { name: 'Увійти', exact: true }).click();
  await fresh.page
    .getByText(/Код невірний/)
    .first()
    .waitFor();
  await code.fill(recovery);
  await fresh.page.getByRole('button', { name: 'Увійти', exact: true }).click();
  await fresh.page.waitForURL('**/cp/orders');
  await fresh.close();
});

it('a stranger with a supplier’s link makes an account on a phone, and applies', async () => {
  const { page } = newcomer;
  await visit(page, '/cp/counterparties/applications/links');
  await page.getByRole('button', { name: 'Нове посилання' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Назва').fill('Виставка у Львові');
  await dialog.getByLabel('Знижка').fill('7');
  await dialog.getByRole('button', { name: 'Створити посилання', exact: true }).click();
  await page.getByRole('img', { name: /QR/ }).waitFor();
  await look(page, 'join-link');
  const link =
    (await page
      .getByText(/\/cp\/join\//)
      .first()
      .textContent()) ?? '';

  const stranger = await openTab(browser, product.url, SIZES[2]);
  const { page: phone } = stranger;
  await follow(phone, link);
  await phone.getByRole('heading', { name: /запрошує до співпраці/ }).waitFor();
  await look(phone, 'invited');
  await phone.getByRole('link', { name: 'Зареєструватися і подати заявку' }).click();
  await phone.getByLabel('Ім’я та прізвище').fill('Ніна Савчук');
  await phone.getByLabel('E-mail').fill(STRANGER);
  await phone.locator('input[type=password]').fill(PASSWORD);
  await phone.getByRole('button', { name: 'Створити обліковий запис' }).click();
  await phone.getByText(/прийде лист/).waitFor();
  await follow(phone, await mailbox.linkTo(STRANGER));
  await phone.getByRole('link', { name: 'Увійти' }).click();
  await signIn(phone, STRANGER);
  await phone.getByLabel('Розкажіть про себе').fill('Продаю рушники на ярмарках');
  await phone.getByLabel('Телефон').fill('0671112233');
  await phone.getByRole('checkbox').check();
  await phone.getByRole('button', { name: 'Подати заявку', exact: true }).click();
  await phone.getByText('Заявка чекає на рішення').waitFor();
  await look(phone, 'applied');
  expect(stranger.problems).toEqual([]);
  await stranger.close();

  await visit(page, '/cp/counterparties/applications');
  await page.getByRole('link', { name: 'Ніна Савчук' }).first().click();
  await page.getByText('Виставка у Львові').first().waitFor();
  await page.getByRole('button', { name: 'Схвалити', exact: true }).first().click();
  expect(await dialog.getByLabel('Знижка').inputValue()).toMatch(/^7/);
});

it('no page had an error on its console', () => {
  for (const { problems } of [operator, newcomer, manager, seller]) expect(problems).toEqual([]);
});
