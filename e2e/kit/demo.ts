import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { launch, type Tab } from './browser';
import { signedInAs } from './pages';
import { type Product, startProduct } from './product';

interface Demo {
  readonly product: Product;
  readonly browser: Browser;
  /** A tab of somebody of the demo: `supplier`, `manager`, `dropshipper`, `operator`. */
  signedInAs(name: string): Promise<Tab>;
}

/** For all tests of a file the product with the demo's data, and a browser: what stands at its head. */
export function openDemo(env: Record<string, string> = {}): Demo {
  let opened: [Product, Browser] | undefined;
  const known = () => {
    if (!opened) throw new Error('the demo is open while the tests of the file run');
    return opened;
  };
  beforeAll(async () => {
    opened = await Promise.all([startDemo(env), launch()]);
  });
  afterAll(async () => {
    await opened?.[1].close();
    await opened?.[0].stop();
  });
  return {
    get product() {
      return known()[0];
    },
    get browser() {
      return known()[1];
    },
    signedInAs: (name) => signedInAs(known()[1], known()[0], name),
  };
}

/** The product with the demo's data. The first journey that wants them loads them, the others copy what it has loaded. */
export async function startDemo(env: Record<string, string> = {}): Promise<Product> {
  const loaded = await loadedDemo();
  // a database that its system user could not reach there lies elsewhere: it is not copied with the folder
  if (fs.lstatSync(join(loaded, 'postgres')).isSymbolicLink()) return startProduct({ demo: true, env });
  const dataDir = fs.mkdtempSync(join(tmpdir(), 'lanka-e2e-'));
  fs.cpSync(loaded, dataDir, { recursive: true });
  keepOwners(loaded, dataDir);
  rename(dataDir);
  const product = await startProduct({ demo: true, dataDir, env });
  const stop = async () => {
    const code = await product.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  return { ...product, stop };
}

/** Journeys run in several processes: whoever makes the folder `.loading` loads, and tells by `.loaded`. */
async function loadedDemo(): Promise<string> {
  const dataDir = inject('demo');
  let isOurs = true;
  try {
    fs.mkdirSync(`${dataDir}.loading`);
  } catch {
    isOurs = false;
  }
  if (isOurs) {
    const product = await startProduct({ demo: true, dataDir });
    await product.stop();
    fs.mkdirSync(`${dataDir}.loaded`);
  }
  // the limit of the hook that waits ends this
  while (!fs.existsSync(`${dataDir}.loaded`)) await sleep(50);
  return dataDir;
}

/** As root the database belongs to another user, and a copy would belong to us. */
function keepOwners(from: string, to: string): void {
  if (process.getuid?.() !== 0) return;
  for (const name of ['', ...(fs.readdirSync(from, { recursive: true }) as string[])]) {
    const { uid, gid } = fs.statSync(join(from, name));
    fs.chownSync(join(to, name), uid, gid);
  }
}

/** Another name for the processes of its database: by that the product finds those that a crash has left. */
function rename(dataDir: string): void {
  const file = join(dataDir, 'postgres.json');
  const settings = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  const cluster = `lanka-${randomBytes(6).toString('hex')}`;
  fs.writeFileSync(file, JSON.stringify({ ...settings, cluster }));
}
