/**
 * `npm run bench`: what the product does in a second, beside the least SQL that does the same on the same database.
 * The client, the floor and the product each have a process or connections of their own. Prints figures, judges
 * nothing. Options:
 *   --products=10000 --variants=3 --orders=100000   how much data
 *   --connections=1,16,64 --seconds=3 --rounds=3    how it is measured
 *   --only=search --json=FILE                       a part of the jobs' names; import and export are jobs too
 *   --workers=2                                     processes of the product that answer requests
 * DATABASE_URL measures on another PostgreSQL, in a database that may be filled and thrown away.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { readConfig } from '../src/kit/config';
import { startEmbedded } from '../src/kit/embedded';
import { migrate } from '../src/kit/migrate';
import { capture } from './capture';
import { EMAIL, generate, PASSWORD } from './data';
import { openFloor } from './floor';
import { floorOf, type Job, makeJobs } from './jobs';
import { type Figures, httpClient, measure, middle } from './measure';
import { databaseCpuSeconds, databaseMemory, startProduct } from './product';
import { measureWhole } from './whole';

const option = (name: string, otherwise: string): string =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const SECONDS = Number(option('seconds', '3'));
const ROUNDS = Number(option('rounds', '3'));
const CONNECTIONS = option('connections', '1,16,64').split(',').map(Number);
const ONLY = option('only', '');
const sizes = {
  products: Number(option('products', '10000')),
  variants: Number(option('variants', '3')),
  orders: Number(option('orders', '100000')),
};
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

interface Row {
  readonly job: string;
  readonly connections: number;
  readonly floor: Figures | null;
  readonly ours: Figures;
  readonly share: number | null;
  readonly statements: number;
  readonly packets: number;
  readonly bytes: number;
  /** Processor time of the server a request, milliseconds. */
  readonly cpu_ms: number;
  /** The same of the database; its share for the floor. */
  readonly database_ms: number;
  readonly floor_database_ms: number;
}

const log = pino({ level: 'warn' }, process.stderr);
const dataDir = mkdtempSync(join(tmpdir(), 'lanka-bench-'));
const embedded = process.env.DATABASE_URL
  ? null
  : await startEmbedded({ dataDir, log: { info: () => undefined, warn: console.warn } });
const url = process.env.DATABASE_URL ?? embedded?.url ?? '';
let product: Awaited<ReturnType<typeof startProduct>> | undefined;
try {
  await migrate(url);
  const began = performance.now();
  console.log(`${sizes.products} products × ${sizes.variants} variants, ${sizes.orders} orders`);
  const data = await generate(url, sizes, log, console.log);
  console.log(`generated in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);

  product = await startProduct(url, dataDir, {
    ACCESS_TOKEN_TTL_SECONDS: '86400',
    WORKERS: option('workers', '1'),
    IMPORT_ALLOW_PRIVATE_ADDRESSES: 'on',
  });
  const idle = await product.memory();
  let token = '';
  const http = httpClient(product.address, () => token);
  const signedIn = await http.ask('POST', '/api/auth/token', { email: EMAIL, password: PASSWORD });
  token = (JSON.parse(signedIn.text) as { access_token: string }).access_token;
  const jobs = (await makeJobs(http, data)).filter(({ name }) => name.includes(ONLY));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const captured = await capture(config, url, log, token, jobs);

  const rows: Row[] = [];
  let most = idle;
  console.log(
    `${'what'.padEnd(32)} ${['conn', 'floor/s', 'ours/s', 'share', 'p50 ms', 'p95 ms', 'p99 ms', 'SQL', 'packets', 'kB', 'cpu ms', 'db ms', 'floor db'].map((head) => head.padStart(8)).join('')}`,
  );
  for (const job of jobs) {
    for (const connections of CONNECTIONS) {
      const row = await measureJob(job, connections);
      rows.push(row);
      most = Math.max(most, await product.memory());
      print(row);
    }
  }
  const whole = 'import export'.includes(ONLY) ? await measureWhole(http, data, product) : [];
  for (const { name, rows: done, seconds, rows_per_second, memory_before, memory_most } of whole) {
    most = Math.max(most, memory_most);
    const memory = `server ${megabytes(memory_before)} → ${megabytes(memory_most)}`;
    console.log(`${name.padEnd(32)} ${done} rows in ${seconds.toFixed(1)} s, ${rows_per_second}/s, ${memory}`);
  }
  const audit = JSON.parse((await http.ask('GET', `/api/projects/${data.project_id}/audit`)).text) as { ok?: boolean };
  const facts = {
    first_answer_ms: Math.round(product.firstAnswerMs),
    server_idle: megabytes(idle),
    server_most: megabytes(most),
    database: megabytes(databaseMemory(embedded?.pid)),
    audit: audit.ok ? 'green' : audit,
  };
  console.log(
    `\n${Object.entries(facts)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      .join('\n')}`,
  );
  const file = option('json', '');
  if (file) writeFileSync(file, JSON.stringify({ sizes, facts, rows, whole }, null, 2));

  async function measureJob(job: Job, connections: number): Promise<Row> {
    if (!product) throw new Error('the product runs');
    const floor = await openFloor(url, data, connections);
    const byFloor = floorOf(job, floor, captured);
    const floors: Figures[] = [];
    const ours: Figures[] = [];
    // one request alone tells what it takes
    await job.prepare?.(connections);
    product.logged();
    const { bytes } = await job.ours();
    await sleep(50); // the log line follows the answer
    const [counted] = [...product.logged().values()].slice(-1);
    let [done, cpu, database, floorDone, floorDatabase] = [0, 0, 0, 0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (byFloor) {
        const before = databaseCpuSeconds(embedded?.pid);
        const figures = await measure(connections, SECONDS, byFloor);
        floorDatabase += databaseCpuSeconds(embedded?.pid) - before;
        floorDone += figures.done;
        floors.push(figures);
      }
      // what the floor wrote is known to the planner before ours begins, and the other way round
      await floor.pool.query('analyze');
      await job.prepare?.(connections);
      const before = { cpu: await product.cpuSeconds(), database: databaseCpuSeconds(embedded?.pid) };
      const figures = await measure(connections, SECONDS, async () => {
        await job.ours();
      });
      cpu += (await product.cpuSeconds()) - before.cpu;
      database += databaseCpuSeconds(embedded?.pid) - before.database;
      done += figures.done;
      ours.push(figures);
    }
    const each = (seconds: number, times: number): number => (times > 0 ? (seconds * 1000) / times : 0);
    await floor.close();
    const of = byFloor ? middle(floors) : null;
    const mine = middle(ours);
    return {
      job: job.name,
      connections,
      floor: of,
      ours: mine,
      share: of ? mine.per_second / of.per_second : null,
      statements: counted?.statements ?? 0,
      packets: counted?.packets ?? 0,
      bytes,
      cpu_ms: each(cpu, done),
      database_ms: each(database, done),
      floor_database_ms: each(floorDatabase, floorDone),
    };
  }
  http.close();
} finally {
  await product?.stop();
  await embedded?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function print(row: Row): void {
  const { job, connections, floor, ours, share, statements, packets, bytes } = row;
  const cells = [
    String(connections),
    floor ? floor.per_second.toFixed(0) : '–',
    ours.per_second.toFixed(0),
    share === null ? '–' : `${(share * 100).toFixed(0)} %`,
    ours.p50.toFixed(1),
    ours.p95.toFixed(1),
    ours.p99.toFixed(1),
    String(statements),
    String(packets),
    (bytes / 1024).toFixed(1),
    row.cpu_ms.toFixed(2),
    row.database_ms.toFixed(2),
    row.floor_database_ms.toFixed(2),
  ];
  console.log(
    `${job.padEnd(32)} ${cells.map((cell) => cell.padStart(8)).join('')}${ours.failed > 0 ? `  ${ours.failed} failed` : ''}`,
  );
}
