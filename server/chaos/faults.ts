import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seeded } from '../src/demo/random';
import { startEmbedded } from '../src/kit/platform/embedded';
import { Checks } from './checks';
import { Http, Unanswered } from './http';
import { Journal } from './journal';
import { Load } from './load';
import { Product } from './product';
import { makeStage, type Stage } from './stage';
import { Wire } from './wire';

export const FAULTS = ['gone', 'stalled', 'slow', 'pool', 'disk'] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultOptions {
  readonly dataDir: string;
  readonly seed: number;
  readonly actors: number;
  /** How long it lasts. */
  readonly seconds: number;
  readonly say: (line: string) => void;
}

export interface FaultReport {
  readonly fault: Fault;
  /** Why it could not be tried here. */
  readonly skipped?: string;
  readonly seconds: number;
  /** Answers while it lasted, to a reader and to the load; 0: none, the connection broke off. */
  readonly statuses: Readonly<Record<number, number>>;
  /** The slowest answer while it lasted, milliseconds. */
  readonly slowest: number;
  /** From its end to the first order that was placed, milliseconds. */
  readonly recovered: number;
  /** How often the process ended; 0 is what it must be. */
  readonly ends: number;
  readonly acknowledged: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

/** How to bring the fault about and take it away. */
interface Hands {
  begin(): Promise<void>;
  end(): Promise<void>;
}

interface Scene {
  readonly product: Product;
  readonly databaseUrl: () => string;
  hands(stage: Stage): Hands;
  close(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined };

/** The product on a PostgreSQL of its own, with a line between them that can be spoilt. */
async function overAWire(dataDir: string, hands: (wire: Wire) => Hands): Promise<Scene> {
  const embedded = await startEmbedded({ dataDir: join(dataDir, 'database'), log: quiet });
  const url = new URL(embedded.url);
  const wire = await Wire.open(Number(url.port));
  url.port = String(wire.port);
  mkdirSync(join(dataDir, 'product'), { recursive: true });
  const product = await Product.start(
    join(dataDir, 'product'),
    { DATABASE_URL: url.href, DB_POOL_SIZE: '6' },
    join(dataDir, 'server.log'),
  );
  return {
    product,
    databaseUrl: () => embedded.url,
    hands: () => hands(wire),
    async close() {
      await product.stop();
      wire.close();
      await embedded.stop();
    },
  };
}

const scenes: Readonly<Record<Fault, (options: FaultOptions) => Promise<Scene | string>>> = {
  gone: ({ dataDir }) =>
    overAWire(dataDir, (wire) => ({ begin: async () => wire.set('cut'), end: async () => wire.set('fine') })),
  stalled: ({ dataDir }) =>
    overAWire(dataDir, (wire) => ({ begin: async () => wire.set('stalled'), end: async () => wire.set('fine') })),
  slow: ({ dataDir }) =>
    overAWire(dataDir, (wire) => ({ begin: async () => wire.set('slow', 50), end: async () => wire.set('fine') })),
  async pool({ dataDir }) {
    const scene = await overAWire(dataDir, () => ({ begin: async () => undefined, end: async () => undefined }));
    return { ...scene, hands: () => lockedTable(scene.databaseUrl()) };
  },
  disk: smallDisk,
};

/** Somebody holds the table of orders: every connection of the pool soon waits for it. */
function lockedTable(url: string): Hands {
  const client = new pg.Client({ connectionString: url });
  return {
    async begin() {
      await client.connect();
      await client.query('begin; lock table orders in access exclusive mode');
    },
    async end() {
      await client.query('rollback');
      await client.end();
    },
  };
}

const DISK_MB = 400;

/** A disk of its own for data folder and database, which is filled to the last byte. */
async function smallDisk({ dataDir }: FaultOptions): Promise<Scene | string> {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', dataDir]);
  if (mounted.status !== 0) return `a small disk cannot be mounted here: ${mounted.stderr ?? mounted.error?.message}`;
  const unmount = (): void => {
    spawnSync('umount', [dataDir]);
  };
  try {
    const product = await Product.start(dataDir, {}, `${dataDir}.log`);
    const filler = join(dataDir, 'filler');
    return {
      product,
      databaseUrl: () => product.database.url,
      hands: () => ({
        async begin() {
          const { bavail, bsize } = statfsSync(dataDir);
          writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024));
        },
        end: async () => rmSync(filler, { force: true }),
      }),
      async close() {
        await product.stop();
        unmount();
        rmSync(`${dataDir}.log`, { force: true });
      },
    };
  } catch (error) {
    unmount();
    throw error;
  }
}

/** Load, the fault, load again; then the comparison of everything that was acknowledged with what is there. */
export async function runFault(fault: Fault, options: FaultOptions): Promise<FaultReport> {
  const { seed, seconds, say } = options;
  const report = { fault, seconds, statuses: {}, slowest: 0, recovered: 0, ends: 0, acknowledged: {} };
  const scene = await scenes[fault](options);
  if (typeof scene === 'string') return { ...report, skipped: scene, problems: [] };
  const { product } = scene;
  const http = new Http(product.address);
  const journal = new Journal();
  const problems: string[] = [];
  let load: Load | undefined;
  let ends = 0;
  try {
    const stage = await makeStage(http, scene.databaseUrl());
    const hands = scene.hands(stage);
    load = new Load(http, stage, journal, seeded(seed), { actors: options.actors, imports: false });
    load.resume();
    await sleep(2_000);
    const before = new Map(http.statuses);
    const lost = http.unanswered;
    await hands.begin();
    const slowest = await watch(http, stage, seconds, problems);
    if (!product.running) ends += 1;
    const statuses = Object.fromEntries(
      [...http.statuses].map(([status, count]) => [status, count - (before.get(status) ?? 0)]),
    );
    statuses[0] = http.unanswered - lost;
    const began = performance.now();
    const orders = journal.of('order').length;
    await hands.end();
    const { starts } = await product.recover();
    ends += ends === 0 ? starts : 0;
    while (journal.of('order').length === orders) {
      if (performance.now() - began > 60_000) throw new Error(`no order is placed a minute after:\n${product.tail()}`);
      await sleep(10);
    }
    const recovered = Math.round(performance.now() - began);
    await sleep(2_000);
    await load.end();
    problems.push(...(await new Checks(http, stage, journal, scene.databaseUrl).all()), ...journal.violations);
    if (ends > 0) problems.push(`the product's process ended ${ends} times:\n${product.tail()}`);
    if (http.statuses.get(500)) problems.push(`${http.statuses.get(500)} answers were 500:\n${product.tail()}`);
    return { ...report, statuses, slowest, recovered, ends, acknowledged: journal.acknowledged(), problems };
  } catch (error) {
    say(product.tail());
    return { ...report, ends, problems: [...problems, error instanceof Error ? (error.stack ?? '') : String(error)] };
  } finally {
    load?.abandon();
    http.close();
    await scene.close();
  }
}

/** A reader and whoever looks at the health meanwhile; answers the slowest answer, milliseconds. */
async function watch(http: Http, stage: Stage, seconds: number, problems: string[]): Promise<number> {
  let slowest = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    for (const path of [`/api/projects/${stage.project_id}/orders?limit=20`, '/api/health']) {
      const asked = performance.now();
      try {
        const { status, body, headers } = await http.ask({ method: 'GET', path, token: stage.owner });
        if (![200, 429, 503].includes(status)) problems.push(`${path}: ${status} ${JSON.stringify(body)}`);
        if (status === 503 && path !== '/api/health' && headers['retry-after'] === undefined)
          problems.push(`${path}: 503 without Retry-After`);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
      }
      slowest = Math.max(slowest, Math.round(performance.now() - asked));
    }
    await sleep(200);
  }
  return slowest;
}
