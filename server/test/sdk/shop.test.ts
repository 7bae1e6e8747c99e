import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApiKey } from '@lanka/domain/api_keys/contract';
import { listAllVariants, publishProduct, unpublishProduct, updateVariant } from '@lanka/domain/catalog/contract';
import { listOrders, moveOrder } from '@lanka/domain/orders/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { testDatabase } from '../database';
import { type TestApp, type TestProject, testApp } from '../harness';
import { makeVariants } from '../trade';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The shop needs SQLite of Node itself: this Node, or the one that the tests of the server run on. */
function nodeWithSqlite(): string | undefined {
  const recommended = join(root, 'scripts', 'node', 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  return [process.execPath, recommended].find((node) => {
    try {
      execFileSync(node, ['-e', `require('node:sqlite')`], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}
const node = nodeWithSqlite();

interface State {
  goods: { id: string; sku: string; price: number | null; available: number | null }[];
  orders: { number: number; lanka_id: string | null; status: string | null; problem: string | null }[];
}

let home: string;
let app: TestApp;
let project: TestProject;
let port: number;
let env: Record<string, string>;
let shop: ChildProcess | undefined;
let shopUrl: string;
const database = testDatabase();

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const { port: found } = taken.address() as { port: number };
      taken.close(() => resolve(found));
    });
  });

/** The product as it starts again over the same data: other process, same address. */
async function startProduct(): Promise<void> {
  const kept = await database;
  app = await testApp({ API_CALLS_PER_MINUTE: '100000' }, { database: { url: kept.url, drop: async () => undefined } });
  await app.app.server.listen({ port, host: '127.0.0.1' });
}

async function startShop(): Promise<void> {
  const child = spawn(node ?? '', [join(home, 'shop.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  shop = child;
  shopUrl = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the shop ended with ${code}`)));
    child.stdout.on('data', (said: Buffer) => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(said)) ?? [];
      if (url) resolve(url);
    });
  });
}

/** As if it had been killed after its orders were made and before it wrote that down. */
function forgetAnswers(): void {
  const sql =
    'update orders set lanka_id = null, lanka_number = null, status = null, version = null where problem is null';
  const script = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec("${sql}")`;
  execFileSync(node ?? '', ['-e', script, env.SHOP_DB ?? ''], { stdio: ['ignore', 'ignore', 'ignore'] });
}

async function killShop(): Promise<void> {
  const child = shop;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function makeKey(): Promise<string> {
  const scopes = ['products.read', 'stock.read', 'orders.read', 'orders.write', 'counterparties.read'] as const;
  const made = await app.call(createApiKey, { ...asked(), body: { name: 'Крамниця', scopes: [...scopes] } });
  return made.body.key;
}

beforeAll(async () => {
  if (!node) return;
  home = mkdtempSync(join(tmpdir(), 'lanka-shop-'));
  await build({
    entryPoints: [join(root, 'examples', 'shop', 'src', 'main.js')],
    outfile: join(home, 'shop.mjs'),
    alias: { '@lanka/sdk': join(root, 'sdk', 'src', 'index.ts') },
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node22', external: ['node:*'], logLevel: 'silent' },
  });
  port = await freePort();
  await startProduct();
  project = await app.project('Фабрика крамниці');
  env = {
    LANKA_URL: `http://127.0.0.1:${port}`,
    LANKA_KEY: await makeKey(),
    LANKA_PROJECT: project.friendly_id,
    SHOP_DB: join(home, 'shop.db'),
    PORT: '0',
  };
});
afterAll(async () => {
  if (!node) return;
  await killShop();
  await app.close();
  await (await database).drop();
  rmSync(home, { recursive: true, force: true });
});

const state = async (): Promise<State> => (await fetch(`${shopUrl}/state.json`)).json() as Promise<State>;
const asked = () => ({ params: { project_id: project.id }, token: project.owner.token });

/** What Lanka has for sale, as the shop keeps it. */
async function truth() {
  const { body } = await app.call(listAllVariants, { ...asked(), query: { limit: 200, published: true } });
  return body.items
    .map(({ id, sku, recommended_price, available }) => ({ id, sku, price: recommended_price, available }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const CHANGES = 1_000;
const MOST_ORDERS = 150;
const KILLS_OF_SHOP = [90, 340, 700, 910];
const KILLS_OF_PRODUCT = [210, 560, 820];

it.skipIf(!node)(
  'stays in step through random changes and kills of either side, and places each order once',
  async () => {
    const makers = Array.from({ length: 4 }, (_, n) => ({ stock: 30, sku: `A${n}`, recommended_price: 80_000 + n }));
    const variants = [
      ...(await makeVariants(app, project, makers)),
      ...(await makeVariants(app, project, makers.slice(2))),
    ];
    await startShop();
    let taken = 0;
    const order = async (id: string, count: number): Promise<void> => {
      const form = {
        goodsId: id,
        count: `${count}`,
        name: 'Ірина Мельник',
        phone: '+380671234567',
        address: 'Київ, 12',
      };
      await fetch(`${shopUrl}/orders`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
      taken += 1;
    };
    await order(variants[0] ?? '', 1);
    const seed = Math.floor(Math.random() * 2 ** 31);
    onTestFailed(() => console.info(`the seed was ${seed}`));
    const change = fc.tuple(fc.nat(9), fc.nat(variants.length - 1), fc.integer({ min: 1, max: 9 }));
    const [changes = []] = fc.sample(fc.array(change, { minLength: CHANGES, maxLength: CHANGES }), {
      ...{ numRuns: 1, seed },
    });
    const all = (await app.call(listAllVariants, { ...asked(), query: { id: variants } })).body.items;
    const productOf = new Map(all.map(({ id, product_id }) => [id, product_id]));
    for (const [step, [kind, at, by]] of changes.entries()) {
      const id = variants[at] ?? '';
      const product_id = productOf.get(id) ?? '';
      const one = { ...asked(), params: { project_id: project.id, id } };
      const ofProduct = { ...asked(), params: { project_id: project.id, id: product_id } };
      if (kind < 4) await app.call(changeStock, { ...one, body: { delta: by } });
      else if (kind < 7)
        await app.call(updateVariant, {
          ...{ ...asked(), params: { project_id: project.id, product_id, id } },
          body: { recommended_price: 70_000 + by * 100 + step, sku: `B${step}` },
        });
      else if (kind === 7) await app.call(unpublishProduct, ofProduct);
      else if (kind === 8) await app.call(publishProduct, ofProduct);
      // the list of orders that is compared at the end is one page
      else if (taken < MOST_ORDERS) await order(id, by);
      if (KILLS_OF_SHOP.includes(step)) {
        await killShop();
        await startShop();
      }
      if (KILLS_OF_PRODUCT.includes(step)) {
        await app.close();
        await startProduct();
      }
    }
    // what was taken is brought first: it books goods
    const areBrought = () =>
      expect.poll(async () => (await state()).orders.filter((one) => !one.lanka_id && !one.problem)).toEqual([]);
    await areBrought();
    // with another key of the API no Idempotency-Key is known any more: their numbers are
    await killShop();
    forgetAnswers();
    env.LANKA_KEY = await makeKey();
    await startShop();
    await areBrought();
    const { body } = await app.call(listOrders, { ...asked(), query: { limit: 200 } });
    const [oldest] = body.items;
    if (oldest)
      await app.call(moveOrder, {
        ...asked(),
        params: { project_id: project.id, id: oldest.id },
        body: { to: 'Ready' },
      });

    await expect
      .poll(async () => {
        const { goods } = await state();
        return goods
          .map(({ id, sku, price, available }) => ({ id, sku, price, available }))
          .sort((a, b) => (a.id < b.id ? -1 : 1));
      })
      .toEqual(await truth());
    const theirs = (await app.call(listOrders, { ...asked(), query: { limit: 200 } })).body.items;
    expect(theirs.length).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        const placed = (await state()).orders.filter((one) => one.lanka_id);
        return placed.map(({ lanka_id, status }) => [lanka_id, status]).sort();
      })
      .toEqual(theirs.map(({ id, status }) => [id, status]).sort());
    expect((await state()).orders.length).toBe(taken);
  },
);
