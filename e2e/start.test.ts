import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Product, type ProductOptions, startProduct } from './kit/product';

/**
 * How the built product starts and ends, as its operator sees it.
 * Slices: kit.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'lanka-start-'));
const running: Product[] = [];

async function start(options: ProductOptions = {}): Promise<Product> {
  const product = await startProduct({ dataDir, ...options });
  running.push(product);
  return product;
}

const health = async (product: Product) => (await fetch(`${product.url}/api/health`)).status;

afterEach(async () => {
  for (const product of running.splice(0)) await product.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the built product', () => {
  it('makes its data, serves web and API, and ends in order', async () => {
    const product = await start();
    const page = await fetch(product.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root">');
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
    // Node 20 gets no fixes any more: it is said, and the product starts all the same
    const isOld = Number.parseInt(process.versions.node, 10) < 22;
    expect(/Увага: Node \d/.test(product.output()) && /Note: Node \d/.test(product.output())).toBe(isOld);
    expect(await product.stop()).toBe(0);
  });

  it('starts again on the same data, and says how long it took', async () => {
    const from = Date.now();
    await start();
    console.info(`the second start answered after ${Date.now() - from} ms`);
  });

  it('recovers by itself after kill -9', async () => {
    const first = await start();
    await first.kill();
    expect(await health(await start())).toBe(200);
  });

  it('tells a second start who holds the data, and goes on', async () => {
    const first = await start();
    const port = new URL(first.url).port;
    await expect(start()).rejects.toThrow(new RegExp(`вже використовує процес \\d+, який працює на порту ${port}`));
    expect(await health(first)).toBe(200);
  });

  it('says that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(start({ env: { PORT: String(port) } })).rejects.toThrow(
      new RegExp(`Порт ${port} на 127.0.0.1 уже зайнятий.*\\nPort ${port} on 127.0.0.1 is taken`),
    );
    other.close();
  });

  it('names every bad variable and does not start', async () => {
    const env = { ACCESS_TOKEN_TTL_SECONDS: 'soon', FIRST_USER_EMAIL: 'nobody' };
    await expect(start({ env })).rejects.toThrow(/FIRST_USER_EMAIL.*\n.*ACCESS_TOKEN_TTL_SECONDS/);
  });
});
