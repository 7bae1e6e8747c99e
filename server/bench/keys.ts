import { createApiKey } from '@lanka/domain/api_keys/contract';
import { toCursor } from '../src/changes/cursor';
import type { Data } from './data';
import { type HttpClient, httpClient } from './http-client';
import { type Job, order } from './jobs';
import type { Product } from './product';
import { type Whole, watch } from './watch';

/** What a key may ask in a minute is not met while it is measured, and receivers of webhooks are on this machine. */
export const KEYS_ENV = { API_CALLS_PER_MINUTE: '1000000', WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: 'on' };

const SCOPES = ['products.read', 'stock.read', 'orders.read', 'orders.write', 'counterparties.read'];
const WAREHOUSE = ['products.read', 'products.write', 'stock.read', 'stock.write'];
const BY_SKU = 1_000;

/** Each beside the same by a session (`--only=by a`): what the key itself costs, metered and counted. */
export async function keyJobs(http: HttpClient, address: string, data: Data): Promise<{ jobs: Job[]; close(): void }> {
  const root = `/api/projects/${data.project_id}`;
  const made = await http.ask(createApiKey.method, `${root}/api_keys`, { name: 'Вимірювання', scopes: SCOPES }, 201);
  const { key } = JSON.parse(made.text) as { key: string };
  const byKey = httpClient(address, () => key);
  const one = JSON.parse((await http.ask('GET', `${root}/orders?limit=1`, undefined, 200)).text) as {
    items: { id: string }[];
  };
  // a reader who has read nothing yet: pages are full wherever there is so much
  const start = toCursor(new Map([[data.project_id, { number: 0, whole: 0 }]]));
  const get = (name: string, path: string, by = byKey): Job => ({
    ...{ name, kind: 'one' },
    ours: () => by.ask('GET', `${root}/${path}`, undefined, 200),
  });
  const order_path = `orders/${one.items[0]?.id}`;
  const product_path = `products/${data.products[0]}/show_v2`;
  // read when it is first asked for: what is measured before it takes pieces of this product
  let known: Promise<string> | undefined;
  const knownEtag = (): Promise<string> => {
    known ??= byKey.ask('GET', `${root}/${product_path}`, undefined, 200).then(({ etag }) => etag);
    return known;
  };
  const external_number = `BENCH-${Date.now()}`;
  await byKey.ask('POST', `${root}/orders`, { ...order(data), external_number }, 201);
  const jobs: Job[] = [
    get('product, by a session', product_path, http),
    get('product, by a key', product_path),
    {
      ...{ name: 'product that has not changed, by a key', kind: 'one' },
      ours: async () => byKey.ask('GET', `${root}/${product_path}`, undefined, 304, await knownEtag()),
    },
    get('order, by a session', order_path, http),
    get('order, by a key', order_path),
    get('order by the seller’s number, by a key', `orders?external_number=${external_number}`),
    {
      ...{ name: 'create and send, 3 lines, by a key', kind: 'placing' },
      ours: () => byKey.ask('POST', `${root}/orders`, order(data), 201),
    },
    get('changes, 200, by a key', `changes?limit=200&after=${start}`),
  ];
  return { jobs, close: () => void byKey.close() };
}

interface Good {
  readonly sku: string;
  readonly price: number | null;
}
interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}
interface Told {
  readonly items: readonly unknown[];
  readonly cursor: string;
  readonly has_more: boolean;
}

/** By a key: all modifications read, a new price and a piece more of each by SKU, and what a shop that follows is told. */
export async function measureSync(http: HttpClient, product: Product, root: string, count: number): Promise<Whole[]> {
  const made = await http.ask('POST', `${root}/api_keys`, { name: 'Склад', scopes: WAREHOUSE }, 201);
  const { key } = JSON.parse(made.text) as { key: string };
  const byKey = httpClient(product.address, () => key);
  const read = async <T>(path: string): Promise<T> =>
    JSON.parse((await byKey.ask('GET', `${root}/${path}`, undefined, 200)).text) as T;
  const { done, timed } = watch(product, count);
  try {
    const { cursor } = await read<Told>('changes');
    const goods: Good[] = [];
    await timed('sync: read whole, 200 a call', async () => {
      for (let next: string | null = ''; next !== null; ) {
        const after: string = next ? `&cursor=${next}` : '';
        const page: Page<Good> = await read(`product_variants/all_records?limit=200${after}`);
        goods.push(...page.items);
        next = page.next_cursor;
      }
    });
    await timed(`sync: price and stock by SKU, ${BY_SKU} a call`, async () => {
      for (let from = 0; from < goods.length; from += BY_SKU) {
        const part = goods.slice(from, from + BY_SKU);
        const items = part.map(({ sku, price }) => ({ sku, price: (price ?? 0) + 100, delta: 1 }));
        const { text } = await byKey.ask('POST', `${root}/product_variants/by_sku`, { items }, 200);
        const { changed } = JSON.parse(text) as { changed: number };
        if (changed !== part.length) throw new Error(`by SKU: ${text.slice(0, 300)}`);
      }
    });
    let told = 0;
    await timed('sync: prices and stock by changes, 200 a call', async () => {
      for (let at = cursor, more = true; more; ) {
        const answer: Told = await read(`changes?limit=200&kinds=price,stock&after=${at}`);
        told += answer.items.length;
        at = answer.cursor;
        more = answer.has_more;
      }
    });
    if (told !== goods.length * 2) throw new Error(`changes: ${told} told of ${goods.length} goods`);
    return [...done, ...(await measureBySku(byKey, product, root, goods))];
  } finally {
    byKey.close();
  }
}

/** One call alone, for which somebody waits: a thousand that are there, and a thousand that nobody has. */
async function measureBySku(
  byKey: HttpClient,
  product: Product,
  root: string,
  goods: readonly Good[],
): Promise<Whole[]> {
  const { done, timed } = watch(product, BY_SKU);
  const send = async (items: readonly object[]) => {
    const { text } = await byKey.ask('POST', `${root}/product_variants/by_sku`, { items }, 200);
    const { changed, created } = JSON.parse(text) as { changed: number; created: number };
    if (changed + created !== items.length) throw new Error(`by SKU: ${text.slice(0, 300)}`);
  };
  const known = goods.slice(0, BY_SKU).map(({ sku, price }) => ({ sku, price: (price ?? 0) + 200, delta: 1 }));
  const at = Date.now();
  const fresh = Array.from({ length: BY_SKU }, (_, nth) => ({
    ...{ sku: `НОВЕ-${at}-${nth}`, product_name: `Нове зі складу ${nth}`, price: 10_000, counted: 5 },
  }));
  await timed('by SKU: prices and stock of 1,000 in one call', () => send(known));
  await timed('by SKU: 1,000 new products in one call', () => send(fresh));
  return done;
}
