import { timingSafeEqual } from 'node:crypto';
import { common } from '@lanka/domain/kit/errors';
import { hook } from '@lanka/domain/kit/hooks';
import type { FastifyInstance } from 'fastify';
import type { Gauge } from 'prom-client';
import { DEAD_LETTERS } from '../jobs/jobs';
import { allFigures } from '../platform/workers';
import type { Services } from '../services';
import * as meters from './meters';

export interface Metrics {
  begun(): void;
  /** @param statements of a request of ours, else undefined */
  answered(request: { method: string; route: string; status: number; ms: number; statements?: number }): void;
  /** A stream of live updates has ended; how long it was open is nobody's waiting time. */
  streamed(): void;
  refused(code: string): void;
  mount(server: FastifyInstance): void;
}

/** What is read from the database is asked for at most so often, however many ask for the metrics. */
const FRESH_MS = 2_000;
/** A scrape does not wait longer for the database; its figures are left out then. */
const PATIENCE_MS = 1_000;

/** Figures that a slice reads from the database when they are asked for; by labels, so that they can be absent. */
export interface ReadFigures {
  readonly gauges: readonly Gauge<string>[];
  read(app: Services): Promise<void>;
}
export const readFigures = hook<ReadFigures>('observe.read_figures');

/** Prometheus figures at `/metrics`; behind METRICS_TOKEN when that is set. The figures themselves: meters.ts. */
export function openMetrics(app: Services): Metrics {
  meters.buildInfo.set({ version: app.version, node: process.version }, 1);
  readWhenAsked(app);
  const token = app.config.metricsToken;
  const allowed = (header: string | undefined): boolean => {
    if (!token) return true;
    const given = Buffer.from(header ?? '');
    const right = Buffer.from(`Bearer ${token}`);
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return {
    begun: () => meters.requestsInFlight.inc(),
    answered({ method, route, status, ms, statements }) {
      meters.requestsInFlight.dec();
      meters.requestSeconds.observe({ method, route, status: String(status) }, ms / 1000);
      if (statements !== undefined) meters.requestStatements.observe({ method, route }, statements);
    },
    streamed: () => meters.requestsInFlight.dec(),
    refused: (code) => meters.refusals.inc({ code }),
    mount(server) {
      server.get('/metrics', async (request, reply) => {
        if (!allowed(request.headers.authorization)) throw common.unauthorized();
        return reply.type(meters.registry.contentType).send(await allFigures());
      });
    },
  };
}

const OLDEST_AND_COUNTS = [meters.oldestJob, meters.deadLetters, meters.lettersWaiting, meters.oldestLetter];

/** The registry calls these whenever it is read, in whichever process and by whomever. */
function readWhenAsked(app: Services): void {
  const { pool } = app.db;
  const whenRead = (figure: object, collect: () => void | Promise<void>) => Object.assign(figure, { collect });
  whenRead(meters.poolConnections, () => {
    meters.poolConnections.set({ state: 'open' }, pool.totalCount);
    meters.poolConnections.set({ state: 'idle' }, pool.idleCount);
    meters.poolConnections.set({ state: 'awaited' }, pool.waitingCount);
  });
  whenRead(meters.maintenanceOn, () => meters.maintenanceOn.set(app.maintenance.on ? 1 : 0));
  const read = cached(() => readQueues(app), forget);
  for (const figure of [meters.jobsWaiting, ...OLDEST_AND_COUNTS]) whenRead(figure, read);
  for (const { gauges, read: readThem } of app.hooks.all(readFigures)) {
    const reset = (): void => {
      for (const one of gauges) one.reset();
    };
    const again = cached(async () => {
      reset();
      await readThem(app);
    }, reset);
    for (const figure of gauges) whenRead(figure, again);
  }
}

/** An old value, or a 0, would calm whoever watches. */
function forget(): void {
  meters.jobsWaiting.reset();
  for (const figure of OLDEST_AND_COUNTS) figure.remove();
}

interface QueueRow {
  name: string;
  due: number;
  retry: number;
  later: number;
  waited: number;
}

/** Jobs wait in the part of the table that this partial index of the queue covers: finished ones are not touched. */
const WAITING_JOBS = `
  select name,
    count(*) filter (where start_after <= now() and state = 'created')::int as due,
    count(*) filter (where state = 'retry')::int as retry,
    count(*) filter (where start_after > now() and state = 'created')::int as later,
    coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as waited
  from pgboss.job where state < 'active' and not blocked group by name`;

const UNSENT_LETTERS = `
  select count(*)::int as letters, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as waited
  from mails where status = 'queued'`;

async function readQueues({ db: { pool } }: Services): Promise<void> {
  const [jobs, letters] = await Promise.all([
    pool.query<QueueRow>(WAITING_JOBS),
    pool.query<{ letters: number; waited: number }>(UNSENT_LETTERS),
  ]);
  meters.jobsWaiting.reset();
  let oldest = 0;
  let dead = 0;
  for (const row of jobs.rows) {
    if (row.name === DEAD_LETTERS) {
      dead = row.due + row.retry + row.later;
      continue;
    }
    for (const state of ['due', 'retry', 'later'] as const)
      meters.jobsWaiting.set({ job: row.name, state }, row[state]);
    oldest = Math.max(oldest, row.waited);
  }
  meters.oldestJob.set(oldest);
  meters.deadLetters.set(dead);
  meters.lettersWaiting.set(letters.rows[0]?.letters ?? 0);
  meters.oldestLetter.set(letters.rows[0]?.waited ?? 0);
}

/** While the database does not answer its figures are absent. */
function cached(read: () => Promise<void>, leaveOut: () => void): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  return async () => {
    if (performance.now() - readAt < FRESH_MS) return;
    reading ??= read()
      .then(() => {
        readAt = performance.now();
      })
      .finally(() => {
        reading = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(reject, PATIENCE_MS);
    });
    await Promise.race([reading, late])
      .catch(leaveOut)
      .finally(() => clearTimeout(timer));
  };
}
