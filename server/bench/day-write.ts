import pg from 'pg';
import type { Logger } from 'pino';
import * as slices from '../src/app';
import { openApp } from '../src/kit/app';
import type { Config } from '../src/kit/platform/config';
import { recountDays } from '../src/ledger';
import type { Place } from './place';
import { databaseCpu } from './product';
import type { Supply } from './waiting';

/** What moving an order to Sent costs, with what it writes for statistics (`account_days`) and without. */
export interface DayWrite {
  readonly half: 'with its day' | 'without it' | 'with it again';
  readonly orders: number;
  readonly p50: number;
  /** Processor time of a request, milliseconds: of the product, and of the database. */
  readonly server_ms: number;
  readonly database_ms: number;
}

const HALVES: readonly DayWrite['half'][] = ['with its day', 'without it', 'with it again'];
const AT_ONCE = 20;

/**
 * The product is asked inside this process, and in one of three parts the statement that posts is sent without what it
 * adds to the day. The third part does what the first does: by how much those differ, chance does.
 */
export async function measureDayWrite(
  { url, data, pid }: Place,
  {
    config,
    log,
    token,
    supply,
    rounds,
  }: { config: Config; log: Logger; token: string; supply: Supply; rounds: number },
): Promise<DayWrite[]> {
  const app = await openApp(slices, config, url, log, 'bench');
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let half: DayWrite['half'] = 'with its day';
  let cut = 0;
  (pg.Client.prototype as { query: unknown }).query = function query(this: pg.Client, ...args: unknown[]) {
    const [statement, ...others] = args as [{ text?: string; name?: string }, ...unknown[]];
    if (half !== 'without it' || !statement?.text?.includes('insert into account_days'))
      return original.apply(this, args);
    cut += 1;
    const { name, text } = statement;
    // the statement is an object of the driver’s: what else it can do stays
    const short = Object.assign(Object.create(statement), {
      text: withoutDays(text),
      ...(name ? { name: `${name}-` } : {}),
    });
    return original.apply(this, [short, ...others]);
  };
  const found = new Map(HALVES.map((name) => [name, { times: [] as number[], server: 0, database: 0 }]));
  const move = async (): Promise<number> => {
    const before = performance.now();
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/projects/${data.project_id}/orders/${supply.take().id}/moves`,
      headers: { authorization: `Bearer ${token}` },
      payload: { to: 'Sent' },
    });
    if (answer.statusCode !== 200) throw new Error(`not moved: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
    return performance.now() - before;
  };
  try {
    await supply.fill((rounds + 2) * HALVES.length * AT_ONCE);
    // the first rounds are for V8 and for plans
    for (let round = -2; round < rounds; round += 1) {
      for (let place = 0; place < HALVES.length; place += 1) {
        half = HALVES[(((round + place) % 3) + 3) % 3] ?? 'with its day';
        const of = found.get(half);
        const [server, database] = [process.cpuUsage(), databaseCpu(pid)];
        const times: number[] = [];
        for (let n = 0; n < AT_ONCE; n += 1) times.push(await move());
        const { user, system } = process.cpuUsage(server);
        if (!of || round < 0) continue;
        of.times.push(...times);
        of.server += (user + system) / 1000;
        of.database += database() * 1000;
      }
    }
    if (cut === 0) throw new Error('no statement was found that adds to the day');
    // what was left out is added, by a statement that is sent as it is
    half = 'with its day';
    await app.services.db.transaction({ projectIds: [data.project_id] }, (tx) => recountDays(tx, [data.project_id]));
  } finally {
    (pg.Client.prototype as { query: unknown }).query = original;
    await app.close();
  }
  return [...found].map(([name, { times, server, database }]) => ({
    half: name,
    orders: times.length,
    p50: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
    server_ms: server / times.length,
    database_ms: database / times.length,
  }));
}

/** The statement less its part `of_days as (…)`. */
function withoutDays(text = ''): string {
  const begin = text.search(/,\s*of_days as \(/);
  if (begin < 0) throw new Error('the part that adds to the day has another name');
  let open = 0;
  for (let at = text.indexOf('(', begin); at < text.length; at += 1) {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
    if (open > 0) continue;
    // its parameters still come with it, and want to be of some type
    const given = [...new Set(text.slice(begin, at).match(/\$\d+/g))].map((one) => `${one}::text`);
    return `${text.slice(0, begin)}, of_days as (select ${given.join(', ')})${text.slice(at + 1)}`;
  }
  throw new Error('the part that adds to the day does not end');
}

export const dayWriteLine = ({ half, orders, p50, server_ms, database_ms }: DayWrite): string =>
  `${`move to Sent, ${half}`.padEnd(34)} ${orders} orders, p50 ${p50.toFixed(2)} ms, processor ` +
  `${server_ms.toFixed(2)} + ${database_ms.toFixed(2)} ms`;
