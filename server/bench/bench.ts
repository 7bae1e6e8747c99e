import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { openApp } from '../src/app';
import { readConfig } from '../src/kit/config';
import { startEmbedded } from '../src/kit/embedded';
import { newId } from '../src/kit/ids';
import { migrate } from '../src/kit/migrate';
import { placeByFloor, prepareTrade, type Trade } from './trade';

/**
 * `npm run bench`: what an order costs through the product, beside the least SQL that does the same job on the same
 * database. Prints figures and judges nothing. Options: --seconds=5 --connections=1,16,64
 */
const option = (name: string, otherwise: string): string =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise;
const SECONDS = Number(option('seconds', '4'));
const CONNECTIONS = option('connections', '1,16,64').split(',').map(Number);

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Does the work again and again on so many connections at once, for so many seconds. */
async function measure(connections: number, work: () => Promise<void>): Promise<Figures> {
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const before = performance.now();
        await work();
        times.push(performance.now() - before);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function line(name: string, connections: number, { perSecond, p50, p95, p99 }: Figures, share?: number): void {
  const cells = [
    name.padEnd(34),
    String(connections).padStart(4),
    perSecond.toFixed(0).padStart(8),
    ...[p50, p95, p99].map((ms) => ms.toFixed(1).padStart(8)),
    share === undefined ? '' : `${(share * 100).toFixed(0)} %`.padStart(8),
  ];
  console.log(cells.join(' '));
}

const dataDir = mkdtempSync(join(tmpdir(), 'lanka-bench-'));
const log = pino({ level: 'silent' });
const database = await startEmbedded({ dataDir, log: { info: () => undefined, warn: console.warn } });
await migrate(database.url);
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DB_POOL_SIZE: '16' });
const app = await openApp(config, database.url, log, 'bench');
const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
const trade: Trade = await prepareTrade(app.services, database.url, address);
const pool = new pg.Pool({ connectionString: database.url, max: 16 });

async function ask(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${address}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${trade.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

console.log(
  `${'what'.padEnd(34)} ${'conn'.padStart(4)} ${'per s'.padStart(8)} ${'p50 ms'.padStart(8)} ${'p95 ms'.padStart(8)} ${'p99 ms'.padStart(8)} ${'of floor'.padStart(8)}`,
);
for (const connections of CONNECTIONS) {
  const floor = await measure(connections, () => placeByFloor(pool, trade, newId()));
  line('floor: order of 3 lines, booked', connections, floor);
  await pool.query('analyze');
  const ours = await measure(connections, () => ask('POST', `projects/${trade.project_id}/orders`, trade.order()));
  line('ours: create and send, 3 lines', connections, ours, ours.perSecond / floor.perSecond);
  line(
    'ours: list of 50 orders',
    connections,
    await measure(connections, () => ask('GET', `projects/${trade.project_id}/orders?limit=50`)),
  );
  line(
    'ours: search by tail of a phone',
    connections,
    await measure(connections, () => ask('GET', `projects/${trade.project_id}/orders?q=4567&limit=50`)),
  );
}
await pool.end();
await app.close();
await database.stop();
rmSync(dataDir, { recursive: true, force: true });
