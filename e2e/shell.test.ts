import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe, COLOUR_RULES } from './kit/axe';
import { openTab, SIZES, settled, type Tab } from './kit/browser';
import { openDemo } from './kit/demo';
import { loaded } from './kit/loaded';
import { standing, visit } from './kit/pages';

/**
 * What opens on top of the pages of the signed-in part, the wizard, English, and what maintenance shows, with the demo's
 * data; the pages themselves: pages.test.ts.
 * Slices: demo, shell.
 */
const demo = openDemo({ USER_LOCALES: 'ua,en' });

const [DESKTOP, , PHONE] = SIZES;

/** An element, as a page has it. */
interface Named {
  readonly textContent: string;
  closest(selector: string): unknown;
  cloneNode(deep: boolean): Named;
  querySelectorAll(selector: string): Iterable<{ remove(): void }>;
}

const signedIn = (name: string, at?: string): Promise<Tab> => demo.signedInAs(name, at);

/** What opens over a page; each is opened, looked at in both schemes and closed with Esc. */
describe('what opens over a page', () => {
  /**
   * axe on whatever stands there now: all of it in the dark, in the light what colours decide. The page behind an
   * overlay has its light colours looked at without it (pages.test.ts).
   */
  async function bothSchemes(page: Page, what: string, over = 'body'): Promise<string[]> {
    const faults: string[] = [];
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
      await settled(page);
      const found = await axe(page, colorScheme === 'dark' ? {} : { within: over, only: COLOUR_RULES });
      faults.push(...found.map((one) => `${what}, ${colorScheme}: ${one}`));
    }
    return faults;
  }

  it('on a wide screen hinders nobody and closes with Esc', async () => {
    const tab = await signedIn('supplier', '/cp/orders');
    const { page } = tab;
    const faults: string[] = [];
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
      faults.push(...(await bothSchemes(page, what, '[role=dialog]')));
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
    const tab = await signedIn('supplier', '/cp/orders');
    const { page } = tab;
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
    const tab = await signedIn('supplier', '/cp/products');
    const { page } = tab;
    await page.setViewportSize(PHONE);
    await standing(page);
    const faults: string[] = [];
    for (const name of ['Меню', 'Проєкт', 'Профіль']) {
      await page.locator('.bottom-bar').getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      faults.push(...(await bothSchemes(page, name, '[role=dialog]')));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect([...faults, ...tab.problems]).toEqual([]);
    await tab.close();
  });

  it('the button back to the top appears after 1500 px', async () => {
    const tab = await signedIn('supplier', '/cp/orders');
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 600 });
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
    await visit(page, '/cp/onboarding?path=dropshipper&step=1');
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
    const me = (await (await fetch(`${demo.product.url}/api/users/me`, { headers })).json()) as { id: string };
    const changed = await fetch(`${demo.product.url}/api/users/${me.id}`, {
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
      await visit(page, path);
      if (!(await page.title()).endsWith(' – Lanka')) left.push(`${path}: ${await page.title()}`);
      // headings, buttons, labels and tabs are the product's own words; cells, names and additional fields are data
      const words = (await page
        .locator('h1, h2, th, label, .sidebar-label, [role=tab], main button, main [role=note]')
        .evaluateAll((all) =>
          (all as unknown as Named[])
            .filter((one) => !one.closest('.named-by-project'))
            .map((one) => {
              const own = one.cloneNode(true);
              for (const named of own.querySelectorAll('.named-by-project')) named.remove();
              return own.textContent;
            }),
        )) as string[];
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
    const [operator, other] = await Promise.all([
      signedIn('operator', '/cp/operator/maintenance'),
      signedIn('manager'),
    ]);
    const { page } = operator;
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
      const found = await axe(other.page, colorScheme === 'light' ? {} : { only: COLOUR_RULES });
      faults.push(...found.map((one) => `maintenance, ${colorScheme}: ${one}`));
    }
    const visitor = await openTab(demo.browser, demo.product.url, DESKTOP);
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

/** Specification of the work: scripts and styles, in compressed bytes. */
const FIRST_LOAD_BYTES = 250_000;

const sum = (files: [string, number][]) => files.reduce((bytes, [, more]) => bytes + more, 0);

it('the first load, up to the painted list of orders, is at most 250 kB', async () => {
  const tab = await openTab(demo.browser, demo.product.url);
  await tab.page.goto('/cp/signin');
  await tab.page.getByLabel('E-mail').fill('supplier@demo.lanka.test');
  await tab.page.locator('input[type=password]').fill('lanka-demo');
  await tab.page.getByRole('button', { name: 'Увійти', exact: true }).click();
  await tab.page.locator('.sidebar').waitFor();
  // when the first order stands on the screen; what is asked for later is no part of the first load
  await tab.page.addInitScript(
    `new MutationObserver((_, watch) => {
      if (!document.querySelector('main a[href^="/cp/orders/"] .figures')) return;
      watch.disconnect();
      window.paintedAt = performance.now();
    }).observe(document, { childList: true, subtree: true })`,
  );
  await tab.page.goto('/cp/orders');
  await expect.poll(() => tab.page.evaluate('window.paintedAt')).toBeTypeOf('number');
  const scripts = await loaded(tab.page, 'js');
  const styles = await loaded(tab.page, 'css');
  console.info(`The first load: scripts ${sum(scripts)} bytes in ${scripts.length} files, styles ${sum(styles)} bytes`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(styles.length).toBeGreaterThan(0);
  expect(sum(scripts) + sum(styles)).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
  await tab.close();
});
