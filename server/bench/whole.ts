import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateYml } from '../src/feeds/fixtures/generate';
import type { Data } from './data';
import type { HttpClient } from './http-client';
import { order } from './jobs';
import { measureSync } from './keys';
import type { Place } from './place';
import type { Product } from './product';
import { type Whole, watch } from './watch';
import { measureManyWebhooks, measureWebhooks } from './webhooks';

const OFFERS = 10_000;

/**
 * An import of 10,000 offers by URL, the same again when nothing has changed, the export of all products, their feeds:
 * those whose names are wanted.
 */
export async function measureWhole(
  http: HttpClient,
  place: Place,
  product: Product,
  isWanted: (name: string) => boolean,
): Promise<Whole[]> {
  const { data } = place;
  const site = createServer((_request, response) => void generateYml(OFFERS, { pictures: 0 }).pipe(response));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed.xml`;
  const root = `/api/projects/${data.project_id}`;
  const offers = () => OFFERS;
  const exported = ({ rows }: Record<string, unknown>) => Number(rows);
  const pieces = [
    ['import of 10,000 offers', 'imports', { url }, offers],
    ['the same import again', 'imports', { url }, offers],
    ['export of products, CSV', 'exports', { kind: 'products_csv' }, exported],
    ['export of products, XLSX', 'exports', { kind: 'products_xlsx' }, exported],
  ] as const;
  const done: Whole[] = [];
  try {
    for (const [name, path, body, rowsOf] of pieces) {
      if (isWanted(name)) done.push(await watched(name, http, product, `${root}/${path}`, body, rowsOf));
    }
    if (isWanted('labels')) done.push(...(await measureLabels(http, product, root)));
    if (isWanted('feed')) done.push(...(await measureFeeds(http, product, root)));
    if (isWanted('register')) done.push(...(await measureRegister(http, product, root, data)));
    if (isWanted('plan')) done.push(...(await measurePlan(http, product, root, data)));
    if (isWanted('webhooks')) done.push(...(await measureWebhooks(http, product, root, data)));
    // two minutes and more by itself: where it is asked for by its name
    if (isWanted('receivers') && !isWanted(''))
      done.push(...(await measureManyWebhooks(http, product, root, data, place)));
    if (isWanted('sync'))
      done.push(...(await measureSync(http, product, root, place.sizes.products * place.sizes.variants)));
    if (isWanted('stocktake')) done.push(...(await measureStocktake(http, product, root)));
    return done;
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

const LABELS = 500;

/** Labels of different modifications, by QR and by bars, and the same again when the thread that draws is warm. */
async function measureLabels(http: HttpClient, product: Product, root: string): Promise<Whole[]> {
  const ids: string[] = [];
  for (let cursor = ''; ids.length < LABELS; ) {
    const { text } = await http.ask('GET', `${root}/product_variants/all_records?limit=200${cursor}`);
    const page = JSON.parse(text) as { items: { id: string }[]; next_cursor: string | null };
    ids.push(...page.items.map(({ id }) => id));
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  const items = ids.slice(0, LABELS).map((product_variant_id) => ({ product_variant_id, count: 1 }));
  const { done, timed } = watch(product, items.length);
  for (const code_type of ['qr', 'barcode']) {
    await http.ask('PUT', `${root}/marking`, { code_type });
    for (const when of ['', ', again']) {
      await timed(`labels with ${code_type === 'qr' ? 'QR' : 'bars'}${when}`, async () => {
        const { text } = await http.ask('POST', `${root}/labels`, { items, format: '58x40' });
        if (!text.startsWith('%PDF')) throw new Error(`labels: ${text.slice(0, 200)}`);
      });
    }
  }
  return done;
}

/** Feeds of all goods, in two dialects of XML and as both kinds of table. */
async function measureFeeds(http: HttpClient, product: Product, root: string): Promise<Whole[]> {
  const done: Whole[] = [];
  for (const format of ['prom', 'rozetka', 'woocommerce_csv', 'prom_xlsx']) {
    const body = {
      ...{ name: format, format, buffer: 0, language: 'ua', shop: '', link: null },
      markup: { basis: 'purchase', percent: 1_000, fixed: 0, round_to: 1 },
      choice: { in_stock: false, tags: [], category_ids: [], attributes: [] },
    };
    const built = { ended: ({ state }: Record<string, unknown>) => state === 'ready' };
    const offers = (feed: Record<string, unknown>) => Number(feed.offers);
    done.push(await watched(`feed, ${format}`, http, product, `${root}/feeds`, body, offers, built));
  }
  return done;
}

const REGISTER_ROWS = 200;

/** A register of the carrier: orders paid on delivery are placed and sent, and settled by one paper. */
async function measureRegister(http: HttpClient, product: Product, root: string, data: Data): Promise<Whole[]> {
  const ask = async <T>(path: string, body: object): Promise<T> =>
    JSON.parse((await http.ask('POST', `${root}/${path}`, body)).text) as T;
  const { done, timed } = watch(product, REGISTER_ROWS);
  const placed: { id: string; cod: { sum: number } }[] = [];
  await timed('orders on delivery, placed', async () => {
    for (let nth = 0; nth < REGISTER_ROWS; nth += 1) placed.push(await ask('orders', { ...order(data), cod: {} }));
  });
  await timed('orders on delivery, sent', async () => {
    for (const { id } of placed) await ask(`orders/${id}/moves`, { to: 'Sent' });
  });
  const rows = placed.map(({ id, cod }) => ({ order_id: id, amount: cod.sum, fee: 0 }));
  const date = new Date().toISOString().slice(0, 10);
  const register = { carrier: 'nova_poshta', number: `B-${Date.now()}`, date, rows };
  const { id } = await timed('register of 200, settled', () => ask<{ id: string }>('cod/registers', register));
  await timed('register of 200, paid', () => ask(`cod/registers/${id}/receive`, { date }));
  return done;
}

const COUNTED = 300;

/**
 * What the count of a plan costs whoever places orders: nothing is asked while packs are added by themselves, and before
 * each order where that was switched off (docs/decisions/0118-extras-are-counted-from-the-rows.md).
 */
async function measurePlan(http: HttpClient, product: Product, root: string, data: Data): Promise<Whole[]> {
  const ask = (method: 'POST' | 'PATCH', path: string, body: object) => http.ask(method, `${root}/${path}`, body);
  const { done, timed } = watch(product, COUNTED);
  const place = async () => {
    for (let nth = 0; nth < COUNTED; nth += 1) await ask('POST', 'orders', order(data));
  };
  await ask('PATCH', 'subscription_plan', { subscription_plan: 'manufacturer-premium-monthly' });
  await timed('plan, orders placed with packs by themselves', place);
  await ask('PATCH', 'billing', { extra_orders: false });
  await timed('plan, orders placed each counted', place);
  await ask('PATCH', 'billing', { extra_orders: true });
  return done;
}

/** All modifications of the project counted: opened, counted by a hundred at a time, every tenth one piece more, closed. */
async function measureStocktake(http: HttpClient, product: Product, root: string): Promise<Whole[]> {
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> =>
    JSON.parse((await http.ask(method, `${root}/${path}`, body)).text) as T;
  interface Variants {
    items: { id: string; actual: number }[];
    next_cursor: string | null;
  }
  const goods: Variants['items'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Variants = await ask(
      'GET',
      `product_variants/all_records?limit=200${cursor ? `&cursor=${cursor}` : ''}`,
    );
    goods.push(...page.items);
    cursor = page.next_cursor;
  }
  const { done, timed } = watch(product, goods.length);
  const { id } = await timed('stocktake, opened', () => ask<{ id: string }>('POST', 'stocktakes', {}));
  await timed('stocktake, counted by 100', async () => {
    for (let from = 0; from < goods.length; from += 100) {
      const counts = goods.slice(from, from + 100).map((one, nth) => ({
        id: crypto.randomUUID(),
        product_variant_id: one.id,
        mode: 'set',
        count: one.actual + (nth % 10 === 0 ? 1 : 0),
      }));
      await ask('POST', `stocktakes/${id}/counts`, { counts });
    }
  });
  await timed('stocktake, read with its totals', () => ask('GET', `stocktakes/${id}`));
  await timed('stocktake, its progress', () => ask('GET', `stocktakes/${id}/progress`));
  await timed('stocktake, closed', () => ask('POST', `stocktakes/${id}/finish`, {}));
  return done;
}

async function watched(
  name: string,
  http: HttpClient,
  product: Product,
  path: string,
  body: object,
  rowsOf: (done: Record<string, unknown>) => number,
  { ended }: { ended: (now: Record<string, unknown>) => boolean } = { ended: ({ status }) => status === 'done' },
): Promise<Whole> {
  const memory_before = await product.memory();
  let memory_most = memory_before;
  const started = performance.now();
  const { id } = JSON.parse((await http.ask('POST', path, body)).text) as { id: string };
  for (;;) {
    await sleep(100);
    memory_most = Math.max(memory_most, await product.memory());
    const now = JSON.parse((await http.ask('GET', `${path}/${id}`)).text) as Record<string, unknown>;
    if (now.status === 'failed') throw new Error(`${name}: ${JSON.stringify(now)}`);
    if (!ended(now)) continue;
    const seconds = (performance.now() - started) / 1000;
    const rows = rowsOf(now);
    return { name, rows, seconds, rows_per_second: Math.round(rows / seconds), memory_before, memory_most };
  }
}
