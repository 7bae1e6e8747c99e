/**
 * `npm run bench:processes`: one process beside several (WORKERS), over the same data, in turn within each round, so
 * that whatever else the machine does meets all of them alike. Prints the middle of the rounds.
 * Options:
 *   --workers=1,2           the settings to compare
 *   --products=2000 --variants=3 --orders=20000
 *   --connections=16,64 --seconds=2 --rounds=5 --json=FILE
 * DATABASE_URL measures on another PostgreSQL, in a database that may be filled and thrown away.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startEmbedded } from '../src/kit/embedded';
import { migrate } from '../src/kit/migrate';
import { EMAIL, generate, PASSWORD } from './data';
import { makeJobs } from './jobs';
import { type Figures, httpClient, measure, middle } from './measure';
import { startProduct } from './product';

const option = (name: string, otherwise: string): string =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const numbers = (name: string, otherwise: string): number[] => option(name, otherwise).split(',').map(Number);
const [SECONDS = 2] = numbers('seconds', '2');
const [ROUNDS = 5] = numbers('rounds', '5');
/** Much work for the server, much for the database, and little of either. */
const COMPARED = ['create and send, 3 lines', 'orders, 50', 'product', 'stock change'];

const log = pino({ level: 'warn' }, process.stderr);
const dataDir = mkdtempSync(join(tmpdir(), 'lanka-processes-'));
const embedded = process.env.DATABASE_URL
  ? null
  : await startEmbedded({ dataDir, log: { info: () => undefined, warn: console.warn }, connections: 300 });
const url = process.env.DATABASE_URL ?? embedded?.url ?? '';
const stops: (() => Promise<void>)[] = [];

async function open(workers: number, data: Awaited<ReturnType<typeof generate>>) {
  const own = join(dataDir, `workers-${workers}`);
  mkdirSync(own);
  const env = { WORKERS: String(workers), ACCESS_TOKEN_TTL_SECONDS: '86400' };
  const product = await startProduct(url, own, env);
  stops.push(() => product.stop());
  let token = '';
  const http = httpClient(product.address, () => token);
  const signedIn = await http.ask('POST', '/api/auth/token', { email: EMAIL, password: PASSWORD });
  token = (JSON.parse(signedIn.text) as { access_token: string }).access_token;
  const jobs = (await makeJobs(http, data)).filter(({ name }) => COMPARED.includes(name));
  return { workers, product, jobs, idle: await product.memory() };
}

try {
  await migrate(url);
  const [products = 2_000, variants = 3, orders = 20_000] = ['products', 'variants', 'orders'].map(
    (name, index) => numbers(name, ['2000', '3', '20000'][index] as string)[0],
  );
  const data = await generate(url, { products, variants, orders }, log, () => undefined);
  const settings = [];
  for (const workers of numbers('workers', '1,2')) settings.push(await open(workers, data));

  const rows: { job: string; connections: number; workers: number; figures: Figures }[] = [];
  for (const [index, { name }] of (settings[0]?.jobs ?? []).entries()) {
    for (const connections of numbers('connections', '16,64')) {
      const rounds = settings.map((): Figures[] => []);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [place, { jobs }] of settings.entries()) {
          const work = async () => {
            await jobs[index]?.ours();
          };
          rounds[place]?.push(await measure(connections, SECONDS, work));
        }
      }
      for (const [place, { workers }] of settings.entries()) {
        const figures = middle(rounds[place] ?? []);
        rows.push({ job: name, connections, workers, figures });
        const { per_second, p50, p95 } = figures;
        console.log(
          `${name.padEnd(26)} ${String(connections).padStart(3)} connections, WORKERS=${workers}: ` +
            `${per_second.toFixed(0).padStart(5)}/s, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
        );
      }
    }
  }
  const facts = [];
  for (const { workers, product, idle } of settings) {
    const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
    const most = await product.memory();
    facts.push({
      workers,
      first_answer_ms: Math.round(product.firstAnswerMs),
      idle_mb: megabytes(idle),
      after_mb: megabytes(most),
    });
  }
  console.table(facts);
  const file = option('json', '');
  if (file) writeFileSync(file, JSON.stringify({ facts, rows }, null, 2));
} finally {
  for (const stop of stops) await stop();
  await embedded?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
