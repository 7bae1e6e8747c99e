import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from './kit/axe';
import { launch, openTab, SIZES, settled, type Tab } from './kit/browser';
import { type Product, startProduct } from './kit/product';

/**
 * Every page of the signed-in part with the demo's data, as each kind of person sees it: light and dark, at desktop and
 * phone size, and what opens on top of a page.
 * Slices: demo, shell.
 */
let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ demo: true, env: { USER_LOCALES: 'ua,en' } }), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const [DESKTOP, , PHONE] = SIZES;

async function signedIn(name: string): Promise<Tab> {
  const tab = await openTab(browser, product.url, DESKTOP);
  const { page } = tab;
  page.setDefaultTimeout(15_000);
  await page.goto('/cp/signin');
  await page.getByLabel('E-mail').fill(`${name}@demo.lanka.test`);
  await page.locator('input[type=password]').fill('lanka-demo');
  await page.getByRole('button', { name: 'Увійти', exact: true }).click();
  await page.locator('.sidebar a').first().waitFor();
  return tab;
}

/** Waits until the page stands: its heading is there, nothing loads. */
async function standing(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await settled(page);
}

const sideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth') as Promise<boolean>;

/** What is wrong with a page, in light and dark, wide and narrow; each finding with where it was. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const faults: string[] = [];
  const note = (at: string, found: readonly string[]) => faults.push(...found.map((one) => `${path}, ${at}: ${one}`));
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(path);
  await standing(page);
  const title = await page.title();
  if (!/.+ – Ланка$/.test(title)) faults.push(`${path}: the title is «${title}»`);
  if ((await page.locator('h1').count()) !== 1) faults.push(`${path}: not one heading of the first level`);
  note('light', await axe(page));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
  await settled(page);
  note('dark', await axe(page));
  await page.setViewportSize(PHONE);
  await settled(page);
  note('phone, dark', await axe(page));
  if (await sideways(page)) faults.push(`${path}: scrolls sideways on a phone`);
  return faults;
}

const SETTINGS = ['', '/payments', '/address', '/catalogue'].map((tab) => `/cp/settings${tab}`);
const USERS = ['/managers', '/admins', '/staff', '/applications'].map((tab) => `/cp/users${tab}`);
const PROFILE = ['', '/security', '/support'].map((tab) => `/cp/profile${tab}`);
const OPERATOR = ['/requests', '/users', '/projects', '/messages', '/actions', '/maintenance'].map(
  (tab) => `/cp/operator${tab}`,
);

/** Pages beyond the sidebar, and lists whose first row is opened too. */
const PEOPLE: readonly { name: string; also: readonly string[]; rows: readonly string[] }[] = [
  {
    name: 'supplier',
    also: [
      ...SETTINGS,
      ...USERS,
      ...PROFILE,
      '/cp/products/new',
      '/cp/orders/new',
      '/cp/counterparties/new',
      '/cp/manufacture_requests/new',
      '/cp/promotions/new',
      '/cp/payments/records',
      '/cp/payments/accounts',
      '/cp/payments/dropshippers',
      '/cp/billing/billing',
      '/cp/letters',
      '/cp/outbox',
      '/cp/not-a-page',
    ],
    rows: [
      '/cp/products',
      '/cp/orders',
      '/cp/counterparties',
      '/cp/manufacture_requests',
      '/cp/promotions',
      '/cp/users',
    ],
  },
  { name: 'manager', also: ['/cp/settings'], rows: [] },
  {
    name: 'dropshipper',
    also: ['/cp/payments/records', '/cp/orders/new', '/cp/new-project', '/cp/dropshipper-onboarding'],
    rows: ['/cp/orders'],
  },
  { name: 'operator', also: OPERATOR, rows: ['/cp/operator/users', '/cp/operator/projects'] },
];

describe('every page', () => {
  it.each(PEOPLE)('of the $name hinders nobody', async ({ name, also, rows }) => {
    const tab = await signedIn(name);
    const { page } = tab;
    const links = (await page
      .locator('.sidebar a')
      .evaluateAll((all) => all.map((one) => (one as unknown as { pathname: string }).pathname))) as string[];
    const paths = new Set([...links, ...also]);
    for (const list of rows) {
      await page.goto(list);
      await standing(page);
      const first = page.locator('main a[href^="/cp/"]').filter({ visible: true });
      const found = (await first.evaluateAll((all) =>
        all.map((one) => (one as unknown as { pathname: string }).pathname),
      )) as string[];
      const row = found.find((path) => path.startsWith(`${list}/`) && /[0-9a-f]{8}-/.test(path));
      expect(row, `${list} has a row to open`).toBeDefined();
      if (row) paths.add(row);
    }
    const faults: string[] = [];
    for (const path of paths) faults.push(...(await faultsOf(page, path)));
    expect([...faults, ...tab.problems]).toEqual([]);
    await tab.close();
  });

  it('before signing in hinders nobody', async () => {
    const tab = await openTab(browser, product.url, DESKTOP);
    const paths = ['/cp/signin', '/cp/signup', '/cp/forgot', '/cp/password?token=x', '/cp/email?token=x'];
    const faults: string[] = [];
    for (const path of [...paths, '/cp/invitations/accept']) faults.push(...(await faultsOf(tab.page, path)));
    expect([...faults, ...tab.problems]).toEqual([]);
    await tab.close();
  });
});

/** What opens over a page; each is opened, looked at in both schemes and closed with Esc. */
describe('what opens over a page', () => {
  /** axe in light and dark on whatever stands there now. */
  async function bothSchemes(page: Page, what: string): Promise<string[]> {
    const faults: string[] = [];
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
      await settled(page);
      faults.push(...(await axe(page)).map((one) => `${what}, ${colorScheme}: ${one}`));
    }
    return faults;
  }

  it('on a wide screen hinders nobody and closes with Esc', async () => {
    const tab = await signedIn('supplier');
    const { page } = tab;
    const faults: string[] = [];
    await page.goto('/cp/orders');
    await standing(page);
    const overlays: readonly [string, () => Promise<unknown>, () => ReturnType<Page['locator']>][] = [
      ['palette', () => page.keyboard.press('Control+k'), () => page.getByRole('dialog')],
      ['shortcuts', () => page.keyboard.press('?'), () => page.getByRole('dialog', { name: 'Гарячі клавіші' })],
      [
        'user menu',
        () => page.getByRole('button', { name: /Меню користувача/ }).click(),
        () => page.getByRole('dialog'),
      ],
      [
        'project switcher',
        () =>
          page
            .locator('.top-bar')
            .getByRole('button', { name: /Текстиль-Плюс/ })
            .click(),
        () => page.getByRole('dialog'),
      ],
      [
        'project drawer',
        () => page.locator('.sidebar').getByRole('button', { name: 'Змінити проєкт' }).click(),
        () => page.getByRole('dialog', { name: 'Змінити проєкт' }),
      ],
      [
        'feedback',
        () => page.locator('.top-bar').getByRole('button', { name: 'Зворотний зв’язок' }).click(),
        () => page.getByRole('dialog'),
      ],
      ['filters', () => page.getByRole('button', { name: /^Фільтри/ }).click(), () => page.getByRole('dialog')],
      ['view', () => page.getByRole('button', { name: 'Вигляд' }).click(), () => page.getByRole('dialog')],
    ];
    for (const [what, open, opened] of overlays) {
      await open();
      await opened().waitFor();
      faults.push(...(await bothSchemes(page, what)));
      await page.keyboard.press('Escape');
      await opened().waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: /^Фільтри/ }).click();
    await page.locator('input[placeholder="дд.мм.рррр"]').first().click();
    await page.locator('.calendar-day:not([data-hidden])').first().waitFor();
    faults.push(...(await bothSchemes(page, 'calendar')));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect([...faults, ...tab.problems]).toEqual([]);
    await tab.close();
  });

  it('the right panel of a page collapses, and stays so', async () => {
    const tab = await signedIn('supplier');
    const { page } = tab;
    await page.goto('/cp/orders');
    await standing(page);
    await page.locator('main a[href^="/cp/orders/"] .figures').first().click();
    const panel = page.locator('.page-side-content');
    await panel.waitFor();
    expect((await page.locator('.page-side').boundingBox())?.width).toBe(350);
    await page.getByRole('button', { name: 'Сховати подробиці' }).click();
    await panel.waitFor({ state: 'hidden' });
    await page.reload();
    const show = page.getByRole('button', { name: 'Показати подробиці' });
    await show.waitFor();
    await settled(page);
    expect(await panel.isVisible()).toBe(false);
    expect(await bothSchemes(page, 'collapsed')).toEqual([]);
    await show.click();
    await panel.waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  it('on a phone hinders nobody and closes with Esc', async () => {
    const tab = await signedIn('supplier');
    const { page } = tab;
    await page.setViewportSize(PHONE);
    await page.goto('/cp/products');
    await standing(page);
    const faults: string[] = [];
    for (const name of ['Меню', 'Проєкт', 'Профіль']) {
      await page.locator('.bottom-bar').getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      faults.push(...(await bothSchemes(page, name)));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect([...faults, ...tab.problems]).toEqual([]);
    await tab.close();
  });

  it('the button back to the top appears after 1500 px', async () => {
    const tab = await signedIn('supplier');
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto('/cp/orders');
    await standing(page);
    const button = page.getByRole('button', { name: 'Догори' });
    await page.mouse.wheel(0, 1400);
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThanOrEqual(1300);
    expect(await button.count()).toBe(0);
    await page.mouse.wheel(0, 400);
    await button.click();
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    await tab.close();
  });
});

describe('the wizard', () => {
  it('forgets nothing that was typed when one steps back', async () => {
    const tab = await signedIn('operator');
    const { page } = tab;
    await page.goto('/cp/onboarding?path=dropshipper&step=1');
    const name = page.getByRole('textbox', { name: /^Юридична назва/ });
    await name.fill('ФОП Ткаченко Ірина Петрівна');
    await page.getByRole('radio', { name: /^ТОВ/ }).check();
    await page.getByRole('button', { name: 'Назад' }).click();
    await page.getByRole('heading', { level: 1, name: 'Як ви працюватимете?' }).waitFor();
    await page.getByRole('button', { name: 'Далі' }).click();
    expect(await name.inputValue()).toBe('ФОП Ткаченко Ірина Петрівна');
    expect(await page.getByRole('radio', { name: /^ТОВ/ }).isChecked()).toBe(true);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});

describe('English', () => {
  it('speaks English where a deployment lets users choose, and nothing stays Ukrainian but data', async () => {
    const tab = await signedIn('manager');
    const { page } = tab;
    const headers = { authorization: `Bearer ${await page.evaluate('localStorage.accessToken')}` };
    const me = (await (await fetch(`${product.url}/api/users/me`, { headers })).json()) as { id: string };
    const changed = await fetch(`${product.url}/api/users/${me.id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ locale: 'en' }),
    });
    expect(changed.status).toBe(200);
    await page.goto('/cp/orders');
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    const links = (await page
      .locator('.sidebar a')
      .evaluateAll((all) => all.map((one) => (one as unknown as { pathname: string }).pathname))) as string[];
    const left: string[] = [];
    for (const path of [
      ...links,
      '/cp/orders/new',
      '/cp/products/new',
      '/cp/profile/security',
      '/cp/profile/support',
    ]) {
      await page.goto(path);
      await standing(page);
      if (!(await page.title()).endsWith(' – Lanka')) left.push(`${path}: ${await page.title()}`);
      // headings, buttons, labels and tabs are the product's own words; cells and names are data
      const words = (await page
        .locator('h1, h2, th, label, .sidebar-label, [role=tab], main button, main [role=note]')
        .evaluateAll((all) => all.map((one) => (one as unknown as { textContent: string }).textContent))) as string[];
      left.push(
        ...words.filter((word) => /[а-яіїєґ]{3}/i.test(word.replace(/ФОП|ТОВ/g, ''))).map((word) => `${path}: ${word}`),
      );
    }
    expect([...left, ...tab.problems]).toEqual([]);
    await tab.close();
  });
});

describe('maintenance', () => {
  it('is said to whoever is signed in, in both schemes, while the operator goes on', async () => {
    const [operator, other] = await Promise.all([signedIn('operator'), signedIn('manager')]);
    const { page } = operator;
    await page.goto('/cp/operator/maintenance');
    await standing(page);
    await page.getByRole('button', { name: 'Увімкнути' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Увімкнути' }).click();
    await page.getByRole('button', { name: 'Вимкнути' }).waitFor();
    await other.page.goto('/cp/orders');
    await other.page.getByRole('heading', { name: 'Триває вдосконалення' }).waitFor();
    const faults: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await other.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(other.page);
      faults.push(...(await axe(other.page)).map((one) => `maintenance, ${colorScheme}: ${one}`));
    }
    const visitor = await openTab(browser, product.url, DESKTOP);
    const answer = await visitor.page.goto('/');
    faults.push(...(await axe(visitor.page)).map((one) => `the site under maintenance: ${one}`));
    await page.getByRole('button', { name: 'Вимкнути' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Вимкнути' }).click();
    await page.getByRole('button', { name: 'Увімкнути' }).waitFor();
    expect(answer?.status()).toBe(503);
    expect(faults).toEqual([]);
    for (const tab of [operator, other, visitor]) await tab.close();
  });
});
