import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { closeTabs, sharedBrowser, type Tab } from './browser';
import { signedInAs } from './pages';
import { type Product, startProduct } from './product';
import { seen } from './seen';
import { type KeptTab, keptTabs } from './tabs';

interface Demo {
  readonly product: Product;
  readonly browser: Browser;
  /** A tab of somebody of the demo, at a page of the product: `supplier`, `manager`, `dropshipper`, `operator`. */
  signedInAs(name: string, at?: string): Promise<Tab>;
  /**
   * The tab in which somebody goes on from test to test: a sign-in costs as much as several pages. Without a page he
   * stays where he is. What has to be read anew there is loaded, or he signs in afresh.
   */
  tabOf(name: string, at?: string): Promise<KeptTab>;
  /** What stands behind no wall between projects: to let days go by. */
  sql<T extends pg.QueryResultRow>(statement: string): Promise<T[]>;
}

/** For all tests of a file the product with the demo's data, and a browser: what stands at its head. */
export function openDemo(env: Record<string, string> = {}): Demo {
  let opened: [DemoProduct, Browser] | undefined;
  const known = () => {
    if (!opened) throw new Error('the demo is open while the tests of the file run');
    return opened;
  };
  beforeAll(async () => {
    opened = await Promise.all([startDemo(env), sharedBrowser()]);
  });
  afterEach(async ({ task }) => {
    if (opened && task.result?.state === 'fail') console.error(task.name, await seen(opened[1]));
  });
  afterAll(async () => {
    if (!opened) return;
    const [product, browser] = opened;
    await closeTabs(browser);
    await product.stop();
  });
  const signIn = (name: string, at?: string) => signedInAs(known()[1], known()[0], name, at);
  return {
    get product() {
      return known()[0];
    },
    get browser() {
      return known()[1];
    },
    sql: (statement) => known()[0].sql(statement),
    signedInAs: signIn,
    tabOf: keptTabs(signIn),
  };
}

interface DemoProduct extends Product {
  sql<T extends pg.QueryResultRow>(statement: string): Promise<T[]>;
}

/**
 * The product with the demo's data, in a database of its own. The first journey that wants them loads them, the others
 * copy what it has loaded.
 */
export async function startDemo(env: Record<string, string> = {}): Promise<DemoProduct> {
  const loaded = await loadedDemo();
  const dataDir = mkdtempSync(join(tmpdir(), 'lanka-e2e-'));
  cpSync(loaded, dataDir, { recursive: true });
  const name = `demo_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${LOADED} OWNER ${owner()} STRATEGY file_copy`);
  const product = await startProduct({ demo: true, dataDir, env: { DATABASE_URL: addressOf(name), ...env } });
  const stop = async () => {
    const code = await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    return code;
  };
  return { ...product, stop, sql: (statement) => ask(addressOf(name), statement) };
}

const LOADED = 'demo_loaded';

/** Journeys run in several processes: whoever makes the folder `.loading` loads, and tells by `.loaded`. */
async function loadedDemo(): Promise<string> {
  const dataDir = inject('demo');
  let isOurs = true;
  try {
    mkdirSync(`${dataDir}.loading`);
  } catch {
    isOurs = false;
  }
  if (isOurs) {
    await administer(`CREATE DATABASE ${LOADED} OWNER ${owner()}`);
    const product = await startProduct({
      demo: true,
      dataDir,
      env: { SIMULATORS: 'on', DATABASE_URL: addressOf(LOADED) },
    });
    await product.stop();
    mkdirSync(`${dataDir}.loaded`);
  }
  // the limit of the hook that waits ends this
  while (!existsSync(`${dataDir}.loaded`)) await sleep(50);
  return dataDir;
}

/** The role that the product connects as. */
const owner = (): string => new URL(inject('cluster').url).username;

function addressOf(database: string): string {
  const url = new URL(inject('cluster').url);
  url.pathname = `/${database}`;
  return url.href;
}

const administer = (statement: string): Promise<unknown> => ask(inject('cluster').adminUrl, statement);

async function ask<T extends pg.QueryResultRow>(connectionString: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}
