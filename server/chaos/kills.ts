import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seeded } from '../src/demo/random';
import { Checks } from './checks';
import { Http } from './http';
import { Journal } from './journal';
import { Load } from './load';
import { Mailbox } from './mailbox';
import { type OutboxReport, watchOutbox } from './outbox';
import { KILLED, type Killed, Product } from './product';
import { makeStage } from './stage';

export interface KillOptions {
  readonly dataDir: string;
  readonly rounds: number;
  readonly seed: number;
  readonly actors: number;
  readonly imports: boolean;
  /** Processes that answer; 1 unless told. With more there is one for jobs and one that minds them all. */
  readonly workers?: number;
  /** What is killed in each round, in this order; chosen by the seed when left out. */
  readonly kinds?: readonly Killed[];
  readonly say: (line: string) => void;
}

export interface KillReport {
  readonly seed: number;
  readonly workers: number;
  readonly rounds: number;
  readonly kills: Readonly<Record<Killed, number>>;
  readonly acknowledged: Readonly<Record<string, number>>;
  /** Asked, never answered, and settled by asking again with the same key. */
  readonly settled: number;
  /** Milliseconds from the kill to the first healthy answer. */
  readonly recoveries: Readonly<Record<Killed, readonly number[]>>;
  /** Rounds in which the product's process went on, or came back by itself, after its database was killed. */
  readonly survived: number;
  readonly statuses: Readonly<Record<number, number>>;
  readonly outbox: OutboxReport | null;
  /** What went wrong; empty when all is well. */
  readonly problems: readonly string[];
}

/**
 * Rounds of `kill -9` under load. Each ends with a comparison of all that was ever acknowledged with what is there.
 * The same seed makes the same choices; when exactly a kill hits is up to the machine.
 */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const { dataDir, rounds, seed, say, workers = 1 } = options;
  const random = seeded(seed);
  const mailbox = await Mailbox.open();
  const env = { SMTP_URL: mailbox.url, ...(workers > 1 ? { WORKERS: String(workers) } : {}) };
  const product = await Product.start(dataDir, env, join(dataDir, 'server.log'));
  const http = new Http(product.address);
  const journal = new Journal();
  const kills = forEach(() => 0);
  const recoveries = forEach((): number[] => []);
  let survived = 0;
  let outbox: OutboxReport | null = null;
  let load: Load | undefined;
  const problems: string[] = [];
  try {
    const stage = await makeStage(http, product.database.url);
    const checks = new Checks(http, stage, journal, () => product.database.url);
    load = new Load(http, stage, journal, seeded(seed + 1), options);
    for (let round = 1; round <= rounds && problems.length === 0; round += 1) {
      load.resume();
      await sleep(random.whole(150, 1500));
      const what = options.kinds?.[round - 1] ?? choose(random, workers);
      const began = performance.now();
      await killOnce(product, what, random);
      load.hold();
      kills[what] += 1;
      const watching = probe(http, stage.owner, stage.project_id, product);
      await load.pause();
      const { starts } = await product.recover();
      const ms = Math.round(performance.now() - began);
      recoveries[what].push(ms);
      if (starts === 0) survived += 1;
      problems.push(...(await watching.end()), ...(await checks.all()));
      const orders = journal.of('order');
      const again = orders.length > 0 ? Array.from({ length: 5 }, () => random.one(orders)) : [];
      problems.push(...(await checks.sameAnswers(again)), ...journal.violations);
      say(
        `${String(round).padStart(4)}  ${what.padEnd(8)} ${String(ms).padStart(6)} ms  ${journal.deeds.length} deeds`,
      );
    }
    if (problems.length === 0) {
      await load.end();
      problems.push(...(await checks.all()), ...journal.violations);
      const { url } = product.database;
      outbox = await watchOutbox({ http, stage, journal, mailbox, databaseUrl: url }, sum(kills));
      problems.push(...outbox.problems, ...(await checks.all()));
    }
    if (http.statuses.get(500)) problems.push(`${http.statuses.get(500)} answers were 500:\n${product.tail()}`);
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    if (problems.length > 0) say(product.tail());
    load?.abandon();
    await product.stop();
    problems.push(...leftovers(product));
    http.close();
    await mailbox.close();
  }
  return {
    seed,
    workers,
    rounds: sum(kills),
    kills,
    acknowledged: journal.acknowledged(),
    settled: journal.settled(),
    recoveries,
    survived,
    statuses: Object.fromEntries(http.statuses),
    outbox,
    problems,
  };
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

const forEach = <T>(make: () => T): Record<Killed, T> =>
  Object.fromEntries(KILLED.map((what) => [what, make()])) as Record<Killed, T>;

/** Of a hundred kills so many are of this kind. */
const SHARES: Readonly<Record<'one' | 'several', Readonly<Record<Killed, number>>>> = {
  one: { server: 30, worker: 0, jobs: 0, database: 25, both: 25, backend: 10, start: 10 },
  several: { server: 15, worker: 25, jobs: 20, database: 15, both: 10, backend: 10, start: 5 },
};

function choose(random: Random, workers: number): Killed {
  const shares = SHARES[workers > 1 ? 'several' : 'one'];
  let dice = random.whole(1, 100);
  for (const what of KILLED) {
    dice -= shares[what];
    if (dice <= 0) return what;
  }
  return 'server';
}

async function killOnce(product: Product, what: Killed, random: Random): Promise<void> {
  if (what === 'backend') return product.kill(what, await aBackend(product, random));
  if (what === 'worker') return product.kill(what, random.one(product.members('http')));
  if (what === 'jobs') return product.kill(what, product.members('jobs')[0]);
  await product.kill(what);
  // the start after a kill is killed as well, somewhere between its first line and its first answer
  if (what === 'start') await product.killStart(random.whole(50, 1500));
}

/** A process of the database that serves the product: PostgreSQL then ends all others and recovers by itself. */
async function aBackend(product: Product, random: Random): Promise<number> {
  const client = await product.connect();
  try {
    const found = await client.query(`select pid from pg_stat_activity where application_name = 'lanka' order by pid`);
    return random.one(found.rows.map(({ pid }) => Number(pid)));
  } finally {
    await client.end();
  }
}

/** Asks on while the product is hit: what it answers then may be an answer or a clear “later”, never a fault. */
function probe(http: Http, token: string, project: string, product: Product) {
  let ended = false;
  const problems: string[] = [];
  const work = (async () => {
    while (!ended) {
      const path = `/api/projects/${project}/orders?limit=1`;
      const reply = await http.ask({ method: 'GET', path, token }).catch(() => null);
      if (reply && reply.status !== 200 && reply.status !== 503)
        problems.push(`while it was hit: ${reply.status} ${JSON.stringify(reply.body)}\n${product.tail()}`);
      if (reply?.status === 503 && reply.headers['retry-after'] === undefined)
        problems.push(`503 without Retry-After: ${JSON.stringify(reply.body)}`);
      await sleep(50);
    }
  })();
  return {
    async end(): Promise<string[]> {
      ended = true;
      await work;
      return problems;
    },
  };
}

/** After the stop nothing of the database runs, and the data folder can be opened by the next. */
function leftovers(product: Product): string[] {
  const orphans = product.orphans();
  const held = readdirSync(join(product.dataDir, 'lock')).filter((name) => name.endsWith('.held'));
  return [
    ...(orphans.length > 0 ? [`processes are left over: ${orphans.join(', ')}`] : []),
    ...(held.length > 0 ? [`the data folder is still held: ${held.join(', ')}`] : []),
  ];
}
