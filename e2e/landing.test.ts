import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, COLOUR_RULES } from './kit/axe';
import { closeTabs, openTab, screenshots, sharedBrowser, type Tab } from './kit/browser';
import { startDemo } from './kit/demo';
import type { Product } from './kit/product';

/**
 * The public site of the built product, as a visitor, a search engine and an operator meet it.
 * Slices: site.
 */
let product: Product;
let browser: Browser;
let collector: Server;
/** Events that the own analytics address has got. */
const heard: { event: string; category: string; action: string; label: string; path: string }[] = [];

beforeAll(async () => {
  collector = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (request.method === 'POST') heard.push(JSON.parse(body));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  product = await startDemo({
    ANALYTICS_URL: `http://127.0.0.1:${port}/events`,
    GOOGLE_TAG_ID: 'G-TEST12345',
  });
  browser = await sharedBrowser();
});
afterAll(async () => {
  if (browser) await closeTabs(browser);
  await product?.stop();
  collector?.close();
});

const ready = (page: Page) => page.waitForSelector('html[data-ready]', { state: 'attached' });

/** A new visitor on a page, with every address outside the product that the page asks for. */
async function visit(path: string, before?: (page: Page) => Promise<void>): Promise<Tab & { outside: string[] }> {
  const tab = await openTab(browser, product.url);
  const outside: string[] = [];
  await tab.page.route(/^https:/, (route) => {
    outside.push(route.request().url());
    return route.fulfill({ status: 200, contentType: 'text/javascript', body: '' });
  });
  await before?.(tab.page);
  await tab.page.goto(path);
  await ready(tab.page);
  return Object.assign(tab, { outside });
}

const english = async (page: Page): Promise<void> => {
  await page.addInitScript("localStorage.setItem('locale', 'en')");
};
const html = async (path: string) => (await fetch(product.url + path)).text();

describe('what needs no script', () => {
  it('all sections, contacts and prices stand in the HTML', async () => {
    const page = await html('/');
    for (const part of [
      'id="about"',
      'id="advantages"',
      'id="features"',
      'id="price"',
      '<h1>',
      '379 ₴',
      'tel:+380440000000',
    ])
      expect(page).toContain(part);
    expect(page).not.toMatch(/%[A-Z_]+%/);
    expect(await html('/price')).toContain('За домовленістю');
  });

  it('search engines get titles, addresses and facts', async () => {
    const page = await html('/');
    expect(page).toMatch(/<title>Ланка — [^<]+<\/title>/);
    expect(page).toContain(`<link rel="canonical" href="${product.url}/"/>`);
    expect(page).toContain(`property="og:image" content="${product.url}/share.png"`);
    expect((await fetch(`${product.url}/share.png`)).headers.get('content-type')).toBe('image/png');
    const facts = JSON.parse(/ld\+json">(.+?)<\/script>/.exec(page)?.[1] ?? '');
    expect(facts).toMatchObject({ '@type': 'SoftwareApplication', url: `${product.url}/` });
    expect(await html('/sitemap.xml')).toContain(`<loc>${product.url}/price</loc>`);
    expect(await html('/robots.txt')).toContain(`Sitemap: ${product.url}/sitemap.xml`);
    expect(await html('/robots.txt')).toContain(`Sitemap: ${product.url}/s/sitemap.xml`);
    expect(await html('/s/sitemap.xml')).toContain('<urlset');
  });

  it('an unknown address is a page with 404, an unknown file is not', async () => {
    const page = await fetch(`${product.url}/nowhere`);
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('Такої сторінки немає')]);
    const file = await fetch(`${product.url}/assets/old.js`);
    expect([file.status, file.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
  });

  it('the policies are PDF in both languages', async () => {
    for (const policy of ['privacy', 'terms', 'cookies']) {
      for (const locale of ['ua', 'en']) {
        const file = await fetch(`${product.url}/policies/${policy}-${locale}.pdf`);
        expect([policy, locale, (await file.text()).slice(0, 5)]).toEqual([policy, locale, '%PDF-']);
      }
    }
  });
});

describe('every page', () => {
  const pages = [
    ['landing', '/'],
    ['landing-dropshipper', '/?dropshipper=true'],
    ['price', '/price'],
    ['missing', '/nowhere'],
  ] as const;
  it.each(pages)('%s: nothing hinders anybody, in any size, light and dark, in both languages', async (name, path) => {
    for (const locale of ['ua', 'en']) {
      const tab = await visit(path, locale === 'en' ? english : undefined);
      // English is drawn anew, after the page is ready
      await expect.poll(() => tab.page.getAttribute('html', 'lang')).toBe(locale === 'en' ? 'en' : 'uk');
      if (path.startsWith('/?') || path === '/') await tab.page.locator('.cookies').waitFor();
      await screenshots(tab.page, `${name}-${locale}`, async (at) => {
        expect(await axe(tab.page, at.endsWith('light') ? {} : { only: COLOUR_RULES }), at).toEqual([]);
        expect(await tab.page.evaluate('document.documentElement.scrollWidth - innerWidth'), at).toBeLessThanOrEqual(0);
      });
      expect(tab.problems).toEqual([]);
      await tab.close();
    }
  });
});

describe('the landing page', () => {
  it('switches the audience in the address and the language for good', async () => {
    const tab = await visit('/');
    const storage = async (words: string) =>
      (await tab.page.locator('#price .plan li').filter({ hasText: words }).allInnerTexts()).map((one) =>
        one.replace(/\s/g, ' '),
      );
    expect(await storage('для файлів')).toEqual(['1 ГБ для файлів', '3 ГБ для файлів', '10 ГБ для файлів']);
    await tab.page.getByRole('button', { name: 'Дропшиперам' }).first().click();
    await expect.poll(() => new URL(tab.page.url()).search).toBe('?dropshipper=true');
    await expect
      .poll(() => tab.page.locator('#price .plan h3').allTextContents())
      .toEqual(['За запрошенням', 'Стандарт', 'Бізнес']);
    expect(await tab.page.locator('.slider-cards li').count()).toBe(7);
    await tab.page.getByRole('button', { name: 'English' }).click();
    await expect
      .poll(() => storage('for your own files'))
      .toEqual(['100 MB for your own files', '1 GB for your own files', '3 GB for your own files']);
    await tab.page.reload();
    await ready(tab.page);
    await expect.poll(() => tab.page.title()).toContain('Lanka');
    await tab.close();
  });

  it('moves by itself, and stands once a card is chosen', async () => {
    const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'no-preference' });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto('/');
    await ready(page);
    const title = () => page.locator('h1').textContent();
    const first = await title();
    await page.clock.runFor(10_500);
    await expect.poll(title).not.toBe(first);
    await page.locator('.slider').scrollIntoViewIfNeeded();
    const chosen = () => page.locator('.slider-cards [aria-pressed=true] .slider-number').textContent();
    // the observer tells a moment later; then every five seconds the next one
    await expect
      .poll(async () => {
        await page.clock.runFor(2_500);
        return chosen();
      })
      .toBe('2');
    await page.locator('.slider-cards button').nth(4).click();
    await page.clock.runFor(30_000);
    expect(await chosen()).toBe('5');
    await context.close();
  });

  it('remembers the plan, asks for access with it, and the operator gets the request', async () => {
    const tab = await visit('/?dropshipper=true');
    const { page } = tab;
    await page.locator('.cookies').getByRole('button', { name: 'Відхилити' }).click();
    await page.getByRole('link', { name: 'Обрати тариф: Стандарт' }).click();
    expect(await page.evaluate("localStorage.getItem('fw-subscription-plan')")).toBe('dropshipper-standard-monthly');
    const modal = page.getByRole('dialog');
    expect(await modal.getByLabel('Тариф').inputValue()).toBe('dropshipper-standard-monthly');
    // a finger hits each of its fields
    for (const label of ['E-mail', 'Тариф'])
      expect((await modal.getByLabel(label).boundingBox())?.height).toBeGreaterThan(44);
    await modal.getByRole('button', { name: 'Надіслати' }).click();
    await expect
      .poll(() => modal.locator('.field-error').allTextContents())
      .toEqual(['Заповніть це поле', 'Заповніть це поле', 'Без згоди ми не можемо відповісти']);
    expect(await axe(page)).toEqual([]);
    await modal.getByLabel('Ім’я').fill('Світлана Коваль');
    await modal.getByLabel('E-mail').fill('svitlana@example.com');
    await modal.getByLabel('Телефон').fill('067 123 45 67');
    await modal.getByLabel('Місто').selectOption('Львів');
    await modal.getByRole('checkbox').check();
    const sent = page.waitForRequest('**/api/site/access_requests');
    await modal.getByRole('button', { name: 'Надіслати' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      audience: 'dropshipper',
      subscription_plan: 'dropshipper-standard-monthly',
      phone_number: '380671234567',
      region: 'Львів',
    });
    await page.getByText('Запит надіслано').waitFor();
    expect(await modal.count()).toBe(0);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  it('refuses a wrong contact, sends a right one, and says so when sending fails', async () => {
    const tab = await visit('/');
    const { page } = tab;
    await page.locator('.cookies').getByRole('button', { name: 'Не зараз' }).click();
    const open = () => page.getByRole('link', { name: 'Дізнатися більше' }).click();
    const modal = page.getByRole('dialog');
    await open();
    await modal.getByLabel('Ім’я').fill('Олег');
    await modal.getByLabel('E-mail або телефон').fill('олег');
    await modal.getByRole('button', { name: 'Надіслати' }).click();
    await page.getByText('Перевірте e-mail або телефон').waitFor();
    await modal.getByText('Неправильний e-mail або телефон').waitFor();
    await modal.getByLabel('E-mail або телефон').fill('0671234567');
    await page.route('**/api/request_forms', (route) => route.abort(), { times: 1 });
    await modal.getByRole('button', { name: 'Надіслати' }).click();
    await page.getByText('Сталася невідома помилка').waitFor();
    await modal.getByRole('button', { name: 'Надіслати' }).click();
    await page.getByText('Повідомлення надіслано').waitFor();
    await open();
    expect(await modal.getByLabel('Ім’я').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(() => modal.count()).toBe(0);
    await tab.close();
  });

  it('opens the request for access by its address', async () => {
    const tab = await visit('/?access=request');
    await tab.page.getByRole('dialog', { name: 'Запит на доступ' }).waitFor();
    expect(new URL(tab.page.url()).search).toBe('');
    await tab.close();
  });
});

describe('consent', () => {
  const banner = (page: Page) => page.locator('.cookies');
  const scrollDown = (page: Page) => page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  /** Loads the page anew, and lets the time go by after which the banner comes where it comes by itself. */
  const reloadPastBanner = async (page: Page) => {
    await page.clock.install();
    // asked for when all of the page runs, the banner's clock with it
    const isRunning = page.waitForRequest('**/api/site/plan_prices');
    await page.reload();
    await isRunning;
    await page.clock.runFor(1_000);
  };

  it.each(['Відхилити', 'Не зараз', 'Закрити без вибору'])('«%s»: nothing is loaded or sent', async (choice) => {
    heard.length = 0;
    const tab = await visit('/');
    await banner(tab.page).waitFor();
    await scrollDown(tab.page);
    await banner(tab.page).getByRole('button', { name: choice }).click();
    await tab.page.getByRole('button', { name: 'Дропшиперам' }).first().click();
    await tab.page.goto('/price');
    await ready(tab.page);
    // a question to the server after all that: what was to be sent has been sent by then
    await tab.page.evaluate("fetch('/api/site/options').then((answer) => answer.text())");
    expect([tab.outside, heard]).toEqual([[], []]);
    const stored = await tab.page.evaluate("localStorage.getItem('consent-analytics')");
    expect(stored).toBe(choice === 'Відхилити' ? 'denied' : null);
    await tab.page.goto('/');
    await ready(tab.page);
    if (choice === 'Закрити без вибору') await banner(tab.page).waitFor();
    await tab.close();
  });

  it('granted: the page, clicks and the depth of scrolling are told to both providers', async () => {
    heard.length = 0;
    const tab = await visit('/');
    // the platform's own count: of which kind of page, and of what there
    const counted: unknown[] = [];
    tab.page.on('request', (request) => {
      if (request.url().endsWith('/api/site/events')) counted.push(request.postDataJSON());
    });
    await banner(tab.page).getByRole('button', { name: 'Дозволити все' }).click();
    await expect.poll(() => heard.map(({ event }) => event)).toContain('page_view');
    await expect.poll(() => tab.outside).toEqual([expect.stringContaining('gtag/js?id=G-TEST12345')]);
    const commands = await tab.page.evaluate('dataLayer.map((command) => [...command].slice(0, 2).join(" "))');
    expect((commands as string[]).slice(0, 2)).toEqual(['consent default', 'consent update']);
    await scrollDown(tab.page);
    // both leave at once, and either may come first
    await expect
      .poll(() =>
        heard
          .filter(({ event }) => event === 'scroll')
          .map(({ label }) => label)
          .sort(),
      )
      .toEqual(['50', '90']);
    await tab.page.getByRole('link', { name: 'Дізнатися більше' }).click();
    await expect
      .poll(() => heard.find(({ event }) => event === 'click'))
      .toMatchObject({ action: 'open', label: 'contact' });
    await expect
      .poll(() => counted)
      .toEqual(
        [
          ['visit', ''],
          ['page_view', ''],
          ['scroll', '50'],
          ['scroll', '90'],
          ['click', 'open:contact'],
        ].map(([event, label]) => ({ event, page: '/', label })),
      );
    expect(tab.problems).toEqual([]);
    await reloadPastBanner(tab.page);
    expect(await banner(tab.page).count()).toBe(0);
    await tab.close();
  });

  /** Leaves the wizard in the middle by going elsewhere, with this choice about statistics; what was heard of it. */
  async function leaveWizard(choice: 'granted' | 'denied'): Promise<string[]> {
    heard.length = 0;
    const tab = await openTab(browser, product.url);
    const { page } = tab;
    await page.route(/^https:/, (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: '' }));
    await page.addInitScript(`localStorage.setItem('consent-analytics', '${choice}')`);
    await page.goto('/cp/signin');
    await page.getByLabel('E-mail').fill('operator@demo.lanka.test');
    await page.locator('input[type=password]').fill('lanka-demo');
    await page.getByRole('button', { name: 'Увійти', exact: true }).click();
    await page.locator('.sidebar a').first().waitFor();
    await page.goto('/cp/onboarding?path=dropshipper&step=1');
    await page.getByRole('button', { name: 'Далі' }).waitFor();
    if (choice === 'granted') await expect.poll(() => heard.map(({ event }) => event)).toContain('step_view');
    await page.goto('/price');
    await ready(page);
    // the view of the next page too: it would be heard when nothing may be
    if (choice === 'granted')
      await expect
        .poll(() => heard.map(({ event, path }) => `${event} ${path}`))
        .toEqual(expect.arrayContaining(['drop_off /cp/onboarding', 'page_view /price']));
    // a question to the server after all that: what was to be sent has been sent by then
    await page.evaluate("fetch('/api/site/options').then((answer) => answer.text())");
    expect(tab.problems).toEqual([]);
    await tab.close();
    return heard
      .filter(({ event }) => event === 'drop_off')
      .map((one) => [one.category, one.label, one.path].join(' '));
  }

  it('leaving the wizard in the middle is told as a drop-off, once, and with consent only', async () => {
    expect(await leaveWizard('granted')).toEqual(['onboarding company /cp/onboarding']);
    expect(await leaveWizard('denied')).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('statistics alone: the tag hears that advertising stays denied', async () => {
    const tab = await visit('/price');
    await reloadPastBanner(tab.page);
    expect(await banner(tab.page).count()).toBe(0);
    await tab.page.getByRole('button', { name: 'Налаштування cookies' }).click();
    await tab.page.getByLabel('Статистика').check();
    await tab.page.getByRole('button', { name: 'Зберегти вибір' }).click();
    await expect.poll(() => tab.outside.length).toBe(1);
    const update = await tab.page.evaluate('dataLayer.find((command) => command[1] === "update")[2]');
    expect(update).toMatchObject({ analytics_storage: 'granted', ad_storage: 'denied' });
    await tab.close();
  });
});
