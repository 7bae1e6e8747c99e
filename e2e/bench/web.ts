/**
 * `npm run bench:web`: what the browser loads and how long a person waits. Prints figures, judges nothing. Options:
 *   --products=10000 --variants=3 --orders=100000   how much data
 *   --times=15                                      how often each thing is pressed
 *   --json=FILE --keep=FOLDER                       the figures in a file; the data stay there for the next time
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launch, openTab, settled } from '../kit/browser';
import { measure } from '../kit/lighthouse';
import { type Product, startProduct } from '../kit/product';

interface Weight {
  readonly path: string;
  /** Compressed bytes, as sent, of the page's first load, and the number of files. */
  readonly scripts: number;
  readonly script_files: number;
  readonly styles: number;
  readonly fonts: number;
}

interface Press {
  readonly press: string;
  /** Milliseconds from the event to the frame that shows the new rows. */
  readonly median: number;
  readonly p95: number;
  readonly times: number;
}

const say = (line: string): void => console.log(line);
const { values: given } = parseArgs({
  options: {
    times: { type: 'string', default: '15' },
    json: { type: 'string', default: '' },
    keep: { type: 'string', default: '' },
    products: { type: 'string', default: '10000' },
    variants: { type: 'string', default: '3' },
    orders: { type: 'string', default: '100000' },
  },
});
const TIMES = Number(given.times);
const { keep } = given;
const dataDir = keep ? resolve(keep) : mkdtempSync(join(tmpdir(), 'lanka-bench-web-'));
interface Filled {
  readonly sizes: { readonly orders: number };
  readonly email: string;
  readonly password: string;
}

/** Data as the bench of the server makes them, by its own program: its code is not the browser's business. */
async function fill(): Promise<Filled> {
  const program = fileURLToPath(new URL('../../server/bench/fill.ts', import.meta.url));
  const { products, variants, orders } = given;
  const sizes = [`--products=${products}`, `--variants=${variants}`, `--orders=${orders}`];
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...sizes, `--keep=${dataDir}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter(Boolean)) {
      if (!line.startsWith('{')) say(line);
      last = line;
    }
  });
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error('the data were not made');
  return JSON.parse(last) as Filled;
}

type Person = Filled & { readonly url: string };

async function signIn(page: Page, { url, email, password }: Person): Promise<void> {
  await page.goto(`${url}/cp/signin`);
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Увійти', exact: true }).click();
  await page.locator('.sidebar a').first().waitFor({ state: 'attached' });
}

/**
 * In the page: waits for an event and then for other rows than those that stood before it, neither of them on its way;
 * two frames later the rows are on the screen.
 */
const ARM = `(type) => {
  const rows = () => [...document.querySelectorAll('tr[data-row]')].map((row) => row.textContent).join('\\n');
  const before = rows();
  window.painted = new Promise((done, failed) => {
    setTimeout(() => failed(new Error('no other rows within 30 s')), 30_000);
    addEventListener(type, ({ timeStamp: began }) => {
      const watch = new MutationObserver(() => {
        if (document.querySelector('table[aria-busy=true], main [role=status][aria-busy=true]')) return;
        const now = rows();
        if (now === '' || now === before) return;
        watch.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
      });
      watch.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    }, { capture: true, once: true });
  });
  // nobody waits for it here
  window.painted.catch(() => undefined);
}`;

async function painted(page: Page, type: 'click' | 'input', press: () => Promise<void>): Promise<number> {
  await page.evaluate(`(${ARM})(${JSON.stringify(type)})`);
  await press();
  return (await page.evaluate('window.painted')) as number;
}

/** From the press to the painted list, each time from a freshly loaded page; scripts come from the browser's cache. */
async function measurePresses(on: Browser, person: Person): Promise<Press[]> {
  const tab = await openTab(on, person.url);
  const { page } = tab;
  await signIn(page, person);
  const from = async (path: string): Promise<void> => {
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await settled(page);
  };
  const search = page.getByPlaceholder('Номер, телефон, покупець, артикул або ТТН');
  const things: [string, () => Promise<number>][] = [
    [
      '«Замовлення» in the sidebar',
      async () => {
        await from('/cp/products');
        return painted(page, 'click', () => page.locator('.sidebar a[href="/cp/orders"]').click());
      },
    ],
    [
      'the tab of a status',
      async () => {
        await from('/cp/orders');
        return painted(page, 'click', () => page.getByRole('tab', { name: /^Готове/ }).click());
      },
    ],
    ...['шевчук мар', '7919', 'SKU-77-1'].map((words): [string, () => Promise<number>] => [
      `search: ${words}`,
      async () => {
        await from('/cp/orders');
        await search.first().focus();
        return painted(page, 'input', () => page.keyboard.insertText(words));
      },
    ]),
  ];
  const found: Press[] = [];
  say(`\nfrom press to painted list, ${person.sizes.orders} orders`);
  for (const [press, once] of things) {
    await once();
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) times.push(await once());
    times.sort((a, b) => a - b);
    const at = (part: number): number =>
      Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);
    const row = { press, median: at(0.5), p95: at(0.95), times: times.length };
    found.push(row);
    say(`${press.padEnd(32)} median ${row.median} ms, p95 ${row.p95} ms of ${row.times}`);
  }
  for (const problem of tab.problems) say(`the page said: ${problem}`);
  await tab.close();
  return found;
}

/** The first load of every page of the sidebar, of one order and one product, and of what is there before sign-in. */
async function measureWeights(on: Browser, person: Person): Promise<Weight[]> {
  const tab = await openTab(on, person.url);
  const { page } = tab;
  const found: Weight[] = [];
  const weigh = async (path: string): Promise<void> => {
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await settled(page);
    const files = (await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])`,
    )) as [string, number][];
    const of = (...ends: string[]) => files.filter(([name]) => ends.some((end) => name.endsWith(end)));
    const sum = (some: [string, number][]) => some.reduce((bytes, [, more]) => bytes + more, 0);
    const row = {
      path,
      ...{ scripts: sum(of('.js')), script_files: of('.js').length },
      ...{ styles: sum(of('.css')), fonts: sum(of('.woff2', '.woff')) },
    };
    found.push(row);
    const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`.padStart(8);
    say(
      `${path.slice(0, 44).padEnd(44)} scripts ${kB(row.scripts)} in ${String(row.script_files).padStart(3)} files, styles ${kB(row.styles)}, fonts ${kB(row.fonts)}`,
    );
  };
  say('\nfirst load of each page, compressed as it is sent');
  for (const path of ['/', '/price', '/cp/signin', '/cp/signup']) await weigh(path);
  await signIn(page, person);
  const links = await page
    .locator('.sidebar a[href^="/cp"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  for (const path of new Set(links)) if (path) await weigh(path);
  for (const list of ['/cp/orders', '/cp/products']) {
    await page.goto(list);
    // its pages of other things have links too
    await page.locator('main tr[data-row] a').first().waitFor();
    const first = await page.locator(`main tr[data-row] a[href^="${list}/"]`).first().getAttribute('href');
    if (first) await weigh(first);
  }
  await weigh('/cp/orders/new');
  await tab.close();
  return found;
}

async function measureScores(person: Person) {
  const found = [];
  say('\nLighthouse');
  for (const [page, path, before] of [
    ['landing', '/', undefined],
    ['signed in: orders', '/cp/orders', (tab: Page) => signIn(tab, person)],
  ] as const) {
    for (const device of ['desktop', 'mobile'] as const) {
      const { scores, scriptBytes, address } = await measure(`${person.url}${path}`, device, before);
      if (new URL(address).pathname !== path) throw new Error(`${page}: Lighthouse measured ${address}`);
      found.push({ page, device, scores, script_bytes: scriptBytes });
      const said = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
      say(`${`${page}, ${device}`.padEnd(32)} ${said.join(', ')}`);
    }
  }
  return found;
}

async function run(): Promise<void> {
  let product: Product | undefined;
  let browser: Browser | undefined;
  try {
    const filled = await fill();
    const { DATABASE_URL } = process.env;
    product = await startProduct({ dataDir, env: DATABASE_URL ? { DATABASE_URL } : {} });
    browser = await launch();
    const person = { ...filled, url: product.url };
    const presses = await measurePresses(browser, person);
    const weights = await measureWeights(browser, person);
    await browser.close();
    const scores = await measureScores(person);
    const figures = { sizes: filled.sizes, presses, weights, scores };
    say(`\n${JSON.stringify(figures)}`);
    if (given.json) writeFileSync(given.json, JSON.stringify(figures, null, 2));
  } finally {
    await browser?.close();
    await product?.stop();
    if (!keep) rmSync(dataDir, { recursive: true, force: true });
  }
}

await run();
