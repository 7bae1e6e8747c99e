import { type Browser, type Page, request } from 'playwright-core';
import { axe, COLOUR_RULES } from './axe';
import { openTab, SIZES, settled, type Tab } from './browser';
import type { Product } from './product';

const [DESKTOP, TABLET, PHONE] = SIZES;

/**
 * A tab of somebody of the demo: `supplier`, `manager`, `dropshipper`, `operator`; signed in without the form.
 * @param at where the journey begins: to load another page first costs more than the sign-in
 */
export async function signedInAs(browser: Browser, product: Product, name: string, at = '/cp/'): Promise<Tab> {
  const visitor = await request.newContext({ baseURL: product.url });
  const credentials = { email: `${name}@demo.lanka.test`, password: 'lanka-demo' };
  const answer = await visitor.post('/api/auth/token', { data: credentials });
  if (!answer.ok()) throw new Error(`${name} was not signed in: ${answer.status()} ${await answer.text()}`);
  const { access_token } = (await answer.json()) as { access_token: string };
  const { cookies } = await visitor.storageState();
  await visitor.dispose();
  const kept = [{ origin: product.url, localStorage: [{ name: 'accessToken', value: access_token }] }];
  const tab = await openTab(browser, product.url, DESKTOP, { cookies, origins: kept });
  const { page } = tab;
  await page.goto(at);
  await page.locator('.sidebar a').first().waitFor();
  return tab;
}

/** Calls the API of the demo's project as whom the page is signed in; with a body by POST. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test expects of it
export const call = (page: Page, path: string, body?: object): Promise<any> =>
  page.evaluate(
    async ([to, given]) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        ...(given ? { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() } : {}),
      };
      const post = given ? { method: 'POST', body: JSON.stringify(given) } : {};
      const answer = await fetch(`/api/projects/tekstyl-plius/${to}`, { headers, ...post });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
    [path, body] as const,
  );

/** An order of a counterparty (of this one) for these goods, as somebody in the office makes it and leads it on. */
export async function orderOf(
  page: Page,
  sku: string,
  count: number,
  moves: readonly string[] = [],
  of?: string,
): Promise<{ order: string; number: number }> {
  const variant = (await call(page, `product_variants/all_records?q=${sku}&limit=1`)).items[0];
  const parties: { id: string; name: string; own_sales: boolean }[] = (await call(page, 'counterparties?limit=20'))
    .items;
  const { id: order, number } = await call(page, 'orders', {
    counterparty_id: parties.find(({ name, own_sales }) => (of ? name === of : !own_sales))?.id,
    send: true,
    items: [{ product_variant_id: variant.id, count }],
    customer: { name: 'Іваненко Ірина', phone: '0671234567' },
    delivery: {
      operator: 'nova_poshta',
      recipient_name: 'Іваненко Ірина',
      recipient_phone: '0671234567',
      address: 'Львів, відділення 1',
    },
  });
  for (const to of moves) await call(page, `orders/${order}/moves`, { to });
  return { order, number };
}

/** In the form of a new order over its goods, which are chosen, to the customer; two presses at once lead one step on. */
export async function overGoods(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Далі' });
  await next.click();
  await page
    .getByRole('textbox', { name: /^Кількість/ })
    .first()
    .waitFor();
  await next.click();
}

/** Waits until the page stands: its heading is there, nothing loads. */
export async function standing(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await settled(page);
}

/**
 * What is asked there waits until it is let go by the function that is answered, which waits until something is asked:
 * a journey that names an address of which nothing is asked holds nothing, and would be green. The handler stays until
 * the page is closed: a request that is on its way while the last handler of a page goes may never be answered (one in
 * twelve of 1,000, measured).
 */
export async function late(page: Page, url: string | RegExp, method = 'GET'): Promise<() => Promise<void>> {
  let give = () => {};
  let isAsked = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      isAsked();
      await given;
    }
    await route.fallback();
  });
  return async () => {
    await asked;
    give();
  };
}

/** There is more of the page than its width shows. */
export const sideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth') as Promise<boolean>;

/** Words on cards that lie over others: of each pair the two. What an ellipsis cuts off lies nowhere. */
export const overlapping = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.card-row')].flatMap((card) => {
    const shown = [];
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const cuts = [];
      for (let up = node.parentElement; up !== card; up = up.parentElement)
        if (getComputedStyle(up).overflow !== 'visible') cuts.push(up.getBoundingClientRect());
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const all = [box, ...cuts];
        const [left, top] = [Math.max(...all.map((one) => one.left)), Math.max(...all.map((one) => one.top))];
        const [right, bottom] = [Math.min(...all.map((one) => one.right)), Math.min(...all.map((one) => one.bottom))];
        if (node.data.trim() && right - left > 1 && bottom - top > 1)
          shown.push({ node, left, top, right, bottom });
      }
    }
    const over = (a, b) =>
      a.node !== b.node &&
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      // lines that stand close touch a little: their letters do not
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top);
    return shown.flatMap((a, at) =>
      shown.slice(at + 1).filter((b) => over(a, b)).map((b) => '«' + a.node.data + '» lies over «' + b.node.data + '»'),
    );
  })`) as Promise<string[]>;

/**
 * Loads the product anew at this page.
 * @param before what is done before that
 */
export async function load(page: Page, path: string, before?: () => Promise<void>): Promise<void> {
  await before?.();
  await page.goto(path);
  await standing(page);
}

const NOWHERE = '/cp/not-a-page';
const NO_SUCH_PAGE = /^(Сторінку не знайдено|Page not found)$/;

/**
 * Goes to a page as its link would: the product stays loaded, and axe with it, which halves what a look costs. The way
 * leads over a page that is not there, so that no heading of the page before is taken for the new one's.
 * @param between what is done on that page: there is least of it to be drawn anew
 */
export async function visit(page: Page, path: string, between?: () => Promise<void>): Promise<void> {
  const heading = page.locator('h1');
  const follow = (to: string) =>
    page.evaluate(`history.pushState({}, '', ${JSON.stringify(to)}); dispatchEvent(new PopStateEvent('popstate'))`);
  await follow(NOWHERE);
  await heading.filter({ hasText: NO_SUCH_PAGE }).waitFor();
  await between?.();
  await follow(path);
  if (path !== NOWHERE) await heading.filter({ hasNotText: NO_SUCH_PAGE }).first().waitFor();
  await standing(page);
}

/** Closes the notifications that stand, so that none of them is taken for the next of the same words. */
export async function dismissToasts(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('.mantine-Notification-closeButton').forEach((one) => one.click())`);
  await page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' });
}

/** Opens a page on a desktop, in light: what is wrong with its title, its heading and its width. */
export async function opened(page: Page, path: string, go = visit): Promise<string[]> {
  await go(page, path, async () => {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });
  const title = await page.title();
  const isWide = await sideways(page);
  return [
    ...(isWide ? [`${path}: scrolls sideways on a desktop`] : []),
    ...(/.+ – Ланка$/.test(title) ? [] : [`${path}: the title is «${title}»`]),
    ...((await page.locator('h1').count()) === 1 ? [] : [`${path}: not one heading of the first level`]),
  ];
}

/**
 * What is wrong with a page, in light and dark, wide and narrow; each finding with where it was.
 * @param within of the page what axe looks at: `main` where another look has taken in what stands around it
 */
export async function faultsOf(page: Page, path: string, go = visit, within = 'body'): Promise<string[]> {
  const faults = await opened(page, path, go);
  const note = (at: string, found: readonly string[]) => faults.push(...found.map((one) => `${path}, ${at}: ${one}`));
  note('light', await axe(page, { within }));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
  await settled(page);
  // what colours decide; all the rest of the dark page is looked at on the phone
  note('dark', await axe(page, { within, only: COLOUR_RULES }));
  await page.setViewportSize(TABLET);
  await settled(page);
  if (await sideways(page)) faults.push(`${path}: scrolls sideways on a tablet`);
  await page.setViewportSize(PHONE);
  await settled(page);
  note('phone, dark', await axe(page, { within }));
  if (await sideways(page)) faults.push(`${path}: scrolls sideways on a phone`);
  return faults;
}
