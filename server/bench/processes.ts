/**
 * `npm run bench:processes`: one process beside several (WORKERS), over the same data, in turn within each round, so
 * that whatever else the machine does meets all of them alike. Prints the middle of the rounds.
 * Options:
 *   --workers=1,2           the settings to compare
 *   --products=2000 --variants=3 --orders=20000
 *   --connections=16,64 --seconds=2 --rounds=5 --json=FILE
 * DATABASE_URL measures on another PostgreSQL, in a database that may be filled and thrown away.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { makeJobs } from './jobs';
import { type Figures, measure, middle } from './measure';
import { number, numbers, option } from './options';
import { openPlace } from './place';
import { megabytes } from './report';
import { signIn } from './session';
import { readWords } from './words';

const seconds = number('seconds', 2);
const roundsWanted = number('rounds', 5);
/** Much work for the server, much for the database, and little of either. */
const COMPARED = ['create and send, 3 lines', 'orders, 50', 'product', 'stock change'];

const log = pino({ level: 'warn' }, process.stderr);
const sizes = {
  products: number('products', 2_000),
  variants: number('variants', 3),
  orders: number('orders', 20_000),
};
const say = (line: string): void => console.log(line);
const place = await openPlace({ sizes, log, say, url: process.env.DATABASE_URL, connections: 300 });
const stops: (() => Promise<void>)[] = [];

async function open(workers: number) {
  const dataDir = join(place.dataDir, `workers-${workers}`);
  mkdirSync(dataDir);
  const { product, http, idle } = await signIn({ ...place, dataDir }, { WORKERS: String(workers) });
  stops.push(() => product.stop());
  const jobs = (await makeJobs(http, place.data, await readWords(place.url, place.data))).filter(({ name }) =>
    COMPARED.includes(name),
  );
  return { workers, product, jobs, idle };
}

try {
  const settings = [];
  for (const workers of numbers('workers', '1,2')) settings.push(await open(workers));

  const rows: { job: string; connections: number; workers: number; figures: Figures }[] = [];
  for (const [index, { name }] of (settings[0]?.jobs ?? []).entries()) {
    for (const connections of numbers('connections', '16,64')) {
      const rounds = settings.map((): Figures[] => []);
      for (let round = 0; round < roundsWanted; round += 1) {
        for (const [place, { jobs }] of settings.entries()) {
          const work = async () => {
            await jobs[index]?.ours();
          };
          rounds[place]?.push(await measure(connections, seconds, work));
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
  await place.stop();
}
