import { setTimeout as sleep } from 'node:timers/promises';
import { type Captured, openFloor } from './floor';
import { floorOf, type Job, type Kind } from './jobs';
import { type Figures, measure, middle } from './measure';
import type { Place } from './place';
import { databaseCpu, databaseMemory, type Product } from './product';
import type { Supply } from './waiting';

export interface Row {
  readonly job: string;
  readonly kind: Kind;
  readonly connections: number;
  readonly floor: Figures | null;
  readonly ours: Figures;
  readonly share: number | null;
  readonly statements: number;
  readonly round_trips: number;
  readonly bytes: number;
  /** Processor time of the server a request, milliseconds. */
  readonly cpu_ms: number;
  /** The same of the database; its share for the floor. */
  readonly database_ms: number;
  readonly floor_database_ms: number;
  /** Bytes: the most of the server while it answered, and what the database's processes held behind it. */
  readonly server_memory: number;
  readonly database_memory: number;
}

export interface Measuring {
  readonly place: Place;
  readonly product: Product;
  readonly captured: ReadonlyMap<string, Captured>;
  readonly supply: Supply;
  readonly seconds: number;
  readonly rounds: number;
  /** Seconds in which a job is done without being measured, so that V8 has compiled what it needs. */
  readonly warm: number;
  /** The jobs for which that is over. */
  readonly warmed: Set<string>;
}

const MEMORY_EVERY_MS = 500;
const WARM_CONNECTIONS = 16;

/** The work, with the most memory that the server held meanwhile. */
export async function withMemory<T>(product: Product, work: () => Promise<T>): Promise<{ result: T; most: number }> {
  let most = await product.memory();
  let over = false;
  const watching = (async () => {
    while (!over) {
      await sleep(MEMORY_EVERY_MS);
      most = Math.max(most, await product.memory());
    }
  })();
  try {
    const result = await work();
    most = Math.max(most, await product.memory());
    return { result, most };
  } finally {
    over = true;
    await watching;
  }
}

/** What one request takes, of one that is alone: statements and round trips by the log. */
async function countOne(product: Product, job: Job) {
  product.logged();
  const { bytes } = await job.ours();
  await sleep(50); // the log line follows the answer
  const [counted] = [...product.logged().values()].slice(-1);
  return { bytes, statements: counted?.statements ?? 0, round_trips: counted?.round_trips ?? 0 };
}

/** Floor and product in turn, so that whatever else the machine does meets both alike. */
export async function measureJob(job: Job, connections: number, measuring: Measuring): Promise<Row> {
  const { place, product, captured, supply, seconds, rounds, warm, warmed } = measuring;
  const floor = openFloor(place.url, place.data, connections);
  const byFloor = floorOf(job, floor, captured);
  const floors: Figures[] = [];
  const ours: Figures[] = [];
  const spent = { floor: 0, floorDone: 0, server: 0, database: 0, done: 0 };
  let server_memory = 0;
  /** Enough to use up, and what was written before is known to the planner. */
  const prepare = async (uses: number | undefined, during = seconds): Promise<void> => {
    if (uses) await supply.fill(Math.ceil(uses * during));
    if (job.floor) await floor.pool.query('analyze');
  };
  const oursOnce = async (): Promise<void> => {
    await job.ours();
  };
  try {
    if (!warmed.has(job.name)) {
      warmed.add(job.name);
      await prepare(job.uses?.ours, warm);
      await measure(WARM_CONNECTIONS, warm, oursOnce);
    }
    await prepare(job.uses?.ours);
    const one = await countOne(product, job);
    for (let round = 0; round < rounds; round += 1) {
      if (byFloor) {
        await prepare(job.uses?.floor);
        const database = databaseCpu(place.pid);
        const figures = await measure(connections, seconds, byFloor);
        spent.floor += database();
        spent.floorDone += figures.done;
        floors.push(figures);
      }
      await prepare(job.uses?.ours);
      const [before, database] = [await product.cpuSeconds(), databaseCpu(place.pid)];
      const { result: figures, most } = await withMemory(product, () => measure(connections, seconds, oursOnce));
      spent.server += (await product.cpuSeconds()) - before;
      spent.database += database();
      spent.done += figures.done;
      ours.push(figures);
      server_memory = Math.max(server_memory, most);
    }
    const each = (total: number, times: number): number => (times > 0 ? (total * 1000) / times : 0);
    const of = byFloor ? middle(floors) : null;
    const mine = middle(ours);
    return {
      job: job.name,
      kind: job.kind,
      connections,
      floor: of,
      ours: mine,
      share: of ? mine.per_second / of.per_second : null,
      ...one,
      cpu_ms: each(spent.server, spent.done),
      database_ms: each(spent.database, spent.done),
      floor_database_ms: each(spent.floor, spent.floorDone),
      server_memory,
      database_memory: databaseMemory(place.pid),
    };
  } finally {
    await floor.close();
  }
}
